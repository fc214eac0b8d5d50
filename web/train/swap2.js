// The Swap2 trainer: the person places and sees the balance, or is dealt three stones and chooses.

import { choices, head } from '../controls.js';
import { percent } from '../format.js';
import { icon } from '../icons.js';
import { BoardPage } from '../page.js';
import { h } from '../render.js';
import { RULES } from '../rules.js';
import { choiceText } from '../steps.js';
import { t } from '../strings.js';
import { ask, bare } from './desk.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../wire-types').Swap2View} View */
/** @typedef {import('../wire-types').Swap2Deal} Deal */
/** @typedef {import('../wire-types').Swap2Choice} Choice */
/** @typedef {import('../wire-types').Swap2Score} Score */

const CHOICES = /** @type {Choice[]} */ (['black', 'white', 'place_two']);
/** A balance this near to the middle is called even. */
const EVEN = 0.04;

/** @param {Choice} choice */
const named = (choice) => choiceText(choice === 'place_two' ? 'place two' : `take ${choice}`);

class Trainer {
  /** @type {'choose' | 'place'} */
  mode = 'choose';
  rule = 'freestyle';
  /** @type {string[]} */
  stones = [];
  /** @type {Deal | null} */
  deal = null;
  /** Whether the person is placing two more stones. */
  two = false;
  /** @type {View | null} */
  view = null;
  /** @type {Score | null} */
  score = null;
  busy = false;
  failed = '';
  #asked = 0;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    const kept = localStorage.getItem('goren.train.swap2');
    this.rule = RULES.find((each) => each === kept) ?? this.rule;
  }

  /** @template T @param {() => Promise<T>} work @returns {Promise<T | null>} */
  async #work(work) {
    const asked = ++this.#asked;
    this.busy = true;
    this.app.paint();
    try {
      const answer = await work();
      return asked === this.#asked ? answer : null;
    } catch (error) {
      this.app.fail(error);
      this.failed = 'failed';
      return null;
    } finally {
      if (asked === this.#asked) this.busy = false;
      this.app.paint();
    }
  }

  /** Begins anew in a mode. @param {Partial<Pick<Trainer, 'mode' | 'rule'>>} change */
  async set(change) {
    Object.assign(this, change, { stones: [], deal: null, two: false, view: null, failed: '' });
    this.#asked++;
    this.busy = false;
    if (this.mode === 'choose') {
      const deal = await this.#work(() => ask('/swap2/deal', { rule: this.rule }));
      if (!deal) return;
      this.deal = deal;
      this.stones = deal.stones;
    }
    this.app.paint();
  }

  /** How many stones this board is to have now. */
  get wanted() {
    return this.mode === 'place' ? 3 : this.two ? 5 : 3;
  }

  /** @param {string} point */
  async place(point) {
    if (this.busy || this.view || this.stones.length >= this.wanted || this.stones.includes(point)) return;
    this.stones = [...this.stones, point];
    this.app.sound('stone');
    this.app.paint();
    if (this.stones.length < this.wanted) return;
    if (this.mode === 'place') this.#hear(await this.#work(() => ask('/swap2/judge', { rule: this.rule, stones: this.stones })));
    else await this.#choose('place_two', this.stones.slice(3));
  }

  /** @param {Choice} choice */
  async choose(choice) {
    if (this.busy || this.view || !this.deal) return;
    if (choice === 'place_two') {
      this.two = true;
      this.app.announce(t('swap.two'));
      return this.app.paint();
    }
    this.two = false;
    this.stones = this.deal.stones;
    await this.#choose(choice, []);
  }

  /** @param {Choice} choice @param {string[]} stones */
  async #choose(choice, stones) {
    const { deal } = this;
    this.#hear(await this.#work(() => ask('/swap2/choose', { deal: deal?.deal, choice, stones })));
  }

  /** @param {View | null} view */
  #hear(view) {
    // What could not be judged can be placed anew.
    if (!view) this.stones = this.mode === 'place' ? [] : (this.deal?.stones ?? []);
    this.view = view;
    this.score = view?.score ?? this.score;
    if (view) this.app.announce(view.chosen ? t('swap.points', { points: view.chosen.points }) : this.balance(view));
    this.app.paint();
  }

  /** @param {View} view */
  balance({ black }) {
    return t('swap.balance', { black: percent(black), white: percent(1 - black) });
  }
}

/** @param {Trainer} now @param {View} view */
function told(now, view) {
  const { chosen } = view;
  const even = Math.abs(view.black - 0.5) < EVEN;
  const best = view.worth.find((each) => each.choice === view.best)?.worth ?? 0.5;
  return [
    h(
      'div',
      { class: 'verdict note-box', key: 'told', 'data-tone': chosen ? (chosen.points >= 8 ? 'good' : chosen.points >= 4 ? 'told' : 'bad') : even ? 'good' : 'told' },
      h('h2', null, chosen ? t('swap.points', { points: chosen.points }) : now.balance(view)),
      chosen && h('p', null, now.balance(view)),
      chosen?.black != null && h('p', null, t('swap.after_two', { black: percent(chosen.black) })),
      !chosen && h('p', null, even && best < 0.5 + EVEN ? t('swap.even') : t('swap.uneven', { choice: t(`swap.take.${view.best}`), worth: percent(best) })),
    ),
    h(
      'table',
      { class: 'worths', key: 'worths' },
      h('caption', { class: 'unseen' }, t('swap.worth')),
      h(
        'tbody',
        null,
        view.worth.map(({ choice, worth }) => {
          const mine = chosen?.choice === choice;
          const shown = mine && chosen ? chosen.worth : worth;
          return h(
            'tr',
            { key: choice, 'data-best': choice === view.best, 'data-mine': mine },
            h('th', { scope: 'row' }, named(choice)),
            h('td', { class: 'bar-cell' }, h('span', { class: 'share-bar', 'aria-hidden': 'true' }, h('i', { style: { width: `${Math.round(shown * 100)}%` } }))),
            h('td', { class: 'number' }, percent(shown)),
            h('td', { class: 'small quiet' }, [mine && t('swap.yours'), choice === view.best && t('swap.best')].filter(Boolean).join(', ')),
          );
        }),
      ),
    ),
  ];
}

