// A table as the server tells it, message by message, and the boards along its tree.

import { other } from './points.js';

/** @typedef {import('./points.js').Stone} Stone */
/** @typedef {import('./board.js').Placed} Placed */
/** @typedef {import('./wire-types').GameView} Game */
/** @typedef {import('./wire-types').NodeView} TreeNode */
/** @typedef {import('./wire-types').Seat} Seat */
/** @typedef {import('./wire-types').TableUpdate} TableUpdate */
/** @typedef {{ stones: Placed[], last: string | null, side: Stone, ply: number }} BoardAt */

export class Table {
  seq = 0;
  epoch = 0;
  /** The node this page shows. */
  at = 0;
  /** A node to show as soon as the server has told of it. @type {number | null} */
  wanted = null;
  /** The last `table` message. @type {TableUpdate | null} */
  state = null;
  /** When the last message came, by this page's clock. */
  heard = 0;
  /** @type {Map<number, TreeNode>} */
  nodes = new Map();

  /** @param {string} id */
  constructor(id) {
    this.id = id;
  }

  /** The game of the table; absent for studies. @returns {Game | undefined} */
  get game() {
    return this.state?.game;
  }

  /**
   * Takes a `table` message; an older one than the last changes nothing.
   * @param {TableUpdate} message
   * @param {number} heard milliseconds, by this page's clock
   */
  hear(message, heard) {
    if (message.epoch === this.epoch && message.seq < this.seq) return;
    const before = this.state;
    if (message.epoch !== this.epoch) this.nodes.clear();
    for (const node of message.nodes) this.nodes.set(node.node, node);
    this.seq = message.seq;
    this.epoch = message.epoch;
    this.state = message;
    this.heard = heard;
    const played = before?.game && message.game && this.at === before.game.node ? message.game.node : this.at;
    // Other pages walk through the same table: only the game itself takes this one along.
    if (this.wanted !== null && this.nodes.has(this.wanted)) this.at = this.wanted;
    else if (played !== this.at) this.at = played;
    else if (!before || !this.nodes.has(this.at)) this.at = message.at;
    if (this.nodes.has(this.wanted ?? -1)) this.wanted = null;
    if (!this.nodes.has(this.at)) this.at = 0;
  }

  /** @param {number} node @returns {TreeNode} */
  node(node) {
    return this.nodes.get(node) ?? { node };
  }

  /** The nodes from the root to a node. @param {number} node */
  path(node) {
    /** @type {number[]} */
    const path = [];
    for (
      let at = /** @type {number | undefined} */ (node);
      at !== undefined && path.length <= this.nodes.size;
      at = this.node(at).parent
    )
      path.push(at);
    return path.reverse();
  }

  /** A node by what each step to it changes on the board, since its number can change. @param {number} node @returns {string[]} */
  way(node) {
    return this.path(node).map((step) => change(this.node(step)));
  }

  /** The node that a way leads to now. @param {string[]} way @returns {number | undefined} */
  find(way) {
    let among = [0];
    let found;
    for (const step of way) {
      found = among.find((node) => change(this.node(node)) === step);
      if (found === undefined) return undefined;
      among = this.node(found).next ?? [];
    }
    return found;
  }

  /** The line through a node: the path to it, and the main line from there. @param {number} node */
  line(node) {
    const line = this.path(node);
    for (
      let next = this.node(node).next?.[0];
      next !== undefined && line.length <= this.nodes.size;
      next = this.node(next).next?.[0]
    )
      line.push(next);
    return line;
  }

  /** @param {number} node @returns {BoardAt} */
  board(node) {
    /** @type {Map<string, Placed>} */
    const stones = new Map();
    /** @type {string | null} */
    let last = null;
    /** @type {Stone | undefined} */
    let side;
    let ply = 0;
    for (const step of this.path(node)) {
      const { setup = [], point, stone, side: said } = this.node(step);
      for (const [where, what] of setup) {
        if (what) stones.set(where, { point: where, stone: what });
        else stones.delete(where);
      }
      if (stone) {
        ply += 1;
        if (point) stones.set(point, { point, stone, number: ply });
        last = point ?? last;
        side = other(stone);
      }
      if (said) side = said;
    }
    if (!side) {
      const blacks = [...stones.values()].filter((placed) => placed.stone === 'black').length;
      side = blacks * 2 > stones.size ? 'white' : 'black';
    }
    return { stones: [...stones.values()], last, side, ply };
  }

  /**
   * The node a step back or forward from the one shown; the same one at an end.
   * @param {number} by
   * @param {number[]} [line] to walk along
   */
  step(by, line = this.line(this.at)) {
    const index = line.indexOf(this.at) + by;
    return line[Math.min(Math.max(index, 0), line.length - 1)];
  }

  /** The other variations at a node, for a list of moves. @param {number} node */
  variations(node) {
    return (this.node(node).next ?? []).slice(1);
  }
}

/** What a node changes on the board. @param {TreeNode} node */
function change({ point, stone, setup, side }) {
  return JSON.stringify([point, stone, setup, side]);
}

/** Who sits on a seat. @param {Game} game @param {Seat} seat */
export function seatOf(game, seat) {
  return game.seats[seat === 'first' ? 0 : 1];
}

/** The seat of the one person that a page speaks to: who sat down here, or who plays a program. @param {Game} game @param {Seat | null} sat @returns {Seat | null} */
export function mySeat(game, sat) {
  const { persons } = company(game);
  return sat ?? (persons.length === 1 ? persons[0] : null);
}

/** @param {Seat} seat @returns {Seat} */
export function otherSeat(seat) {
  return seat === 'first' ? 'second' : 'first';
}

/**
 * The seats, by who they are.
 * @param {Game} game
 * @returns {{ persons: Seat[], programs: Seat[] }}
 */
export function company(game) {
  /** @type {Seat[]} */
  const seats = ['first', 'second'];
  const persons = seats.filter((_, i) => game.seats[i].player.kind === 'person');
  return { persons, programs: seats.filter((seat) => !persons.includes(seat)) };
}
