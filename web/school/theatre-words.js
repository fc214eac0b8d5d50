// A search in plain words: values, and why a move has the one it has.

import { amount, decimal } from '../format.js';
import { t } from '../strings.js';
import { best, cutter, holder, isMine, path, tried } from './theatre-replay.js';

/** @typedef {import('./theatre-replay.js').Node} Node */
/** @typedef {import('../points.js').Stone} Stone */
/** @typedef {{ side: Stone, program: string }} Cast whose search it is: the side to move at the root, and the program */

/** A value as the program's document would write it. @param {number} value @param {string} program */
export function worth(value, program) {
  const size = Math.abs(value);
  const sign = value < 0 ? '−' : '';
  if (size === Infinity || (program === 'sequences' && size > 9e8)) return `${sign}∞`;
  // What a five is worth to these two, less one for each ply before it.
  const five = program === 'miniature' ? 1e6 : program === 'sixth' ? 2 ** 40 : Infinity;
  if (size > five - 1000) return t(value > 0 ? 'theatre.win' : 'theatre.loss');
  if (size >= 1e4) return sign + amount(size);
  return sign + decimal(size, Number.isInteger(size) ? 0 : 1);
}

/** A value with what it is: `= 12`, `≥ 12`, `≤ 12`. @param {Node} node @param {string} program */
export function judged(node, program) {
  // What was interrupted has come to no value.
  if (node.kind === 'unfinished') return t('theatre.no_value');
  const sign = node.kind === 'at_least' ? '≥ ' : node.kind === 'at_most' ? '≤ ' : '';
  return sign + worth(node.value, program);
}

/** The colour that made the move. @param {Node} node @param {Stone} side */
export function mover(node, side) {
  const mine = node.ply % 2 === 1;
  return mine ? side : side === 'black' ? 'white' : 'black';
}

/** The colour that is to move. @param {Node} node @param {Stone} side */
export function toMove(node, side) {
  return isMine(node) ? side : side === 'black' ? 'white' : 'black';
}

/** The moves that lead to a move. @param {Node} node */
export function line(node) {
  return path(node)
    .map((each) => each.point)
    .filter(Boolean)
    .join(' ');
}

/** @param {number} count */
export const nodes = (count) => t('because.nodes', { count, amount: amount(count) });
/** @param {number} count */
const moves = (count) => t('because.moves', { count });

/**
 * Why a move has the value it has, as sentences.
 * @param {Node} node
 * @param {Cast} cast
 * @param {number} time
 * @returns {string[]}
 */
export function why(node, cast, time) {
  const said = [];
  const { side, program } = cast;
  const is = (/** @type {number} */ value) => worth(value, program);
  const known = node.left < time;
  const me = t(side);
  const them = t(side === 'black' ? 'white' : 'black');
  const here = t(toMove(node, side));
  const looked = tried(node, time).filter((child) => child.left < time);
  const first = best(node, time);

  if (node.effort === 'reduced') said.push(t('because.reduced', { count: node.less, alpha: is(bar(node)) }));
  if (node.effort === 'scout') said.push(t('because.scout', { value: is(bar(node)) }));
  if (node.effort === 'again') said.push(t('because.again'));

  if (!node.point) said.push(t('because.root', { side: me, count: node.depth }));
  if (node.hit && node.hit.at < time) {
    said.push(t('because.hit', { value: judged({ ...node, ...node.hit }, program) }));
    const { kind, value } = node.hit;
    if (kind === 'at_most') said.push(value <= node.alpha ? t('because.hit_low', { value: is(node.alpha), side: me }) : t('because.hit_unsound'));
    if (kind === 'at_least') said.push(value >= node.beta ? t('because.hit_high', { value: is(node.beta), side: them }) : t('because.hit_unsound'));
    return said;
  }
  const isCut = node.cut && node.cut.at < time;
  if (!known && !isCut) {
    if (node.kind === 'unfinished' && node.left !== Infinity) said.push(t('because.stopped'));
    else said.push(first ? t('because.open_best', { side: here, point: first.point ?? '', value: is(first.value) }) : t('because.open'));
    if (node.point) said.push(...windowed(node, cast));
  } else if (node.kind === 'leaf') said.push(t('because.leaf', { value: is(node.value) }));
  else if (node.kind === 'won') said.push(t('because.won', { side: t(mover(node, side)), value: is(node.value) }));
  else if (node.kind === 'unfinished') said.push(t('because.stopped'));

  if (isCut) said.push(...cutWhy(node, cast));
  else if (known && looked.length) {
    const values = { side: here, point: first?.point ?? '', value: is(node.value), count: looked.length };
    if (node.kind === 'exact' && looked.length === 1) said.push(t('because.exact_one', values));
    else if (node.kind === 'exact') said.push(t(node.point ? 'because.exact' : 'because.exact_root', values));
    // All moves were searched, and none was good enough: only a bound is known.
    else if (node.kind === 'at_most') said.push(t('because.failed', { ...values, limit: is(node.alpha) }), ...held(node, 'alpha', cast));
    else if (node.kind === 'at_least') said.push(t('because.failed', { ...values, limit: is(node.beta) }), ...held(node, 'beta', cast));
  }
  else if (known && node.folded) said.push(t(node.kind === 'exact' ? 'because.exact_folded' : 'because.bound_folded', { value: judged(node, program) }));
  if (node.dropped && node.dropped.at < time) said.push(t('because.dropped', { moves: moves(node.dropped.points.length) }));
  return said;
}

