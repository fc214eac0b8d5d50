// The chances along the line shown, as a graph that is also a slider.

import { t } from '../../strings.js';
import { h } from '../../render.js';
import { percent } from '../../format.js';
import { reviewAbove, reviewButton } from './engine.js';
import { choose, mistakes, reviewOf } from './findings.js';

/** @typedef {import('../analyse.js').Analyse} Analyse */

/**
 * The chances along the line shown, as a graph that is also a slider.
 * @param {Analyse} page
 */
export function graph(page) {
  const { app } = page;
  const { table, analyst } = app;
  if (!table) return null;
  const line = table.line(table.at);
  const known = line.map((node) => analyst.chances.get(analyst.keyOf(node)));
  const review = reviewOf(app);
  const width = Math.max(line.length - 1, 1);
  const now = line.indexOf(table.at);
  const parts = curve(known);
  const said = (/** @type {number} */ index) => {
    const { last, stones } = table.board(line[index]);
    const stone = stones.find((placed) => placed.point === last)?.stone;
    const move = index && stone ? t('graph.move', { number: index, stone: t(stone), point: last ?? '' }) : t('graph.start');
    const chance = known[index];
    return `${move} · ${chance === undefined ? t('graph.unknown') : t('graph.value', { chance: percent(chance) })}`;
  };
  const at = (/** @type {PointerEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const index = Math.round(((event.clientX - box.left) / box.width) * width);
    return Math.min(Math.max(index, 0), line.length - 1);
  };
  const onDot = (/** @type {PointerEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const index = at(event);
    const across = Math.abs(event.clientX - box.left - (index / width) * box.width);
    const down = Math.abs(event.clientY - box.top - (1 - (known[index] ?? 0.5)) * box.height);
    return Math.max(across, down) <= 10;
  };
  const { graphAt: pointed } = page;
  const found = mistakes(app);
  return h(
    'section',
    { class: 'section graph-section', key: 'graph', 'aria-label': t('graph.label') },
    h(
      'div',
      { class: 'graph-box' },
      h(
        'svg',
        {
          class: 'graph',
          viewBox: `0 0 ${width} 1`,
          preserveAspectRatio: 'none',
          role: 'slider',
          tabindex: '0',
          'aria-label': t('graph.label'),
          'aria-valuemin': '0',
          'aria-valuemax': String(line.length - 1),
          'aria-valuenow': String(now),
          'aria-valuetext': said(now),
          onpointerdown: (/** @type {PointerEvent} */ event) => {
            // A dot leads to its mistake, as it stood before it was made.
            const mistake = onDot(event) ? found.find((move) => move.node === line[at(event)]) : undefined;
            if (mistake) choose(page, mistake);
            else page.visit(line[at(event)]);
          },
          onpointermove: (/** @type {PointerEvent} */ event) => {
            if (event.buttons) page.visit(line[at(event)]);
            if (event.pointerType === 'touch' || page.graphAt === at(event)) return;
            page.graphAt = at(event);
            app.paint();
          },
          onpointerleave: () => {
            page.graphAt = null;
            app.paint();
          },
        },
        parts.map((part, i) =>
          part.length === 1
            ? h('path', { class: 'dot alone', key: String(i), d: `M${part[0][0]} ${1 - part[0][1]}h0` })
            : h(
                'g',
                { key: String(i) },
                h('path', {
                  class: 'under',
                  d: `M${part[0][0]} 1${part.map(([x, y]) => `L${x} ${1 - y}`).join('')}L${part[part.length - 1][0]} 1Z`,
                }),
                h('path', { class: 'curve', d: part.map(([x, y], at) => `${at ? 'L' : 'M'}${x} ${1 - y}`).join('') }),
              ),
        ),
        h('path', { class: 'middle', d: `M0 .5H${width}` }),
        h('path', { class: 'now', d: `M${now} 0V1` }),
        pointed !== null && h('path', { class: 'pointed', d: `M${pointed} 0V1` }),
        found.map((move) => {
          const x = line.indexOf(move.node);
          // A stroke of no length with round ends is a dot, however the picture is stretched.
          return (
            x >= 0 &&
            h('path', { class: `dot ${move.finding.kind}`, key: `d${move.node}`, d: `M${x} ${1 - (known[x] ?? move.black)}h0` })
          );
        }),
      ),
      h('span', { class: 'axis top', 'aria-hidden': 'true' }, percent(1)),
      h('span', { class: 'axis middle', 'aria-hidden': 'true' }, percent(0.5)),
      h('span', { class: 'axis bottom', 'aria-hidden': 'true' }, percent(0)),
    ),
    h(
      'div',
      { class: 'row between graph-foot' },
      h(
        'span',
        { class: 'small quiet' },
        pointed !== null && pointed < line.length
          ? said(pointed)
          : review?.running
            ? t('review.progress', { done: review.judged, of: review.positions })
            : t('graph.foot'),
      ),
      !reviewAbove(app) && reviewButton(app),
    ),
  );
}

/**
 * The stretches of a curve whose points are known.
 * @param {(number | undefined)[]} known
 * @returns {[number, number][][]}
 */
export function curve(known) {
  /** @type {[number, number][][]} */
  const parts = [];
  /** @type {[number, number][]} */
  let part = [];
  known.forEach((chance, x) => {
    if (chance !== undefined) part.push([x, chance]);
    else if (part.length) {
      parts.push(part);
      part = [];
    }
  });
  if (part.length) parts.push(part);
  return parts;
}
