// Solving puzzles: one after another, those that are due, that of the day, one's own, or a certain one.

import { disc, head, tool } from '../controls.js';
import { icon } from '../icons.js';
import { BoardPage } from '../page.js';
import { h } from '../render.js';
import { t } from '../strings.js';
import { advice, dots, sentence, sortName, today, wire } from './desk.js';
import { Solver } from './solver.js';

/** @typedef {import('../app.js').App} App */

/** The puzzle on the board and what it was asked for with: a visit elsewhere leaves it as it is. */
class UnderWay {
  key = '';
  solver;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.solver = new Solver(app);
  }

  /** Another puzzle is asked for. @param {string} key */
  clear(key) {
    this.key = key;
    this.solver = new Solver(this.app);
  }
}

const MODES = ['train', 'due', 'daily', 'own', 'one'];

/** What the address asks for. @param {App} app */
function request(app) {
  const { query } = app.route;
  const asked = query.get('mode') ?? 'train';
  const mode = MODES.includes(asked) ? asked : 'train';
  const filter = Object.fromEntries(['kind', 'rule', 'grade', 'theme'].filter((name) => query.get(name)).map((name) => [name, query.get(name)]));
  return { mode, ...wire(filter), ...(mode === 'one' ? { id: query.get('id') ?? '' } : {}), day: today() };
}

/** Where the puzzle under way is remembered, for a page that is loaded again. */
const REMEMBERED = 'goren.puzzle';

/** The puzzle that was under way when the page was loaded again. @param {string} key */
function remembered(key) {
  const [asked, puzzle] = JSON.parse(sessionStorage.getItem(REMEMBERED) ?? '[]');
  return asked === key ? puzzle : undefined;
}

/** Begins with a puzzle: the one under way, or another. @param {Solver} now @param {ReturnType<typeof request>} asked */
async function begin(now, asked) {
  const key = JSON.stringify(asked);
  const id = remembered(key);
  if (id) await now.begin({ mode: 'one', id, day: asked.day });
  if (!id || now.failed) await now.begin(asked);
  // The puzzle of the day and a certain one are the same again anyway.
  if (now.attempt && asked.mode !== 'one' && asked.mode !== 'daily') sessionStorage.setItem(REMEMBERED, JSON.stringify([key, now.attempt.puzzle]));
}

/** Does something with a puzzle, which is under way no longer if that has ended it. @param {Solver} solver @param {(solver: Solver) => Promise<unknown>} act */
async function ended(solver, act) {
  await act(solver);
  if (solver.over) sessionStorage.removeItem(REMEMBERED);
}

/** @param {Solver} now */
function facts({ attempt }) {
  if (!attempt) return null;
  return h(
    'p',
    { class: 'train-facts small quiet', key: 'facts' },
    h('span', null, t(`rule.${attempt.rule}`)),
    dots(attempt.grade),
    h('span', null, t('train.puzzle_rating', { rating: Math.round(attempt.rating) })),
    attempt.tried > 0 && h('span', null, t('train.repeat')),
  );
}

/** @param {Solver} now */
function verdict(now) {
  const { ruling, solution, hint } = now;
  if (now.busy && now.pending) return h('div', { class: 'verdict note-box', key: 'verdict' }, h('p', { role: 'status' }, t('train.judging')));
  if (solution)
    return h(
      'div',
      { class: 'verdict note-box', key: 'verdict', 'data-tone': ruling?.over ? 'good' : 'told' },
      h('h2', null, icon(ruling?.over ? 'check' : 'eye'), t(ruling?.over ? 'train.solved_now' : 'train.given')),
      h('p', null, now.walk?.text ?? now.answers),
      now.changed.length > 0 && h('p', { class: 'small quiet' }, now.changed.join(' · ')),
    );
  if (ruling)
    return h(
      'div',
      { class: 'verdict note-box', key: 'verdict', 'data-tone': ruling.right ? 'good' : ruling.missed ? 'bad' : 'told' },
      h(
        'h2',
        null,
        icon(ruling.right ? 'check' : 'close'),
        t(ruling.over ? 'train.solved_now' : ruling.right ? 'train.right' : ruling.missed ? 'train.wrong' : 'train.almost'),
      ),
      h('p', null, sentence(ruling.said)),
      now.changed.length > 0 && h('p', { class: 'small quiet' }, now.changed.join(' · ')),
    );
  if (hint) return h('div', { class: 'verdict note-box', key: 'verdict', 'data-tone': 'told' }, h('h2', null, icon('hint'), t('train.hint')), h('p', null, advice(hint)));
  return null;
}

