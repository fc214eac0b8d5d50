// Rush: puzzles against the clock. The server keeps the time; this page only shows it.

import { choices, disc, head } from '../controls.js';
import { icon } from '../icons.js';
import { BoardPage } from '../page.js';
import { h } from '../render.js';
import { RULES } from '../rules.js';
import { t } from '../strings.js';
import { Refused } from '../wire.js';
import { thumbnail } from '../thumbnail.js';
import { ask, bare, sentence, sortName } from './desk.js';
import { Solver } from './solver.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../wire-types').RushView} View */

/** How long the outcome of a puzzle stays on the board, in milliseconds. */
const PAUSE = { right: 500, wrong: 1400 };

export class Rush {
  /** @type {View | null} */
  view = null;
  /** When the time is up, by this page's clock. */
  ends = 0;
  minutes = 3;
  rule = '';
  solver;
  /** Puzzles that were missed. @type {import('../wire-types').AttemptView[]} */
  missed = [];
  #timer = 0;
  #pause = 0;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.solver = new Solver(app);
  }

  get running() {
    return this.view !== null && !this.view.over;
  }

  get left() {
    return Math.max(0, this.ends - Date.now());
  }

  /** @param {View} view */
  #hear(view) {
    this.view = view;
    this.ends = Date.now() + view.left_ms;
    if (view.over) {
      this.end();
      this.app.announce(t('rush.over'));
    }
    this.app.paint();
  }

  async start() {
    try {
      this.missed = [];
      this.#hear(await ask('/rush', { minutes: this.minutes, ...(this.rule ? { rule: this.rule } : {}) }));
    } catch (error) {
      return this.app.fail(error);
    }
    clearInterval(this.#timer);
    this.#timer = window.setInterval(() => {
      if (this.left > 0) return this.app.paint();
      void this.#check();
    }, 250);
    await this.#next();
  }

  async #next() {
    await this.solver.begin({ mode: 'rush' });
    if (this.solver.failed) await this.#check();
  }

  /** Asks how it stands: the time may be up. */
  async #check() {
    try {
      this.#hear(await ask('/rush'));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.end();
      if (error.code === 'disconnected') return;
      // A server that was started anew need not know the rush.
      this.view = null;
      this.app.toast(t('rush.gone'));
      this.app.paint();
    }
  }

  /** @param {string} point */
  async play(point) {
    if (!this.running || this.solver.over) return;
    const puzzle = this.solver.attempt;
    const ruling = await this.solver.play(point);
    if (!ruling && this.solver.lost) {
      await this.#next();
      if (this.running) this.app.toast(t('rush.lost'));
      return;
    }
    if (!ruling) return void (this.left <= 0 && (await this.#check()));
    if (ruling.missed && puzzle) this.missed.push(puzzle);
    if (ruling.rush) this.#hear(ruling.rush);
    if (ruling.over && this.running) this.#pause = window.setTimeout(() => void this.#next(), PAUSE[ruling.right ? 'right' : 'wrong']);
  }

  end() {
    clearInterval(this.#timer);
    clearTimeout(this.#pause);
  }
}

/** @param {number} ms */
function clock(ms) {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** @param {App} app @param {Rush} now */
function setting(app, now) {
  return h(
    'div',
    { class: 'scroll pad stack wide', key: 'setting', tabindex: '0' },
    now.view?.over &&
      h(
        'div',
        { class: 'verdict note-box', key: 'over', 'data-tone': now.view.record ? 'good' : 'told', role: 'status' },
        h('h2', null, icon('flag'), t('rush.over')),
        now.view.record && h('p', null, h('strong', null, t('rush.record'))),
        h('p', null, t('rush.result', { count: now.view.score, minutes: now.view.minutes, best: now.view.best })),
      ),
    now.view?.over &&
      now.missed.length > 0 &&
      h(
        'section',
        { class: 'stack tight', key: 'missed', 'aria-labelledby': 'missed-title' },
        h('h2', { id: 'missed-title' }, t('rush.missed')),
        h(
          'ul',
          { class: 'missed' },
          now.missed.map(({ puzzle, size, black, white, kind }) =>
            h(
              'li',
              { key: puzzle },
              h(
                'a',
                { href: `#/train/solve?mode=one&id=${puzzle}` },
                thumbnail(size, [black.join(''), white.join('')]),
                h('span', { class: 'small' }, sortName('kind', kind)),
              ),
            ),
          ),
        ),
      ),
    h('p', { key: 'intro' }, t('rush.intro')),
    choices(
      'minutes',
      t('rush.length'),
      [3, 5].map((count) => [String(count), t('rush.minutes', { count })]),
      String(now.minutes),
      (value) => {
        now.minutes = Number(value);
        app.paint();
      },
    ),
    h(
      'div',
      { class: 'field', key: 'rule' },
      h('label', { for: 'rush-rule' }, t('train.filter.rule')),
      h(
        'select',
        {
          id: 'rush-rule',
          onchange: (/** @type {any} */ event) => {
            now.rule = event.target.value;
            app.paint();
          },
        },
        ['', ...RULES].map((rule) => h('option', { key: rule, value: rule, selected: rule === now.rule }, rule ? t(`rule.${rule}`) : t('rush.rule.any'))),
      ),
    ),
    h('p', { key: 'start' }, h('button', { type: 'button', class: 'main', onclick: () => void now.start() }, icon('play'), t(now.view?.over ? 'rush.again' : 'rush.start'))),
  );
}

/** @param {Rush} now */
function running(now) {
  const { view, solver } = now;
  if (!view) return null;
  const { attempt, ruling } = solver;
  const figure = (/** @type {string} */ key, /** @type {string} */ label, /** @type {import('../render.js').Loose} */ value, more = {}) =>
    h('div', { key, class: 'figure', ...more }, h('dt', null, label), h('dd', null, value));
  return h(
    'div',
    { class: 'scroll pad stack wide', key: 'running', tabindex: '0' },
    h(
      'dl',
      { class: 'figures' },
      figure('left', t('rush.left'), clock(now.left), { 'data-low': now.left < 20000 }),
      figure('score', t('rush.score'), view.score),
      figure('mistakes', t('rush.mistakes'), t('rush.mistakes.of', { count: view.mistakes, most: view.most_mistakes })),
    ),
    attempt && h('p', { class: 'task', key: 'task' }, disc(attempt.side), h('strong', null, solver.task)),
    ruling &&
      h(
        'div',
        { class: 'verdict note-box', key: 'verdict', 'data-tone': ruling.right ? 'good' : ruling.missed ? 'bad' : 'told' },
        h('h2', null, icon(ruling.right ? 'check' : 'close'), t(ruling.right ? 'train.right' : ruling.missed ? 'train.wrong' : 'train.almost')),
        h('p', null, sentence(ruling.said)),
      ),
  );
}

export class RushPage extends BoardPage {
  rush = new Rush(this.app);

  get title() {
    return t('train.rush');
  }

  leave() {
    this.rush.end();
  }

  /** @returns {import('../board.js').BoardModel} */
  board() {
    const { app } = this;
    const now = this.rush;
    return now.view && now.solver.attempt ? { ...now.solver.board(), ...(now.running ? {} : { hover: null }) } : bare(app);
  }

  /** @param {string} point */
  point(point) {
    void this.rush.play(point);
  }

  /** @param {string} key */
  key(key) {
    return key === 'n' && this.rush.running;
  }

  panel() {
    const { app } = this;
    const now = this.rush;
    return [head(t('train.rush'), '#/train', t('train.back')), now.running ? running(now) : setting(app, now)];
  }
}
