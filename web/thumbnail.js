// A small board for lists: a handful of paths, however many stones there are.

import { place, stars } from './points.js';
import { h } from './render.js';

/** A dot on every point of a line such as `h8i9`. @param {string} points @param {number} size */
function dots(points, size) {
  let path = '';
  for (const point of points.match(/[a-v]\d+/g) ?? []) {
    const spot = place(point);
    if (spot) path += `M${spot.x + 1} ${size - spot.y}h0`;
  }
  return path;
}

/**
 * @param {number} size
 * @param {[string, string]} stones the black and the white ones, as points in a row
 */
export function thumbnail(size, [black, white]) {
  let lines = '';
  for (let i = 1; i <= size; i++) lines += `M${i} 1V${size}M1 ${i}H${size}`;
  return h(
    'svg',
    { class: 'thumbnail', viewBox: `0 0 ${size + 1} ${size + 1}`, 'aria-hidden': 'true' },
    h('path', { class: 'lines', d: lines }),
    h('path', { class: 'stars', d: dots(stars(size).join(''), size) }),
    h('path', { class: 'black', d: dots(black, size) }),
    h('path', { class: 'rim', d: dots(white, size) }),
    h('path', { class: 'white', d: dots(white, size) }),
  );
}
