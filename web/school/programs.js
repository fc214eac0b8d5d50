// The programs that can be watched, asked for once and kept while the program is open.

/** @typedef {import('../wire-types').ProgramView} Program */

export class Programs {
  /** `null` until the server has said so. @type {Program[] | null} */
  known = null;
  /** @type {Promise<void> | null} */
  #asked = null;

  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.app = app;
  }

  /** Asks for them, unless that has been done. @returns {Promise<Program[] | null>} */
  async ask() {
    this.#asked ??= this.app.wire.ask({ type: 'programs' }).then(
      (answer) => {
        this.known = answer.programs;
        this.app.paint();
      },
      // They are asked for again with the next connection.
      () => {
        this.#asked = null;
      },
    );
    await this.#asked;
    return this.known;
  }
}
