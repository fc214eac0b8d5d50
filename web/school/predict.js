// Predict, then reveal: what will the search do next? Each exercise is a real search; the answer is shown in the theatre.

import { head } from '../controls.js';
import { amount } from '../format.js';
import { icon } from '../icons.js';
import { BoardPage } from '../page.js';
import { h } from '../render.js';
import { t } from '../strings.js';
import { ask, askNodes, leaveOut, plan, seeksMost } from './predict-exercise.js';
import { Replay, path } from './theatre-replay.js';
import { Programs } from './programs.js';
import { programName, side, stones, switchName, watchRequest, writeSetting } from './theatre-setting.js';
import { watch } from './theatre-watch.js';
import { judged, line, mover, nodes, toMove, why, worth } from './theatre-words.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('./predict-exercise.js').Question} Question */
/** @typedef {import('./theatre-setting.js').Setting} Setting */
/** @typedef {import('../wire-types').ProgramView} Program */
/** @typedef {{ setting: Setting, question: Question, nodes: number, answer: number | null }} Exercise */

const MOST_NODES = 400000;
const LETTERS = 'ABCD';

/** Exercises and how they went; kept while the program is open. */
class Exercises {
  /** What was asked, by seed and number: going back finds them as they were left. @type {Map<string, Exercise>} */
  known = new Map();
  right = 0;
  asked = 0;
  /** The exercise that is being made. */
  making = '';
  /** @type {string | null} */
  failed = null;
  /** @type {ReturnType<typeof watch> | null} */
  watching = null;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  /** @param {string} key @param {number} seed @param {Program[]} all */
  make(key, seed, all) {
    const { app } = this;
    this.making = key;
    this.failed = null;
    const { setting, kind } = plan(seed, all);
    const replay = new Replay();
    const fail = (/** @type {import('../wire.js').Refused} */ refused) => {
      this.failed = refused.message;
      app.paint();
    };
    const done = (/** @type {Question | null} */ question, /** @type {number} */ nodes) => {
      this.making = '';
      // A search without anything to ask gives way to the next.
      if (!question) return this.make(key, seed + 7919, all);
      this.known.set(key, { setting, question, nodes, answer: null });
      app.paint();
    };
    this.watching = watch(
      app,
      watchRequest(setting),
      (part) => {
        replay.hear(part.events);
        if (!part.end) return;
        const { nodes } = part.counters;
        const left = leaveOut(setting);
        if (kind !== 'nodes' || nodes < 20) return done(ask(replay, kind, seed), nodes);
        const slower = { ...setting, without: [...setting.without, left] };
        this.watching = watch(
          app,
          { ...watchRequest(slower), shown: 1, nodes: MOST_NODES },
          (second) => second.end && done(second.end.stopped ? ask(replay, 'cut', seed) : askNodes(replay, second.counters.nodes, left, seed), nodes),
          fail,
        );
      },
      // A position in which the game is over is passed over.
      (refused) => (refused.code === 'disconnected' ? fail(refused) : this.make(key, seed + 7919, all)),
    );
  }
}

/** An option as it is read. @param {Exercise} exercise @param {number} i */
function told({ setting, question }, i) {
  if (question.points.length) return question.points[i];
  if (question.kind === 'nodes') return nodes(question.numbers[i]);
  return worth(question.numbers[i], setting.program.name);
}

/** @param {Exercise} exercise */
export function wording({ setting, question, nodes }) {
  const me = side(setting);
  const { node, kind } = question;
  const program = programName(setting.program.name);
  const here = t(toMove(node, me));
  const count = setting.depth;
  if (kind === 'first') return [t('predict.first', { program, side: t(me), count })];
  if (kind === 'nodes') return [t('predict.nodes', { program, nodes: amount(nodes), count }), t('predict.nodes_ask', { left: switchName(question.left ?? '').toLowerCase() })];
  const limit = node.cut ? worth(node[node.cut.bound], setting.program.name) : '';
  if (kind === 'cut')
    return [
      t('predict.cut', { program, line: line(node), side: here, other: t(mover(node, me)) }),
      t(node.cut?.bound === 'alpha' ? 'predict.cut_alpha' : 'predict.cut_beta', { side: here, other: t(mover(node, me)), limit }),
      t('predict.values', { me: t(me) }),
    ];
  return [
    t(node.point ? 'predict.value_after' : 'predict.value', { program, line: line(node), side: here }),
    t(seeksMost(question) ? 'predict.value_most' : 'predict.value_least', { me: t(me) }),
  ];
}

