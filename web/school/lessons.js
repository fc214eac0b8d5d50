// The course: ten lessons, each with a live board and an experiment whose result is measured, never written down here.

import { icon } from '../icons.js';
import { percent, wholeLength } from '../format.js';
import { h } from '../render.js';
import { t } from '../strings.js';
import { Refused } from '../wire.js';
import { compared, count, halt, prove, value } from './measure.js';
import { touched, written } from './position.js';
import { setting } from '../thought.js';
import { Xray, XrayRoom, exact } from './xray.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {{ label: string, value: number, text?: string }} Measured */
/** What an experiment found: the number that was to be guessed, everything measured, and what follows from it. */
/** @typedef {{ answer: number | null, measured: Measured[], says: string }} Finding the answer is `null` if a search was stopped before it was known */
/**
 * @typedef {object} Lesson
 * @property {string} classic
 * @property {string} query the position
 * @property {import('./xray.js').Layer} layer
 * @property {boolean} [table] whether what is counted stands below the text
 * @property {'factor' | 'percent' | 'difference'} off how far a guess is off
 * @property {string} theatre the program whose search is watched, and how
 * @property {(app: App, view: Xray) => Promise<Finding>} run
 */

const SMALL = 'rule=freestyle&size=6&moves=c3d4c4d3';
const FIGHT = 'rule=freestyle&size=15&moves=h8i9g7h9i8g8h7i7';
/** Table II of the document of `automaton`, for both sides. */
const TABLE_II = ['aaaaa', 'caaaac', 'caaaab', 'baaaac', 'caaac'];
const swapped = TABLE_II.map((pattern) => pattern.replace(/[ab]/g, (letter) => (letter === 'a' ? 'b' : 'a')));

/** @param {number} ratio */
const times = (ratio) => (ratio >= 10 ? exact(Math.round(ratio)) : exact(Math.round(ratio * 10) / 10));
/** @param {number} value @param {boolean} stopped @returns {Pick<Measured, 'value' | 'text'>} */
const atLeast = (value, stopped) => ({ value, text: stopped ? t('lesson.more', { count: exact(value) }) : exact(value) });
/** @param {import('./measure.js').Count} counted */
const nodes = ({ nodes, stopped }) => atLeast(nodes, stopped);
/** Without the shallower searches before the last. @param {import('./measure.js').Count} counted */
const lastly = ({ last, stopped }) => atLeast(last, stopped);
/** What is said of searches of which one was stopped. @param {{ stopped: boolean }[]} found */
const stopped = (found) => (found.some((each) => each.stopped) ? t('lesson.stopped') : null);
/** The number to be guessed, unless a search that it comes from was stopped. @param {number} answer @param {{ stopped: boolean }[]} found */
const known = (answer, ...found) => (stopped(found) ? null : answer);
/** From this value on “goren in small” has found a win. */
const WON = 1e6 - 1000;
/** What the document of boundary claims of its ordering. */
const CLAIMED = [0.5, 0.75];

/** The branches of three plies multiplied out. @param {number} first the branches of the root */
function product(first) {
  const plies = [first, first - 1, first - 2];
  const line = plies.map((_, i) => plies.slice(0, i + 1).map(exact).join(' · '));
  return `${line.join(' + ')} = ${exact(plies[0] * (1 + plies[1] * (1 + plies[2])))}`;
}

/**
 * What lesson 5 found: how much less was searched, and whether that changed the move.
 * @param {import('./measure.js').Count} kept of the map only the best
 * @param {import('./measure.js').Count} map
 * @param {import('./measure.js').Count} board everything
 */
function chosen(kept, map, board) {
  const cut = stopped([kept, map]);
  if (cut) return cut;
  const saved = t(board.stopped ? 'lesson.5.at_least' : 'lesson.5.after', { map: times(board.nodes / map.nodes), kept: times(map.nodes / kept.nodes) });
  const found = board.stopped ? [kept, map] : [kept, map, board];
  const moves = found.map(({ move }) => move).join(', ');
  const same = found.every(({ move }) => move === kept.move);
  const agreed = board.stopped ? 'lesson.5.both' : 'lesson.5.same';
  return `${saved} ${same ? t(agreed, { move: kept.move }) : t('lesson.5.differ', { moves })}`;
}

