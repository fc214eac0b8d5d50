// Whose turn it is, seen from this page.

import { company, seatOf } from '../../tree.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../tree.js').Game} Game */

/** The table with its game, once the server has sent it. @param {App} app */
export function live(app) {
  const { table } = app;
  return table?.state?.game ? { table, state: table.state, game: table.state.game } : null;
}

/** Whether the person at this page is asked for the next step. @param {App} app @param {Game} game */
export function mine(app, game) {
  if (!game.turn || game.paused) return false;
  const { seat } = game.turn;
  const { player, held, owners } = seatOf(game, seat);
  if (app.seat === seat) return true;
  return player.kind === 'person' && app.wire.role === 'owner' && (owners || (!held && !app.seat));
}

/** The seat that speaks when this page resigns or offers. @param {App} app @param {Game} game */
export function speaker(app, game) {
  const { persons } = company(game);
  const own = app.wire.role === 'owner' ? persons.filter((seat) => !seatOf(game, seat).held || seatOf(game, seat).owners) : [];
  return app.seat ?? (own.length === 1 ? own[0] : persons.length === 2 ? (game.turn?.seat ?? 'first') : persons[0]);
}