/** @param {Predict} page @param {Exercise} exercise */
function options(page, exercise) {
  const { question, answer: given } = exercise;
  const count = Math.max(question.points.length, question.numbers.length);
  return h(
    'div',
    { class: 'options', key: 'options', role: 'group', 'aria-label': t('predict.options') },
    Array.from({ length: count }, (_, i) =>
      h(
        'button',
        {
          type: 'button',
          key: i,
          class: given === null ? null : i === question.right ? 'right' : i === given ? 'wrong' : 'other',
          disabled: given !== null,
          onclick: () => page.answer(i),
        },
        h('span', { class: 'letter', 'aria-hidden': 'true' }, LETTERS[i]),
        h('span', { class: 'grow' }, told(exercise, i)),
        given !== null && i === question.right && icon('check'),
        given === i && i !== question.right && icon('close'),
      ),
    ),
  );
}

/** @param {Predict} page @param {Exercise} exercise */
function reveal(page, exercise) {
  const { setting, question, answer: given, nodes } = exercise;
  if (given === null) return null;
  const { node, kind } = question;
  const cast = { side: side(setting), program: setting.program.name };
  const right = given === question.right;
  const theatre = `#/school/theatre?${writeSetting(setting, { at: String(node.n) })}`;
  const race = `#/school/race?${writeSetting({ ...setting, without: [...setting.without, question.left ?? ''] })}&first=${setting.without.join(',')}`;
  const said =
    kind === 'nodes'
      ? [t('predict.nodes_told', { nodes: amount(nodes), slower: amount(question.numbers[question.right]) })]
      : kind === 'first'
        ? [t(setting.program.switches.includes('ordering') ? 'predict.first_ranked' : 'predict.first_plain', { point: node.point ?? '', value: judged(node, cast.program) }), t('predict.values', { me: t(side(setting)) })]
        : why(node, cast, Infinity);
  return h(
    'div',
    { class: 'reveal', key: 'reveal' },
    h('p', { class: right ? 'good' : 'bad', key: 'verdict' }, h('strong', null, t(right ? 'predict.right' : 'predict.wrong', { answer: told(exercise, question.right) }))),
    said.map((sentence, i) => h('p', { key: i }, sentence)),
    h(
      'p',
      { class: 'row', key: 'acts' },
      h('button', { type: 'button', class: 'main', onclick: () => page.next() }, t('predict.next')),
      kind === 'nodes' ? h('a', { class: 'button', href: race }, icon('versus'), t('theatre.race')) : h('a', { class: 'button', href: theatre }, icon('eye'), t('predict.theatre')),
    ),
  );
}

export class Predict extends BoardPage {
  programs = this.app.kept(Programs);
  exercises = this.app.kept(Exercises);

  get title() {
    return t('predict.title');
  }

  get sheet() {
    return /** @type {const} */ ('tall');
  }

  /** Which exercise the address asks for. */
  get place() {
    const { query } = this.app.route;
    const seed = Number(query.get('seed')) || 1;
    const number = Math.max(Number(query.get('number')) || 1, 1);
    return { seed, number, key: `${seed}/${number}` };
  }

  /** The same, once it is made. @returns {Exercise | null} */
  get exercise() {
    return this.exercises.known.get(this.place.key) ?? null;
  }

  enter() {
    super.enter();
    // A seed in the address makes an exercise one that can be shown to others.
    if (!this.app.route.query.has('seed')) location.replace(`#/school/predict?seed=${1 + (Date.now() % 9000)}&number=1`);
  }

  connected() {
    if (this.app.route.query.has('seed')) void this.#make();
  }

