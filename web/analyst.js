// The engine's view of what the board shows: analysis, solving and review, one of each at a time.

import { Refused } from './wire.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./wire-types').AnalysisView} AnalysisView */
/** @typedef {import('./wire-types').ProvedView} ProvedView */
/** @typedef {import('./wire-types').ReviewView} ReviewView */
/** @typedef {import('./wire-types').SolveKind} SolveKind */
/** Which moves an analysis looks at, of one position. @typedef {{ key: string, mode: 'only' | 'except', points: string[] }} Choice */

/** How many positions a page remembers the analysis of. */
const MOST = 500;

/**
 * Where an opinion is firm enough to be drawn: a forced win, or a search of six plies.
 * @param {{ depth: number, decided_in?: number }} line
 */
export function reliable(line) {
  return line.decided_in !== undefined || line.depth >= 6;
}

/**
 * The analysis to show: the newer one, unless the older one knows more. Its counts are always the newest.
 * @param {AnalysisView | undefined} older
 * @param {AnalysisView} newer
 * @returns {AnalysisView}
 */
export function bestOf(older, newer) {
  const rank = (/** @type {AnalysisView} */ { lines: [best] }) =>
    best ? (best.decided_in === undefined ? 0 : 1e6) + best.depth : -1;
  if (!older || rank(newer) >= rank(older)) return newer;
  const { lines, depth, selective_depth } = older;
  const fresh = newer.lines.filter((line) => !lines.some((old) => old.pv[0] === line.pv[0]));
  const shown = [...lines, ...fresh].slice(0, Math.max(lines.length, newer.lines.length));
  return { ...newer, lines: shown, depth, selective_depth };
}

/** An analysis that has found nothing yet. @type {AnalysisView} */
const nothing = { id: null, running: false, side: 'black', lines: [], depth: 0, selective_depth: 0, nodes: 0, nps: 0, ms: 0 };

/**
 * An analysis with what is proved before all that it has found; where all is lost nothing else is left to tell.
 * @param {AnalysisView} analysis
 * @param {ProvedView} proved
 * @returns {AnalysisView}
 */
export function withProof(analysis, proved) {
  const { winner, plies, line: pv = [] } = proved;
  const black = winner === 'black' ? 1 : 0;
  const first = { black, score: '', decided_in: plies, winner, proved: true, pv, depth: analysis.depth };
  const others = winner === analysis.side ? analysis.lines.filter((line) => line.pv[0] !== pv[0]) : [];
  return { ...analysis, lines: [first, ...others].slice(0, Math.max(1, analysis.lines.length)) };
}

/** What ends an analysis by itself. @param {import('./preferences.js').Preferences} preferences */
function limitOf({ limit, limitSeconds, limitDepth, limitMillions }) {
  if (limit === 'time') return { ms: limitSeconds * 1000 };
  if (limit === 'depth') return { depth: limitDepth };
  return limit === 'nodes' ? { nodes: limitMillions * 1e6 } : {};
}

/** A review that has not begun. @param {string} table @returns {ReviewView} */
function unjudged(table) {
  const none = { forbidden: 0, missed_win: 0, missed_defence: 0, mistake: 0, inaccuracy: 0 };
  /** @type {ReviewView['players']} */
  const players = [
    { stone: 'black', counts: none },
    { stone: 'white', counts: none },
  ];
  return { id: 0, table, running: true, judged: 0, positions: 0, done: false, start: 0.5, moves: [], players };
}

