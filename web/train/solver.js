// One puzzle on the board: what was played, what the server made of it, hints, and the walk through its answer.

import { t } from '../strings.js';
import { other } from '../points.js';
import { Refused } from '../wire.js';
import { advice, ask, bare, comes, countAnswers, sentence } from './desk.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../points.js').Stone} Stone */
/** @typedef {import('../wire-types').AttemptView} Attempt */
/** @typedef {import('../wire-types').TrainRuling} Ruling */
/** @typedef {import('../wire-types').TrainResult} Result */
/** @typedef {import('../wire-types').TrainHint} Hint */
/** @typedef {import('../wire-types').TrainSolution} Solution */
/** @typedef {import('../wire-types').TrainTree} Tree */
/** @typedef {import('../wire-types').TrainProof} Proof */
/** @typedef {{ moves: string[], at: number, text: string, own: boolean, tree?: Tree | null }} Walk moves from the start, how many are shown, and their proof */

/** How the server ends when it knows a puzzle no more. */
const LOST = 'begin it again';
/** A rating that is less sure than this is provisional. */
export const SURE = 110;

/** The stone of a move from the start of a puzzle. @param {Stone} side @param {number} i */
export function stoneOf(side, i) {
  return i % 2 ? other(side) : side;
}

export class Solver {
  /** @type {Attempt | null} */
  attempt = null;
  /** What was played from the start, by both sides. @type {string[]} */
  played = [];
  /** A move that is being judged. @type {string | null} */
  pending = null;
  /** A wrong move and what refutes it. @type {string[]} */
  refuted = [];
  /** @type {Ruling | null} */
  ruling = null;
  /** @type {Result | null} */
  result = null;
  /** @type {Hint | null} */
  hint = null;
  /** @type {Solution | null} */
  solution = null;
  /** @type {Walk | null} */
  walk = null;
  /** Why there is no puzzle. @type {string | null} */
  failed = null;
  busy = false;
  /** Whether the server knows the puzzle no more. */
  lost = false;
  /** Hints that were asked for. */
  hints = 0;
  #asked = 0;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  /** Whether nothing more is to be found. */
  get over() {
    return (this.ruling?.over ?? false) || this.solution !== null;
  }

  /** Whose moves can be tried in the walk: those of the side that loses. @returns {Stone} */
  get loser() {
    const side = this.attempt?.side ?? 'black';
    return this.attempt?.kind === 'defence' ? side : other(side);
  }

