// What a review found wrong with the game shown, and the ways from one mistake to the next.

import { t } from '../../strings.js';
import { other } from '../../points.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../analyse.js').Analyse} Analyse */
/** @typedef {import('../../wire-types').MoveReport} MoveReport */
/** @typedef {import('../../wire-types').Finding} Finding */
/** A move that something is wrong with. @typedef {MoveReport & { finding: Finding }} Mistake */

/** The review of the table shown, if there is one. @param {App} app */
export function reviewOf(app) {
  const { review } = app.analyst;
  return review && review.table === app.table?.id ? review : null;
}

/** The moves that something is wrong with. @param {App} app @returns {Mistake[]} */
export function mistakes(app) {
  return /** @type {Mistake[]} */ ((reviewOf(app)?.moves ?? []).filter((move) => move.finding));
}

/** The mistake that the board explains now: its move is not played yet. @param {Analyse} page @returns {Mistake | null} */
export function explained(page) {
  const { app } = page;
  const { table } = app;
  const move = mistakes(app).find((each) => each.node === page.finding);
  return move && table && table.node(move.node).parent === table.at ? move : null;
}

/** The mistake in whose place a person tries another move. @param {Analyse} page @returns {Mistake | null} */
export function retried(page) {
  const move = explained(page);
  return move && page.retry?.node === move.node ? move : null;
}

/** Shows a mistake on the board, before it was made. @param {Analyse} page @param {MoveReport} move */
export function choose(page, move) {
  const { app } = page;
  const parent = app.table?.node(move.node).parent;
  page.finding = move.node;
  page.retry = null;
  page.preview = null;
  if (parent !== undefined) page.visit(parent);
  app.paint();
}

/** Goes to the next mistake, or the one before. @param {Analyse} page @param {1 | -1} by */
export function walkMistakes(page, by) {
  const { app } = page;
  const all = mistakes(app);
  const { table } = app;
  if (!table || !all.length) return;
  const now = explained(page);
  const line = table.line(table.at);
  const index = now ? all.indexOf(now) : -1;
  const at = line.indexOf(table.at);
  const ahead = all.filter((move) => line.indexOf(move.node) > at);
  const behind = all.filter((move) => line.indexOf(move.node) <= at);
  const next = index >= 0 ? all[index + by] : by > 0 ? ahead[0] : behind[behind.length - 1];
  if (next) choose(page, next);
  else app.announce(t('review.no_more'));
}

/** How loud a finding is. @param {Finding} finding */
export function sign({ kind }) {
  return t(`sign.${kind === 'mistake' || kind === 'inaccuracy' ? kind : 'blunder'}`);
}

/**
 * The mistake on the board: the move that was played, and the better line.
 * @param {Mistake} move
 * @returns {import('../../board.js').Ghost[]}
 */
export function explainedGhosts(move) {
  const better = move.finding.line ?? [];
  /** @type {import('../../board.js').Ghost[]} */
  const ghosts = better.map((point, i) => ({
    point,
    stone: i % 2 ? other(move.stone) : move.stone,
    text: String(i + 1),
    solid: true,
    best: i === 0,
  }));
  if (move.point && !better.includes(move.point))
    ghosts.push({ point: move.point, stone: move.stone, text: sign(move.finding) });
  return ghosts;
}
