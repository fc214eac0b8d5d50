// A small window to draw a pattern in: every point is a button that goes through what may stand there.

import { t } from '../strings.js';
import { h } from '../render.js';

/** @typedef {'?' | 'X' | 'O' | '.'} Cell */

export const SIDE = 7;
const ORDER = /** @type {Cell[]} */ (['?', 'X', 'O', '.']);
/** @type {Record<Cell, string>} */
const NAMES = { '?': 'any', X: 'black', O: 'white', '.': 'empty' };

/** A window without anything in it. @returns {Cell[]} */
export function blank() {
  return Array(SIDE * SIDE).fill('?');
}

/** What stands on a point after a press. @param {Cell} cell @returns {Cell} */
export function next(cell) {
  return ORDER[(ORDER.indexOf(cell) + 1) % ORDER.length];
}

/** The drawing as the server reads it; nothing without a stone. @param {Cell[]} cells */
export function drawing(cells) {
  if (!cells.some((cell) => cell === 'X' || cell === 'O')) return '';
  return Array.from({ length: SIDE }, (_, row) => cells.slice(row * SIDE, (row + 1) * SIDE).join('')).join('/');
}

/** @param {Cell[]} cells @param {(place: number) => void} change */
export function drawn(cells, change) {
  return h(
    'div',
    { class: 'drawing', role: 'group', 'aria-label': t('library.find.pattern') },
    cells.map((cell, i) => {
      const what = t(`library.cell.${NAMES[cell]}`);
      return h('button', {
        type: 'button',
        key: String(i),
        class: `cell ${NAMES[cell]}`,
        'aria-label': t('library.find.pattern.cell', { row: Math.floor(i / SIDE) + 1, column: (i % SIDE) + 1, what }),
        onclick: () => change(i),
      });
    }),
  );
}
