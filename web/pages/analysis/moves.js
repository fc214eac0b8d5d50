// The tree of moves with its comments and marks, and what can be done with the move shown.

import { moveList } from '../../move-list.js';
import { field, tool } from '../../controls.js';
import { t } from '../../strings.js';
import { h } from '../../render.js';
import { whyList } from '../../judgement.js';
import { retried, reviewOf } from './findings.js';
import { palette } from './marks.js';
import { Undo } from './undo.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../analyse.js').Analyse} Analyse */

/** Why a point is forbidden: one that was chosen, or the one just played. @param {Analyse} page */
function why(page) {
  const { app } = page;
  const { table, look } = app;
  const asked = page.why?.node === table?.at ? page.why?.judgement : null;
  const judgement = asked ?? look?.broken;
  if (!judgement) return null;
  const kind = t(`forbidden.${judgement.verdict}`);
  return h(
    'section',
    { class: 'note-box', key: 'why', role: 'status' },
    h('h2', null, t(asked ? 'why.title' : 'why.played', { point: judgement.point, kind })),
    whyList(judgement),
  );
}

/** @param {Analyse} page @returns {import('../../render.js').Loose} */
export function movesTab(page) {
  const { app, reviewer } = page;
  if (!app.table?.state) return null;
  if (retried(page)) return reviewer.module?.panel(page);
  return [why(page), reviewOf(app) && reviewer.module?.panel(page), h('div', { key: 'moves' }, moveList(page)), nodeTools(page)];
}

/** What can be done with the move shown. @param {Analyse} page */
function nodeTools(page) {
  const { app } = page;
  const { table } = app;
  if (!table) return null;
  const { at } = table;
  const node = table.node(at);
  const removable = at !== 0 && !(table.game && table.path(table.game.node).includes(at));
  const aside = removable && !table.game && !table.line(0).includes(at);
  const { commenting } = page;
  const marking = Boolean(page.pen);
  return h(
    'div',
    { class: 'node-tools', key: 'node-tools' },
    commenting &&
      field(
        'comment',
        t('tree.comment'),
        h('textarea', {
          id: 'comment',
          'aria-label': t('tree.comment'),
          placeholder: t('tree.comment'),
          key: `c${at}`,
          value: app.comments.on(table, at),
          maxlength: 10000,
          oninput: (/** @type {any} */ event) => write(app, table, at, event.target.value),
          onchange: () => app.comments.send(table),
        }),
      ),
    palette(page),
    h(
      'div',
      { class: 'row', role: 'toolbar', 'aria-label': t('tree.tools') },
      tool(
        'comment',
        t(node.comment ? 'tree.edit_comment' : 'tree.add_comment'),
        () => {
          page.commenting = !commenting;
          app.paint();
          if (!commenting)
            requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById('comment')?.focus()));
        },
        { key: 'comment', 'aria-pressed': commenting ? 'true' : 'false' },
      ),
      tool(
        'pen',
        t('mark.draw'),
        () => {
          page.pen = marking ? null : 'circle';
          app.paint();
        },
        { key: 'pen', 'aria-pressed': marking ? 'true' : 'false' },
      ),
      h('span', { class: 'space' }),
      aside && tool('promote', t('tree.promote'), () => void change(app, 'promote'), { key: 'promote' }),
      removable && tool('trash', t('tree.prune'), () => void change(app, 'prune'), { key: 'prune' }),
    ),
  );
}

/** @param {App} app @param {'promote' | 'prune'} type */
async function change(app, type) {
  const { table } = app;
  if (!table) return;
  const count = branch(table, table.at);
  const main = table.way(table.line(0).at(-1) ?? 0);
  const answer = await app.ask({ type, table: table.id, node: table.at });
  if (!answer) return;
  table.wanted = answer.node;
  const undo = app.kept(Undo).remember(table, '', type === 'prune' ? () => void restore(app) : () => void promote(app, main));
  app.toast(t(type === 'promote' ? 'tree.promoted' : 'tree.removed', { count }), { text: t('undo'), run: undo });
}

/** @param {App} app @param {import('../../tree.js').Table} table @param {number} node @param {string} text */
export function write(app, table, node, text) {
  const undo = app.kept(Undo);
  const before = app.comments.on(table, node);
  const back = undo.later(table, node, (shown, now) => {
    app.comments.type(shown, now, before);
    app.comments.send(shown);
    app.paint();
  });
  undo.remember(table, `comment ${node}`, back);
  app.comments.type(table, node, text);
}

/** Makes the line to the end of a way the main line again. @param {App} app @param {string[]} way */
async function promote(app, way) {
  const { table } = app;
  const node = table?.find(way);
  if (table && node !== undefined) await app.ask({ type: 'promote', table: table.id, node });
}

/** How many nodes there are from a node on. @param {import('../../tree.js').Table} table @param {number} node */
function branch(table, node) {
  let count = 0;
  for (const open = [node]; open.length && count <= table.nodes.size; count++)
    open.push(...(table.node(/** @type {number} */ (open.pop())).next ?? []));
  return count;
}

/** Brings back what was removed last. @param {App} app */
export async function restore(app) {
  const { table } = app;
  const answer = table && (await app.ask({ type: 'restore', table: table.id }));
  if (!table || !answer) return;
  table.wanted = answer.node;
  app.toast(t('tree.restored'));
}
