// Programs among themselves: speed, the series and its log.

import { icon } from '../../icons.js';
import { save } from '../../save.js';
import { t } from '../../strings.js';
import { h } from '../../render.js';
import { call } from '../../wire.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../tree.js').Game} Game */

/** The score of a series of programs. @param {App} app @param {Game} game */
export function seriesScore(app, game) {
  const { series } = game;
  if (!series || series.games < 2) return null;
  return h(
    'section',
    { class: 'stack pad', key: 'series' },
    h(
      'div',
      { class: 'row between' },
      h('h2', null, t('series.title', { played: series.log.length, games: series.games })),
      h(
        'button',
        { type: 'button', class: 'plain', onclick: () => void saveLog(app) },
        icon('export'),
        t('series.csv'),
      ),
    ),
    h('p', null, t('series.score', { wins: series.wins, losses: series.losses, draws: series.draws })),
    series.log.length > 0 &&
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
          series.log.map((each, i) =>
            h(
              'tr',
              { key: each.game },
              h('td', null, h('a', { href: `#/analyse/${each.game}` }, String(i + 1))),
              h('td', null, each.winner || t('draw')),
              h('td', null, each.moves),
              h('td', null, `${(each.black_mean_ms / 1000).toFixed(2)} / ${(each.white_mean_ms / 1000).toFixed(2)} s`),
              h('td', null, `${(each.elapsed_ms / 1000).toFixed(1)} s`),
            ),
          ),
        ),
      ),
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
      h('span', { class: 'quiet' }, t('watch.pause', { seconds: (game.speed / 1000).toFixed(1) })),
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
