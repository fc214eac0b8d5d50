// What is taken back step by step in a tree: comments, marks, the main line and what was removed.

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../tree.js').Table} Table */

/** The most steps of a table that can be taken back. */
const MOST = 100;

/** @typedef {{ name: string, run: () => unknown }} Step */

/** The steps of each table, newest last. @type {Map<string, Step[]>} */
const taken = new Map();

/**
 * Keeps how a step is taken back. Steps with the same name, one after another, are one: the first.
 * @param {Table} table
 * @param {string} name
 * @param {() => unknown} run
 * @returns {() => unknown} takes it back, unless that was done
 */
export function remember(table, name, run) {
  const steps = taken.get(table.id) ?? [];
  taken.set(table.id, steps);
  const last = steps[steps.length - 1];
  const step = name && last?.name === name ? last : { name, run };
  if (step !== last) steps.push(step);
  if (steps.length > MOST) steps.shift();
  return () => {
    const at = steps.indexOf(step);
    if (at >= 0) steps.splice(at, 1)[0].run();
  };
}

/** Takes back the last step of the table shown; whether there was one. @param {App} app */
export function undo(app) {
  const step = app.table && taken.get(app.table.id)?.pop();
  step?.run();
  return Boolean(step);
}

/**
 * Does something with a node wherever it is by then, while its table is shown.
 * @param {App} app
 * @param {Table} table
 * @param {number} node
 * @param {(table: Table, node: number) => unknown} act
 */
export function later(app, table, node, act) {
  const way = table.way(node);
  return () => {
    const now = app.table?.id === table.id ? app.table : null;
    const there = now?.find(way);
    if (now && there !== undefined) act(now, there);
  };
}
