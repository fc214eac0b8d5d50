// A position that one puts together freely: moves in turn, and stones that were set up.

import { other } from '../points.js';
import { RULES } from '../rules.js';

/** @typedef {import('../points.js').Stone} Stone */
/**
 * @typedef {object} Setup
 * @property {import('../wire-types').Rule} rule
 * @property {number} size
 * @property {string[]} traps
 * @property {string[]} black set up before the moves
 * @property {string[]} white
 * @property {Stone | null} side to move after the set-up; `null` if it follows from the stones
 * @property {string[]} moves
 */

/** Points written one after another. @param {string | null | undefined} text @param {number} size */
function points(text, size) {
  const found = text?.toLowerCase().match(/[a-v]\d{1,2}/g) ?? [];
  return [...new Set(found)].filter((point) => point.charCodeAt(0) - 97 < size && Number(point.slice(1)) >= 1 && Number(point.slice(1)) <= size);
}

/**
 * The position that an address names.
 * @param {URLSearchParams} query
 * @param {{ rule: string, size: number }} usual where the address says nothing
 * @returns {Setup}
 */
export function named(query, usual) {
  const wanted = Number(query.get('size'));
  const size = wanted >= 5 && wanted <= 22 ? Math.floor(wanted) : usual.size;
  const rule = RULES.find((each) => each === query.get('rule')) ?? usual.rule;
  /** @type {Set<string>} */
  const taken = new Set();
  const free = (/** @type {string} */ name) =>
    points(query.get(name), size).filter((point) => !taken.has(point) && taken.add(point));
  const side = query.get('side');
  return {
    rule: /** @type {Setup['rule']} */ (rule),
    size,
    traps: free('traps'),
    black: free('black'),
    white: free('white'),
    side: side === 'black' || side === 'white' ? side : null,
    moves: free('moves'),
  };
}

/** The same in an address, or as the server reads it after `#`. @param {Setup} setup */
export function written({ rule, size, traps, black, white, side, moves }) {
  const pairs = Object.entries({ rule, size, traps: traps.join(''), black: black.join(''), white: white.join(''), side, moves: moves.join('') });
  return pairs
    .filter(([, value]) => value)
    .map(([key, value]) => `${key}=${value}`)
    .join('&');
}

/** @param {Setup} setup @returns {Stone} */
function first({ black, white, side }) {
  return side ?? (black.length > white.length ? 'white' : 'black');
}

/** @param {Setup} setup @returns {Stone} */
export function toMove(setup) {
  return setup.moves.length % 2 ? other(first(setup)) : first(setup);
}

/** @param {Setup} setup @returns {import('../board.js').Placed[]} */
export function stones(setup) {
  const start = first(setup);
  return [
    ...setup.black.map((point) => ({ point, stone: /** @type {Stone} */ ('black') })),
    ...setup.white.map((point) => ({ point, stone: /** @type {Stone} */ ('white') })),
    ...setup.moves.map((point, i) => ({ point, stone: i % 2 ? other(start) : start, number: i + 1 })),
  ];
}

/** @param {Setup} setup @param {string} point */
function taken(setup, point) {
  return setup.traps.includes(point) || stones(setup).some((stone) => stone.point === point);
}

/** Every stone set up, so that any of them can go. @param {Setup} setup @returns {Setup} */
function settled(setup) {
  const placed = stones(setup);
  const of = (/** @type {Stone} */ stone) => placed.filter((each) => each.stone === stone).map((each) => each.point);
  return { ...setup, black: of('black'), white: of('white'), side: null, moves: [] };
}

/**
 * What a touch of a point makes of a position: a stone or a trap comes, or what is there goes.
 * @param {Setup} setup
 * @param {string} point
 * @param {'turn' | Stone | 'trap'} pen
 * @returns {Setup}
 */
export function touched(setup, point, pen) {
  if (taken(setup, point)) {
    const rest = (/** @type {string[]} */ list) => list.filter((each) => each !== point);
    if (setup.moves[setup.moves.length - 1] === point) return { ...setup, moves: rest(setup.moves) };
    const { traps, black, white, ...more } = setup.moves.includes(point) ? settled(setup) : setup;
    return { ...more, traps: rest(traps), black: rest(black), white: rest(white) };
  }
  if (pen === 'trap') return { ...setup, traps: [...setup.traps, point] };
  if (pen === 'turn' || pen === toMove(setup)) return { ...setup, moves: [...setup.moves, point] };
  const whole = settled(setup);
  return { ...whole, [pen]: [...whole[pen], point] };
}
