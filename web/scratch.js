// The board for analysis that holds nothing yet: the same one until something is played on it.

/** @typedef {import('./app.js').App} App */

const KEY = 'goren.scratch';

export class Scratch {
  /** @type {{ id: string, seq: number } | null} */
  #board = null;
  #app;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    app.wire.addEventListener('table', (event) => this.#hear(/** @type {CustomEvent} */ (event).detail));
  }

  /** @param {import('./tree.js').TableUpdate} message */
  #hear({ table, seq }) {
    if (table !== this.#board?.id) return;
    if (this.#board.seq && this.#board.seq !== seq) this.#board = null;
    else this.#board.seq = seq;
  }

  /** The table of the empty board; `null` if the server makes none. @returns {Promise<string | null>} */
  async table() {
    if (!this.#board) {
      const answer = await this.#app.ask({ type: 'study' });
      if (!answer) return null;
      this.#board = { id: answer.table, seq: 0 };
      sessionStorage.setItem(KEY, answer.table);
    }
    return this.#board.id;
  }

  /** Forgets a table that the server has not kept; whether that was the empty board. @param {string} table */
  forget(table) {
    if (table !== sessionStorage.getItem(KEY)) return false;
    this.#board = null;
    return true;
  }
}
