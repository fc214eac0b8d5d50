// A proof walked through: every reply with its answer, a node at a time from the server.

import './strings.js';
import { disc, head, tool } from '../controls.js';
import { wholeLength, winLength } from '../format.js';
import { icon } from '../icons.js';
import { other } from '../points.js';
import { BoardPage } from '../page.js';
import { h } from '../render.js';
import { chooseFile, save } from '../save.js';
import { t } from '../strings.js';
import { Refused, call } from '../wire.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../points.js').Stone} Stone */
/** @typedef {import('../wire-types').ProofView} ProofView */
/** @typedef {import('../wire-types').ProofNode} ProofNode */

/** How many replies that are answered alike are marked on the board. */
const MARKED = 24;

/** What one looks at: a proof, and the replies that lead to the place shown. */
export class Walk {
  /** @type {ProofView | null} */
  proof = null;
  /** @type {ProofNode | null} */
  node = null;
  /** @type {string[]} */
  replies = [];
  /** What was taken back, the last first. @type {string[]} */
  future = [];
  /** @type {string | null} */
  error = null;
  /** Whether its page is shown, whose address says where it is. */
  isWalked = true;
  #asked = 0;

  /** @param {App} app @param {string} id @param {URLSearchParams} query */
  constructor(app, id, query) {
    this.app = app;
    this.id = id;
    this.from = query.get('from');
    this.replies = query.get('at')?.match(/[a-v]\d{1,2}/g) ?? [];
  }

  async load() {
    try {
      this.proof = await (await call(`proofs/${this.id}`)).json();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.error = error.message;
      return this.app.paint();
    }
    await this.to(this.replies);
  }

  /** The side whose moves are answered. @returns {Stone} */
  get loser() {
    const side = this.proof?.side ?? 'black';
    return this.proof?.claim === 'win' ? other(side) : side;
  }

