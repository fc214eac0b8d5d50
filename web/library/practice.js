// Practice of one's own repertoire: a position, and the move one means to play there.

import './strings.js';
import { t } from '../strings.js';
import { h } from '../render.js';
import { call } from '../wire.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../wire-types').PracticeView} PracticeView */
/** @typedef {import('../wire-types').PracticeResult} PracticeResult */

/** @type {{ view: PracticeView | null, played: string, result: PracticeResult | null, waiting: boolean, failed: string }} */
let now = { view: null, played: '', result: null, waiting: false, failed: '' };

/** The next position. @param {App} app */
async function next(app) {
  now = { ...now, result: null, played: '', failed: '' };
  try {
    now.view = await (await call('library/practice')).json();
  } catch (error) {
    now.failed = error instanceof Error ? error.message : '';
  }
  const card = now.view?.card;
  app.announce(card ? t('practice.about', { stone: t(card.side) }) : t('practice.done'));
  app.paint();
}

/** @param {App} app @param {string} point */
async function answer(app, point) {
  const card = now.view?.card;
  if (!card || now.result || now.waiting) return;
  if ([...card.black, ...card.white, ...card.traps].includes(point)) return app.refuse(t(card.traps.includes(point) ? 'game.trap' : 'game.taken', { point }));
  now.waiting = true;
  now.played = point;
  app.sound('stone');
  try {
    const body = JSON.stringify({ key: card.key, point });
    now.result = await (await call('library/practice', { method: 'POST', body })).json();
    if (now.result) app.announce(verdict(now.result));
  } catch (error) {
    app.fail(error);
    now.played = '';
  }
  now.waiting = false;
  app.paint();
}

/** @param {PracticeResult} result */
function verdict({ right, answer: point, days }) {
  if (!right) return t('practice.wrong', { played: now.played, point });
  return t('practice.right', { point: now.played, count: days });
}

/** @type {import('../adapted.js').Described} */
export const practice = {
  title: () => t('practice.title'),
  enter: (app) => {
    app.show('');
    now = { view: null, played: '', result: null, waiting: false, failed: '' };
    void next(app);
  },
  board: () => {
    const card = now.view?.card;
    if (!card) return { size: 15 };
    const stones = (/** @type {'black' | 'white'} */ stone) => card[stone].map((point) => ({ point, stone }));
    const { result, played } = now;
    const shown = result ? result.answer : played;
    return {
      size: card.size,
      traps: card.traps,
      stones: [...stones('black'), ...stones('white'), ...(shown ? [{ point: shown, stone: card.side }] : [])],
      last: shown || null,
      marks: result && !result.right ? [{ point: now.played, figure: /** @type {const} */ ('cross'), tone: 'lost' }] : [],
      hover: result ? null : card.side,
    };
  },
  point: (app, point) => void answer(app, point),
  key: (app, key) => {
    if ((key !== 'Enter' && key !== ' ') || !now.result) return false;
    void next(app);
    return true;
  },
  panel: (app) => {
    const { view, result, failed } = now;
    const card = view?.card;
    const { rule, size, side, black, white, traps } = card ?? { rule: '', size: 15, side: '', black: [], white: [], traps: [] };
    return [
      h('div', { class: 'head', key: 'head' }, h('h1', { class: 'grow' }, t('practice.title')), h('a', { class: 'small', href: '#/library' }, t('library.title'))),
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
          h('p', { key: 'verdict', class: result.right ? 'verdict-right' : 'verdict-wrong' }, verdict(result)),
          h(
            'div',
            { class: 'row', key: 'next' },
            h('button', { type: 'button', class: 'main', onclick: () => void next(app) }, t('practice.next')),
            h('button', { type: 'button', onclick: () => void app.study({ rule: /** @type {any} */ (rule), size, side: /** @type {any} */ (side), black, white, traps }) }, t('practice.analyse')),
          ),
        ],
      ),
    ];
  },
};
