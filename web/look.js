// What is known at once about the position shown: what is forbidden in it, who has won, what is proved, and on demand its threats.

/** @typedef {import('./app.js').App} App */

export class Look {
  /** @type {(import('./wire-types').LookView & { key: string }) | null} */
  view = null;
  #asked = '';
  #app;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
  }

  /** Asks about the position shown, unless that has been done. @param {boolean} xray whether its threats are wanted too */
  follow(xray) {
    const { table, wire } = this.#app;
    if (!table?.state || wire.state !== 'open') return;
    const position = `${table.id}/${table.epoch}/${table.at}/`;
    const key = `${position}${xray}`;
    if (key === this.#asked) return;
    this.#asked = key;
    if (this.view && !this.view.key.startsWith(position)) this.view = null;
    wire.ask({ type: 'look', at: { table: table.id, node: table.at }, xray }).then(
      (answer) => {
        if (key !== this.#asked) return;
        this.view = { ...answer, key };
        this.#app.analyst.hearProved();
        this.#app.paint();
      },
      () => {},
    );
  }

  /** Asks again when it is followed: something may have been proved, or the connection was lost. What is known stays until then. */
  again() {
    this.#asked = '';
    this.#app.paint();
  }

  /** Forgets what is known: another table is shown, or the position is judged by another rule. */
  forget() {
    this.view = null;
    this.again();
  }
}
