// The X-ray of an evaluation: what a program counts in a position, lit on the board, with sums that add up to its value.

import { choices, disc, field, head, tool } from '../controls.js';
import { percent, span } from '../format.js';
import { icon } from '../icons.js';
import { BoardPage } from '../page.js';
import { h } from '../render.js';
import { number, t } from '../strings.js';
import { Refused, call } from '../wire.js';
import { named, stones, toMove, touched, written } from './position.js';
import { Programs } from './programs.js';
import { additions } from './theatre-setting.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../points.js').Stone} Stone */
/** @typedef {import('../wire-types').EvaluationXray} EvaluationXray */
/** @typedef {import('../wire-types').CountedView} Counted */
/** @typedef {import('../wire-types').GlanceView} Glance */
/** @typedef {import('./position.js').Setup} Setup */
/** @typedef {'counted' | 'candidates' | 'network'} Layer */
/**
 * A row of the sum: all things of one kind.
 * @typedef {{ key: string, owner: Stone, name: string, cells: string, weight: number, factor: number, things: number[], sum: number, total: number }} Row
 */

/** The five, each with a position in which its evaluation shows what it does. @type {Record<string, string>} */
export const PROGRAMS = {
  boundary: 'rule=freestyle&size=15&moves=h8b14h9c14i8o1g7j6',
  automaton: 'rule=freestyle&size=15&moves=h8h9i8i9j8g9k8l8f6k10',
  sequences: 'rule=freestyle&size=8&moves=d4e5d5e4d6d3e6',
  trapper: 'rule=freestyle&size=15&traps=k8f11e5&moves=h8i9h9h7i8g8j8j10f9',
  masked: 'rule=standard&size=15&black=f8f7f6f5g7g9k8g6h4&white=g8h8f9f4i8j8h7h5i6&side=white',
};

/** From this weight on numbers need the room of two columns. */
const LONG = 1e8;
/** At most so many lines are lit at once. */
const MOST_LIT = 80;
/** Which way the strokes on a masked point run. @type {Record<string, number>} */
const TURNS = { horizontal: 0, vertical: 90, rising: -45, falling: 45 };

/** A number in full, with a proper minus sign. @param {number} value */
export function exact(value) {
  return number(value, { maximumFractionDigits: 1 }).replace('-', '−');
}

/** The same with its sign. @param {number} value */
function signed(value) {
  return value > 0 ? `+${exact(value)}` : exact(value);
}

/**
 * The things counted by kind, in the order in which they come or have in the program's table, with a running total. Rows of
 * the table that nothing here is of have no things.
 * @param {Counted[]} counted
 * @param {import('../wire-types').RowView[]} [table]
 * @returns {Row[]}
 */
export function rows(counted, table = []) {
  /** @type {Map<string, Row>} */
  const found = new Map();
  for (const { name, owner, weight, factor } of table) {
    const key = `${owner} ${name} `;
    found.set(key, { key, owner, name, cells: '', weight, factor, things: [], sum: 0, total: 0 });
  }
  counted.forEach((each, i) => {
    // The string around a stone differs from stone to stone; a pattern of a table is one kind.
    const cells = each.window.length ? '' : each.cells;
    const key = `${each.owner} ${each.name} ${cells}`;
    const row = found.get(key) ?? {
      key,
      owner: each.owner,
      name: each.name,
      cells: cells === each.name ? '' : cells,
      weight: each.weight,
      factor: each.factor,
      things: [],
      sum: 0,
      total: 0,
    };
    row.things.push(i);
    row.sum += each.contribution;
    found.set(key, row);
  });
  let total = 0;
  return [...found.values()].map((row) => ({ ...row, total: (total += row.sum) }));
}

/** How often a row counts, and how much. @param {Row} row */
function weighed({ things, factor, weight }) {
  return `${exact(things.length)} × ${factor === 1 ? '' : factor === -1 ? '−' : `${exact(factor)} × `}${exact(weight)}`;
}

