// The list of moves, and the ways to walk through it.

import { measured, took } from './clock.js';
import { tool } from './controls.js';
import { t } from './strings.js';
import { h } from './render.js';
import { seatOf } from './tree.js';
import { sign } from './pages/analysis/findings.js';

/** @typedef {import('./table-page.js').TablePage} TablePage */
/** @typedef {import('./tree.js').Table} Table */
/** @typedef {import('./render.js').Loose} Loose */

const VAST = 2000;

/**
 * The moves of a table: the main line in two columns, variations and comments below the move they belong to.
 * @param {TablePage} page
 * @param {boolean} [isPlayed] whether only what was played is shown
 */
export function moveList(page, isPlayed = false) {
  const { app } = page;
  const table = /** @type {Table} */ (app.table);
  // A library of many thousand nodes is shown along the line one looks at, with only the first move of each branch.
  const vast = table.nodes.size > VAST;
  const playing = isPlayed && table.game;
  const game = vast ? undefined : table.game;
  const main = playing ? page.line : game ? table.path(game.node) : table.line(vast ? table.at : 0);
  const nodes = main.filter((node) => table.node(node).stone);
  // What comes after the game's last move was taken back or only looked at.
  const after = playing || !game ? [] : variations(page, table, game.node);
  if (!nodes.length && !after.length) return h('p', { class: 'empty quiet' }, t('moves.none'));
  const review =
    app.analyst.review?.table === table.id
      ? new Map(app.analyst.review.moves.map((move) => [move.node, move]))
      : new Map();
  const items = [];
  for (let i = 0; i < nodes.length; i += 2) {
    const pair = nodes.slice(i, i + 2);
    const count = h('span', { class: 'count', 'aria-hidden': 'true' }, String(i + 1));
    const blank = h('span', { class: 'blank', 'aria-hidden': 'true' }, '…');
    const [first, second] = pair.map((node, offset) => ({
      move: moveButton(page, table, node, i + 1 + offset, review.get(node)),
      notes: [
        comment(table, node),
        ...(playing ? [] : variations(page, table, table.node(node).parent ?? 0, node)),
      ].filter(Boolean),
    }));
    // What is said about the first move of a pair stands between the two.
    const parted = second && first.notes.length > 0;
    items.push(
      h(
        'li',
        { key: `r${nodes[i]}` },
        count,
        first.move,
        parted ? [blank, first.notes, count, blank, second.move] : [second ? second.move : h('span'), first.notes],
        second?.notes,
      ),
    );
  }
  if (after.length) items.push(h('li', { key: 'after' }, after));
  return h('ol', { class: 'moves', 'aria-label': t('moves.label') }, items);
}

/** @param {Table} table @param {number} node */
function comment(table, node) {
  const { comment } = table.node(node);
  return comment && h('p', { class: 'note', key: `c${node}` }, comment);
}

/**
 * @param {TablePage} page
 * @param {Table} table
 * @param {number} parent
 * @param {number} [taken]
 */
function variations(page, table, parent, taken) {
  const others = (table.node(parent).next ?? []).filter((node) => node !== taken);
  if (others.length && table.nodes.size > VAST) {
    return [
      h(
        'div',
        { class: 'note variation', key: `v${parent}` },
        others.slice(0, 200).map((node) => inlineMove(page, table, node, table.board(node).ply)),
      ),
    ];
  }
  return others.map((start) => h('div', { class: 'note variation', key: `v${start}` }, inline(page, table, start)));
}

/** A variation in running text, its own variations in brackets. @param {TablePage} page @param {Table} table @param {number} start @returns {Loose[]} */
function inline(page, table, start) {
  /** @type {Loose[]} */
  const text = [];
  let ply = table.board(start).ply;
  for (let node = /** @type {number | undefined} */ (start); node !== undefined; ply += 1) {
    const { next = [], comment } = table.node(node);
    text.push(inlineMove(page, table, node, ply));
    if (comment) text.push(h('span', { class: 'said' }, comment));
    for (const other of next.slice(1)) text.push(' (', inline(page, table, other), ')');
    node = next[0];
  }
  return text;
}

/** @param {TablePage} page @param {Table} table @param {number} node @param {number} ply */
function inlineMove(page, table, node, ply) {
  return h(
    'button',
    {
      type: 'button',
      key: `i${node}`,
      class: 'inline',
      'aria-current': node === table.at ? 'true' : null,
      onclick: () => page.visit(node),
    },
    `${ply} ${table.node(node).point ?? t('moves.pass')}`,
  );
}

/** @type {WeakMap<import('./wire-types').GameView, Map<number, number>>} */
const times = new WeakMap();

/** How long each move of a classic took, by its node: such programs often need less than a millisecond. @param {import('./wire-types').GameView} game */
function chronometer(game) {
  let known = times.get(game);
  if (!known) {
    const timed = game.steps.filter((each) => each.node !== undefined && seatOf(game, each.seat).player.kind === 'classic');
    times.set(game, (known = new Map(timed.map((each) => [/** @type {number} */ (each.node), each.ms]))));
  }
  return known;
}

/**
 * @param {TablePage} page
 * @param {Table} table
 * @param {number} node
 * @param {number} number
 * @param {import('./wire-types').MoveReport | undefined} judged
 */
function moveButton(page, table, node, number, judged) {
  const { point, stone, ms } = table.node(node);
  const fine = table.game && chronometer(table.game).get(node);
  const finding = judged?.finding;
  const current = node === table.at;
  return h(
    'button',
    {
      type: 'button',
      key: `m${node}`,
      'aria-current': current ? 'true' : null,
      title: finding ? t(`kind.${finding.kind}`) : null,
      onclick: () => page.visit(node),
    },
    h('span', null, h('span', { class: 'unseen' }, `${number} ${t(stone ?? 'black')} `), point ?? t('moves.pass')),
    finding
      ? h(
          'span',
          { class: `tag ${finding.kind === 'inaccuracy' ? '' : 'accent'}` },
          h('span', { 'aria-hidden': 'true' }, sign(finding)),
          h('span', { class: 'unseen' }, t(`kind.${finding.kind}`)),
        )
      : fine !== undefined
        ? h('span', { class: 'took' }, measured(fine))
        : ms !== undefined && ms >= 50 && h('span', { class: 'took' }, took(ms)),
  );
}

/** First, back, forward, last. @param {TablePage} page */
export function walkTools(page) {
  const table = /** @type {Table} */ (page.app.table);
  const walk = (/** @type {string} */ name, /** @type {number} */ by) => {
    const to = table.step(by, page.line);
    return tool(name, t(`walk.${name}`), () => page.visit(to), { disabled: to === table.at, key: name });
  };
  return [walk('first', -1e4), walk('back', -1), walk('forward', 1), walk('last', 1e4)];
}

/** The keys that walk through a game on every page with a table. @param {TablePage} page @param {string} key */
export function walkKey(page, key) {
  const { table } = page.app;
  if (!table?.state) return false;
  const steps = /** @type {Record<string, number>} */ ({
    ArrowLeft: -1,
    '[': -1,
    ArrowRight: 1,
    ']': 1,
    Home: -1e4,
    End: 1e4,
  });
  if (key in steps) page.visit(table.step(steps[key], page.line));
  else return false;
  return true;
}
