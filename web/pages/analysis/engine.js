// The engine's head: its switch, its opinion, and its best lines.

import { icon } from '../../icons.js';
import { tool } from '../../controls.js';
import { t } from '../../strings.js';
import { h } from '../../render.js';
import { amount, mark, percent, worth } from '../../format.js';
import { addLine, lineMoves, show } from './act.js';
import { reviewOf } from './findings.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../analyse.js').Analyse} Analyse */

/** Starts or stops the engine; a reload finds it as it was left. @param {App} app */
export function switchEngine(app) {
  const best = app.analyst.here?.lines[0];
  app.analyst.toggle();
  app.announce(
    app.analyst.on
      ? t('engine.thinking')
      : best
        ? t('said.best', { worth: spoken(best), point: best.pv[0] ?? '' })
        : t('engine.stopped'),
  );
  sessionStorage.setItem('goren.engine', app.analyst.on ? 'on' : 'off');
}

/** @param {import('../../wire-types').LineView} line */
export function spoken(line) {
  return line.decided_in === undefined ? t('said.chance', { chance: percent(line.black) }) : worth(line);
}

/** Whether the panel has little room: then the graph scrolls with the moves. */
export const low = () => matchMedia('(max-aspect-ratio: 1/1) and (max-width: 619px), (max-height: 640px)');

/** Whether the button for a review stands beside the engine's: where the graph is scrolled away with the moves. @param {App} app */
export function reviewAbove(app) {
  const { table } = app;
  const moves = table ? table.line(table.at).length - 1 : 0;
  return low().matches && !app.analyst.on && moves > 0 && !reviewOf(app)?.done;
}

/** Starts a review, stops it or goes on with it. @param {App} app */
export function reviewButton(app) {
  const { table, analyst } = app;
  const review = reviewOf(app);
  const isReviewed = review?.done && table && review.moves.length >= table.line(table.at).length - 1;
  return h(
    'button',
    {
      type: 'button',
      class: 'plain',
      key: 'review',
      disabled: (!table || table.line(table.at).length < 2) && !review?.running,
      onclick: () => void analyst.judge(),
    },
    icon(review?.running ? 'stop' : 'eye'),
    t(review?.running ? 'review.stop' : review && !review.done ? 'review.go_on' : isReviewed ? 'review.again' : 'review.start'),
  );
}

/** How a win is proved, and the way to its proof. @param {App} app @param {import('../../wire-types').ProvedView} proved */
export function proofLink(app, { by, proof }) {
  return h('a', { href: `#/proof/${proof}?from=${app.table?.id ?? ''}` }, t(`proved.${by}`));
}