/** Steps through the answer. @param {Solver} now */
function walk(now) {
  const { walk: shown, attempt, solution } = now;
  if (!shown || !attempt || !solution) return null;
  const { at, moves } = shown;
  const step = (/** @type {string} */ name, /** @type {string} */ label, /** @type {number} */ to, /** @type {boolean} */ off) =>
    tool(name, t(label), () => now.step(to), { key: name, disabled: off });
  return h(
    'section',
    { class: 'stack tight', key: 'walk', 'aria-labelledby': 'walk-title' },
    h('h2', { id: 'walk-title' }, t('train.walk')),
    solution.answers.length > 1 && h('p', { class: 'small quiet' }, t('train.walk.all', { answers: solution.answers.join(', ') })),
    moves.length > 1 && [
      h(
        'div',
        { class: 'row walk-tools', key: 'tools' },
        step('first', 'train.walk.first', 0, at === 0),
        step('back', 'train.walk.back', at - 1, at === 0),
        step('forward', 'train.walk.forward', at + 1, at === moves.length),
        step('last', 'train.walk.last', moves.length, at === moves.length),
        shown.own && h('button', { type: 'button', class: 'plain', onclick: () => now.main() }, icon('undo'), t('train.walk.own')),
      ),
      h(
        'ol',
        { class: 'walk-line', key: 'line' },
        moves.map((point, i) =>
          h(
            'li',
            { key: `${i}` },
            h(
              'button',
              { type: 'button', class: 'plain', 'aria-current': i + 1 === at ? 'step' : null, onclick: () => now.step(i + 1) },
              disc(i % 2 ? (attempt.side === 'black' ? 'white' : 'black') : attempt.side),
              point,
            ),
          ),
        ),
      ),
    ],
    now.replies.length > 0 &&
      h(
        'div',
        { class: 'row replies', key: 'replies', role: 'group', 'aria-label': t('train.replies') },
        h('span', { class: 'small quiet' }, t('train.replies')),
        now.replies.map((point) => h('button', { type: 'button', key: point, disabled: now.busy, onclick: () => void now.tryOther(point) }, disc(now.loser), point)),
      ),
    attempt.kind !== 'balance' && h('p', { class: 'small quiet' }, t('train.walk.about', { stone: t(now.loser) })),
    (shown.tree?.moves ?? 0) > 0 && h('p', { class: 'small quiet', key: 'proved' }, icon('check'), ' ', t('train.proved', { count: shown.tree?.moves ?? 0 })),
  );
}

/** Opens the position on the page of analysis. @param {App} app @param {Solver} now */
function analyse(app, { attempt }) {
  if (!attempt) return;
  const fragment = `#rule=${attempt.rule}&size=${attempt.size}&black=${attempt.black.join('')}&white=${attempt.white.join('')}&side=${attempt.side}`;
  void app.open(fragment);
}

