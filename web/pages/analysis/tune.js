// How the engine thinks: what ends an analysis, which moves it looks at, what the board shows of it, and even positions.

import { check, choices, field, number } from '../../controls.js';
import { t } from '../../strings.js';
import { h } from '../../render.js';
import { percent } from '../../format.js';
import { lineMoves, show } from './act.js';

/** @typedef {import('../analyse.js').Analyse} Analyse */
/** @typedef {'limitSeconds' | 'limitDepth' | 'limitMillions'} Bound */

/** @type {Record<string, [Bound, number]>} */
const bounds = { time: ['limitSeconds', 86400], depth: ['limitDepth', 100], nodes: ['limitMillions', 100000] };

/** A click on the board while moves are chosen for the engine. @param {Analyse} page @param {string} point */
export function choosePoint(page, point) {
  const { app } = page;
  const mode = page.choosing;
  if (!mode) return;
  const key = app.analyst.keyOf();
  const { choice } = app.analyst;
  const points = choice?.key === key && choice.mode === mode ? choice.points : [];
  const next = points.includes(point) ? points.filter((each) => each !== point) : [...points, point];
  app.analyst.choice = { key, mode, points: next };
  app.announce(t(next.includes(point) ? `choice.said.${mode}` : 'choice.said.free', { point }));
  app.paint();
}

/** @param {Analyse} page */
export function tuneTab(page) {
  const { app } = page;
  const { preferences, analyst } = app;
  const bound = bounds[preferences.limit];
  const { chosen } = analyst;
  const mode = page.choosing ?? chosen?.mode ?? 'all';
  return h(
    'div',
    { class: 'pad stack', key: 'tune' },
    choices(
      'limit',
      t('limit.title'),
      ['none', 'time', 'depth', 'nodes'].map((kind) => [kind, t(`limit.${kind}`)]),
      preferences.limit,
      (value) => app.prefer({ limit: /** @type {any} */ (value) }),
    ),
    bound &&
      field(
        'limit-value',
        t(`limit.${preferences.limit}.value`),
        number('limit-value', preferences[bound[0]], 1, bound[1], (value) => app.prefer({ [bound[0]]: value }), { key: bound[0] }),
      ),
    choices(
      'choice',
      t('choice.title'),
      ['all', 'only', 'except'].map((kind) => [kind, t(`choice.${kind}`)]),
      mode,
      (value) => {
        page.choosing = value === 'all' ? null : /** @type {'only' | 'except'} */ (value);
        if (value === 'all') analyst.choice = null;
        else if (chosen) analyst.choice = { ...chosen, mode: /** @type {'only' | 'except'} */ (value) };
        app.paint();
      },
    ),
    mode !== 'all' &&
      h(
        'p',
        { class: 'small quiet', key: 'how' },
        chosen ? t('choice.points', { points: chosen.points.join(' ') }) : t('choice.how'),
      ),
    field(
      'lines',
      `${t('set.lines')}: ${preferences.lines}`,
      h('input', {
        type: 'range',
        id: 'lines',
        min: 1,
        max: 8,
        value: preferences.lines,
        oninput: (/** @type {any} */ event) => app.prefer({ lines: Number(event.target.value) }),
      }),
    ),
    check(t('live.show'), preferences.live, (on) => app.prefer({ live: on })),
    evenMoves(page),
  );
}

/** Moves after which the position is even. @param {Analyse} page */
function evenMoves(page) {
  const { app } = page;
  const key = app.analyst.keyOf();
  const even = page.even?.key === key ? page.even : null;
  const { side } = app.table?.board(app.table.at) ?? { side: 'black' };
  const find = (/** @type {number} */ moves) => async () => {
    const { table } = app;
    if (!table) return;
    page.even = { key, waiting: true, points: [], black: 0.5 };
    app.paint();
    const answer = await app.ask({ type: 'level', at: { table: table.id, node: table.at }, moves });
    if (page.even?.key !== key) return;
    page.even = answer ? { key, waiting: false, points: answer.points, black: answer.black } : null;
    if (answer?.points.length) show(page, answer.points, side);
    app.paint();
  };
  return h(
    'section',
    { class: 'stack', key: 'even' },
    h('h2', null, t('even.title')),
    h('p', { class: 'small quiet' }, t('even.about')),
    h(
      'div',
      { class: 'row' },
      h('button', { type: 'button', disabled: even?.waiting, onclick: find(1) }, t('even.one')),
      h('button', { type: 'button', disabled: even?.waiting, onclick: find(2) }, t('even.two')),
    ),
    even?.waiting && h('p', { class: 'row', role: 'status' }, h('span', { class: 'pulse' }), t('even.waiting')),
    even &&
      !even.waiting &&
      h(
        'p',
        { class: 'row', role: 'status' },
        even.points.length
          ? [
              h('span', { class: 'pv wrap' }, lineMoves(page, even.points, side)),
              t('even.found', { chance: percent(even.black) }),
            ]
          : t('even.none'),
      ),
  );
}