/** @type {Lesson[]} */
export const lessons = [
  {
    classic: 'sequences',
    query: SMALL,
    layer: 'candidates',
    off: 'factor',
    theatre: 'sequences&depth=2&without=pruning',
    run: async (app, { setup }) => {
      const found = [];
      for (const depth of [1, 2, 3]) found.push(await count(app, setup, { program: 'sequences', depth, without: ['pruning'] }));
      return {
        answer: known(found[2].last, found[2]),
        measured: found.map((each, i) => ({ label: t('lesson.1.plies', { count: i + 1 }), ...lastly(each) })),
        says: stopped(found) ?? t('lesson.1.after', { product: product(found[0].last), ratio: times(found[2].last / found[1].last) }),
      };
    },
  },
  {
    classic: 'sequences',
    query: SMALL,
    layer: 'candidates',
    off: 'factor',
    theatre: 'sequences&depth=3',
    run: async (app, { setup }) => {
      const pruned = await count(app, setup, { program: 'sequences', depth: 4 });
      const whole = await count(app, setup, { program: 'sequences', depth: 4, without: ['pruning'] });
      const ratio = whole.last / pruned.last;
      const result =
        pruned.value !== whole.value
          ? t('lesson.2.values', { first: exact(pruned.value ?? 0), second: exact(whole.value ?? 0) })
          : t(pruned.move === whole.move ? 'lesson.2.same' : 'lesson.2.moves', { move: pruned.move, other: whole.move, value: exact(pruned.value ?? 0) });
      const saving = ratio > 1 ? t('lesson.2.after', { saved: percent(1 - 1 / ratio), ratio: times(ratio) }) : t('lesson.2.nothing');
      return {
        answer: known(ratio, pruned, whole),
        measured: [
          { label: t('lesson.2.with'), ...lastly(pruned) },
          { label: t('lesson.2.without'), ...lastly(whole) },
        ],
        says: stopped([pruned, whole]) ?? `${saving} ${result}`,
      };
    },
  },
  {
    classic: 'boundary',
    query: FIGHT,
    layer: 'candidates',
    off: 'percent',
    theatre: 'boundary&depth=3',
    run: async (app, { setup }) => {
      const ordered = await count(app, setup, { program: 'boundary', depth: 4 });
      const plain = await count(app, setup, { program: 'boundary', depth: 4, without: ['ordering'] });
      const saved = 1 - ordered.nodes / plain.nodes;
      return {
        answer: known(saved * 100, ordered, plain),
        measured: [
          { label: t('lesson.3.with'), ...nodes(ordered) },
          { label: t('lesson.3.without'), ...nodes(plain) },
        ],
        says:
          stopped([ordered, plain]) ??
          [
            saved > 0 ? t('lesson.3.after', { saved: percent(saved) }) : t('lesson.3.nothing'),
            t(ordered.value === plain.value ? 'lesson.3.same' : 'lesson.3.values'),
            t(saved > CLAIMED[1] ? 'lesson.3.more' : saved < CLAIMED[0] ? 'lesson.3.less' : 'lesson.3.within'),
          ].join(' '),
      };
    },
  },
  {
    classic: 'sequences',
    query: 'rule=freestyle&size=8&moves=d4e5d5e4',
    layer: 'counted',
    table: true,
    off: 'difference',
    theatre: 'sequences&depth=2',
    run: async (_, { setup }) => {
      const free = setup.moves.includes('d6') ? touched(setup, 'd6', 'turn') : setup;
      const before = await value(free, { classic: 'sequences', side: 'black' });
      const later = await value(touched(free, 'd6', 'black'), { classic: 'sequences', side: 'black' });
      return {
        answer: later - before,
        measured: [
          { label: t('lesson.4.before'), value: before },
          { label: t('lesson.4.later'), value: later },
          { label: t('lesson.4.change'), value: later - before },
        ],
        says: t('lesson.4.after', { change: exact(later - before) }),
      };
    },
  },
  {
    classic: 'boundary',
    query: FIGHT,
    layer: 'candidates',
    off: 'factor',
    theatre: 'boundary&depth=3&without=selection',
    run: async (app, { setup }) => {
      const ways = [[], ['selection'], ['selection', 'boundary']];
      const found = [];
      for (const without of ways) found.push(await count(app, setup, { program: 'boundary', depth: 3, without }));
      const [kept, map, board] = found;
      return {
        answer: known(board.nodes, board),
        measured: [
          { label: t('lesson.5.kept'), ...nodes(kept) },
          { label: t('lesson.5.map'), ...nodes(map) },
          { label: t('lesson.5.board'), ...nodes(board) },
        ],
        says: chosen(kept, map, board),
      };
    },
  },
  {
    classic: 'automaton',
    query: 'rule=freestyle&size=15&moves=h8h9i8i9j8g9k8l8f6k10',
    layer: 'counted',
    table: true,
    off: 'factor',
    theatre: 'automaton&depth=3',
    run: async (_, { lines }) => {
      const read = lines.reduce((sum, walk) => sum + walk.letters.length, 0);
      const naive = compared(
        lines.map((walk) => walk.letters),
        [...TABLE_II, ...swapped],
      );
      return {
        answer: naive,
        measured: [
          { label: t('lesson.6.automaton'), value: read },
          { label: t('lesson.6.naive'), value: naive },
        ],
        says: t('lesson.6.after', { ratio: times(naive / Math.max(read, 1)) }),
      };
    },
  },
  {
    classic: 'masked',
    query: 'rule=standard&size=15&black=g8h8i8k8l8&white=g9i9h7k7m9&side=black',
    layer: 'counted',
    table: true,
    off: 'difference',
    theatre: 'masked&depth=2',
    run: async (app, { setup }) => {
      const hidden = await value(setup, { classic: 'masked' });
      const plain = await value(setup, { classic: 'masked', without: ['masking'] });
      const chosen = await count(app, setup, { program: 'masked' });
      const careless = await count(app, setup, { program: 'masked', without: ['masking'] });
      return {
        answer: plain,
        measured: [
          { label: t('lesson.7.with'), value: hidden },
          { label: t('lesson.7.without'), value: plain },
        ],
        says: [
          plain === hidden ? t('lesson.7.nothing') : t(plain > hidden ? 'lesson.7.after' : 'lesson.7.adds', { difference: exact(Math.abs(plain - hidden)) }),
          stopped([chosen, careless]) ??
            t(chosen.move === careless.move ? 'lesson.7.same' : 'lesson.7.differ', { with: chosen.move, without: careless.move }),
        ].join(' '),
      };
    },
  },
  {
    classic: 'boundary',
    query: 'rule=freestyle&size=15&moves=h8g9i9g7',
    layer: 'candidates',
    off: 'factor',
    theatre: 'miniature&depth=4',
    run: async (app, { setup }) => {
      const ways = [[], ['table'], ['table', 'deepening']];
      const found = [];
      for (const without of ways) found.push(await count(app, setup, { program: 'miniature', depth: 7, without }));
      const [both, untabled, neither] = found.map((each) => each.nodes);
      const labels = [t('lesson.8.with'), t('lesson.8.without'), t('lesson.8.plain')];
      return {
        answer: known(found[1].nodes, found[1]),
        measured: found.map((each, i) => ({ label: labels[i], ...nodes(each) })),
        says:
          stopped(found) ??
          [
            untabled > both ? t('lesson.8.after', { ratio: times(untabled / both) }) : t('lesson.8.idle'),
            neither > both ? t('lesson.8.pays', { ratio: times(neither / both) }) : t('lesson.8.costs', { ratio: times(both / neither) }),
          ].join(' '),
      };
    },
  },
  {
    classic: 'automaton',
    query: 'rule=freestyle&size=15&black=i5j7e10h11e9i9j8h10g7&white=k6f11g6j11k7i6i7h5g5&side=black',
    layer: 'counted',
    off: 'factor',
    theatre: 'miniature&depth=4',
    run: async (app, { setup }) => {
      const proof = await prove(app, setup);
      const search = await count(app, setup, { program: 'miniature', depth: 4 });
      const line = proof.line ?? [];
      const seen = (search.value ?? 0) > WON;
      return {
        answer: proof.solved === 'unknown' ? null : proof.nodes,
        measured: [
          { label: t('lesson.9.solver'), ...atLeast(proof.nodes, proof.solved === 'unknown') },
          { label: t('lesson.9.search'), ...nodes(search) },
        ],
        says:
          proof.solved === 'win'
            ? [
                t('lesson.9.after', { line: line.join(' '), length: wholeLength(line.length) }),
                stopped([search]) ?? t(seen ? 'lesson.9.seen' : 'lesson.9.unseen', { count: search.nodes }),
              ].join(' ')
            : t(proof.solved === 'no_win' ? 'lesson.9.none' : 'lesson.9.unknown'),
      };
    },
  },
  {
    classic: 'masked',
    query: FIGHT,
    layer: 'counted',
    off: 'percent',
    theatre: 'masked&depth=2',
    run: async (app, view) => {
      const glance = await view.looked;
      if (!glance) throw view.refused ?? new Refused({ code: 'disconnected' });
      const chosen = [];
      const cut = [];
      for (const program of ['boundary', 'automaton', 'sequences', 'trapper', 'masked']) {
        // As deep as it looks on a board of this size.
        const depth = Number(setting(program, view.setup.size).get('depth')) || undefined;
        const found = await count(app, view.setup, { program, depth });
        if (found.stopped) cut.push(program);
        else chosen.push(`${program} ${found.move}`);
      }
      view.layer = 'network';
      return {
        answer: glance.black * 100,
        measured: [{ label: t('lesson.10.network'), value: glance.black * 100, text: percent(glance.black) }],
        says: [
          t('lesson.10.after', {
            black: percent(glance.black),
            moves: glance.policy.slice(0, 3).map(({ point, share }) => `${point} ${percent(share)}`).join(', '),
          }),
          chosen.length ? t('lesson.10.classics', { classics: chosen.join(', ') }) : '',
          cut.length ? t('lesson.10.stopped', { programs: cut.join(', ') }) : '',
        ]
          .filter(Boolean)
          .join(' '),
      };
    },
  },
];

