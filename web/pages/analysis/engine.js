// The engine's head: its switch, its opinion, and its best lines.

import { icon } from '../../icons.js';
import { t } from '../../strings.js';
import { h } from '../../render.js';
import { amount, percent, worth } from '../../format.js';
import { play, show } from './act.js';

/** @typedef {import('../../app.js').App} App */

/** Starts or stops the engine; a reload finds it as it was left. @param {App} app */
export function switchEngine(app) {
  const best = app.analyst.here?.lines[0];
  app.analyst.toggle();
  app.announce(
    app.analyst.on
      ? t('engine.thinking')
      : best
        ? t('said.best', { worth: worth(best, 'black'), point: best.pv[0] ?? '' })
        : t('engine.stopped'),
  );
  sessionStorage.setItem('goren.engine', app.analyst.on ? 'on' : 'off');
}

/** @param {App} app */
export function engine(app) {
  const { analyst } = app;
  const analysis = analyst.here;
  const best = analysis?.lines[0];
  const known = analyst.chances.get(analyst.keyOf());
  const shown = best ? worth(best, 'black') : known !== undefined ? percent(known) : '–';
  const running = analyst.on && app.wire.state === 'open';
  const facts = analysis
    ? [
        t('engine.depth', { depth: analysis.depth, selective: analysis.selective_depth }),
        t('engine.nodes', { count: amount(analysis.nodes) }),
        t('engine.speed', { count: amount(analysis.nps) }),
      ].join(' · ')
    : running
      ? t('engine.starting')
      : t('engine.off');
  return h(
    'section',
    { class: 'engine', key: 'engine', 'aria-label': t('engine.label') },
    h(
      'button',
      {
        type: 'button',
        class: running ? 'icon' : 'icon main',
        'aria-pressed': running ? 'true' : 'false',
        'aria-label': t(running ? 'engine.stop' : 'engine.go'),
        title: t(running ? 'engine.stop' : 'engine.go'),
        onclick: () => switchEngine(app),
      },
      icon(running ? 'stop' : 'play'),
    ),
    h(
      'div',
      { class: 'chance-box' },
      h('span', { class: 'chance' }, shown),
      h('span', { class: 'small quiet' }, t('engine.for_black')),
    ),
    h(
      'div',
      { class: 'numbers' },
      h(
        'div',
        null,
        best?.decided_in !== undefined
          ? t('engine.forced')
          : analysis && !analysis.running
            ? t('engine.stopped')
            : running
              ? t('engine.thinking')
              : t('engine.idle'),
      ),
      h('div', null, facts),
    ),
    running && analysis?.running && h('span', { class: 'pulse', 'aria-hidden': 'true' }),
  );
}

/** @param {App} app */
export function lines(app) {
  const analysis = app.analyst.here;
  if (!app.analyst.on && !analysis) return null;
  if (analysis && !analysis.lines.length) return h('p', { class: 'pad quiet', key: 'lines' }, t('engine.no_move'));
  const rows = Array.from({ length: app.preferences.lines }, (_, i) => analysis?.lines[i]);
  return h(
    'ol',
    { class: 'lines', key: 'lines', 'aria-label': t('engine.lines') },
    rows.map((line, i) =>
      h(
        'li',
        { key: `l${i}` },
        line
          ? h(
              'button',
              {
                type: 'button',
                onclick: () => void play(app, line.pv[0]),
                onpointerenter: () => show(app, line.pv, analysis?.side),
                onpointerleave: () => show(app, null),
                onfocus: () => show(app, line.pv, analysis?.side),
                onblur: () => show(app, null),
              },
              h(
                'span',
                { class: 'value' },
                h('span', { class: 'unseen' }, t('engine.line', { number: i + 1 })),
                worth(line, analysis?.side ?? 'black'),
              ),
              h('span', { class: 'pv' }, line.pv.join(' ')),
            )
          : h(
              'button',
              { type: 'button', disabled: true },
              h('span', { class: 'value' }, '–'),
              h('span', { class: 'pv' }, '\u00a0'),
            ),
      ),
    ),
  );
}
