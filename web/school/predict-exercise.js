// Exercises made from real searches: what to search is decided by a seed, what to ask by the search. Pure; it draws nothing.

import { name, place } from '../points.js';
import { Replay, best, cutter, isMine, tried } from './theatre-replay.js';
import { readSetting } from './theatre-setting.js';

/** @typedef {import('./theatre-setting.js').Setting} Setting */
/** @typedef {import('./theatre-replay.js').Node} Node */
/** @typedef {import('../wire-types').ProgramView} Program */
/** @typedef {'first' | 'cut' | 'nodes' | 'value'} Kind */
/**
 * A question about a move of the search: points or numbers to choose from, the index of the right one, and what is told beforehand.
 * @typedef {object} Question
 * @property {Kind} kind
 * @property {Node} node
 * @property {string[]} points options that are points
 * @property {number[]} numbers options that are numbers
 * @property {number} right
 * @property {Node[]} told moves whose values are told
 * @property {string | null} left the switch left out, of `nodes`
 */

/** @type {Kind[]} */
export const KINDS = ['first', 'cut', 'value', 'nodes'];

/** How each program is asked to search: shallow enough for every move to be shown. @type {Record<string, { depth: number, without?: string }>} */
const SEARCHES = {
  masked: { depth: 2 },
  boundary: { depth: 3 },
  automaton: { depth: 3 },
  sequences: { depth: 3 },
  trapper: { depth: 2, without: 'quick-win,book' },
  miniature: { depth: 3 },
};

/** Numbers from 0 to 1 that a seed decides. @param {number} seed */
export function chance(seed) {
  let state = (seed * 2654435761 + 1013904223) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** @template T @param {() => number} random @param {T[]} list @returns {T} */
const pick = (random, list) => list[Math.floor(random() * list.length)];

/**
 * What is searched for an exercise.
 * @param {number} seed
 * @param {Program[]} programs
 * @returns {{ setting: Setting, kind: Kind }}
 */
export function plan(seed, programs) {
  const random = chance(seed);
  const program = pick(random, programs.filter((each) => each.name in SEARCHES));
  const { depth, without = '' } = SEARCHES[program.name];
  const start = readSetting(new URLSearchParams({ classic: program.name, depth: String(depth), without, position: 'opening' }), programs);
  const moves = [...start.moves];
  const more = 1 + Math.floor(random() * 4);
  while (moves.length < start.moves.length + more) {
    const near = place(pick(random, moves));
    if (!near) break;
    const [x, y] = [near.x + Math.floor(random() * 3) - 1, near.y + Math.floor(random() * 3) - 1];
    const point = name(x, y);
    if (x >= 0 && y >= 0 && x < start.size && y < start.size && !moves.includes(point)) moves.push(point);
  }
  return { setting: { ...start, sample: '', moves }, kind: pick(random, KINDS) };
}

/**
 * The right one among others, in an order that the seed decides; `null` where there are too few others.
 * @template T
 * @param {() => number} random
 * @param {T} right
 * @param {T[]} others
 * @returns {{ options: T[], right: number } | null}
 */
function among(random, right, others) {
  const rest = [...new Set(others)].filter((each) => each !== right);
  if (rest.length < 2) return null;
  const options = [right];
  while (options.length < 4 && rest.length) options.push(...rest.splice(Math.floor(random() * rest.length), 1));
  for (let i = options.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [options[i], options[j]] = [options[j], options[i]];
  }
  return { options, right: options.indexOf(right) };
}

/**
 * A question about a search; of another kind where the search does not lend itself to the one wanted.
 * @param {Replay} replay
 * @param {Kind} kind
 * @param {number} seed
 * @returns {Question | null}
 */
export function ask(replay, kind, seed) {
  for (const each of [kind, 'first', 'value', 'cut']) {
    const question = questions[/** @type {Kind} */ (each)](replay, chance(seed + 7));
    if (question) return question;
  }
  return null;
}

/** @type {Record<Kind, (replay: Replay, random: () => number) => Question | null>} */
const questions = {
  first: (replay, random) => {
    const root = replay.roots[replay.roots.length - 1];
    const node = root?.children[0];
    if (!node?.point) return null;
    const found = among(random, node.point, [...tried(root).map((each) => each.point ?? ''), ...(root.dropped?.points ?? [])]);
    return found && { kind: 'first', node, points: found.options, numbers: [], right: found.right, told: [], left: null };
  },
  cut: (replay, random) => {
    const cuts = replay.nodes.filter((node) => node.cut && node.cut.rest.length > 0 && node.ply > 0 && node.children.length < 12);
    if (!cuts.length) return null;
    const node = pick(random, cuts);
    const by = cutter(node)?.point;
    if (!by) return null;
    const found = among(random, by, [...tried(node).map((each) => each.point ?? ''), ...(node.cut?.rest ?? [])]);
    return found && { kind: 'cut', node, points: found.options, numbers: [], right: found.right, told: [], left: null };
  },
  value: (replay, random) => {
    const known = (/** @type {Node} */ node) => {
      const children = tried(node).filter((each) => each.kind !== 'unfinished');
      return node.kind === 'exact' && new Set(children.map((each) => each.value)).size >= 3;
    };
    const nodes = replay.nodes.filter((node) => node.ply < 2 && known(node));
    if (!nodes.length) return null;
    const node = pick(random, nodes);
    const first = /** @type {Node} */ (best(node));
    const others = tried(node).filter((each) => each !== first && each.kind !== 'unfinished');
    const told = [first];
    while (told.length < 5 && others.length) told.push(...others.splice(Math.floor(random() * others.length), 1));
    told.sort((a, b) => a.entered - b.entered);
    const found = among(random, node.value, told.map((each) => each.value));
    return found && { kind: 'value', node, points: [], numbers: found.options, right: found.right, told, left: null };
  },
  // Needs a second search: see `askNodes`.
  nodes: () => null,
};

/** What to leave out for a question about nodes. @param {Setting} setting */
export function leaveOut({ program }) {
  return ['ordering', 'pruning'].find((each) => program.switches.includes(each)) ?? program.switches[0];
}

/**
 * How many nodes it takes without something.
 * @param {Replay} replay the search with it
 * @param {number} nodes without it
 * @param {string} left what was left out
 * @param {number} seed
 * @returns {Question | null}
 */
export function askNodes(replay, nodes, left, seed) {
  const random = chance(seed + 7);
  const node = replay.roots[replay.roots.length - 1];
  const others = [nodes / 12, nodes / 3.5, nodes * 3.5, nodes * 12].map((each) => Math.round(each)).filter((each) => each >= 8);
  const found = node && among(random, nodes, others);
  return found ? { kind: 'nodes', node, points: [], numbers: found.options, right: found.right, told: [], left } : null;
}

/** Who is to answer in a question about a value: the side that looks for the most or for the least. @param {Question} question */
export function seeksMost({ node }) {
  return isMine(node);
}