const KEPT = 'goren.lessons';

/** The lessons whose experiment was run, kept in this browser. @returns {number[]} */
export function done() {
  try {
    const stored = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(stored) ? stored.filter((each) => Number.isInteger(each) && lessons[each - 1]) : [];
  } catch {
    return [];
  }
}

/** @param {number} number */
function finish(number) {
  try {
    localStorage.setItem(KEPT, JSON.stringify([...new Set([...done(), number])]));
  } catch {
    // Without storage the course works, it only forgets.
  }
}

/** How far a guess was off, in words. @param {string} guess @param {Finding} finding @param {Lesson['off']} off */
export function verdict(guess, { answer }, off) {
  const guessed = Number(guess.replaceAll(/[\s,]/g, '').replace('−', '-'));
  if (answer === null || !guess.trim() || !Number.isFinite(guessed)) return '';
  if (off === 'factor') {
    const factor = guessed > 0 && answer > 0 ? Math.max(guessed / answer, answer / guessed) : Infinity;
    if (factor < 1.5) return t('lesson.close');
    return Number.isFinite(factor) ? t('lesson.factor', { factor: times(factor) }) : t('lesson.off', { difference: exact(Math.abs(guessed - answer)) });
  }
  const difference = Math.abs(guessed - answer);
  if (difference <= (off === 'percent' ? 5 : Math.abs(answer) / 10)) return t('lesson.close');
  return t(off === 'percent' ? 'lesson.points' : 'lesson.off', { difference: exact(off === 'percent' ? Math.round(difference) : Math.round(difference * 10) / 10) });
}

