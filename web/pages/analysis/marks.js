// Marks and letters that people draw on the board; they belong to the position and are kept in its file.

import { figures } from '../../figures.js';
import { t } from '../../strings.js';
import { h } from '../../render.js';
import { Undo } from './undo.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../analyse.js').Analyse} Analyse */
/** @typedef {import('../../wire-types').Mark} Mark */
/** @typedef {import('../../wire-types').MarkKind} MarkKind */

/** @type {MarkKind[]} */
export const pens = ['circle', 'cross', 'square', 'triangle', 'label'];

/**
 * The marks of a position after a pen has touched a point: the same mark is taken off, another one replaces it.
 * @param {Mark[]} marks
 * @param {string} point
 * @param {MarkKind} pen
 * @returns {Mark[]}
 */
export function drawn(marks, point, pen) {
  const there = marks.find((mark) => mark.point === point);
  const others = marks.filter((mark) => mark.point !== point);
  if (there?.kind === pen) return others;
  if (pen !== 'label') return [...others, { point, kind: pen }];
  const used = new Set(marks.map((mark) => mark.text));
  const free = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].find((letter) => !used.has(letter)) ?? '?';
  return [...others, { point, kind: 'label', text: free }];
}

/** @param {Analyse} page @param {string} point @param {MarkKind} pen */
export function drawMark(page, point, pen) {
  const { app } = page;
  const { table } = app;
  if (!table) return;
  const { at } = table;
  const node = table.node(at);
  const marks = drawn(node.marks ?? [], point, pen);
  unmark(app, table, at);
  const set = marks.find((mark) => mark.point === point);
  app.announce(set ? t('mark.said', { point, kind: t(`mark.kind.${pen}`) }) : t('mark.gone', { point }));
  // Shown at once, so that a mark drawn before the server has answered comes beside this one.
  table.nodes.set(at, { ...node, marks });
  app.paint();
  void app.ask({ type: 'marks', table: table.id, node: at, marks }).then((answer) => {
    if (answer) return;
    table.nodes.set(at, node);
    app.paint();
  });
}

/** Keeps the marks of a node, to be put back. @param {App} app @param {import('../../tree.js').Table} table @param {number} node */
function unmark(app, table, node) {
  const undo = app.kept(Undo);
  const marks = table.node(node).marks ?? [];
  const back = undo.later(table, node, ({ id }, now) => app.ask({ type: 'marks', table: id, node: now, marks }));
  return undo.remember(table, '', back);
}

/** The pens, of which one may be in hand. @param {Analyse} page */
export function palette(page) {
  const { app } = page;
  const { table } = app;
  if (!table || !page.pen) return null;
  const { at } = table;
  const marks = table.node(at).marks ?? [];
  return h(
    'div',
    { class: 'pens', key: 'pens', role: 'toolbar', 'aria-label': t('mark.pens') },
    pens.map((pen) =>
      h(
        'button',
        {
          type: 'button',
          class: 'icon plain',
          key: pen,
          'aria-label': t(`mark.kind.${pen}`),
          title: t(`mark.kind.${pen}`),
          'aria-pressed': page.pen === pen ? 'true' : 'false',
          onclick: () => {
            page.pen = pen;
            app.paint();
          },
        },
        pen === 'label'
          ? h('b', { 'aria-hidden': 'true' }, 'A')
          : h(
              'svg',
              { viewBox: '-14 -14 28 28', 'aria-hidden': 'true', class: 'pen-shape' },
              h('path', { d: figures[/** @type {import('../../figures.js').Figure} */ (pen)] }),
            ),
      ),
    ),
    h(
      'button',
      {
        type: 'button',
        class: 'plain',
        key: 'clear',
        disabled: !marks.length,
        onclick: () => {
          const run = unmark(app, table, at);
          void app.ask({ type: 'marks', table: table.id, node: at, marks: [] });
          app.toast(t('mark.cleared'), { text: t('undo'), run });
        },
      },
      t('mark.clear'),
    ),
    h('p', { class: 'small quiet', key: 'how' }, t('mark.how')),
  );
}
