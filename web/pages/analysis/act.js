// What can be done with the position shown: play a point, play the best one, preview a line, light up a threat.

import { other } from '../../points.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../points.js').Stone} Stone */

/** Plays a point after the position shown, in whichever colour. @param {App} app @param {string} point @param {Stone} [stone] */
export async function play(app, point, stone) {
  const { table } = app;
  if (!table) return;
  app.sound('stone');
  const answer = await app.ask({ type: 'play', table: table.id, node: table.at, point, ...(stone ? { stone } : {}) });
  app.own.preview = null;
  app.own.why = null;
  if (!answer) return;
  // The node comes with the next `table` message, or has come already.
  if (table.nodes.has(answer.node)) app.visit(answer.node);
  else void app.wire.ask({ type: 'goto', table: table.id, node: answer.node }).catch(() => {});
}

/** @param {App} app */
export function playBest(app) {
  const point = app.analyst.here?.lines[0]?.pv[0];
  if (point) void play(app, point);
  else if (!app.analyst.on) app.analyst.toggle(true);
}

/** A line shown on the board, numbered. @param {string[]} points @param {Stone} side @returns {import('../../board.js').Ghost[]} */
export function preview(points, side) {
  return points
    .slice(0, 24)
    .map((point, i) => ({ point, stone: i % 2 ? other(side) : side, text: String(i + 1), solid: true, best: i === 0 }));
}

/** @param {App} app @param {string[] | null} points @param {Stone} [side] */
export function show(app, points, side = 'black') {
  app.own.preview = points && { points, side };
  app.paint();
}

/** @param {App} app @param {import('../../wire-types').ThreatView | null} threat */
export function light(app, threat) {
  app.own.lit = threat;
  app.paint();
}