/** What a scout has to beat. @param {Node} node */
function bar(node) {
  return node.ply % 2 === 1 ? node.alpha : node.beta;
}

/** @param {Node} node @param {Cast} cast */
function windowed(node, { side, program }) {
  if (node.alpha === -Infinity && node.beta === Infinity) return [t('because.window_open')];
  const me = t(side);
  const them = t(side === 'black' ? 'white' : 'black');
  const said = [];
  if (node.alpha !== -Infinity) said.push(t('because.alpha', { side: me, value: worth(node.alpha, program) }));
  if (node.beta !== Infinity) said.push(t('because.beta', { side: them, value: worth(node.beta, program) }));
  return said;
}

/** Whose best a bound is. @param {Node} node @param {'alpha' | 'beta'} bound @param {Cast} cast */
function held(node, bound, { side, program }) {
  const found = holder(node, bound);
  if (!found?.best) return [];
  const values = {
    side: t(toMove(found.node, side)),
    point: found.best.point ?? '',
    value: worth(found.best.value, program),
    line: line(found.node),
  };
  return [t(found.node.point ? 'because.held_after' : 'because.held', values)];
}

/** @param {Node} node @param {Cast} cast */
function cutWhy(node, cast) {
  const { side, program } = cast;
  const { cut } = node;
  const by = cutter(node);
  if (!cut) return [];
  const here = t(toMove(node, side));
  const there = t(mover(node, side));
  const limit = worth(node[cut.bound], program);
  const values = { side: here, other: there, by: by?.point ?? '', value: worth(cut.value, program), limit, point: node.point ?? '' };
  // The move itself may be folded away.
  const hidden = !by;
  const reason = cut.bound === 'alpha' ? (hidden ? 'because.cut_alpha_folded' : 'because.cut_alpha') : hidden ? 'because.cut_beta_folded' : 'because.cut_beta';
  const said = [t(reason, values), ...held(node, cut.bound, cast)];
  if (!cut.rest.length) return [...said, t('because.saved_nothing')];
  const looked = node.children.filter((child) => child.left < cut.at);
  const taken = looked.reduce((sum, child) => sum + 1 + child.size, 0);
  if (hidden) return [...said, t('because.saved_folded', { moves: moves(cut.rest.length) })];
  said.push(t('because.saved', { moves: moves(cut.rest.length), nodes: nodes(taken), tried: moves(looked.length) }));
  const scale = node.parent?.children.find((each) => each !== node && each.left < node.entered && !each.cut && each.size > 0);
  if (scale) said.push(t('because.scale', { point: scale.point ?? '', nodes: nodes(scale.size) }));
  return said;
}