/** What one looks at: a position, a program, and what it counts there. */
export class Xray {
  /** @type {EvaluationXray | null} */
  answer = null;
  /** @type {Row[]} */
  rows = [];
  /** @type {Glance | null} */
  glance = null;
  /** The network's answer to the present position, when it comes. @type {Promise<Glance | null>} */
  looked = Promise.resolve(null);
  /** Why nothing is counted. @type {Refused | null} */
  refused = null;
  /** @type {string | null} */
  weighting = null;
  /** The reading of the document; `null` as corrected. @type {string | null} */
  variant = null;
  /** What is put in besides. @type {string[]} */
  added = [];
  /** Whose value; that of the side to move by default. @type {Stone | null} */
  side = null;
  /** @type {Layer} */
  layer = 'counted';
  /** @type {'turn' | Stone | 'trap'} */
  pen = 'turn';
  /** The row that stays lit, and the one under the pointer. @type {string | null} */
  kept = null;
  /** @type {string | null} */
  shown = null;
  /** One thing of a row. @type {number | null} */
  thing = null;
  /** The point under the pointer. @type {string | null} */
  point = null;
  /** The line that the automaton reads, and how many cells it has read. */
  line = 0;
  read = 0;
  #playing = 0;
  /** @type {Setup[]} */
  past = [];
  #asked = 0;

  /**
   * @param {App} app
   * @param {string} classic
   * @param {URLSearchParams} query
   * @param {(xray: Xray) => void} [changed] after each answer
   */
  constructor(app, classic, query, changed = () => {}) {
    this.app = app;
    this.classic = classic in PROGRAMS ? classic : 'masked';
    this.changed = changed;
    this.setup = this.#named(query);
    this.weighting = query.get('weighting');
    this.variant = query.get('variant');
    this.added = (query.get('with') ?? '').split(',').filter(Boolean);
  }

