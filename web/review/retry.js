// Try it yourself: another move in place of a mistake, judged by the server.

import { winLength } from '../format.js';
import { icon } from '../icons.js';
import { h } from '../render.js';
import { name, other, place } from '../points.js';
import { t } from '../strings.js';
import { preview } from '../pages/analysis/act.js';
import { choose, mistakes, retried } from '../pages/analysis/findings.js';
import { verdictWords } from './words.js';

/** @typedef {import('../pages/analyse.js').Analyse} Analyse */
/** @typedef {import('../pages/analysis/findings.js').Mistake} Mistake */
/**
 * An attempt under way.
 * @typedef {object} Retry
 * @property {number} node of the mistake
 * @property {0 | 1 | 2} hint how much was told: nothing, the kind and the area, the point
 * @property {boolean} shown whether the answer was
 * @property {string | null} waiting the move that is being judged
 * @property {import('../wire-types').Attempt | null} answer
 * @property {boolean} kept as a puzzle
 * @property {boolean} [keeping]
 */

/** Begins with a mistake. @param {Analyse} page @param {Mistake} move */
export function begin(page, move) {
  const { app } = page;
  choose(page, move);
  page.retry = { node: move.node, hint: 0, shown: false, waiting: null, answer: null, kept: false };
  app.announce(ask(move));
  app.paint();
}

/** What is asked for. @param {Mistake} move */
function ask(move) {
  const { number, stone, point = '', finding } = move;
  return t(`retry.ask.${finding.kind}`, { number, point, stone: t(stone), other: t(other(stone)) });
}

/** Plays a point in place of the mistake. @param {Analyse} page @param {string} point */
export async function attempt(page, point) {
  const { app } = page;
  const move = retried(page);
  const retry = page.retry;
  if (!move || !retry || retry.waiting || !app.table) return;
  app.sound('stone');
  retry.waiting = point;
  retry.answer = null;
  app.paint();
  const answer = await app.ask({ type: 'attempt', table: app.table.id, node: move.node, point });
  if (page.retry !== retry) return;
  retry.waiting = null;
  retry.answer = answer;
  if (answer) app.announce(verdictWords(answer, move));
  app.paint();
}

/** Keeps the position as a puzzle. @param {Analyse} page @param {Mistake} move */
async function keep(page, move) {
  const { app } = page;
  const retry = page.retry;
  if (!retry || !app.table) return;
  retry.keeping = true;
  app.paint();
  const answer = await app.ask({ type: 'keep', table: app.table.id, node: move.node });
  retry.keeping = false;
  retry.kept = Boolean(answer);
  if (answer) app.toast(t('retry.kept'), { text: t('retry.kept.go'), run: () => app.go('#/train/own') });
  app.paint();
}

/**
 * The points that a first hint marks: one of the squares of four by four that the board consists of.
 * @param {string} point
 * @param {number} size
 */
export function area(point, size) {
  const at = place(point);
  if (!at) return [];
  const [left, low] = [at.x - (at.x % 4), at.y - (at.y % 4)];
  const points = [];
  for (let y = low; y < Math.min(low + 4, size); y++)
    for (let x = left; x < Math.min(left + 4, size); x++) points.push(name(x, y));
  return points;
}

/** What the board shows of an attempt. @param {Analyse} page @param {import('../board.js').BoardModel} model */
export function showOn(page, model) {
  const move = retried(page);
  const retry = page.retry;
  if (!move || !retry) return;
  const { finding, stone } = move;
  const taken = new Set(model.stones?.map((each) => each.point));
  if (retry.waiting) model.ghosts = [{ point: retry.waiting, stone, text: '…', solid: true }];
  else if (retry.answer) model.ghosts = preview(retry.answer.line, stone);
  else if (retry.shown) model.ghosts = preview(finding.line ?? [], stone);
  else {
    model.ghosts = [];
    if (retry.hint === 2 && finding.best) model.ghosts = [{ point: finding.best, stone, text: '1', best: true }];
    if (retry.hint === 1 && finding.best)
      for (const point of area(finding.best, model.size))
        if (!taken.has(point)) model.marks?.push({ point, figure: 'diamond', tone: 'hint', says: t('retry.area') });
  }
}

/** @param {Analyse} page @param {Mistake} move */
function hintText(page, move) {
  const { finding, stone } = move;
  if (page.retry?.hint === 2) return t('retry.hint.point', { point: finding.best ?? '' });
  const win = finding.missed ?? finding.allowed;
  if (!win) return t('retry.hint.area');
  return t(finding.missed ? 'retry.hint.win' : 'retry.hint.defence', {
    way: t(`way.${win.by}`),
    length: winLength(win.moves),
    point: move.point ?? t('wrong.pass'),
    other: t(other(stone)),
  });
}

/** @param {Analyse} page @param {Mistake} move */
export function retryBox(page, move) {
  const { app } = page;
  const retry = /** @type {Retry} */ (page.retry);
  const { finding } = move;
  const { answer } = retry;
  const open = !answer?.solved && !retry.shown;
  const all = mistakes(app);
  const next = all[all.findIndex((each) => each.node === move.node) + 1];
  const set = (/** @type {Partial<Retry>} */ change) => () => {
    Object.assign(retry, change);
    app.paint();
  };
  const said = retry.waiting
    ? h('p', { class: 'row' }, h('span', { class: 'pulse' }), t('retry.waiting', { point: retry.waiting }))
    : answer
      ? h(
          'p',
          { class: `verdict ${answer.solved ? 'right' : 'wrong'}` },
          icon(answer.solved ? 'check' : 'close'),
          h('span', null, verdictWords(answer, move)),
        )
      : retry.shown
        ? h('p', null, t('retry.answer.text', { line: (finding.line ?? []).join(' ') }))
        : retry.hint > 0 && h('p', null, hintText(page, move));
  return h(
    'section',
    { class: 'note-box flat retry', key: 'retry', 'aria-label': t('retry.title') },
    h('h2', null, t('retry.title')),
    h('p', null, ask(move)),
    h('div', { role: 'status', class: 'said-box' }, said),
    h(
      'div',
      { class: 'row' },
      open &&
        answer &&
        h('button', { type: 'button', key: 'again', class: 'main', onclick: set({ answer: null }) }, t('retry.again')),
      open &&
        !answer &&
        retry.hint < 2 &&
        finding.best &&
        h(
          'button',
          {
            type: 'button',
            key: 'hint',
            disabled: Boolean(retry.waiting),
            onclick: () => {
              set({ hint: /** @type {1 | 2} */ (retry.hint + 1) })();
              app.announce(hintText(page, move));
            },
          },
          icon('hint'),
          t(retry.hint ? 'retry.hint.more' : 'retry.hint'),
        ),
      open &&
        h(
          'button',
          { type: 'button', key: 'answer', disabled: Boolean(retry.waiting), onclick: set({ shown: true, answer: null }) },
          icon('eye'),
          t('retry.answer'),
        ),
      !open &&
        !retry.kept &&
        h(
          'button',
          { type: 'button', key: 'keep', disabled: retry.keeping, onclick: () => void keep(page, move) },
          icon('plus'),
          t('retry.keep'),
        ),
      !open &&
        next &&
        h('button', { type: 'button', key: 'next', class: 'main', onclick: () => begin(page, next) }, t('review.next')),
      h(
        'button',
        {
          type: 'button',
          key: 'close',
          class: 'plain',
          onclick: () => {
            page.retry = null;
            app.paint();
          },
        },
        t('retry.close'),
      ),
    ),
  );
}