  /** Goes to a place. @param {string[]} replies @param {string[]} [future] */
  async to(replies, future = []) {
    const asked = ++this.#asked;
    try {
      const node = await (await call(`proofs/${this.id}/node?replies=${replies.join('')}`)).json();
      if (asked !== this.#asked) return;
      const further = replies.length > this.replies.length;
      Object.assign(this, { node, replies, future });
      const at = `${replies.length ? `&at=${replies.join('')}` : ''}`;
      if (this.isWalked)
        history.replaceState(null, '', `#/proof/${this.id}?${this.from ? `from=${this.from}` : ''}${at}`);
      if (further && node.state !== 'unclaimed') {
        this.app.sound('stone');
        this.app.announce(t('proof.said', { reply: replies[replies.length - 1], answer: node.line[node.line.length - 1] }));
      }
    } catch (error) {
      if (asked === this.#asked) this.app.fail(error);
    }
    this.app.paint();
  }

  /** The replies that can be chosen here. */
  get choices() {
    const { node, proof, replies } = this;
    if (!node || node.state !== 'replies') return [];
    const held = replies.length ? [] : (proof?.holds ?? []);
    return [...node.answers.flatMap((each) => each.replies), ...node.rest, ...held];
  }

  /** @param {string} reply */
  step(reply) {
    if (!this.choices.includes(reply)) return;
    const again = this.future[0] === reply ? this.future.slice(1) : [];
    void this.to([...this.replies, reply], again);
  }

  back() {
    if (this.replies.length) void this.to(this.replies.slice(0, -1), [this.replies[this.replies.length - 1], ...this.future]);
  }

  first() {
    if (this.replies.length) void this.to([], [...this.replies, ...this.future]);
  }

  forward() {
    const next = this.future[0] ?? this.longest;
    if (next) this.step(next);
  }

  /** The reply that lasts longest. */
  get longest() {
    const answers = this.node?.answers ?? [];
    const most = answers.reduce((best, each) => (each.moves > best.moves ? each : best), answers[0]);
    return most?.replies[0] ?? this.node?.rest[0] ?? null;
  }

  /** @returns {import('../board.js').BoardModel} */
  board() {
    const { proof, node, app, loser } = this;
    if (!proof) return { size: 15 };
    const line = node?.line ?? [];
    const set = (/** @type {Stone} */ stone) => proof[stone].map((point) => ({ point, stone }));
    const answers = node?.answers ?? [];
    const refutes = proof.claim === 'no_fours';
    return {
      size: proof.size,
      traps: proof.traps,
      stones: [
        ...set('black'),
        ...set('white'),
        ...line.map((point, i) => ({ point, stone: i % 2 ? other(proof.side) : proof.side, number: i + 1 })),
      ],
      last: line[line.length - 1] ?? null,
      numbers: true,
      ghosts: answers
        .filter((each) => !each.others)
        .flatMap((each) =>
          each.replies.map((point) => ({
            point,
            stone: loser,
            text: refutes ? '' : String(each.moves),
            spoken: refutes ? t('proof.says.answered') : t('proof.says.reply', { length: winLength(each.moves) }),
          })),
        ),
      marks: answers
        // Most of the board would drown what matters.
        .filter((each) => each.others && each.replies.length <= MARKED)
        .flatMap((each) => each.replies.map((point) => ({ point, figure: /** @type {const} */ ('dot'), tone: 'searched', says: t('proof.says.others') }))),
      hover: node?.state === 'replies' ? loser : null,
      coordinates: app.preferences.coordinates,
      style: app.preferences.stones === 'marks' ? 'marks' : 'stones',
      touch: 'direct',
      flipped: app.flipped,
      label: t('proof.title'),
    };
  }

  /** What is claimed, in a sentence. @param {ProofView} proof */
  claim(proof) {
    const stone = t(proof.side);
    if (proof.claim === 'no_fours') return t('proof.no_fours', { stone });
    if (proof.claim === 'win') return t(`proof.win.${proof.means}`, { stone });
    return proof.holds.length
      ? t(`proof.defence.${proof.means}`, { stone, moves: proof.holds.join(', ') })
      : t(`proof.lost.${proof.means}`, { stone });
  }

  /** @param {ProofNode} node @param {ProofView} proof */
  status(node, proof) {
    const stone = t(this.loser);
    if (node.state === 'five') return t('proof.five', { stone: t(node.line.length % 2 ? proof.side : other(proof.side)) });
    if (node.state === 'unclaimed') return t('proof.unclaimed');
    return t(proof.claim === 'no_fours' ? 'proof.four' : 'proof.reply', { stone });
  }

  /** Replies as buttons, and what is said of them. @param {string} key @param {string[]} points @param {string | null} name @param {import('../render.js').Loose} about */
  #row(key, points, name, about) {
    const button = (/** @type {string} */ point, /** @type {string} */ text) =>
      h('button', { type: 'button', key: point, class: `move ${this.loser}`, onclick: () => this.step(point) }, text);
    return h(
      'li',
      { key },
      h('span', { class: 'row tight' }, name ? button(points[0], name) : points.map((point) => button(point, point))),
      h('span', { class: 'small quiet' }, about),
    );
  }

  /** @param {ProofNode} node @param {ProofView} proof */
  list(node, proof) {
    if (node.state !== 'replies') return null;
    const refutes = proof.claim === 'no_fours';
    const winner = t(other(this.loser));
    return h(
      'ul',
      { class: 'replies', key: 'list', 'aria-label': t('proof.replies') },
      node.answers.map((each, i) =>
        this.#row(
          `${i}`,
          each.replies,
          each.others ? t('proof.others', { count: each.replies.length }) : null,
          [t('proof.answer', { point: each.point }), refutes ? '' : ` · ${t('proof.moves', { length: winLength(each.moves) })}`],
        ),
      ),
      node.rest.length > 0 &&
        (refutes
          ? h('li', { key: 'rest' }, h('span', { class: 'small quiet' }, `${t('proof.no_four', { count: node.rest.length })}: ${t('proof.no_four.about')}`))
          : this.#row('rest', node.rest, t('proof.rest', { count: node.rest.length }), t('proof.rest.about', { stone: winner }))),
    );
  }
}

/** Lets the person choose a file, which the server checks. @param {App} app */
async function choose(app) {
  const file = await chooseFile();
  if (!file) return;
  try {
    const proof = await (await call('proofs', { method: 'POST', body: file })).json();
    app.go(`#/proof/${proof.id}`);
  } catch (error) {
    app.fail(error);
  }
}

/** @param {App} app @param {Walk} walk */
async function download(app, walk) {
  try {
    await save(await call(`proofs/${walk.id}/file`));
  } catch (error) {
    app.fail(error);
  }
}

export class ProofPage extends BoardPage {
  walk = new Walk(this.app, this.app.route.id, this.app.route.query);

