// Programs among themselves: speed, the series and its log.

import { measured } from '../../clock.js';
import { decimal } from '../../format.js';
import { icon } from '../../icons.js';
import { save } from '../../save.js';
import { t } from '../../strings.js';
import { company, seatOf } from '../../tree.js';
import { h } from '../../render.js';
import { call } from '../../wire.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../tree.js').Game} Game */
/** @typedef {import('../../tree.js').Seat} Seat */

/** @param {App} app */
function logButton(app) {
  return h('button', { type: 'button', class: 'plain', onclick: () => void saveLog(app) }, icon('export'), t('series.csv'));
}

/** The score of a series of programs, or the times of one game. @param {App} app @param {Game} game */
export function seriesScore(app, game) {
  const { series } = game;
  if (!series || series.games < 2) return game.result && times(app, game);
  const [one, other] = names(series);
  return h(
    'section',
    { class: 'series stack pad', key: 'series' },
    h(
      'div',
      { class: 'row between' },
      h('h2', null, t('series.title', { played: series.log.length, count: series.games })),
      logButton(app),
    ),
    h(
      'p',
      null,
      [
        t('series.won', { name: one, count: series.wins }),
        t('series.won', { name: other, count: series.losses }),
        series.draws > 0 && t('series.drawn', { count: series.draws }),
      ]
        .filter(Boolean)
        .join(' · '),
    ),
    series.log.length > 0 &&
      h(
        'div',
        { class: 'wide-table' },
        h(
          'table',
          { class: 'scores' },
          h(
            'thead',
            null,
            h(
              'tr',
              null,
              ['series.game', 'series.winner', 'moves.label', 'series.mean', 'series.elapsed'].map((key) =>
                h('th', { scope: 'col' }, t(key)),
              ),
            ),
          ),
          h(
            'tbody',
            null,
            // The newest game stands first, where it can be seen.
            series.log
              .map((each, i) =>
                h(
                  'tr',
                  { key: each.game },
                  h('td', null, h('a', { href: `#/analyse/${each.game}` }, String(i + 1))),
                  h('td', null, each.winner || t('draw')),
                  h('td', null, each.moves),
                  h('td', null, `${measured(each.black_mean_ms)} / ${measured(each.white_mean_ms)}`),
                  h('td', null, measured(each.elapsed_ms)),
                ),
              )
              .reverse(),
          ),
        ),
      ),
  );
}

/** The two programs; a series of an earlier version tells them by its first game. @param {import('../../wire-types').SeriesView} series */
function names(series) {
  const [first] = series.log;
  return series.names?.[0] ? series.names : [first?.black ?? t('new.first_program'), first?.white ?? t('new.second_program')];
}

/** The mean times of a game of programs. @param {App} app @param {Game} game */
function times(app, game) {
  if (company(game).persons.length || app.wire.role !== 'owner') return null;
  /** @type {Seat[]} */
  const seats = ['first', 'second'];
  const shown = seats.map((seat) => {
    const own = game.steps.filter((step) => step.seat === seat);
    const mean = own.reduce((sum, step) => sum + step.ms, 0) / Math.max(1, own.length);
    return t('series.mean_of', { name: seatOf(game, seat).name, time: measured(mean) });
  });
  return h(
    'section',
    { class: 'row between pad', key: 'times' },
    h('p', { class: 'small quiet grow' }, shown.join(' · ')),
    logButton(app),
  );
}

/** @param {App} app */
async function saveLog(app) {
  try {
    await save(await call(`games/${app.table?.id}/log.csv`));
  } catch (error) {
    app.fail(error);
  }
}

/** @param {App} app @param {Game} game */
export function watching(app, game) {
  return h(
    'div',
    { class: 'pad field speed', key: 'speed' },
    h(
      'label',
      { for: 'speed', class: 'row between' },
      h('span', null, t('watch.speed')),
      h('span', { class: 'quiet' }, t('watch.pause', { seconds: decimal(game.speed / 1000, 1) })),
    ),
    h('input', {
      type: 'range',
      id: 'speed',
      min: 0,
      max: 3000,
      step: 100,
      value: game.speed,
      onchange: (/** @type {any} */ event) =>
        app.table && void app.ask({ type: 'speed', table: app.table.id, ms: Number(event.target.value) }),
    }),
  );
}
