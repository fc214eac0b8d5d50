// Steps of a game from this page: a stone is shown before the server has confirmed it, and a program's reply waits until it was seen.

import { placed } from './steps.js';
import { company } from './tree.js';

/** @typedef {import('./points.js').Stone} Stone */
/** @typedef {import('./tree.js').Game} Game */
/** @typedef {import('./tree.js').Seat} Seat */
/** @typedef {import('./tree.js').Table} Table */
/** @typedef {import('./tree.js').TableUpdate} TableUpdate */

export class Playing {
  /** A stone shown before the server has confirmed it. @type {{ point: string, stone: Stone } | null} */
  pending = null;
  /** When the last such stone was shown, by this page's clock. */
  #placed = -Infinity;
  /** Messages of the table that wait until one's own stone has been seen, and when they came. @type {[TableUpdate, number][]} */
  #held = [];
  #app;

  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.#app = app;
  }

  /** Another table is shown. */
  forget() {
    this.pending = null;
    this.#held = [];
  }

  /** A message of the table shown: taken at once, or when one's own stone has been seen. @param {Table} table @param {TableUpdate} message */
  hear(table, message) {
    const now = performance.now();
    const wait = this.#held.length ? 0 : this.#placed + pace(table.game, message.game) - now;
    if (wait <= 0 && !this.#held.length) return this.#app.take(table, message, now);
    this.#held.push([message, now]);
    if (wait > 0) setTimeout(() => this.#release(table), wait);
  }

  /** @param {Table} table */
  #release(table) {
    const held = this.#held;
    this.#held = [];
    if (this.#app.table === table) for (const [message, heard] of held) this.#app.take(table, message, heard);
  }

  /** Shows a stone that the server has not confirmed. @param {string} point @param {Stone} stone */
  place(point, stone) {
    this.pending = { point, stone };
    this.#placed = performance.now();
  }

  /** Does a step of the game, and shows the stone at once. @param {import('./wire-types').Act} step @param {Seat} [seat] */
  async act(step, seat) {
    const app = this.#app;
    const { table } = app;
    const game = table?.game;
    if (!table || !game) return;
    const point = placed(step);
    if (point && game.turn?.ask === 'place') this.place(point, game.turn.stone);
    app.paint();
    try {
      await app.wire.ask({ type: 'act', table: table.id, step, ply: game.steps.length, ...(seat ? { seat } : {}) });
    } catch (error) {
      this.pending = null;
      app.sound('illegal');
      app.fail(error);
    }
  }
}

/**
 * How long after one's own stone a message is shown, in milliseconds: a program's reply comes late enough to be seen to be a
 * reply. Where a clock runs, nothing waits.
 * @param {Game | undefined} before
 * @param {Game | undefined} game
 */
export function pace(before, game) {
  if (!before || !game || game.clock.turn_ms || game.clock.left_ms.some((left) => left !== null)) return 0;
  const { persons, programs } = company(game);
  const isReply = game.steps.slice(before.steps.length).some(({ seat }) => programs.includes(seat));
  return persons.length && isReply ? 350 : 0;
}
