// A search replayed from its events: the tree, and what was known of each move at any moment. Pure; it draws nothing.

/** @typedef {import('../wire-types').WatchEvent} WatchEvent */
/** @typedef {import('../wire-types').ValueKind} ValueKind */
/** @typedef {import('../wire-types').FoldView} FoldView */
/**
 * A move of the tree, or a root. Times are numbers of events; a time that has not come is `Infinity`.
 * @typedef {object} Node
 * @property {number} index among all
 * @property {number} n which of the search's moves it was; 0 for a root
 * @property {Node | null} parent
 * @property {number} ply 0 for a root
 * @property {string | null} point
 * @property {number} depth plies to search below
 * @property {number} alpha what the program has elsewhere
 * @property {number} beta what it is held to elsewhere
 * @property {'scout' | 'reduced' | 'again' | null} effort
 * @property {number} less
 * @property {number} entered
 * @property {number} left
 * @property {number} value
 * @property {ValueKind} kind
 * @property {{ value: number, kind: ValueKind, at: number } | null} hit
 * @property {{ rest: string[], value: number, bound: 'alpha' | 'beta', at: number } | null} cut
 * @property {{ points: string[], at: number } | null} dropped
 * @property {FoldView | null} folded
 * @property {Node[]} children
 * @property {number} size moves searched below, folded ones included
 */
/** @typedef {{ kind: WatchEvent['e'], node: Node }} Step */

/** The most events that are kept; what was opened first is folded again beyond them. */
const MOST = 240000;

export class Replay {
  /** @type {WatchEvent[]} */
  events = [];
  /** @type {Node[]} */
  nodes = [];
  /** @type {Node[]} */
  roots = [];
  /** What each event did, and to which move. @type {Step[]} */
  steps = [];
  /** @type {Node[]} */
  #open = [];
  /** The folded moves that were opened, oldest first. @type {number[]} */
  #opened = [];

  /** How many events there are. */
  get length() {
    return this.steps.length;
  }

  /** @param {WatchEvent[]} events */
  hear(events) {
    for (const event of events) {
      this.events.push(event);
      this.#apply(event);
    }
  }

  /** @param {WatchEvent} event */
  #apply(event) {
    const at = this.steps.length;
    let node = this.#open[this.#open.length - 1];
    if (event.e === 'begin' || event.e === 'enter') {
      const parent = event.e === 'begin' ? null : (node ?? null);
      if (event.e === 'begin') this.#open = [];
      const move = event.e === 'enter' ? event : null;
      node = {
        index: this.nodes.length,
        n: move?.n ?? 0,
        parent,
        ply: this.#open.length,
        point: move?.point ?? null,
        depth: event.depth,
        alpha: move?.alpha ?? -Infinity,
        beta: move?.beta ?? Infinity,
        effort: move?.effort ?? null,
        less: move?.less ?? 0,
        entered: at,
        left: Infinity,
        value: 0,
        kind: 'unfinished',
        hit: null,
        cut: null,
        dropped: null,
        folded: null,
        children: [],
        size: 0,
      };
      if (parent) parent.children.push(node);
      else this.roots.push(node);
      this.nodes.push(node);
      this.#open.push(node);
    } else if (node && event.e === 'leave') {
      node.left = at;
      node.value = event.value;
      node.kind = event.kind;
      node.folded = event.folded ?? null;
      node.size = node.children.reduce((sum, child) => sum + 1 + child.size, 0) + (event.folded?.nodes ?? 0);
      this.#open.pop();
    } else if (node && event.e === 'cut') node.cut = { rest: event.rest, value: event.value, bound: event.bound, at };
    else if (node && event.e === 'hit') node.hit = { value: event.value, kind: event.kind, at };
    else if (node && event.e === 'dropped') node.dropped = { points: event.points, at };
    if (node) this.steps.push({ kind: event.e, node });
  }

  /**
   * Puts what is below a folded move in its place.
   * @param {number} n the move
   * @param {WatchEvent[]} events from its `enter` to its `leave`
   */
  graft(n, events) {
    this.#opened = this.#opened.filter((each) => each !== n);
    while (this.#opened.length && this.events.length + events.length > MOST) this.#fold(/** @type {number} */ (this.#opened.shift()));
    this.#replace(n, events);
    this.#opened.push(n);
  }

  /** @param {number} n */
  #fold(n) {
    const node = this.nodes.find((each) => each.n === n);
    if (!node) return;
    const cutoffs = count(node, (each) => each !== node && each.cut !== null) + folds(node, 'cutoffs');
    const own = this.events.slice(node.entered, node.left + 1).filter((_, i) => this.steps[node.entered + i].node === node);
    const leave = /** @type {WatchEvent & { e: 'leave' }} */ (own.pop());
    this.#replace(n, [...own, { ...leave, folded: { nodes: node.size, cutoffs } }]);
  }

  /** @param {number} n @param {WatchEvent[]} events */
  #replace(n, events) {
    const node = this.nodes.find((each) => each.n === n);
    if (!node || node.left === Infinity) return;
    const all = [...this.events.slice(0, node.entered), ...events, ...this.events.slice(node.left + 1)];
    this.events = [];
    this.nodes = [];
    this.roots = [];
    this.steps = [];
    this.#open = [];
    this.hear(all);
  }

  /** Moves searched, folded ones included. */
  get searched() {
    return this.nodes.reduce((sum, node) => sum + (node.n ? 1 : 0) + (node.folded?.nodes ?? 0), 0);
  }

  /** Moves that are not shown one by one. */
  get hidden() {
    return this.nodes.reduce((sum, node) => sum + (node.folded?.nodes ?? 0), 0);
  }

  /** The value of the last search from the root that was finished. */
  get value() {
    const done = this.roots.filter((root) => root.kind !== 'unfinished');
    return (done[done.length - 1] ?? this.roots[this.roots.length - 1])?.value;
  }

  /** What the search is at after so many events. @param {number} time @returns {Step | null} */
  at(time) {
    return this.steps[Math.min(time, this.length) - 1] ?? null;
  }

  /** The time after the next cut-off, or before the previous one. @param {number} time @param {1 | -1} by */
  nextCut(time, by) {
    for (let at = by > 0 ? time : time - 2; at >= 0 && at < this.length; at += by)
      if (this.steps[at].kind === 'cut') return at + 1;
    return null;
  }
}