  /** @param {URLSearchParams} query @returns {Setup} */
  #named(query) {
    const own = new URLSearchParams(PROGRAMS[this.classic]);
    const usual = { rule: own.get('rule') ?? 'freestyle', size: Number(own.get('size')) };
    const says = ['moves', 'black', 'white', 'traps', 'size', 'rule'].some((key) => query.has(key));
    return named(says ? query : own, usual);
  }

  /** The address of what is shown. @param {string} room */
  address(room) {
    const more = ['weighting', 'variant'].map((key) => {
      const value = key === 'variant' ? this.variant : this.weighting;
      return value ? `&${key}=${encodeURIComponent(value)}` : '';
    });
    if (this.added.length) more.push(`&with=${encodeURIComponent(this.added.join(','))}`);
    return `#/school/${room}?classic=${this.classic}&${written(this.setup)}${more.join('')}`;
  }

  /** Asks what is counted, and what the network says. */
  async ask() {
    const asked = ++this.#asked;
    const position = `#${written(this.setup)}`;
    const post = async (/** @type {string} */ name, /** @type {object} */ body) =>
      (await call(name, { method: 'POST', body: JSON.stringify(body) })).json();
    const { classic, weighting, variant, added, side } = this;
    // The network may take its time at first; what is counted need not wait for it.
    const looked = post('glance', { position }).catch(() => null);
    this.looked = looked;
    try {
      const answer = await post('xray', { position, classic, weighting, variant, with: added, side });
      if (asked !== this.#asked) return;
      this.answer = answer;
      this.rows = rows(answer.counted, answer.table);
      this.refused = null;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (asked !== this.#asked) return;
      this.refused = error;
    }
    if (!this.rows.some((row) => row.key === this.kept)) this.kept = null;
    this.line = Math.max(0, this.lines.findIndex((walk) => walk.matches.length));
    this.read = 0;
    this.stop();
    this.changed(this);
    this.app.paint();
    const glance = await looked;
    if (asked !== this.#asked) return;
    this.glance = glance;
    this.app.paint();
  }

  /** @param {Setup} setup */
  set(setup) {
    this.past.push(this.setup);
    this.setup = setup;
    this.thing = null;
    void this.ask();
  }

  undo() {
    const setup = this.past.pop();
    if (!setup) return;
    this.setup = setup;
    this.thing = null;
    void this.ask();
  }

  /** @param {string} classic */
  choose(classic) {
    this.classic = classic;
    this.weighting = this.variant = null;
    this.added = [];
    this.kept = this.shown = null;
    this.thing = null;
    this.setup = this.#named(new URLSearchParams());
    this.past = [];
    if (classic !== 'automaton' && this.layer === 'counted') this.stop();
    void this.ask();
  }

  /** The pointer is over a point. @param {string | null} point */
  over(point) {
    if (this.point === point) return;
    this.point = point;
    this.app.paint();
  }

  /** @param {string} point */
  touch(point) {
    this.set(touched(this.setup, point, this.pen));
  }

  /** The lines that the automaton reads; none for other programs. */
  get lines() {
    return this.answer?.walks ?? [];
  }

  /** The row whose things are lit. @returns {Row | undefined} */
  get row() {
    const key = this.shown ?? this.kept;
    return this.rows.find((row) => row.key === key);
  }

  /** The things that are lit now. @returns {number[]} */
  get lit() {
    if (this.thing !== null) return [this.thing];
    if (this.row) return this.row.things;
    const { point } = this;
    if (!point || this.layer !== 'counted') return [];
    return (this.answer?.counted ?? []).flatMap((each, i) => (each.points.includes(point) ? [i] : []));
  }

  /** Reads the line of the automaton on by itself. */
  play() {
    if (this.#playing) return this.stop();
    const walk = this.lines[this.line];
    if (!walk) return;
    if (this.read >= walk.points.length) this.read = 0;
    this.#playing = window.setInterval(() => {
      this.read++;
      if (this.read >= walk.points.length) this.stop();
      this.app.paint();
    }, 450);
  }

  stop() {
    clearInterval(this.#playing);
    this.#playing = 0;
  }

  get playing() {
    return this.#playing !== 0;
  }

  /** @returns {import('../board.js').BoardModel} */
  board() {
    const { preferences } = this.app;
    const placed = stones(this.setup);
    const { moves } = this.setup;
    /** @type {import('../board.js').BoardModel} */
    const model = {
      size: this.setup.size,
      stones: placed,
      traps: this.setup.traps,
      last: this.layer === 'counted' && this.lit.length ? null : (moves[moves.length - 1] ?? null),
      numbers: preferences.numbers,
      coordinates: preferences.coordinates,
      flipped: this.app.flipped,
      touch: preferences.touch,
      style: preferences.stones === 'marks' ? 'marks' : 'stones',
      hover: this.pen === 'trap' ? null : this.pen === 'turn' ? toMove(this.setup) : this.pen,
      label: t('xray.board', { size: this.setup.size }),
      lit: [],
      spots: [],
      marks: [],
    };
    const { answer } = this;
    if (!answer) return model;
    model.hatched = answer.masked.map(({ point, direction }) => ({
      point,
      turn: (this.app.flipped ? 180 : 0) + TURNS[direction],
      says: t('xray.masked_point'),
    }));
    if (this.layer === 'candidates') this.#candidates(model, answer);
    else if (this.layer === 'network') this.#policy(model);
    else this.#counted(model, answer);
    return model;
  }

  /** @param {import('../board.js').BoardModel} model @param {EvaluationXray} answer */
  #counted(model, answer) {
    const walk = this.read ? this.lines[this.line] : undefined;
    if (walk) {
      const state = walk.states[this.read - 1];
      model.lit = [{ points: walk.points.slice(this.read - Math.max(state, 1), this.read), tone: 'read' }];
      return;
    }
    const tone = (/** @type {Stone} */ owner) => (owner === answer.side ? 'own' : 'foe');
    const { lit } = this;
    if (lit.length) {
      model.lit = lit.slice(0, MOST_LIT).map((i) => ({ points: answer.counted[i].points, tone: tone(answer.counted[i].owner) }));
      if (lit.length === 1)
        model.spots = answer.counted[lit[0]].window.map((point) => ({ point, size: 0.9, tone: 'window' }));
      return;
    }
    // Nothing is chosen: every point shows how much of the sum passes through it.
    /** @type {Map<string, number>} */
    const shares = new Map();
    for (const each of answer.counted)
      for (const point of each.points)
        shares.set(point, (shares.get(point) ?? 0) + each.contribution);
    const most = Math.max(1, ...[...shares.values()].map(Math.abs));
    model.spots = [...shares].map(([point, share]) => ({
      point,
      size: Math.log1p(Math.abs(share)) / Math.log1p(most),
      tone: share > 0 ? 'own' : 'foe',
    }));
  }

  /** @param {import('../board.js').BoardModel} model @param {EvaluationXray} answer */
  #candidates(model, { candidates, answer }) {
    const most = Math.max(1, ...candidates.map((each) => Math.abs(each.score ?? 0)));
    model.spots = candidates.map(({ point, score, kept, watched }) => ({
      point,
      size: score === undefined || score === null ? 0.12 : 0.2 + (0.8 * Math.log1p(Math.abs(score))) / Math.log1p(most),
      tone: `${kept && !answer ? 'kept' : 'dropped'}${watched ? ' watched' : ''}`,
      says: t(kept && !answer ? 'xray.kept_point' : 'xray.dropped_point', { score: score === undefined || score === null ? '' : exact(score) }),
    }));
    if (answer) {
      model.marks = [{ point: answer.point, figure: 'dot', tone: 'rank', text: '' }];
      return;
    }
    const ranked = candidates.filter((each) => each.kept && each.score !== undefined && each.score !== null);
    model.marks = ranked.map(({ point }, i) => ({ point, figure: 'dot', tone: 'rank', text: String(i + 1) }));
  }

  /** @param {import('../board.js').BoardModel} model */
  #policy(model) {
    const policy = this.glance?.policy ?? [];
    model.spots = policy
      .filter(({ share }) => share >= 0.002)
      .map(({ point, share }) => ({
        point,
        size: Math.sqrt(share),
        tone: `policy ${this.glance?.to_move}`,
        says: percent(share),
      }));
    model.marks = policy
      .filter(({ share }) => share >= 0.05)
      .map(({ point, share }) => ({ point, figure: 'dot', tone: 'share', text: String(Math.round(share * 100)) }));
  }

  /** The sum, row by row. */
  table() {
    const { answer } = this;
    if (this.refused) return h('p', { class: 'warning', role: 'alert', key: 'error' }, this.refused.message);
    if (!answer) return h('p', { class: 'quiet', role: 'status', key: 'waiting' }, t('xray.waiting'));
    const touching = new Set(this.layer === 'counted' && !this.shown && this.thing === null ? this.lit : []);
    return h(
      'div',
      {
        class: 'sums',
        key: 'sums',
        role: 'group',
        'aria-label': t('xray.counted'),
        'data-long': this.rows.some((row) => row.weight >= LONG),
      },
      h(
        'div',
        { class: 'sum head', key: 'head', 'aria-hidden': 'true' },
        h('span', null, t('xray.thing')),
        h('span', { class: 'times' }, t('xray.times')),
        h('span', { class: 'part' }, t('xray.part')),
        h('span', { class: 'total' }, t('xray.total')),
      ),
      !this.rows.length && h('p', { class: 'quiet', key: 'none' }, t('xray.nothing')),
      this.rows.map((row) => this.#row(row, answer, row.things.some((i) => touching.has(i)))),
      h(
        'div',
        { class: 'sum end', key: 'end', role: 'status' },
        h('b', null, t('xray.value', { side: t(answer.side) })),
        h('span', { class: 'times' }),
        h('b', { class: 'part', id: 'xray-value' }, exact(answer.value)),
        h('span', { class: 'total' }, icon('check')),
      ),
    );
  }

  /** @param {Row} row @param {EvaluationXray} answer @param {boolean} touching whether the point under the pointer is in it */
  #row(row, answer, touching) {
    const kept = this.kept === row.key;
    const show = (/** @type {string | null} */ key) => () => {
      this.shown = key;
      if (key) this.layer = 'counted';
      this.app.paint();
    };
    if (!row.things.length)
      return h(
        'div',
        { key: row.key, class: 'sum none' },
        h('span', { class: 'unseen' }, `${t(row.owner)}: `),
        h('span', { class: 'what' }, disc(row.owner), h('span', null, row.name)),
        h('span', { class: 'times' }, weighed(row)),
        h('span', { class: 'part' }, '0'),
        h('span', { class: 'total' }, exact(row.total)),
      );
    return [
      h(
        'button',
        {
          key: row.key,
          type: 'button',
          class: 'sum',
          'aria-pressed': kept ? 'true' : 'false',
          'data-touching': touching || this.shown === row.key,
          onclick: () => {
            this.kept = kept ? null : row.key;
            this.thing = null;
            this.layer = 'counted';
            this.stop();
            this.read = 0;
            this.app.paint();
          },
          onmouseenter: show(row.key),
          onmouseleave: show(null),
          onfocus: show(row.key),
          onblur: show(null),
        },
        h('span', { class: 'unseen' }, `${t(row.owner)}: `),
        h('span', { class: 'what' }, disc(row.owner), h('span', null, row.name), row.cells && h('code', null, row.cells)),
        h('span', { class: 'times' }, weighed(row)),
        h('span', { class: 'unseen' }, `, ${t('xray.part')} `),
        h('span', { class: 'part' }, signed(row.sum)),
        h('span', { class: 'unseen' }, `, ${t('xray.total')} `),
        h('span', { class: 'total' }, exact(row.total)),
      ),
      kept &&
        h(
          'div',
          { class: 'places', key: `${row.key} places`, role: 'group', 'aria-label': t('xray.places') },
          row.things.slice(0, 60).map((i) => this.#place(i, answer.counted[i])),
          row.things.length > 60 && h('span', { class: 'quiet small' }, t('xray.more', { count: row.things.length - 60 })),
        ),
    ];
  }

  /** @param {number} i @param {Counted} counted */
  #place(i, counted) {
    const show = (/** @type {number | null} */ thing) => () => {
      this.thing = thing;
      this.app.paint();
    };
    return h(
      'button',
      {
        key: String(i),
        type: 'button',
        class: 'place',
        'data-touching': this.thing === i,
        onclick: show(i),
        onmouseenter: show(i),
        onmouseleave: show(null),
        onfocus: show(i),
        onblur: show(null),
      },
      span(counted.points),
      counted.window.length > 0 && h('code', null, counted.cells),
    );
  }

  /** The automaton walking along a line, cell by cell. */
  walker() {
    const { lines } = this;
    const walk = lines[this.line];
    if (!walk) return null;
    const step = (/** @type {number} */ by) => () => {
      this.stop();
      this.read = Math.min(Math.max(this.read + by, 0), walk.points.length);
      this.layer = 'counted';
      this.app.paint();
    };
    const state = this.read ? walk.states[this.read - 1] : 0;
    const before = this.read > 1 ? walk.states[this.read - 2] : 0;
    const now = walk.letters.slice(this.read - state, this.read);
    const found = walk.matches.filter((match) => match.end === this.read - 1);
    const says = found.length
      ? t('xray.walk.found', {
          pattern: found.map((match) => this.answer?.counted[match.counted].cells).join(', '),
          score: found.map((match) => signed(this.answer?.counted[match.counted].contribution ?? 0)).join(', '),
        })
      : !this.read
        ? t('xray.walk.start')
        : !state
          ? t('xray.walk.nothing')
          : state <= before
            ? t('xray.walk.back', { state: now })
            : t('xray.walk.on', { state: now });
    return h(
      'section',
      { class: 'walker stack tight', key: 'walker', 'aria-labelledby': 'walker-title' },
      h('h2', { id: 'walker-title' }, t('xray.walk')),
      h('p', { class: 'small quiet' }, t('xray.walk.about')),
      h(
        'div',
        { class: 'row' },
        h(
          'select',
          {
            'aria-label': t('xray.walk.line'),
            onchange: (/** @type {any} */ event) => {
              this.stop();
              this.line = Number(event.target.value);
              this.read = 0;
              this.app.paint();
            },
          },
          lines.map((each, i) =>
            h(
              'option',
              { key: String(i), value: String(i), selected: i === this.line },
              span(each.points) + (each.matches.length ? ` · ${t('xray.walk.matches', { count: each.matches.length })}` : ''),
            ),
          ),
        ),
        tool('back', t('xray.walk.previous'), step(-1), { disabled: !this.read }),
        tool(this.playing ? 'pause' : 'play', t(this.playing ? 'xray.walk.pause' : 'xray.walk.play'), () => {
          this.play();
          this.app.paint();
        }),
        tool('forward', t('xray.walk.next'), step(1), { disabled: this.read >= walk.points.length }),
      ),
      h(
        'ol',
        { class: 'tape', tabindex: '0', 'aria-label': t('xray.walk.tape') },
        [...walk.letters].map((letter, i) =>
          h(
            'li',
            {
              key: String(i),
              'data-read': i < this.read,
              'data-state': i < this.read && i >= this.read - state,
              'data-found': walk.matches.some((match) => match.end === i) && i < this.read,
            },
            h('b', null, letter === '#' ? '·' : letter),
            h('span', null, i < this.read ? String(walk.states[i]) : ''),
          ),
        ),
      ),
      h('p', { class: 'small', role: 'status' }, says),
    );
  }

  /** Which of three things the board shows. */
  layers() {
    const { answer, glance } = this;
    const kept = answer?.candidates.filter((each) => each.kept).length ?? 0;
    const all = answer?.candidates.length ?? 0;
    return h(
      'div',
      { class: 'stack tight', key: 'layers' },
      choices(
        'layer',
        t('xray.layer'),
        [
          ['counted', t('xray.layer.counted')],
          ['candidates', t(this.classic === 'boundary' ? 'xray.layer.boundary' : 'xray.layer.candidates')],
          ['network', t('xray.layer.network')],
        ],
        this.layer,
        (layer) => {
          this.layer = /** @type {Layer} */ (layer);
          this.app.paint();
        },
      ),
      this.layer === 'candidates' &&
        answer &&
        h(
          'p',
          { class: 'small', key: 'candidates' },
          answer.answer
            ? t(`xray.answer.${answer.answer.why}`, { count: all, point: answer.answer.point })
            : kept < all
              ? t('xray.candidates.some', { count: all, kept })
              : t('xray.candidates.all', { count: all }),
          ' ',
          answer.candidates.some((each) => each.watched) && t('xray.candidates.watched'),
        ),
      this.layer === 'candidates' && answer && !answer.answer && this.#ranks(answer),
      this.layer === 'network' &&
        h('p', { class: 'small', key: 'network' }, glance ? this.#network(glance) : t('xray.network.waiting')),
      answer && answer.masked.length > 0 && h('p', { class: 'small', key: 'masked' }, t('xray.masked', { count: answer.masked.length })),
    );
  }

  /** The moves that are searched with their scores, where they are ranked; and the one under the pointer. @param {EvaluationXray} answer */
  #ranks({ candidates }) {
    const scored = (/** @type {import('../wire-types').CandidateView} */ each) => each.score !== undefined && each.score !== null;
    const ranked = candidates.filter((each) => each.kept && scored(each));
    if (!ranked.length) return null;
    const here = candidates.find((each) => each.point === this.point && !each.kept && scored(each));
    return h(
      'ol',
      { class: 'ranks', key: 'ranks' },
      [...ranked, ...(here ? [here] : [])].map((each) =>
        h(
          'li',
          { key: each.point, 'data-touching': each.point === this.point },
          h('b', null, each.point),
          h('span', null, exact(each.score ?? 0)),
          (each.made ?? []).length > 0 && this.#made(each.made ?? []),
        ),
      ),
    );
  }

  /** The rows of the document's tables that a score is the sum of. @param {import('../wire-types').MadeView[]} made */
  #made(made) {
    return h(
      'ul',
      { class: 'made small', key: 'made' },
      made.map(({ table, pattern, points, score }, i) =>
        h('li', { key: String(i) }, t('xray.made', { table, pattern, score: exact(score), from: points[0], to: points[points.length - 1] })),
      ),
    );
  }

  /** @param {Glance} glance */
  #network(glance) {
    const best = glance.policy.slice(0, 3).map(({ point, share }) => `${point} ${percent(share)}`);
    return t('xray.network.says', { black: percent(glance.black), moves: best.join(', ') });
  }

  /** What the network says in one line, beside the program's value. */
  beside() {
    const { glance } = this;
    return h(
      'p',
      { class: 'small quiet beside', key: 'beside' },
      glance ? t('xray.beside', { black: percent(glance.black) }) : t('xray.network.waiting'),
    );
  }

  /** What stones a touch places, and ways back. */
  pens() {
    return h(
      'div',
      { class: 'stack tight', key: 'pens' },
      choices(
        'pen',
        t('xray.pen'),
        [
          ['turn', t('xray.pen.turn')],
          ['black', [disc('black'), t('black')]],
          ['white', [disc('white'), t('white')]],
          ['trap', t('xray.pen.trap')],
        ],
        this.pen,
        (pen) => {
          this.pen = /** @type {'turn' | Stone | 'trap'} */ (pen);
          this.app.paint();
        },
      ),
      h(
        'div',
        { class: 'row' },
        h('button', { type: 'button', disabled: !this.past.length, onclick: () => this.undo() }, icon('undo'), t('xray.undo')),
        h(
          'button',
          { type: 'button', onclick: () => this.set({ ...this.setup, traps: [], black: [], white: [], side: null, moves: [] }) },
          t('xray.clear'),
        ),
        h('button', { type: 'button', onclick: () => this.set(this.#named(new URLSearchParams())) }, t('xray.example')),
      ),
    );
  }
}

/** A room with an X-ray on its board. */
export class XrayRoom extends BoardPage {
  xray = this.begun();

  /** What is looked at first. */
  begun() {
    return new Xray(this.app, 'masked', this.app.route.query);
  }

  /** Looks at that again. */
  anew() {
    this.xray.stop();
    this.xray = this.begun();
  }

  get sheet() {
    return /** @type {const} */ ('tall');
  }

  connected() {
    if (!this.xray.answer) void this.xray.ask();
  }

  leave() {
    this.xray.stop();
  }

  board() {
    return this.xray.board();
  }

  /** @param {string} point */
  point(point) {
    this.xray.touch(point);
  }

  /** @param {string | null} point */
  hover(point) {
    this.xray.over(point);
  }

  back() {
    this.xray.undo();
  }
}

export class XrayPage extends XrayRoom {
  programs = this.app.kept(Programs);

  /** The position that the address names. */
  begun() {
    const { query } = this.app.route;
    // The address follows what is shown, so that it can be passed on.
    return new Xray(this.app, query.get('classic') ?? 'masked', query, (view) => {
      if (this.isShown && this.xray === view) history.replaceState(null, '', view.address('xray'));
    });
  }

  get title() {
    return t('xray.title');
  }

  turn() {
    this.anew();
  }

  connected() {
    void this.programs.ask();
    super.connected();
  }

  judged() {
    return this.xray.glance?.black ?? null;
  }

  /** @param {string} key */
  key(key) {
    const { xray: view } = this;
    if (key === 'u') view.undo();
    else if (key === 'Escape') view.kept = view.shown = view.thing = null;
    else if ((key === 'ArrowRight' || key === 'ArrowLeft') && view.lines[view.line]) {
      view.stop();
      view.layer = 'counted';
      view.read = Math.min(Math.max(view.read + (key === 'ArrowRight' ? 1 : -1), 0), view.lines[view.line].points.length);
    } else if ((key === 'ArrowDown' || key === 'ArrowUp') && !document.activeElement?.closest('.scroll')) {
      // Inside the panel these keys scroll.
      const at = view.rows.findIndex((row) => row.key === view.kept) + (key === 'ArrowDown' ? 1 : -1);
      view.kept = view.rows[Math.min(Math.max(at, 0), view.rows.length - 1)]?.key ?? null;
      view.layer = 'counted';
    } else return false;
    this.app.paint();
    return true;
  }

  panel() {
    const { xray: view } = this;
    const weightings = view.answer?.weightings ?? [];
    const variants = view.answer?.variants ?? [];
    const variant = variants.find((each) => each.name === view.variant) ?? variants[0];
    return [
      head(t('xray.title'), '#/school', t('school.title')),
      h(
        'div',
        { class: 'scroll stack wide pad xray', key: 'xray', tabindex: '0' },
        h(
          'div',
          { class: 'stack', key: 'program' },
          field(
            'classic',
            t('xray.program'),
            h(
              'select',
              { id: 'classic', onchange: (/** @type {any} */ event) => view.choose(event.target.value) },
              Object.keys(PROGRAMS).map((name) => h('option', { key: name, value: name, selected: name === view.classic }, name)),
            ),
          ),
          h('p', { class: 'small', key: 'about' }, t(`xray.about.${view.classic}`)),
          weightings.length > 0 &&
            choices(
              'weighting',
              t('xray.weighting'),
              weightings.map((name) => /** @type {[string, string]} */ ([name, t(`xray.weighting.${name}`)])),
              view.weighting ?? weightings[0],
              (name) => {
                view.weighting = name === weightings[0] ? null : name;
                void view.ask();
              },
            ),
          variants.length > 1 &&
            choices(
              'variant',
              t('xray.variant'),
              variants.map(({ name }) => /** @type {[string, string]} */ ([name, t(`xray.variant.${name}`)])),
              variant.name,
              (name) => {
                view.variant = name === variants[0].name ? null : name;
                void view.ask();
              },
            ),
          variant &&
            view.variant &&
            h(
              'p',
              { class: 'small', key: 'variant-about' },
              `${variant.summary}. `,
              variant.moves &&
                h(
                  'a',
                  { href: `#/school/xray?classic=${view.classic}&variant=${variant.name}&moves=${variant.moves}` },
                  t('xray.variant.show'),
                ),
            ),
          additions(this.programs.known?.find((each) => each.name === view.classic)?.additions ?? [], view.added, (added) => {
            view.added = added;
            void view.ask();
          }),
          choices(
            'side',
            t('xray.side'),
            [
              ['black', [disc('black'), t('black')]],
              ['white', [disc('white'), t('white')]],
            ],
            view.answer?.side ?? view.side ?? toMove(view.setup),
            (side) => {
              view.side = /** @type {Stone} */ (side);
              void view.ask();
            },
          ),
        ),
        h('section', { class: 'stack tight', key: 'sum', 'aria-label': t('xray.counted') }, view.table(), view.beside()),
        view.walker(),
        view.layers(),
        view.pens(),
        h(
          'p',
          { class: 'row', key: 'links' },
          h('a', { href: view.address('theatre') }, t('xray.theatre')),
        ),
      ),
    ];
  }
}
