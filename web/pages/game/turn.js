// Whose turn it is, seen from this page.

import { company, seatOf } from '../../tree.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../tree.js').Game} Game */

/** The table with its game, once the server has sent it. @param {App} app */
export function live(app) {
  const { table } = app;
  return table?.state?.game ? { table, state: table.state, game: table.state.game } : null;
}

/** The seats that are played from this page. @param {App} app @param {Game} game */
export function seats(app, game) {
  const isOwner = app.wire.role === 'owner';
  return company(game).persons.filter((seat) => {
    const { held, owners } = seatOf(game, seat);
    return app.seat === seat || (isOwner && (owners || (!held && !app.seat)));
  });
}

/** Whether the person at this page is asked for the next step. @param {App} app @param {Game} game */
export function mine(app, game) {
  return !!game.turn && !game.paused && seats(app, game).includes(game.turn.seat);
}

/** The seat that speaks when this page resigns or offers. @param {App} app @param {Game} game */
export function speaker(app, game) {
  const own = seats(app, game);
  return app.seat ?? (own.length === 1 ? own[0] : (game.turn?.seat ?? 'first'));
}

/** Whether hints, analysis and the balance are to be had here: for the owner, unless a guest plays. @param {App} app @param {Game} game */
export function helped(app, game) {
  return game.hints && app.wire.role === 'owner';
}