export class Analyst {
  on = false;
  /** Black's chance by position, where it is reliable. @type {Map<string, number>} */
  chances = new Map();
  /** @type {{ running: boolean, kind: SolveKind, key: string, answer: import('./wire-types').SolveView | null } | null} */
  solve = null;
  /** @type {ReviewView | null} */
  review = null;
  /** Which moves to look at, of the position for which they were chosen. @type {Choice | null} */
  choice = null;
  /** What was found, by position and choice, the oldest first. @type {Map<string, AnalysisView>} */
  #known = new Map();
  /** The position and choice being analysed. */
  #subject = '';
  /** The same with everything else that was asked for. */
  #asked = '';
  #id = 0;
  /** Positions that a server which was restarted does not know of; `null` until its first message says so. @type {number | null} */
  #more = null;
  #solveId = 0;
  #reviewId = 0;
  /** The table and numbering whose stored review was asked for. */
  #recalled = '';
  /** The keys of nodes, as long as their numbers mean the same. @type {{ of: string, keys: Map<number, string> }} */
  #keys = { of: '', keys: new Map() };
  #app;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
  }

  /** The position at a node, as a key: the same for every way that leads to it. @param {number} [node] the one shown */
  keyOf(node = this.#app.table?.at ?? 0) {
    const { table } = this.#app;
    if (!table?.state) return '';
    const { rule, size, traps } = table.state;
    const of = `${table.id}/${table.epoch}/${rule}`;
    if (this.#keys.of !== of) this.#keys = { of, keys: new Map() };
    let key = this.#keys.keys.get(node);
    if (key === undefined) {
      const { stones, side } = table.board(node);
      const placed = stones.map(({ point, stone }) => `${point}${stone[0]}`).sort();
      key = [rule, size, traps.join(''), side, placed.join('')].join('/');
      this.#keys.keys.set(node, key);
    }
    return key;
  }

  /** The moves chosen for the position shown. @returns {Choice | null} */
  get chosen() {
    return this.choice?.points.length && this.choice.key === this.keyOf() ? this.choice : null;
  }

  #subjectHere() {
    const { chosen } = this;
    return chosen ? `${chosen.key}/${chosen.mode} ${chosen.points.join('')}` : this.keyOf();
  }

  /** Who wins in the position shown, if that is proved, by whatever part of the program. @returns {ProvedView | null} */
  get proved() {
    const { look, table } = this.#app;
    return (look?.key.startsWith(`${table?.id}/${table?.epoch}/${table?.at}/`) && look.proved) || null;
  }

  /** What is known about the position shown, whether or not it is being analysed. @returns {AnalysisView | null} */
  get here() {
    const known = this.#known.get(this.#subjectHere()) ?? null;
    const { proved } = this;
    if (!proved || this.chosen) return known;
    const side = this.#app.look?.side ?? 'black';
    return withProof(known ?? { ...nothing, side, running: this.on }, proved);
  }

  /** Whether the position shown is being analysed now. */
  get running() {
    return this.on && this.#app.wire.state === 'open' && this.here?.running !== false;
  }

  /** @param {boolean} [on] */
  toggle(on = !this.on) {
    this.on = on;
    if (!on) {
      this.#asked = '';
      void this.#app.wire.ask({ type: 'stop', what: 'analysis' }).catch(() => {});
      const last = this.#known.get(this.#subject);
      if (last) last.running = false;
    }
    this.#app.paint();
  }

  /** After a reconnection: asks again for what was under way. The server goes on with it if it still can. */
  resume() {
    this.#asked = '';
    this.#recalled = '';
    if (this.solve?.running && this.solve.key === this.keyOf()) void this.find(this.solve.kind);
    else if (this.solve?.running) this.solve = null;
    if (this.review?.running) void this.#beginReview(this.review);
  }

  /** Analyses the position shown, if it is not already. */
  follow() {
    const { table, preferences } = this.#app;
    if (!table?.state || this.#app.wire.state !== 'open') return;
    void this.#recall();
    if (!this.on) return;
    const { threads, memory, lines } = preferences;
    const limit = limitOf(preferences);
    const subject = this.#subjectHere();
    const asked = `${subject}/${lines}/${threads}/${memory}/${JSON.stringify(limit)}`;
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#subject = subject;
    const { chosen } = this;
    const begun = this.#app.wire.begin({
      type: 'analyse',
      at: { table: table.id, node: table.at },
      lines,
      memory,
      ...limit,
      ...(threads ? { threads } : {}),
      ...(chosen ? { [chosen.mode]: chosen.points } : {}),
    });
    this.#id = begun.id;
    this.#more = null;
    const known = this.#known.get(subject);
    if (known) known.running = true;
    begun.answer.catch((error) => {
      if (error.code === 'disconnected') return;
      this.on = false;
      this.#app.fail(error);
    });
  }

  /** @param {AnalysisView} message */
  hear(message) {
    if (message.id !== this.#id || !this.on) return;
    const known = this.#known.get(this.#subject);
    this.#more ??= known && known.nodes > message.nodes ? known.nodes : 0;
    const shown = bestOf(known, { ...message, nodes: message.nodes + this.#more });
    this.#known.delete(this.#subject);
    this.#known.set(this.#subject, shown);
    if (this.#known.size > MOST) this.#known.delete(this.#known.keys().next().value ?? '');
    const [best] = shown.lines;
    if (best && reliable(best) && !this.#subject.includes('/only ') && !this.#subject.includes('/except '))
      this.chances.set(this.#subject, best.black);
    this.#app.paint();
  }

  /** Draws what is proved of the position shown. */
  hearProved() {
    if (this.proved) this.chances.set(this.keyOf(), this.proved.winner === 'black' ? 1 : 0);
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
      // The page asks again when it is connected again.
      if (error instanceof Refused && error.code === 'disconnected') return;
      if (this.solve === solve) this.solve = null;
      this.#app.fail(error);
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
    const known = this.review?.table === table.id ? this.review : null;
    await this.#beginReview(known ? { ...known, running: true } : unjudged(table.id));
  }

  /** @param {ReviewView} review as far as it has come */
  async #beginReview(review) {
    const begun = this.#app.wire.begin({ type: 'review', table: review.table });
    this.#reviewId = begun.id;
    this.review = { ...review, id: begun.id };
    this.#app.paint();
    await begun.answer.catch((error) => {
      if (error instanceof Refused && error.code === 'disconnected') return;
      this.review = null;
      this.#app.fail(error);
      this.#app.paint();
    });
  }

  /** Fetches the review that is stored with the table, as its nodes are numbered now. */
  async #recall() {
    const { table } = this.#app;
    if (!table?.state?.reviewed || this.review?.running) return;
    const wanted = `${table.id}/${table.epoch}`;
    if (wanted === this.#recalled) return;
    this.#recalled = wanted;
    const answer = await this.#app.wire.ask({ type: 'reviewed', table: table.id }).catch(() => null);
    if (wanted !== this.#recalled || this.review?.running || !answer) return;
    this.review = answer.review ?? null;
    this.#learn();
    this.#app.paint();
  }

  /** @param {ReviewView} message */
  hearReview(message) {
    if (message.id !== this.#reviewId) return;
    this.review = message;
    this.#learn();
    this.#app.paint();
  }

  /** Draws the chances of the review. */
  #learn() {
    const { review } = this;
    const { table } = this.#app;
    if (!review?.moves.length || table?.id !== review.table) return;
    const start = table.node(review.moves[0].node).parent ?? 0;
    if (!this.chances.has(this.keyOf(start))) this.chances.set(this.keyOf(start), review.start);
    for (const move of review.moves) this.chances.set(this.keyOf(move.node), move.black);
  }
}
