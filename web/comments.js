// Comments as they are typed: each belongs to the move it was typed for, and is kept here until the server has stored it.

import { Refused } from './wire.js';

/** @typedef {import('./tree.js').Table} Table */

const KEY = 'goren.comments';
/** How long nothing is typed before a comment is sent, in milliseconds. */
const PAUSE = 400;

/** @param {Table} table @param {number} node */
function keyOf(table, node) {
  return JSON.stringify([table.id, ...table.way(node)]);
}

/** The node that a key means now. @param {Table} table @param {string} key */
function nodeOf(table, key) {
  const [id, ...way] = JSON.parse(key);
  return id === table.id ? table.find(way) : undefined;
}

export class Comments {
  /** What the server does not have yet. @type {Map<string, string>} */
  #drafts = new Map(JSON.parse(sessionStorage.getItem(KEY) ?? '[]'));
  #timer = 0;
  #app;

  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.#app = app;
  }

  /** The comment on a node, with what was typed last. @param {Table} table @param {number} node */
  on(table, node) {
    return this.#drafts.get(keyOf(table, node)) ?? table.node(node).comment ?? '';
  }

  /** Keeps what is being typed, and sends it when nothing more comes. @param {Table} table @param {number} node @param {string} text */
  type(table, node, text) {
    this.#drafts.set(keyOf(table, node), text);
    this.#keep();
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.send(table), PAUSE);
  }

  /** Sends every comment on a table that the server does not have. @param {Table} table */
  send(table) {
    for (const [key, text] of this.#drafts) {
      const node = nodeOf(table, key);
      if (node !== undefined) void this.#send(table, node, key, text);
    }
  }

  /** @param {Table} table @param {number} node @param {string} key @param {string} text */
  async #send(table, node, key, text) {
    try {
      await this.#app.wire.ask({ type: 'comment', table: table.id, node, text });
    } catch (error) {
      // It is sent again when the connection is back.
      if (error instanceof Refused && error.code === 'disconnected') return;
      this.#app.fail(error);
    }
    // Meanwhile more may have been typed.
    if (this.#drafts.get(key) === text) this.#drafts.delete(key);
    this.#keep();
  }

  #keep() {
    sessionStorage.setItem(KEY, JSON.stringify([...this.#drafts]));
  }
}
