// Points as the wire spells them: letters left to right including i, numbers bottom to top.

/** @typedef {'black' | 'white'} Stone */
/** @typedef {{ x: number, y: number }} Place a column and a row counted from the bottom left, from zero */

/**
 * The text of a column and a row, such as `h8`.
 * @param {number} x
 * @param {number} y
 */
export function name(x, y) {
  return String.fromCharCode(97 + x) + (y + 1);
}

/**
 * The column and row of a point; `null` where the text names none.
 * @param {string} text
 * @returns {Place | null}
 */
export function place(text) {
  const match = /^([a-v])([1-9]|1\d|2[0-2])$/.exec(text);
  return match ? { x: match[1].charCodeAt(0) - 97, y: Number(match[2]) - 1 } : null;
}

/** @param {Stone} stone @returns {Stone} */
export function other(stone) {
  return stone === 'black' ? 'white' : 'black';
}

/**
 * The star points of a board: the centre of odd sizes, and four more where there is room for them.
 * @param {number} size
 * @returns {string[]}
 */
export function stars(size) {
  const edge = size >= 13 ? 3 : size >= 9 ? 2 : 0;
  const middle = (size - 1) / 2;
  const points = size % 2 ? [name(middle, middle)] : [];
  if (edge) for (const x of [edge, size - 1 - edge]) for (const y of [edge, size - 1 - edge]) points.push(name(x, y));
  return points;
}

/** How far the wood reaches beyond the outer lines, in cells: there is room for the coordinates, or for stones alone. @param {boolean} [coordinates] */
export function margin(coordinates = true) {
  return coordinates ? 1 : 0.65;
}

/**
 * Whether a point lies in the central square of a width; even sizes take the point above and right of the middle as centre.
 * @param {string} point
 * @param {number} size
 * @param {number} width
 */
export function inCentre(point, size, width) {
  const spot = place(point);
  if (!spot) return false;
  const centre = Math.floor(size / 2);
  const top = size - 1 - centre;
  const reach = (width - 1) / 2;
  return Math.abs(spot.x - centre) <= reach && Math.abs(spot.y - top) <= reach;
}
