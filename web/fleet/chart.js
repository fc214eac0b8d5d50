// Ten minutes as a line, drawn as SVG.

import { h } from '../render.js';
import { t } from '../strings.js';

/** @typedef {import('../wire-types').Moment} Moment */

/** What a chart spans, in milliseconds. */
export const SPAN = 600_000;
/** Between points that are further apart nothing is known. */
const GAP = 6_000;
const WIDE = 340;
const HIGH = 96;

/** The smallest of 1, 2, 5, 10, 20, … that is not less. @param {number} value */
export function ceiling(value) {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value) ?? 10 * power;
}

/**
 * The points as pieces of a line: a new piece after each gap.
 * @param {[number, number][]} points times and values
 * @param {number} now @param {number} most
 */
export function pieces(points, now, most) {
  /** @type {[number, number][][]} */
  const found = [];
  let last = -Infinity;
  for (const [at, value] of points) {
    if (at < now - SPAN || at > now) continue;
    const place = /** @type {[number, number]} */ ([WIDE * (1 - (now - at) / SPAN), HIGH * (1 - value / most)]);
    if (at - last > GAP || !found.length) found.push([place]);
    else found[found.length - 1].push(place);
    last = at;
  }
  return found;
}

/** @param {[number, number][]} piece */
const path = (piece) => piece.map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
/** @param {[number, number][]} piece */
const area = (piece) => `${path(piece)}V${HIGH}H${piece[0][0].toFixed(1)}Z`;

/**
 * @param {string} key
 * @param {string} name of what is counted
 * @param {Moment[]} history
 * @param {number} now
 * @param {(moment: Moment) => number} value
 * @param {(moment: Moment) => number} [limit] what it can be at most, drawn as a second line
 */
export function chart(key, name, history, now, value, limit) {
  const values = history.map(value);
  const most = ceiling(Math.max(1, ...values, ...(limit ? history.map(limit) : [])));
  const line = pieces(history.map((moment) => [moment.at, value(moment)]), now, most);
  const above = limit ? pieces(history.map((moment) => [moment.at, limit(moment)]), now, most) : [];
  const label = values.length
    ? t('fleet.chart.label', { name, last: values[values.length - 1], least: Math.min(...values), most: Math.max(...values) })
    : t('fleet.chart.none', { name });
  const steps = most === 1 ? [0, 1] : [0, most / 2, most];
  return h(
    'figure',
    { key, class: 'fleet-chart' },
    h('figcaption', null, name),
    h(
      'svg',
      { viewBox: `-40 -8 ${WIDE + 48} ${HIGH + 32}`, role: 'img', 'aria-label': label },
      steps.map((step) => {
        const y = HIGH * (1 - step / most);
        return [
          h('path', { key: `line ${step / most}`, class: 'fleet-grid', d: `M0 ${y}H${WIDE}` }),
          h('text', { key: `step ${step / most}`, x: '-6', y: String(y + 4), 'text-anchor': 'end' }, String(step)),
        ];
      }),
      h('path', { key: 'area', class: 'fleet-area', d: line.map(area).join('') }),
      h('path', { key: 'limit', class: 'fleet-limit', d: above.map(path).join('') }),
      h('path', { key: 'line', class: 'fleet-line', d: line.map(path).join('') }),
      h('text', { key: 'ten', x: '0', y: String(HIGH + 20) }, t('fleet.chart.ten')),
      h('text', { key: 'five', x: String(WIDE / 2), y: String(HIGH + 20), 'text-anchor': 'middle' }, t('fleet.chart.five')),
      h('text', { key: 'now', x: String(WIDE), y: String(HIGH + 20), 'text-anchor': 'end' }, t('fleet.chart.now')),
    ),
  );
}