export class Swap2 extends BoardPage {
  trainer = new Trainer(this.app);

  get title() {
    return t('train.swap2');
  }

  connected() {
    const { trainer } = this;
    if (trainer.mode === 'choose' && !trainer.deal && !trainer.busy) void trainer.set({});
  }

  judged() {
    const { view } = this.trainer;
    return view ? (view.chosen?.black ?? view.black) : null;
  }

  /** @returns {import('../board.js').BoardModel} */
  board() {
    const { app } = this;
    const now = this.trainer;
    const { view, stones } = now;
    const placing = !now.busy && !view && stones.length < now.wanted;
    const shown = view && view.chosen?.choice !== 'place_two' && view.best === 'place_two' ? view.two : [];
    const line = view && !shown.length ? view.line.slice(0, 5) : [];
    return {
      ...bare(app),
      stones: stones.map((point, i) => ({ point, stone: i % 2 ? 'white' : 'black', number: i + 1 })),
      numbers: true,
      last: null,
      hover: placing ? (stones.length % 2 ? 'white' : 'black') : null,
      ghosts: [...shown, ...(view?.chosen?.choice === 'place_two' ? [] : line)].map((point, i) => ({
        point,
        stone: (stones.length + i) % 2 ? 'white' : 'black',
        text: String(stones.length + i + 1),
      })),
    };
  }

  /** @param {string} point */
  point(point) {
    void this.trainer.place(point);
  }

  /** @param {string} key */
  key(key) {
    const now = this.trainer;
    const choice = now.mode === 'choose' ? { 1: CHOICES[0], 2: CHOICES[1], 3: CHOICES[2] }[key] : undefined;
    if (choice) void now.choose(choice);
    else if (key === 'n' && now.view) void now.set({});
    else return key === 'n';
    return true;
  }

  panel() {
    const now = this.trainer;
    const { view, score } = now;
    return [
      head(t('train.swap2'), '#/train', t('train.back')),
      h(
        'div',
        { class: 'scroll pad stack wide', key: 'body', tabindex: '0' },
        choices(
          'swap-mode',
          t('swap.mode'),
          [
            ['choose', t('swap.mode.choose')],
            ['place', t('swap.mode.place')],
          ],
          now.mode,
          (mode) => void now.set({ mode: mode === 'place' ? 'place' : 'choose' }),
        ),
        h(
          'div',
          { class: 'field', key: 'rule' },
          h('label', { for: 'swap-rule' }, t('train.filter.rule')),
          h(
            'select',
            {
              id: 'swap-rule',
              onchange: (/** @type {any} */ event) => {
                localStorage.setItem('goren.train.swap2', event.target.value);
                void now.set({ rule: event.target.value });
              },
            },
            RULES.map((rule) => h('option', { key: rule, value: rule, selected: rule === now.rule }, t(`rule.${rule}`))),
          ),
        ),
        !view && h('p', { key: 'about' }, now.two ? t('swap.two') : t(`swap.about.${now.mode}`)),
        now.mode === 'choose' &&
          !view &&
          h(
            'div',
            { class: 'row', key: 'choices', role: 'group', 'aria-label': t('swap.about.choose') },
            CHOICES.map((choice) =>
              h(
                'button',
                { type: 'button', key: choice, disabled: now.busy || !now.deal, 'aria-pressed': choice === 'place_two' ? String(now.two) : null, onclick: () => void now.choose(choice) },
                choice === 'place_two' ? icon('plus') : h('span', { class: `disc ${choice}`, 'aria-hidden': 'true' }),
                named(choice),
              ),
            ),
          ),
        now.busy && now.stones.length >= 3 && h('p', { key: 'thinking', role: 'status' }, t('swap.thinking')),
        now.mode === 'place' &&
          !view &&
          now.stones.length < 3 &&
          h('p', { key: 'placed', class: 'quiet' }, t('swap.placed', { stone: t(now.stones.length % 2 ? 'white' : 'black'), number: now.stones.length + 1 })),
        view && told(now, view),
        view?.chosen && h('p', { class: 'small quiet', key: 'rule-of-points' }, t('swap.points.about')),
        score &&
          score.rounds > 0 &&
          h(
            'p',
            { class: 'small quiet', key: 'score' },
            [t('swap.score', { points: score.points, count: score.rounds }), score.best_run > 0 && t('swap.run', { run: score.run, best: score.best_run })].filter(Boolean).join(' · '),
          ),
      ),
      (view || (now.mode === 'place' && now.stones.length > 0)) &&
        h(
          'div',
          { class: 'tools train-tools', key: 'acts' },
          h('button', { type: 'button', class: 'main', disabled: now.busy, onclick: () => void now.set({}) }, t(now.mode === 'choose' ? 'swap.next' : 'swap.clear')),
        ),
    ];
  }
}