/** @param {App} app */
export function engine(app) {
  const { analyst } = app;
  const analysis = analyst.here;
  const best = analysis?.lines[0];
  const known = analyst.chances.get(analyst.keyOf());
  const decided = best?.decided_in !== undefined;
  const { running } = analyst;
  // What has come to its end has nothing to stop; it goes on with the next position.
  const press = !analyst.on ? 'go' : analysis && !running ? 'rest' : 'stop';
  const above = reviewAbove(app);
  const review = above ? reviewOf(app) : null;
  // Where there is little room, Threats and Solve lead to it.
  const proof = analyst.proved && !analyst.chosen && !low().matches ? proofLink(app, analyst.proved) : null;
  // One line is all there is on a small screen before the engine is started.
  const short = best?.winner && low().matches && !analyst.on ? mark(best) : null;
  const value = short ?? (best ? worth(best) : known !== undefined ? percent(known) : null);
  return h(
    'section',
    { class: 'engine', key: 'engine', 'aria-label': t('engine.label') },
    h(
      'button',
      {
        type: 'button',
        class: analyst.on ? 'icon' : 'icon main',
        'aria-pressed': analyst.on ? 'true' : 'false',
        'aria-label': t(`engine.${press}`),
        title: t(`engine.${press}`),
        onclick: () => switchEngine(app),
      },
      icon(press === 'go' ? 'play' : press === 'stop' ? 'stop' : 'check'),
    ),
    h(
      'div',
      { class: 'opinion' },
      h(
        'p',
        { class: 'verdict', key: 'verdict' },
        value === null
          ? h('b', null, t(running ? 'engine.starting' : press === 'rest' ? 'engine.finished' : 'engine.idle'))
          : h('b', { class: 'chance' }, value),
        value !== null && !decided && h('span', { class: 'quiet' }, t('engine.for_black')),
        analyst.chosen && h('span', { class: 'tag' }, t(`choice.tag.${analyst.chosen.mode}`, { count: analyst.chosen.points.length })),
      ),
      h(
        'p',
        { class: 'numbers', key: 'numbers' },
        review?.running
          ? t('review.progress', { done: review.judged, of: review.positions })
          : analysis?.depth
          ? [
              !running && t(!analyst.on ? 'engine.stopped' : app.wire.state === 'open' ? 'engine.finished' : 'engine.interrupted'),
              t('engine.depth', { depth: analysis.depth, selective: analysis.selective_depth }),
              t('engine.nodes', { count: analysis.nodes, amount: amount(analysis.nodes) }),
              running && t('engine.speed', { amount: amount(analysis.nps) }),
            ]
              .filter(Boolean)
              .join(' · ')
          : proof ?? t(running ? 'engine.thinking' : analysis && !analysis.lines.length ? over(app) : value === null ? 'engine.off' : 'engine.off.lines'),
      ),
      proof
        ? analysis?.depth && h('p', { class: 'numbers', key: 'forced' }, proof)
        : best?.decided_in !== undefined &&
          best.decided_in > 1 &&
          !best.proved &&
          h('p', { class: 'numbers', key: 'forced' }, t('engine.forced')),
    ),
    running && h('span', { class: 'pulse', 'aria-hidden': 'true' }),
    above && reviewButton(app),
  );
}

/** What is said of a position in which nobody can move, as the key of a text. @param {App} app */
function over({ look }) {
  if (!look || look.outcome === 'ongoing') return 'engine.no_move';
  return look.winner ? `engine.over.${look.winner}` : 'engine.over';
}

/** @param {Analyse} page */
export function lines(page) {
  const { app } = page;
  const analysis = app.analyst.here;
  if (!app.analyst.on && !analysis?.depth) return null;
  if (analysis && !analysis.lines.length && !analysis.running) return null;
  const wanted = app.analyst.on ? app.preferences.lines : (analysis?.lines.length ?? 0);
  const rows = Array.from({ length: wanted }, (_, i) => analysis?.lines[i]);
  const decided = rows.some((line) => line?.decided_in !== undefined);
  const side = analysis?.side ?? 'black';
  return h(
    'ol',
    { class: `lines ${decided ? 'decided' : ''}`, key: 'lines', 'aria-label': t('engine.lines') },
    rows.map((line, i) => {
      if (!line)
        return h('li', { key: `l${i}` }, h('span', { class: 'value' }, '–'), h('span', { class: 'pv' }, '\u00a0'));
      const open = page.open === i;
      return h(
        'li',
        { key: `l${i}`, class: open ? 'open' : null },
        h(
          'button',
          {
            type: 'button',
            class: 'value',
            'aria-expanded': open ? 'true' : 'false',
            title: t(open ? 'line.less' : 'line.more'),
            onclick: () => {
              page.open = open ? null : i;
              app.paint();
            },
            onpointerenter: (/** @type {PointerEvent} */ event) =>
              event.pointerType !== 'touch' && show(page, line.pv, side),
            onpointerleave: () => show(page, null),
            onfocus: () => show(page, line.pv, side),
            onblur: () => show(page, null),
          },
          h('span', { class: 'unseen' }, t('engine.line', { number: i + 1 })),
          worth(line),
        ),
        h('span', { class: 'pv' }, lineMoves(page, line.pv, side)),
        tool('plus', t('line.add', { number: i + 1 }), () => void addLine(page, line.pv)),
      );
    }),
  );
}