  /** Makes the exercise that the address asks for, unless that has been done. */
  async #make() {
    const { app, exercises } = this;
    const all = await this.programs.ask();
    const { seed, number, key } = this.place;
    if (!all || this.exercise || !this.isShown || app.wire.state !== 'open') return;
    if (exercises.making !== key || exercises.failed) exercises.make(key, seed * 1000 + number, all);
    app.paint();
  }

  leave() {
    this.exercises.watching?.drop();
    this.exercises.making = '';
  }

  /** @param {number} option */
  answer(option) {
    const { app, exercise, exercises } = this;
    const options = exercise && Math.max(exercise.question.points.length, exercise.question.numbers.length);
    if (!exercise || exercise.answer !== null || !options || option < 0 || option >= options) return;
    exercise.answer = option;
    exercises.asked++;
    const right = option === exercise.question.right;
    if (right) exercises.right++;
    app.announce(t(right ? 'predict.right' : 'predict.wrong', { answer: told(exercise, exercise.question.right) }));
    app.paint();
  }

  next() {
    const { seed, number } = this.place;
    this.app.go(`#/school/predict?seed=${seed}&number=${number + 1}`);
  }

  /** @returns {import('../board.js').BoardModel} */
  board() {
    const { app, exercise } = this;
    if (!exercise) return { size: 15 };
    const { setting, question, answer: given } = exercise;
    const me = side(setting);
    const moves = question.kind === 'cut' || question.kind === 'value' ? path(question.node).slice(1) : [];
    const letters = question.points.map((point, i) => ({
      point,
      figure: /** @type {const} */ ('circle'),
      text: LETTERS[i],
      tone: given !== null && i === question.right ? 'right' : '',
      says: t('predict.option', { letter: LETTERS[i] }),
    }));
    return {
      size: setting.size,
      stones: stones(setting),
      coordinates: app.preferences.coordinates,
      flipped: app.flipped,
      hover: null,
      ghosts: moves.map((each, i) => ({ point: each.point ?? '', stone: mover(each, me), text: String(i + 1), solid: true })),
      marks: [
        ...letters,
        ...question.told.map((each) => ({ point: each.point ?? '', figure: /** @type {const} */ ('dot'), tone: 'next', says: judged(each, setting.program.name) })),
      ],
    };
  }

  /** @param {string} point */
  point(point) {
    if (this.exercise) this.answer(this.exercise.question.points.indexOf(point));
  }

  panel() {
    const { exercise, exercises } = this;
    const { number } = this.place;
    const score = h('span', { class: 'score', key: 'score', role: 'status' }, exercises.asked > 0 && t('predict.score', { right: exercises.right, asked: exercises.asked }));
    const top = head(t('predict.title'), '#/school', t('school.title'), score);
    if (!exercise)
      return [
        top,
        h(
          'div',
          { class: 'pad', key: 'making' },
          exercises.failed
            ? h('p', { role: 'alert' }, exercises.failed)
            : h('p', { role: 'status' }, t('predict.making')),
        ),
      ];
    const { setting, question } = exercise;
    return [
      top,
      h(
        'div',
        { class: 'scroll pad stack predict', key: 'scroll', tabindex: '0' },
        h('p', { class: 'quiet', key: 'about' }, t('predict.number', { number, program: programName(setting.program.name), count: setting.depth })),
        h('div', { class: 'question', key: 'question' }, wording(exercise).map((sentence, i) => h('p', { key: i }, sentence))),
        question.told.length > 0 &&
          h(
            'ul',
            { class: 'told', key: 'told' },
            question.told.map((each) => h('li', { key: each.point ?? '' }, h('span', null, each.point), h('strong', null, judged(each, setting.program.name)))),
          ),
        options(this, exercise),
        reveal(this, exercise),
      ),
    ];
  }

  /** @param {string} key */
  key(key) {
    const { exercise } = this;
    if (!exercise) return false;
    const option = 'abcd'.indexOf(key.toLowerCase());
    const digit = '1234'.indexOf(key);
    if (exercise.answer === null && (option >= 0 || digit >= 0)) this.answer(Math.max(option, digit));
    else if (exercise.answer !== null && (key === ' ' || key === 'ArrowRight' || key === 'Enter')) this.next();
    else return false;
    return true;
  }
}
