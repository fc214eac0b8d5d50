// Training: its contents, and the rooms below it.

import './strings.js';
import { icon } from '../icons.js';
import { Reading } from '../page.js';
import { h } from '../render.js';
import { t } from '../strings.js';
import { thumbnail } from '../thumbnail.js';
import { Refused } from '../wire.js';
import { ask, filter, filters, today } from './desk.js';
import { Own, ProgressPage, Sheet } from './lists.js';
import { RushPage } from './rush.js';
import { Solve } from './solve.js';
import { SURE } from './solver.js';
import { Swap2 } from './swap2.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../wire-types').TrainingView} View */

/** How training stands, as it was last heard: shown at once when one comes back. */
class Standing {
  /** @type {View | null} */
  view = null;
  /** @type {string | null} */
  failed = null;
}

/** @param {View} view */
function figures(view) {
  /** @type {[string, string | number, string][]} */
  const all = [
    ['rating', Math.round(view.rating), t(view.deviation > SURE ? 'train.rating.provisional' : 'train.rating.about', { deviation: Math.round(view.deviation) })],
    ['run', view.run, t('train.run.about', { best: view.best_run })],
    ['solved', view.solved, t('train.solved.about', { tried: view.tried })],
    ['days', view.daily.run, t('train.run.about', { best: view.daily.best_run })],
  ];
  return h(
    'dl',
    { class: 'figures', key: 'figures' },
    all.map(([key, value, about]) => h('div', { key, class: 'figure' }, h('dt', null, t(`train.${key}`)), h('dd', null, value), h('dd', { class: 'small quiet' }, about))),
  );
}

/** @param {View} view */
function daily({ daily: day }) {
  if (!day.puzzle || !day.size || !day.side || !day.rule) return null;
  return h(
    'section',
    { class: 'daily', key: 'daily', 'aria-labelledby': 'daily-title' },
    thumbnail(day.size, day.stones),
    h(
      'div',
      { class: 'stack tight' },
      h('h2', { id: 'daily-title' }, t('train.daily')),
      h('p', null, t('train.daily.about', { stone: t(day.side), rule: t(`rule.${day.rule}`) })),
      day.solved && h('p', { class: 'good row' }, icon('check'), t('train.daily.done')),
      h('p', null, h('a', { class: day.solved ? 'button' : 'button main', href: '#/train/solve?mode=daily' }, t(day.solved ? 'train.daily.again' : 'train.daily.open'))),
    ),
  );
}

/** @param {View} view @returns {[string, string, string, string][]} address, icon, title, about */
function ways(view) {
  const three = view.rush.find((best) => best.minutes === 3)?.score ?? 0;
  const five = view.rush.find((best) => best.minutes === 5)?.score ?? 0;
  const due = t('train.due.about', { count: view.due });
  const kept = t('train.own.about', { count: view.own });
  const best = three + five > 0 ? t('train.rush.best', { three, five }) : t('train.rush.about');
  return [
    ['solve?mode=due', 'again', 'train.due', due],
    ['rush', 'clock', 'train.rush', best],
    ['swap2', 'draw', 'train.swap2', t('train.swap2.about')],
    ['own', 'person', 'train.own', kept],
    ['sheet', 'print', 'train.sheet', t('train.sheet.about')],
    ['progress', 'analyse', 'train.progress', t('train.progress.about')],
  ];
}

/** The address of puzzles that fit the filters. */
function wanted() {
  const query = new URLSearchParams(/** @type {Record<string, string>} */ (filter())).toString();
  return `#/train/solve${query ? `?${query}` : ''}`;
}

export class Train extends Reading {
  // Such as `rush` for `#/train/rush`, each from a module of its own.
  static rooms = { solve: Solve, rush: RushPage, swap2: Swap2, own: Own, sheet: Sheet, progress: ProgressPage };

  standing = this.app.kept(Standing);

  get title() {
    return t('train.title');
  }

  connected() {
    void this.refresh();
  }

  async refresh() {
    const { standing } = this;
    try {
      standing.view = await ask(`?day=${today()}`);
      standing.failed = null;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      standing.failed = error.message;
    }
    this.app.paint();
  }

  article() {
    const { app } = this;
    const { view, failed } = this.standing;
    return h(
      'article',
      { key: 'train', class: 'train' },
      h('header', { key: 'head', class: 'stack tight' }, h('h1', null, t('train.title')), h('p', null, t('train.about'))),
      failed && h('p', { role: 'alert', key: 'failed' }, t('train.failed', { error: failed })),
      !view && !failed && h('p', { role: 'status', key: 'loading' }, t('table.loading')),
      view && [
        figures(view),
        h(
          'div',
          { class: 'front', key: 'front' },
          h(
            'section',
            { class: 'stack go', key: 'go', 'aria-labelledby': 'go-title' },
            h('h2', { id: 'go-title' }, t('train.go')),
            h('p', { class: 'quiet' }, t('train.go.about', { count: view.puzzles })),
            filters(app, view.counts),
            h('p', null, h('a', { class: 'button main', href: wanted() }, icon('play'), t('train.go'))),
          ),
          daily(view),
        ),
        h(
          'nav',
          { class: 'ways', key: 'ways', 'aria-label': t('train.title') },
          ways(view).map(([room, mark, title, about]) =>
            h('a', { key: room, class: 'mode', href: `#/train/${room}` }, icon(mark), h('b', null, t(title)), h('span', null, about)),
          ),
        ),
      ],
    );
  }
}