/** @param {Solve} page */
function acts(page) {
  const { app, solver: now } = page;
  const { ruling, solution } = now;
  const done = now.over;
  const missed = ruling !== null && !ruling.right;
  return h(
    'div',
    { class: 'tools train-tools', key: 'acts' },
    done
      ? [
          h('button', { type: 'button', class: 'main', key: 'next', onclick: () => page.next() }, t('train.next')),
          ruling?.plain && !solution && h('button', { type: 'button', key: 'on', onclick: () => void now.playOn() }, t('train.on')),
          !solution && h('button', { type: 'button', key: 'walk', onclick: () => void page.answer() }, icon('eye'), t('train.walk')),
          h('span', { class: 'space', key: 'space' }),
          solution && h('button', { type: 'button', key: 'analyse', onclick: () => analyse(app, now) }, icon('analyse'), t('train.analyse')),
        ]
      : [
          missed && h('button', { type: 'button', class: 'main', key: 'again', onclick: () => now.again() }, t('train.again')),
          h(
            'button',
            { type: 'button', key: 'hint', title: t('train.hint.title'), disabled: !now.attempt || now.busy || now.hint?.point != null, onclick: () => void now.help() },
            icon('hint'),
            t('train.hint'),
          ),
          h('button', { type: 'button', key: 'answer', disabled: !now.attempt || now.busy, onclick: () => void page.answer() }, icon('eye'), t('train.answer')),
        ],
  );
}

export class Solve extends BoardPage {
  underWay = this.app.kept(UnderWay);

  get title() {
    return t('train.go');
  }

  get solver() {
    return this.underWay.solver;
  }

  enter() {
    super.enter();
    // One that is done gives way to the next; one under way is as it was left.
    if (this.solver.over) this.underWay.clear('');
    this.turn();
  }

  turn() {
    const key = JSON.stringify(request(this.app));
    if (this.underWay.key !== key) this.underWay.clear(key);
  }

  connected() {
    const { solver } = this;
    if (!solver.attempt && !solver.busy) void begin(solver, request(this.app));
  }

  next() {
    const asked = request(this.app);
    // The puzzle of the day and a certain one are followed by any other.
    if (asked.mode === 'one' || asked.mode === 'daily') return this.app.go('#/train/solve');
    sessionStorage.removeItem(REMEMBERED);
    void begin(this.solver, asked);
  }

  /** Shows the answer, which ends the puzzle. */
  answer() {
    return ended(this.solver, (solver) => solver.answer());
  }

  /** @returns {import('../board.js').BoardModel} */
  board() {
    return this.solver.board();
  }

  /** @param {string} point */
  point(point) {
    void ended(this.solver, (solver) => (solver.walk ? solver.tryOther(point) : solver.play(point)));
  }

  /** @param {string} key */
  key(key) {
    const now = this.solver;
    if (key === 'h') void now.help();
    else if (key === 'a') void this.answer();
    else if (key === 'n') {
      if (!now.over) return true;
      this.next();
    } else if (now.walk && key === 'ArrowLeft') now.step(now.walk.at - 1);
    else if (now.walk && key === 'ArrowRight') now.step(now.walk.at + 1);
    else if (now.walk && key === '[') now.step(now.walk.at - 1);
    else if (now.walk && key === ']') now.step(now.walk.at + 1);
    else if (now.walk && key === 'Home') now.step(0);
    else if (now.walk && key === 'End') now.step(now.walk.moves.length);
    else return false;
    return true;
  }

  panel() {
    const { app } = this;
    const now = this.solver;
    const { attempt } = now;
    const { mode } = request(app);
    const title = t(mode === 'daily' ? 'train.daily' : mode === 'due' ? 'train.due' : mode === 'own' ? 'train.own' : 'train.go');
    if (!attempt)
      return [
        head(title, '#/train', t('train.back')),
        h('div', { class: 'pad stack', key: 'none' }, now.failed ? [h('p', { role: 'alert' }, now.failed), h('p', null, h('a', { class: 'button main', href: '#/train' }, t('train.back')))] : h('p', { role: 'status' }, t('train.loading'))),
      ];
    return [
      head(title, '#/train', t('train.back')),
      h(
        'div',
        { class: 'scroll pad stack puzzle', key: 'puzzle', tabindex: '0' },
        h('p', { class: 'task', key: 'task' }, disc(attempt.side), h('strong', null, now.task)),
        facts(now),
        verdict(now),
        walk(now),
        now.over &&
          h(
            'p',
            { class: 'small quiet', key: 'about' },
            [attempt.themes.map((theme) => sortName('theme', theme)).join(', '), t('train.id', { id: attempt.puzzle }), attempt.source].filter(Boolean).join(' · '),
          ),
      ),
      acts(this),
    ];
  }
}
