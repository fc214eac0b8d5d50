// Practice of one's own repertoire: a position, and the move one means to play there.

import './strings.js';
import { t } from '../strings.js';
import { head } from '../controls.js';
import { BoardPage } from '../page.js';
import { h } from '../render.js';
import { call } from '../wire.js';

/** @typedef {import('../wire-types').PracticeView} PracticeView */
/** @typedef {import('../wire-types').PracticeResult} PracticeResult */

export class Practice extends BoardPage {
  /** What was asked, and how much is left. @type {PracticeView | null} */
  asked = null;
  /** What was played, at first before it is judged. */
  played = '';
  /** @type {PracticeResult | null} */
  result = null;
  waiting = false;
  failed = '';

  get title() {
    return t('practice.title');
  }

  enter() {
    super.enter();
    void this.next();
  }

  /** The next position. */
  async next() {
    this.result = null;
    this.played = '';
    this.failed = '';
    try {
      this.asked = await (await call('library/practice')).json();
    } catch (error) {
      this.failed = error instanceof Error ? error.message : '';
    }
    const card = this.asked?.card;
    this.app.announce(card ? t('practice.about', { stone: t(card.side) }) : t('practice.done'));
    this.app.paint();
  }

  /** @param {string} point */
  async answer(point) {
    const { app } = this;
    const card = this.asked?.card;
    if (!card || this.result || this.waiting) return;
    if ([...card.black, ...card.white, ...card.traps].includes(point)) return app.refuse(t(card.traps.includes(point) ? 'game.trap' : 'game.taken', { point }));
    this.waiting = true;
    this.played = point;
    app.sound('stone');
    try {
      const body = JSON.stringify({ key: card.key, point });
      this.result = await (await call('library/practice', { method: 'POST', body })).json();
      if (this.result) app.announce(this.verdict(this.result));
    } catch (error) {
      app.fail(error);
      this.played = '';
    }
    this.waiting = false;
    app.paint();
  }

  /** @param {PracticeResult} result */
  verdict({ right, answer: point, days }) {
    if (!right) return t('practice.wrong', { played: this.played, point });
    return t('practice.right', { point: this.played, count: days });
  }

  /** @returns {import('../board.js').BoardModel} */
  board() {
    const card = this.asked?.card;
    if (!card) return { size: 15 };
    const stones = (/** @type {'black' | 'white'} */ stone) => card[stone].map((point) => ({ point, stone }));
    const { result, played } = this;
    const shown = result ? result.answer : played;
    return {
      size: card.size,
      traps: card.traps,
      stones: [...stones('black'), ...stones('white'), ...(shown ? [{ point: shown, stone: card.side }] : [])],
      last: shown || null,
      marks: result && !result.right ? [{ point: this.played, figure: /** @type {const} */ ('cross'), tone: 'lost' }] : [],
      hover: result ? null : card.side,
    };
  }

  /** @param {string} point */
  point(point) {
    void this.answer(point);
  }

  /** @param {string} key */
  key(key) {
    if ((key !== 'Enter' && key !== ' ') || !this.result) return false;
    void this.next();
    return true;
  }

  panel() {
    const { app } = this;
    const { asked: view, result, failed } = this;
    const card = view?.card;
    const { rule, size, side, black, white, traps } = card ?? { rule: '', size: 15, side: '', black: [], white: [], traps: [] };
    return [
      head(t('practice.title'), '#/library', t('library.title')),
      h(
        'div',
        { class: 'scroll pad stack', key: 'body', tabindex: '0' },
        failed && h('p', { role: 'alert', key: 'failed' }, failed),
        !view && !failed && h('p', { role: 'status', key: 'loading' }, t('table.loading')),
        view && !card && h('p', { key: 'done' }, t(view.repertoire.moves ? 'practice.done' : 'practice.empty')),
        view && !card && !view.repertoire.moves && h('p', { key: 'how', class: 'small quiet' }, t('repertoire.none')),
        card && [
          h('p', { key: 'question' }, h('b', null, t('practice.about', { stone: t(side) }))),
          h('p', { key: 'rule', class: 'small quiet' }, t('practice.rule', { rule: t(`rule.${rule}`), size }), ' · ', t('practice.left', { count: (result ?? view).repertoire.due })),
        ],
        result && [
          h('p', { key: 'verdict', class: result.right ? 'verdict-right' : 'verdict-wrong' }, this.verdict(result)),
          h(
            'div',
            { class: 'row', key: 'next' },
            h('button', { type: 'button', class: 'main', onclick: () => void this.next() }, t('practice.next')),
            h('button', { type: 'button', onclick: () => void app.study({ rule: /** @type {any} */ (rule), size, side: /** @type {any} */ (side), black, white, traps }) }, t('practice.analyse')),
          ),
        ],
      ),
    ];
  }
}
