// The engine's view of what the board shows: analysis, solving and review, one of each at a time.

import { Refused } from './wire.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./wire-types').AnalysisView} AnalysisView */
/** @typedef {import('./wire-types').ReviewView} ReviewView */
/** @typedef {import('./wire-types').SolveKind} SolveKind */

/**
 * Where an opinion is firm enough to be drawn: a forced win, or a search of six plies.
 * @param {{ depth: number, decided_in?: number }} line
 */
export function reliable(line) {
  return line.decided_in !== undefined || line.depth >= 6;
}

export class Analyst {
  on = false;
  /** The newest analysis message. @type {AnalysisView | null} */
  analysis = null;
  /** Black's chance by position, where it is reliable. @type {Map<string, number>} */
  chances = new Map();
  /** @type {{ running: boolean, kind: SolveKind, key: string, answer: import('./wire-types').SolveView | null } | null} */
  solve = null;
  /** @type {ReviewView | null} */
  review = null;
  /** The position the newest message is about. */
  #analysisKey = '';
  /** The position being analysed, and with how many lines. */
  #key = '';
  #id = 0;
  #solveId = 0;
  #reviewId = 0;
  #app;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
  }

  /** The position shown, as a key. @param {number} [node] */
  keyOf(node = this.#app.table?.at ?? 0) {
    return this.#app.table ? `${this.#app.table.id}/${this.#app.table.epoch}/${node}` : '';
  }

  /** The analysis of the position shown, if there is one yet. */
  get here() {
    return this.#analysisKey === this.keyOf() ? this.analysis : null;
  }

  /** @param {boolean} [on] */
  toggle(on = !this.on) {
    this.on = on;
    if (!on) {
      this.#key = '';
      void this.#app.wire.ask({ type: 'stop', what: 'analysis' }).catch(() => {});
      if (this.analysis) this.analysis.running = false;
    }
    this.#app.paint();
  }

  /** After a reconnection the server has forgotten what this page asked for. */
  forget() {
    this.#key = '';
    if (this.solve) this.solve.running = false;
    if (this.review) this.review.running = false;
  }

  /** Analyses what is shown, if it is not already. */
  follow() {
    const { table } = this.#app;
    if (!this.on || !table?.state || this.#app.route.page !== 'analyse' || this.#app.wire.state !== 'open') return;
    const wanted = `${this.keyOf()}/${this.#app.preferences.lines}`;
    if (wanted === this.#key) return;
    this.#key = wanted;
    const { threads, memory, lines } = this.#app.preferences;
    const begun = this.#app.wire.begin({
      type: 'analyse',
      at: { table: table.id, node: table.at },
      lines,
      memory,
      ...(threads ? { threads } : {}),
    });
    this.#id = begun.id;
    begun.answer.catch((error) => {
      if (error.message === 'disconnected') return;
      this.on = false;
      this.#app.fail(error);
    });
  }

  /** @param {AnalysisView} message */
  hear(message) {
    if (message.id !== this.#id || !this.on) return;
    this.analysis = message;
    this.#analysisKey = this.#key.slice(0, this.#key.lastIndexOf('/'));
    const [best] = message.lines;
    if (best && reliable(best)) this.chances.set(this.#analysisKey, best.black);
    this.#app.paint();
  }

  /** @param {SolveKind} kind */
  async find(kind) {
    const { table } = this.#app;
    if (!table) return;
    const begun = this.#app.wire.begin({ type: 'solve', at: { table: table.id, node: table.at }, kind, ms: 30000 });
    this.#solveId = begun.id;
    /** @type {NonNullable<Analyst['solve']>} */
    const solve = { running: true, kind, key: this.keyOf(), answer: null };
    this.solve = solve;
    this.#app.paint();
    try {
      solve.answer = await begun.answer;
    } catch (error) {
      if (this.solve === solve) this.solve = null;
      if (!(error instanceof Refused) || error.message !== 'disconnected') this.#app.fail(error);
    }
    solve.running = false;
    if (begun.id === this.#solveId) this.#app.paint();
  }

  /** Judges the whole game, or stops doing so. */
  async judge() {
    const { table } = this.#app;
    if (!table) return;
    if (this.review?.running) {
      void this.#app.ask({ type: 'stop', what: 'review' });
      return;
    }
    const begun = this.#app.wire.begin({ type: 'review', table: table.id, ms: 300 });
    this.#reviewId = begun.id;
    this.review = { id: begun.id, table: table.id, running: true, of: 0, moves: [], start: 0.5 };
    this.#app.paint();
    await begun.answer.catch((error) => {
      this.review = null;
      this.#app.fail(error);
      this.#app.paint();
    });
  }

  /** @param {ReviewView} message */
  hearReview(message) {
    if (message.id !== this.#reviewId) return;
    this.review = message;
    const epoch = this.#app.table?.epoch;
    if (this.#app.table?.id === message.table) {
      this.chances.set(`${message.table}/${epoch}/0`, message.start);
      for (const move of message.moves) this.chances.set(`${message.table}/${epoch}/${move.node}`, move.black);
    }
    this.#app.paint();
  }
}
