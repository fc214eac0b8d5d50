// What is taken back step by step in a tree: comments, marks, the main line and what was removed.

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../tree.js').Table} Table */

/** The most steps of a table that can be taken back. */
const MOST = 100;

/** @typedef {{ name: string, run: () => unknown }} Step */

/** The steps of each table, kept while the program is open. */
export class Undo {
  /** Newest last. @type {Map<string, Step[]>} */
  #taken = new Map();
  #app;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
  }

  /**
   * Keeps how a step is taken back. Steps with the same name, one after another, are one: the first.
   * @param {Table} table
   * @param {string} name
   * @param {() => unknown} run
   * @returns {() => unknown} takes it back, unless that was done
   */
  remember(table, name, run) {
    const steps = this.#taken.get(table.id) ?? [];
    this.#taken.set(table.id, steps);
    const last = steps[steps.length - 1];
    const step = name && last?.name === name ? last : { name, run };
    if (step !== last) steps.push(step);
    if (steps.length > MOST) steps.shift();
    return () => {
      const at = steps.indexOf(step);
      if (at >= 0) steps.splice(at, 1)[0].run();
    };
  }

  /** Takes back the last step of the table shown; whether there was one. */
  undo() {
    const { table } = this.#app;
    const step = table && this.#taken.get(table.id)?.pop();
    step?.run();
    return Boolean(step);
  }

  /**
   * Does something with a node wherever it is by then, while its table is shown.
   * @param {Table} table
   * @param {number} node
   * @param {(table: Table, node: number) => unknown} act
   */
  later(table, node, act) {
    const way = table.way(node);
    return () => {
      const { table: shown } = this.#app;
      const now = shown?.id === table.id ? shown : null;
      const there = now?.find(way);
      if (now && there !== undefined) act(now, there);
    };
  }
}
