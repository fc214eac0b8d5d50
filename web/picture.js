// A position as a picture to keep: one SVG document that needs no styles, and a PNG of it.

import { figures } from './figures.js';
import { margin, name, place, stars } from './points.js';

/** @typedef {import('./board.js').BoardModel} BoardModel */
/**
 * The colours of a board.
 * @typedef {object} Palette
 * @property {string} light
 * @property {string} deep
 * @property {string} line
 * @property {string} ink
 * @property {number} grain
 * @property {string[]} black from the highlight to the edge
 * @property {string[]} white
 */

const CELL = 40;

/** @param {string} text */
function escaped(text) {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/** The colours that boards have on this page now. @returns {Palette} */
export function palette() {
  const board = document.createElement('goren-board');
  board.hidden = true;
  document.body.append(board);
  const style = getComputedStyle(board);
  const colour = (/** @type {string} */ variable) => style.getPropertyValue(variable).trim();
  const stops = (/** @type {string[]} */ names) =>
    names.map((each) => {
      const stop = board.querySelector(`.${each}`);
      return stop ? getComputedStyle(stop).getPropertyValue('stop-color') : '#888';
    });
  const found = {
    light: colour('--wood-light'),
    deep: colour('--wood-deep'),
    line: colour('--wood-line'),
    ink: colour('--wood-ink'),
    grain: Number(colour('--grain')),
    black: stops(['slate-light', 'slate', 'slate-deep']),
    white: stops(['shell-light', 'shell', 'shell-deep']),
  };
  board.remove();
  return found;
}

/**
 * The board as an SVG document.
 * @param {BoardModel} model
 * @param {Palette} colours
 * @param {number} [width] in pixels
 */
export function picture(model, colours, width = 1200) {
  const { size, stones = [], traps = [], marks = [], lit = [], last, numbers, coordinates, flipped } = model;
  const corner = CELL * (1 - margin(coordinates));
  const side = CELL * (size + 1) - 2 * corner;
  const at = (/** @type {string} */ point) => {
    const spot = place(point) ?? { x: 0, y: 0 };
    const [x, y] = flipped ? [size - 1 - spot.x, size - 1 - spot.y] : [spot.x, spot.y];
    return [CELL * (x + 1), CELL * (size - y)];
  };
  const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ fill, /** @type {number} */ high, /** @type {string} */ said, weight = 600) =>
    `<text x="${x}" y="${y}" fill="${fill}" font-size="${high}" font-weight="${weight}">${escaped(said)}</text>`;
  const gradient = (/** @type {string} */ id, /** @type {string[]} */ [light, body, deep]) =>
    `<radialGradient id="${id}" cx=".36" cy=".3" r=".78"><stop offset="0" stop-color="${light}"/><stop offset=".5" stop-color="${body}"/><stop offset="1" stop-color="${deep}"/></radialGradient>`;
  let lines = '';
  for (let i = 1; i <= size; i++) lines += `M${CELL * i} ${CELL}V${CELL * size}M${CELL} ${CELL * i}H${CELL * size}`;
  const out = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${width}" viewBox="${corner} ${corner} ${side} ${side}">`,
    '<defs>',
    `<linearGradient id="wood" x2="1" y2="1"><stop stop-color="${colours.light}"/><stop offset="1" stop-color="${colours.deep}"/></linearGradient>`,
    gradient('black', colours.black),
    gradient('white', colours.white),
    '<radialGradient id="shade"><stop offset=".72" stop-color="#1a0f05" stop-opacity=".5"/><stop offset="1" stop-color="#1a0f05" stop-opacity="0"/></radialGradient>',
  ];
  if (colours.grain)
    out.push(
      '<filter id="grain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".0035 .11" numOctaves="4" seed="11"/><feColorMatrix values="0 0 0 0 .3 0 0 0 0 .16 0 0 0 0 .04 1.5 .6 0 0 -.82"/></filter>',
    );
  out.push('</defs>', `<rect x="${corner}" y="${corner}" width="${side}" height="${side}" fill="url(#wood)"/>`);
  if (colours.grain)
    out.push(`<rect x="${corner}" y="${corner}" width="${side}" height="${side}" filter="url(#grain)" opacity="${colours.grain}"/>`);
  out.push(
    `<path d="${lines}" fill="none" stroke="${colours.line}" stroke-width="1.2" opacity=".8"/>`,
    `<rect x="${CELL}" y="${CELL}" width="${CELL * (size - 1)}" height="${CELL * (size - 1)}" fill="none" stroke="${colours.line}" stroke-width="2"/>`,
  );
  for (const star of stars(size)) {
    const [x, y] = at(star);
    out.push(`<circle cx="${x}" cy="${y}" r="4" fill="${colours.line}"/>`);
  }
  out.push('<g font-family="system-ui, \'Segoe UI\', Roboto, Arial, sans-serif" text-anchor="middle">');
  if (coordinates ?? true) {
    for (let i = 0; i < size; i++) {
      const letter = name(i, 0)[0];
      out.push(text(at(name(i, 0))[0], side - 10, colours.ink, 14, letter, 500));
      out.push(text(13, at(name(0, i))[1] + 5, colours.ink, 14, String(i + 1), 500));
    }
  }
  for (const trap of traps) {
    const [x, y] = at(trap);
    out.push(`<rect x="${x - 19.5}" y="${y - 19.5}" width="39" height="39" rx="5" fill="${colours.line}" opacity=".85"/>`);
  }
  for (const { points } of lit) {
    if (points.length < 2) continue;
    const [from, to] = [at(points[0]), at(points[points.length - 1])];
    out.push(`<path d="M${from}L${to}" stroke="#c93b1b" stroke-width="20" stroke-linecap="round"/>`);
  }
  for (const { point, stone, number } of stones) {
    const [x, y] = at(point);
    const shown = numbers && number !== undefined;
    if (model.style === 'marks') {
      out.push(
        stone === 'black'
          ? `<path d="M${x - 11} ${y - 11}l22 22m0 -22l-22 22" fill="none" stroke="#1d4f91" stroke-width="4" stroke-linecap="round"/>`
          : `<circle cx="${x}" cy="${y}" r="12.5" fill="none" stroke="#b23015" stroke-width="4"/>`,
      );
    } else {
      out.push(
        `<circle cx="${x + 1.4}" cy="${y + 2.6}" r="20.5" fill="url(#shade)"/>`,
        `<circle cx="${x}" cy="${y}" r="18.4" fill="url(#${stone})"/>`,
      );
    }
    if (point === last)
      out.push(`<circle cx="${x}" cy="${y}" r="${shown ? 15 : 9}" fill="none" stroke="#d8431f" stroke-width="2.6"/>`);
    if (shown) {
      const ink = model.style === 'marks' || stone === 'white' ? '#1d1b18' : '#f5f2ec';
      out.push(text(x, y + 5, ink, number > 99 ? 13 : 16, String(number)));
    }
  }
  for (const mark of marks) {
    const [x, y] = at(mark.point);
    const label = /** @type {{ text?: string }} */ (mark).text;
    if (label) out.push(text(x, y + 5, '#b3290b', 18, label));
    else
      out.push(
        `<path transform="translate(${x} ${y})" d="${figures[mark.figure]}" fill="none" stroke="#d8431f" stroke-width="3" stroke-linejoin="round"/>`,
      );
  }
  out.push('</g></svg>');
  return out.join('');
}

/** @param {string} svg */
export function dataUrl(svg) {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** The picture as PNG. @param {string} svg @param {number} width @returns {Promise<Blob>} */
export async function png(svg, width) {
  const image = new Image(width, width);
  image.src = dataUrl(svg);
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = width;
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, width);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}
