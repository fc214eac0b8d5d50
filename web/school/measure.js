// What the experiments of the lessons measure: searches that are counted, evaluations, proofs.

import { call } from '../wire.js';
import { watch } from './theatre-watch.js';
import { toMove, written } from './position.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../wire-types').CountersView} Counters */
/** @typedef {import('./position.js').Setup} Setup */
/** `last`: the moves of the last depth alone. @typedef {Counters & { move: string, value: number | undefined, stopped: boolean, last: number }} Count */

/** No search of an experiment makes more moves. */
export const MOST_NODES = 3_000_000;

/** The position as the wire has it. @param {Setup} setup */
function record({ rule, size, traps, black, white, side, moves }) {
  return { rule, size, traps, black, white, ...(side ? { side } : {}), moves };
}

/**
 * Lets a program search a position, and tells what it counted.
 * @param {App} app
 * @param {Setup} setup
 * @param {{ program: string, depth?: number, without?: string[] }} options
 * @returns {Promise<Count>}
 */
export function count(app, setup, options) {
  return new Promise((resolve, reject) => {
    const request = {
      type: /** @type {const} */ ('watch'),
      at: { position: record(setup) },
      // Only the sum is wanted, not the single moves.
      shown: 1,
      nodes: MOST_NODES,
      without: [],
      ...options,
    };
    watch(
      app,
      /** @type {any} */ (request),
      ({ end, counters }) => {
        if (end) resolve({ ...counters, move: end.step, value: end.value, stopped: end.stopped, last: lastDepth(end, counters) });
      },
      reject,
    );
  });
}

/**
 * The moves of the deepest search alone, without those of the shallower ones before it.
 * @param {{ stopped: boolean, depths: number[] }} end
 * @param {{ nodes: number }} counters
 */
export function lastDepth({ stopped, depths }, { nodes }) {
  const before = stopped ? depths.at(-1) : depths.at(-2);
  return nodes - (before ?? 0);
}

/** Ends a search that is being counted. @param {App} app */
export function halt(app) {
  if (app.wire.state === 'open') void app.wire.ask({ type: 'stop', what: 'theatre' }).catch(() => {});
}

/**
 * The value that a program's evaluation gives a position.
 * @param {Setup} setup
 * @param {{ classic: string, side?: import('../points.js').Stone, without?: string[] }} options
 * @returns {Promise<number>}
 */
export async function value(setup, options) {
  const body = JSON.stringify({ position: `#${written(setup)}`, side: toMove(setup), ...options });
  return (await (await call('xray', { method: 'POST', body })).json()).value;
}

/** Looks for a win by fours. @param {App} app @param {Setup} setup */
export function prove(app, setup) {
  return app.wire.ask({ type: 'solve', at: { position: record(setup) }, kind: 'vcf', ms: 20000 });
}

/**
 * How many letters one compares who tries every pattern at every cell of some lines.
 * @param {string[]} lines
 * @param {string[]} patterns
 */
export function compared(lines, patterns) {
  let letters = 0;
  for (const line of lines)
    for (let start = 0; start < line.length; start++)
      for (const pattern of patterns)
        for (let i = 0; i < pattern.length && start + i < line.length; i++) {
          letters++;
          if (line[start + i] !== pattern[i]) break;
        }
  return letters;
}
