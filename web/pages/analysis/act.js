// What can be done with the position shown: play a point or a line, preview a line, light up a threat.

import { h } from '../../render.js';
import { t } from '../../strings.js';
import { other } from '../../points.js';

/** @typedef {import('../analyse.js').Analyse} Analyse */
/** @typedef {import('../../points.js').Stone} Stone */

/** Shows a node, at once or as soon as the server has told of it. @param {Analyse} page @param {number} node */
export function reach(page, node) {
  const { app } = page;
  const { table } = app;
  if (!table) return;
  page.preview = null;
  page.why = null;
  if (table.nodes.has(node)) return page.visit(node);
  table.wanted = node;
  void app.wire.ask({ type: 'goto', table: table.id, node }).catch(() => {});
}

/** Plays a point after the position shown, in whichever colour. @param {Analyse} page @param {string} point @param {Stone} [stone] */
export async function play(page, point, stone) {
  const { app } = page;
  const { table } = app;
  if (!table) return;
  app.sound('stone');
  const side = stone ?? table.board(table.at).side;
  const answer = await app.ask({ type: 'play', table: table.id, node: table.at, point, ...(stone ? { stone } : {}) });
  if (!answer) return;
  app.announce(t('said.move', { stone: t(side), point }));
  reach(page, answer.node);
}

/** Adds a line to the tree, and goes to its end. @param {Analyse} page @param {string[]} points */
export async function playLine(page, points) {
  const { app } = page;
  const { table } = app;
  const answer = table && (await app.ask({ type: 'add_line', table: table.id, node: table.at, points }));
  if (!answer) return;
  app.sound('stone');
  reach(page, answer.node);
}

/** Adds a line to the tree, and stays. @param {Analyse} page @param {string[]} points */
export async function addLine(page, points) {
  const { app } = page;
  const { table } = app;
  const answer = table && (await app.ask({ type: 'add_line', table: table.id, node: table.at, points }));
  if (answer) app.toast(t('line.added', { count: points.length }), { text: t('line.go'), run: () => reach(page, answer.node) });
}

/** @param {Analyse} page */
export function playBest(page) {
  const { app } = page;
  const point = app.analyst.here?.lines[0]?.pv[0];
  if (point) void play(page, point);
  else if (!app.analyst.on) app.analyst.toggle(true);
}

/** A line shown on the board, numbered. @param {string[]} points @param {Stone} side @returns {import('../../board.js').Ghost[]} */
export function preview(points, side) {
  return points.map((point, i) => ({
    point,
    stone: i % 2 ? other(side) : side,
    text: String(i + 1),
    solid: true,
    best: i === 0,
  }));
}

/** @param {Analyse} page @param {string[] | null} points @param {Stone} [side] */
export function show(page, points, side = 'black') {
  page.preview = points && { points, side };
  page.app.paint();
}

/** @param {Analyse} page @param {import('../../wire-types').ThreatView | null} threat */
export function light(page, threat) {
  page.lit = threat;
  page.app.paint();
}

/**
 * The moves of a line, one button each: pointing at one shows the line up to it, pressing it adds the line up to it to
 * the tree.
 * @param {Analyse} page
 * @param {string[]} points
 * @param {Stone} side
 */
export function lineMoves(page, points, side) {
  return points.map((point, i) => {
    const part = points.slice(0, i + 1);
    return h(
      'button',
      {
        type: 'button',
        class: `move ${i % 2 ? other(side) : side}`,
        key: `${i}${point}`,
        onclick: () => void playLine(page, part),
        onpointerenter: (/** @type {PointerEvent} */ event) => event.pointerType !== 'touch' && show(page, part, side),
        onpointerleave: () => show(page, null),
        onfocus: () => show(page, part, side),
        onblur: () => show(page, null),
      },
      point,
    );
  });
}