/** @param {LessonPage} here */
function experiment(here) {
  const { which, lesson } = here;
  const { finding } = here;
  const most = Math.max(1, ...(finding?.measured ?? []).map((each) => Math.abs(each.value)));
  return h(
    'section',
    { class: 'experiment stack', key: 'experiment', 'aria-labelledby': 'experiment-title' },
    h('h2', { id: 'experiment-title' }, t('lesson.experiment')),
    h('p', null, t(`lesson.${which}.question`)),
    h(
      'form',
      {
        class: 'row',
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void here.run();
        },
      },
      h('label', { for: 'guess', class: 'small' }, t(lesson.off === 'percent' ? 'lesson.guess.percent' : 'lesson.guess')),
      h('input', {
        id: 'guess',
        type: 'text',
        inputmode: 'decimal',
        autocomplete: 'off',
        maxlength: '15',
        value: here.guess,
        oninput: (/** @type {any} */ event) => {
          here.guess = event.target.value;
          here.app.paint();
        },
      }),
      h(
        'button',
        { type: 'submit', class: 'main', 'aria-disabled': !here.guess.trim() && !finding && !here.running ? 'true' : null },
        here.running ? t('lesson.stop') : t(finding ? 'lesson.again' : 'lesson.run'),
      ),
    ),
    !here.guess.trim() && !finding && !here.running && h('p', { class: 'small quiet', key: 'first' }, t('lesson.guess_first')),
    here.running && h('p', { class: 'row small', role: 'status', key: 'running' }, h('span', { class: 'pulse' }), t('lesson.running')),
    here.error && h('p', { class: 'small warning', role: 'alert', key: 'error' }, here.error),
    finding && [
      h('p', { class: 'small quiet', key: 'measured' }, t('lesson.measured')),
      h(
        'dl',
        { class: 'measured', key: 'result' },
        finding.measured.map(({ label, value, text }) => [
          h('dt', { key: label }, label),
          h(
            'dd',
            { key: `${label} value` },
            h('span', { class: 'bar-of', style: { '--share': `${(100 * Math.abs(value)) / most}%` } }),
            h('b', null, text ?? exact(value)),
          ),
        ]),
      ),
      h('p', { key: 'verdict' }, h('b', null, verdict(here.guess, finding, lesson.off)), ' ', finding.says),
    ],
  );
}