  /** @param {unknown} error */
  #fail(error) {
    if (!(error instanceof Refused)) throw error;
    return error.message;
  }

  /** Says why something could not be done. A puzzle that the server knows no more begins again by itself; a rush begins its next. @param {unknown} error */
  #tell(error) {
    const text = this.#fail(error);
    const { attempt } = this;
    this.lost = text.endsWith(LOST) && attempt !== null;
    if (this.lost && attempt?.mode === 'rush') return;
    this.app.toast(this.lost ? t('train.again_lost') : text);
    if (this.lost) void this.begin({ mode: 'one', id: attempt?.puzzle });
  }

  /** Asks for a puzzle. @param {object} request */
  async begin(request) {
    const asked = ++this.#asked;
    this.busy = true;
    this.failed = null;
    this.app.paint();
    try {
      const attempt = await ask('/begin', request);
      if (asked !== this.#asked) return;
      Object.assign(this, { attempt, played: [], pending: null, refuted: [], ruling: null, result: null, hint: null, solution: null, walk: null, hints: 0, lost: false });
      this.app.announce(this.task);
    } catch (error) {
      if (asked !== this.#asked) return;
      this.attempt = null;
      this.failed = this.#fail(error);
    }
    this.busy = false;
    this.app.paint();
  }

  /** Plays a move; the server judges it. @param {string} point @returns {Promise<Ruling | null>} */
  async play(point) {
    const { attempt, app } = this;
    if (!attempt || this.busy || this.over || this.stones().some((stone) => stone.point === point)) return null;
    const asked = ++this.#asked;
    this.busy = true;
    this.pending = point;
    this.refuted = [];
    this.hint = null;
    app.sound('stone');
    app.paint();
    try {
      /** @type {Ruling} */
      const ruling = await ask('/move', { attempt: attempt.attempt, point });
      if (asked !== this.#asked) return null;
      this.ruling = ruling;
      this.result = ruling.result ?? this.result;
      if (ruling.right) {
        this.played.push(point);
        if (ruling.reply) this.played.push(ruling.reply);
        if (ruling.over) app.sound('win');
      } else {
        this.refuted = [point, ...ruling.line];
        app.sound('illegal');
      }
      app.announce(`${t(ruling.right ? 'train.right' : 'train.wrong')}. ${sentence(ruling.said)}`);
      return ruling;
    } catch (error) {
      this.#tell(error);
      return null;
    } finally {
      if (asked === this.#asked) {
        this.busy = false;
        this.pending = null;
        app.paint();
      }
    }
  }

  /** Goes on where the rest is a win by fours. */
  async playOn() {
    if (!this.attempt || !this.ruling?.plain || this.solution) return;
    if (!(await this.#try(() => ask('/on', { attempt: this.attempt?.attempt })))) return;
    this.ruling = null;
    this.app.paint();
  }

  async help() {
    if (!this.attempt || this.over || this.busy) return;
    const hint = await this.#try(() => ask('/hint', { attempt: this.attempt?.attempt }));
    if (hint) this.hints += 1;
    this.hint = hint ?? this.hint;
    this.refuted = [];
    this.ruling = null;
    if (this.hint) this.app.announce(advice(this.hint));
    this.app.paint();
  }

  /** Shows the answer, and steps through it. */
  async answer() {
    const { attempt } = this;
    if (!attempt || this.solution || this.busy) return;
    /** @type {Solution | null} */
    const solution = await this.#try(() => ask('/solution', { attempt: attempt.attempt }));
    if (!solution || this.attempt !== attempt) return;
    this.solution = solution;
    this.result = solution.result ?? this.result;
    // After a puzzle that was solved its own line is shown, with what would follow.
    const solved = this.ruling?.over && this.played.length;
    const moves = solved ? [...this.played, ...(this.ruling?.line ?? [])] : solution.line;
    this.walk = { moves, at: solved ? this.played.length : 0, text: this.answers, own: false };
    this.refuted = [];
    this.hint = null;
    this.app.announce(this.answers);
    this.app.paint();
    void this.#prove();
  }

  /** Asks for the proof of the line that is stepped through. */
  async #prove() {
    const { walk, attempt } = this;
    if (!walk || !attempt || attempt.kind === 'balance' || walk.tree !== undefined) return;
    walk.tree = null;
    try {
      walk.tree = await ask('/tree', { attempt: attempt.attempt, moves: walk.moves });
    } catch (error) {
      // Without it the line itself is still there.
      if (!(error instanceof Refused)) throw error;
    }
    this.app.paint();
  }

  /** How many answers there are, in words. */
  get answers() {
    const { attempt, solution } = this;
    return attempt && solution ? countAnswers(attempt.kind, solution.answers.length) : '';
  }

  /** The replies that the proof answers one by one where the side that loses is to move. @returns {string[]} */
  get replies() {
    const { walk } = this;
    if (!walk?.tree) return [];
    const i = (walk.at - walk.tree.first) / 2;
    return Number.isInteger(i) ? (walk.tree.replies[i] ?? []) : [];
  }

  /** Back to the position of the puzzle after a wrong move. */
  again() {
    this.refuted = [];
    this.ruling = null;
    this.app.paint();
  }

  /** @param {number} at */
  step(at) {
    if (!this.walk) return;
    this.walk.at = Math.min(Math.max(at, 0), this.walk.moves.length);
    this.app.paint();
  }

  /** The main line again. */
  main() {
    if (!this.walk || !this.solution) return;
    this.walk = { moves: this.solution.line, at: 0, text: this.answers, own: false };
    this.app.paint();
    void this.#prove();
  }

  /** Another answer of the side that loses; the server shows how it fails. @param {string} point */
  async tryOther(point) {
    const { walk, attempt } = this;
    if (!walk || !attempt || this.busy || this.turn !== this.loser || attempt.kind === 'balance') return;
    if (this.stones().some((stone) => stone.point === point)) return;
    const moves = [...walk.moves.slice(0, walk.at), point];
    this.busy = true;
    this.app.sound('stone');
    this.walk = { moves, at: moves.length, text: t('train.judging'), own: true };
    this.app.paint();
    /** @type {Proof | null} */
    const proof = await this.#try(() => ask('/prove', { attempt: attempt.attempt, moves }));
    this.busy = false;
    if (this.attempt !== attempt) return;
    this.walk = proof ? { moves: [...moves, ...proof.line], at: Math.min(moves.length + 1, moves.length + proof.line.length), text: sentence(proof.said), own: true } : walk;
    if (proof) this.app.announce(sentence(proof.said));
    this.app.paint();
    if (proof?.line.length) void this.#prove();
  }

  /** @template T @param {() => Promise<T>} work @returns {Promise<T | null>} */
  async #try(work) {
    try {
      return await work();
    } catch (error) {
      this.#tell(error);
      return null;
    }
  }

  /** The moves shown after the start. */
  get line() {
    return this.walk ? this.walk.moves.slice(0, this.walk.at) : this.played;
  }

  /** Whose move is next in what is shown. @returns {Stone} */
  get turn() {
    return stoneOf(this.attempt?.side ?? 'black', this.line.length);
  }

  get task() {
    const { attempt } = this;
    return attempt ? t(`train.task.${attempt.kind}`, { stone: t(attempt.side) }) : '';
  }

  /** @returns {import('../board.js').Placed[]} */
  stones() {
    const { attempt } = this;
    if (!attempt) return [];
    const start = (/** @type {Stone} */ stone) => attempt[stone].map((point) => ({ point, stone }));
    return [...start('black'), ...start('white'), ...this.line.map((point, i) => ({ point, stone: stoneOf(attempt.side, i), number: i + 1 }))];
  }

  /** @returns {import('../board.js').BoardModel} */
  board() {
    const { attempt, app } = this;
    const model = bare(app);
    if (!attempt) return model;
    const stones = this.stones();
    const { line } = this;
    const canTry = this.walk && attempt.kind !== 'balance' && this.turn === this.loser;
    /** @type {import('../board.js').Mark[]} */
    const marks = [];
    if (this.solution && this.walk?.at === 0)
      for (const point of this.solution.answers) marks.push({ point, figure: 'star', stone: attempt.side, says: t('train.mark.answer') });
    if (this.hint?.point) marks.push({ point: this.hint.point, figure: 'star', stone: this.turn, says: t('train.mark.answer') });
    for (const point of this.replies) marks.push({ point, figure: 'circle', stone: this.loser, says: t('train.mark.reply') });
    for (const point of this.hint?.area ?? []) if (!stones.some((stone) => stone.point === point)) marks.push({ point, figure: 'dot', tone: 'next', says: t('train.mark.look') });
    return {
      ...model,
      size: attempt.size,
      stones: this.pending ? [...stones, { point: this.pending, stone: this.turn, tentative: true }] : stones,
      numbers: line.length > 0,
      last: line.at(-1) ?? attempt.last,
      hover: this.busy ? null : canTry || !this.over ? this.turn : null,
      ghosts: this.refuted.map((point, i) => ({ point, stone: stoneOf(this.turn, i), text: String(i + 1), solid: true })),
      marks,
      label: t('train.board', { size: attempt.size, task: this.task }),
    };
  }

  /** What the answer changed, in words. */
  get changed() {
    const { result } = this;
    if (!result) return [];
    const sign = result.change > 0 ? '+' : result.change < 0 ? '−' : '±';
    return [
      result.change === 0
        ? t('train.unrated')
        : t(result.deviation > SURE ? 'train.change.provisional' : 'train.change', { rating: Math.round(result.rating), change: `${sign}${Math.abs(Math.round(result.change))}` }),
      this.hints > 0 && this.ruling?.over && !this.solution && t('train.helped'),
      result.run > 1 && t('train.run_now', { count: result.run }),
      result.due_ms && t('train.comes', { when: comes(result.due_ms) }),
    ].filter(Boolean);
  }
}