/** The moves from the root to a move, the root first. @param {Node} node */
export function path(node) {
  /** @type {Node[]} */
  const nodes = [];
  /** @type {Node | null} */
  let up = node;
  for (; up; up = up.parent) nodes.unshift(up);
  return nodes;
}

/** How many moves of a subtree are such. @param {Node} node @param {(node: Node) => boolean} is @returns {number} */
export function count(node, is) {
  return (is(node) ? 1 : 0) + node.children.reduce((sum, child) => sum + count(child, is), 0);
}

/** @param {Node} node @param {'nodes' | 'cutoffs'} what @returns {number} */
function folds(node, what) {
  return (node.folded?.[what] ?? 0) + node.children.reduce((sum, child) => sum + folds(child, what), 0);
}

/** Whether the program, and not its opponent, is to move. @param {Node} node */
export function isMine(node) {
  return node.ply % 2 === 0;
}

/** The last look at each of the moves searched from here, in order. @param {Node} node @param {number} [time] */
export function tried(node, time = Infinity) {
  /** @type {Map<string, Node>} */
  const last = new Map();
  for (const child of node.children) if (child.entered < time && child.point) last.set(child.point, child);
  return [...last.values()];
}

/** The best of the moves that have a value, for the side to move: the first of equals. @param {Node} node @param {number} [time] @returns {Node | null} */
export function best(node, time = Infinity) {
  /** @type {Node | null} */
  let found = null;
  for (const child of tried(node, time)) {
    if (child.left >= time || child.kind === 'unfinished') continue;
    if (!found || (isMine(node) ? child.value > found.value : child.value < found.value)) found = child;
  }
  return found;
}

/** The move that caused a cut-off: the last one searched before it. @param {Node} node @returns {Node | null} */
export function cutter(node) {
  const { cut } = node;
  return cut ? (node.children.filter((child) => child.left < cut.at).pop() ?? null) : null;
}

/**
 * Where a bound comes from: the move further up whose side has something as good already, and that something. A scout's window has
 * one side that nobody holds.
 * @param {Node} node
 * @param {'alpha' | 'beta'} bound
 * @returns {{ node: Node, best: Node | null } | null}
 */
export function holder(node, bound) {
  const limit = node[bound];
  if (Math.abs(limit) === Infinity) return null;
  for (let up = node.parent, below = node; up; below = up, up = up.parent) {
    if (up[bound] === limit) continue;
    if (isMine(up) !== (bound === 'alpha')) return null;
    const child = best(up, below.entered);
    return { node: up, best: child };
  }
  return null;
}

/** The tree as nested lists, as the server's tests write it. @param {Node} node @returns {unknown[]} */
export function outline(node) {
  const note = node.hit && !['leaf', 'won', 'unfinished'].includes(node.kind) ? 'table' : 'searched';
  const word = ['leaf', 'won', 'unfinished'].includes(node.kind) ? node.kind : note;
  const { cut } = node;
  const rest = cut ? cut.rest.map((point) => [point, cut.value, 'unfinished', 'cut', []]) : [];
  return [node.point, node.value, node.kind, word, [...node.children.map(outline), ...rest]];
}