  get title() {
    return t('proof.title');
  }

  enter() {
    super.enter();
    if (this.walk.id) void this.walk.load();
  }

  leave() {
    this.walk.isWalked = false;
  }

  get sheet() {
    return /** @type {const} */ ('tall');
  }

  /** @returns {import('../board.js').BoardModel} */
  board() {
    return this.walk.board();
  }

  /** @param {string} point */
  point(point) {
    this.walk.step(point);
  }

  back() {
    this.walk.back();
  }

  /** @param {string} key */
  key(key) {
    const { walk } = this;
    if (key === 'ArrowLeft') walk.back();
    else if (key === 'ArrowRight') walk.forward();
    else if (key === 'Home') walk.first();
    else return false;
    return true;
  }

  panel() {
    const { app, walk } = this;
    const { proof, node } = walk;
    return [
      head(t('proof.title'), walk.from ? `#/analyse/${walk.from}` : '#/analyse', t(walk.from ? 'proof.back' : 'proof.analyse')),
      h(
        'div',
        { class: 'scroll stack pad proof', key: 'proof', tabindex: '0' },
        walk.error && h('p', { key: 'error', role: 'alert' }, walk.error),
        !walk.id && h('p', { key: 'about' }, t('proof.about')),
        proof && h('p', { class: 'claim', key: 'claim' }, disc(proof.side), ' ', walk.claim(proof)),
        node &&
          proof && [
            h(
              'div',
              { class: 'row', key: 'tools' },
              tool('first', t('proof.first'), () => walk.first(), { disabled: !walk.replies.length }),
              tool('back', t('proof.previous'), () => walk.back(), { disabled: !walk.replies.length }),
              tool('forward', t('proof.next'), () => walk.forward(), { disabled: !walk.choices.length }),
            ),
            h('p', { key: 'status', role: 'status' }, walk.status(node, proof)),
            walk.list(node, proof),
            h(
              'p',
              { class: 'pv wrap', key: 'line', 'aria-label': t('proof.line'), role: 'group' },
              node.line.length
                ? node.line.map((point, i) =>
                    h('span', { key: `${i}`, class: `move ${i % 2 ? other(proof.side) : proof.side}` }, point),
                  )
                : t('proof.none'),
            ),
          ],
        proof &&
          h(
            'p',
            { class: 'small', key: 'checked' },
            icon('check'),
            ` ${t('proof.checked', { count: proof.positions })}`,
            proof.plies > 0 && ` ${t('proof.plies', { stone: t(other(walk.loser)), length: wholeLength(proof.plies) })}`,
          ),
        h(
          'div',
          { class: 'row', key: 'files' },
          proof && h('button', { type: 'button', onclick: () => void download(app, walk) }, icon('export'), t('proof.save')),
          h('button', { type: 'button', class: proof ? '' : 'main', onclick: () => void choose(app) }, icon('open'), t('proof.open')),
        ),
      ),
    ];
  }
}