export class LessonPage extends XrayRoom {
  which = named(this.app.route.id);
  lesson = lessons[this.which - 1];
  guess = '';
  running = false;
  /** @type {Finding | null} */
  finding = null;
  /** @type {string | null} */
  error = null;

  get title() {
    return t(`lesson.${this.which}.title`);
  }

  begun() {
    const { classic, query, layer } = lessons[named(this.app.route.id) - 1];
    const xray = new Xray(this.app, classic, new URLSearchParams(query));
    xray.layer = layer;
    return xray;
  }

  leave() {
    super.leave();
    if (this.running) halt(this.app);
  }

  /** Makes the experiment, or ends the one under way. */
  async run() {
    const { app, which, xray } = this;
    if (this.running) return halt(app);
    if (!this.guess.trim() && !this.finding) return document.getElementById('guess')?.focus();
    this.running = true;
    this.finding = this.error = null;
    app.paint();
    try {
      const finding = await this.lesson.run(app, xray);
      this.finding = finding;
      finish(which);
      app.announce(finding.says);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const isWon = error.code === 'game_over' && xray.answer?.counted.some((each) => each.points.length);
      this.error = isWon ? t('lesson.won') : t('lesson.failed', { why: error.message });
    } finally {
      this.running = false;
      app.paint();
    }
  }

  /** @param {string} key */
  key(key) {
    if (key !== 'u') return false;
    this.xray.undo();
    this.app.paint();
    return true;
  }

  panel() {
    const { xray: view, finding, which, lesson } = this;
    const past = done();
    const link = (/** @type {number} */ to, /** @type {string} */ key, /** @type {string} */ kind) =>
      h('a', { key, class: kind, href: `#/school/lesson/${to}` }, t(key, { title: t(`lesson.${to}.title`) }));
    return [
      h(
        'div',
        { class: 'head', key: 'head' },
        h('span', { class: 'small quiet grow' }, t('lesson.of', { number: which, count: lessons.length })),
        past.includes(which) && h('span', { class: 'small good' }, icon('check'), t('lesson.done')),
        h('a', { class: 'small', href: '#/school' }, t('school.title')),
      ),
      h(
        'div',
        { class: 'scroll stack wide pad xray lesson', key: `lesson ${which}`, tabindex: '0' },
        h('h1', { key: 'title' }, t(`lesson.${which}.title`)),
        ['a', 'b', 'c'].map((part) => h('p', { key: part }, t(`lesson.${which}.${part}`))),
        experiment(this),
        lesson.table && h('section', { class: 'stack tight', key: 'sum', 'aria-label': t('xray.counted') }, view.table()),
        lesson.table && view.walker(),
        which === 10 && finding && view.beside(),
        h(
          'div',
          { class: 'stack tight', key: 'links' },
          h('p', { class: 'small quiet' }, t('lesson.try')),
          h(
            'div',
            { class: 'row' },
            h('button', { type: 'button', disabled: !view.past.length, onclick: () => view.undo() }, icon('undo'), t('xray.undo')),
            h('a', { class: 'small', href: view.address('xray') }, t('lesson.xray')),
            h(
                'a',
                { class: 'small', href: `#/school/theatre?classic=${lesson.theatre}&${written(view.setup)}` },
                t('lesson.theatre'),
              ),
          ),
        ),
        h(
          'nav',
          { class: 'row between turn', key: 'turn', 'aria-label': t('lesson.course') },
          which > 1 ? link(which - 1, 'lesson.previous', 'small') : h('span'),
          which < lessons.length
            ? link(which + 1, 'lesson.next', 'button main')
            : h('a', { class: 'button main', href: '#/school' }, t('lesson.end')),
        ),
      ),
    ];
  }
}

/** The lesson that the address names; the first where it names none. @param {string} id such as `lesson/3` */
function named(id) {
  const asked = Number(id.split('/')[1]);
  return asked >= 1 && asked <= lessons.length ? Math.floor(asked) : 1;
}
