// QR codes (ISO/IEC 18004): bytes only, level M where it fits the same size as L.

/** Check bytes per block, for versions 1 to 40. @type {Record<Level, string>} */
const CHECKS = {
  L: '7 10 15 20 26 18 20 24 30 18 20 24 26 30 22 24 28 30 28 28 28 28 30 30 26 28 30 30 30 30 30 30 30 30 30 30 30 30 30 30',
  M: '10 16 26 18 24 16 18 22 22 26 30 22 22 24 24 28 28 26 26 26 26 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28',
};
/** Blocks, for versions 1 to 40. @type {Record<Level, string>} */
const BLOCKS = {
  L: '1 1 1 1 1 2 2 2 2 4 4 4 4 4 6 6 6 6 7 8 8 9 9 10 12 12 12 13 14 15 16 17 18 19 19 20 21 22 24 25',
  M: '1 1 1 2 2 4 4 4 5 5 5 8 9 9 10 10 11 13 14 16 17 17 18 20 21 23 25 26 28 29 31 33 35 37 38 40 43 45 47 49',
};
const LARGEST = 40;

/** @typedef {'L' | 'M'} Level */

/** @param {Record<Level, string>} table @param {Level} level @param {number} version */
function of(table, level, version) {
  return Number(table[level].split(' ')[version - 1]);
}

/** How many bits a version has room for, checks included. @param {number} version */
function room(version) {
  let bits = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const marks = Math.floor(version / 7) + 2;
    bits -= (25 * marks - 10) * marks - 55;
    if (version >= 7) bits -= 36;
  }
  return bits;
}

/** How many bytes of text a code holds. @param {number} version @param {Level} level */
export function capacity(version, level) {
  const all = Math.floor(room(version) / 8);
  const data = all - of(CHECKS, level, version) * of(BLOCKS, level, version);
  return data - (version < 10 ? 2 : 3);
}

/** The smallest version that holds so many bytes, and the level; nothing if none does. @param {number} bytes @returns {{ version: number, level: Level } | null} */
export function fit(bytes) {
  for (let version = 1; version <= LARGEST; version++) {
    if (bytes <= capacity(version, 'L')) return { version, level: bytes <= capacity(version, 'M') ? 'M' : 'L' };
  }
  return null;
}

/** The product of two numbers in the field of 256 elements. @param {number} a @param {number} b */
function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> bit) & 1) * a;
  }
  return product;
}

/** The check bytes of a block (Reed–Solomon). @param {number[]} data @param {number} count */
export function checks(data, count) {
  /** @type {number[]} */
  const divisor = [...Array(count - 1).fill(0), 1];
  for (let i = 0, root = 1; i < count; i++, root = times(root, 2)) {
    for (let j = 0; j < count; j++) divisor[j] = times(divisor[j], root) ^ (divisor[j + 1] ?? 0);
  }
  const rest = Array(count).fill(0);
  for (const byte of data) {
    const factor = byte ^ rest.shift();
    rest.push(0);
    divisor.forEach((each, i) => {
      rest[i] ^= times(each, factor);
    });
  }
  return rest;
}

/** The bytes that are drawn: text, padding and checks, block by block in turn. @param {Uint8Array} text @param {number} version @param {Level} level */
function codewords(text, version, level) {
  /** @type {number[]} */
  const bits = [];
  const put = (/** @type {number} */ value, /** @type {number} */ count) => {
    for (let bit = count - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  put(4, 4);
  put(text.length, version < 10 ? 8 : 16);
  for (const byte of text) put(byte, 8);
  const count = of(BLOCKS, level, version);
  const each = of(CHECKS, level, version);
  const all = Math.floor(room(version) / 8);
  const data = (all - each * count) * 8;
  put(0, Math.min(4, data - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < data; pad ^= 0xec ^ 0x11) put(pad, 8);
  /** @type {number[]} */
  const bytes = [];
  for (let i = 0; i < bits.length; i += 8) bytes.push(parseInt(bits.slice(i, i + 8).join(''), 2));
  // The last blocks are one byte longer where they cannot all be equal.
  const short = Math.floor(all / count) - each;
  const shorts = count - (all % count);
  const blocks = [];
  for (let i = 0, at = 0; i < count; i++) {
    const length = short + (i < shorts ? 0 : 1);
    const block = bytes.slice(at, at + length);
    at += length;
    blocks.push({ block, check: checks(block, each) });
  }
  const drawn = [];
  for (let i = 0; i <= short; i++) for (const { block } of blocks) if (i < block.length) drawn.push(block[i]);
  for (let i = 0; i < each; i++) for (const { check } of blocks) drawn.push(check[i]);
  return drawn;
}

/** A number followed by its remainder. @param {number} value @param {number} generator @param {number} bits of the remainder */
function protectedBits(value, generator, bits) {
  let rest = value;
  for (let i = 0; i < bits; i++) rest = (rest << 1) ^ ((rest >> (bits - 1)) * generator);
  return (value << bits) | rest;
}

/** The fifteen bits that name level and mask. @param {Level} level @param {number} mask */
export function formatBits(level, mask) {
  return protectedBits(((level === 'L' ? 1 : 0) << 3) | mask, 0x537, 10) ^ 0x5412;
}

/** The eighteen bits that name a version from 7 on. @param {number} version */
export function versionBits(version) {
  return protectedBits(version, 0x1f25, 12);
}

/** Where the small squares are centred. @param {number} version */
function marks(version) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  const places = [6];
  for (let at = version * 4 + 10; places.length < count; at -= step) places.splice(1, 0, at);
  return places;
}

/** @type {((x: number, y: number) => boolean)[]} */
export const masks = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** How hard a code is to read. @param {boolean[][]} dark */
function penalty(dark) {
  const size = dark.length;
  let sum = 0;
  let count = 0;
  for (const across of [true, false]) {
    for (let i = 0; i < size; i++) {
      const line = Array.from({ length: size }, (_, j) => (across ? dark[i][j] : dark[j][i]));
      const text = line.map((each) => (each ? '1' : '0')).join('');
      for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
      for (const finder of ['10111010000', '00001011101'])
        for (let at = text.indexOf(finder); at >= 0; at = text.indexOf(finder, at + 1)) sum += 40;
      if (across) count += line.filter(Boolean).length;
    }
  }
  for (let y = 0; y + 1 < size; y++)
    for (let x = 0; x + 1 < size; x++)
      if (dark[y][x] === dark[y][x + 1] && dark[y][x] === dark[y + 1][x] && dark[y][x] === dark[y + 1][x + 1]) sum += 3;
  return sum + Math.floor(Math.abs((count * 20) / (size * size) - 10)) * 10;
}

/**
 * The dark modules of the code of a text, row by row; nothing if it is too long.
 * @param {string} text
 * @returns {boolean[][] | null}
 */
export function encode(text) {
  const bytes = new TextEncoder().encode(text);
  const found = fit(bytes.length);
  if (!found) return null;
  const { version, level } = found;
  const size = version * 4 + 17;
  const dark = Array.from({ length: size }, () => Array(size).fill(false));
  const fixed = Array.from({ length: size }, () => Array(size).fill(false));
  const set = (/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ on) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    dark[y][x] = on;
    fixed[y][x] = true;
  };
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  const square = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ reach, /** @type {number} */ light) => {
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        set(x + dx, y + dy, ring !== light && ring !== 4);
      }
  };
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ])
    square(x, y, 4, 2);
  const places = marks(version);
  const end = places.length - 1;
  places.forEach((x, i) =>
    places.forEach((y, j) => {
      if (!((i === 0 && j === 0) || (i === 0 && j === end) || (i === end && j === 0))) square(x, y, 2, 1);
    }),
  );
  const format = (/** @type {number} */ mask) => {
    const bits = formatBits(level, mask);
    const bit = (/** @type {number} */ i) => ((bits >> i) & 1) === 1;
    for (let i = 0; i < 15; i++) {
      // Beside the first finder, around the corner; then split over the two others.
      if (i < 8) set(8, i < 6 ? i : i + 1, bit(i));
      else set(i === 8 ? 7 : 14 - i, 8, bit(i));
      if (i < 8) set(size - 1 - i, 8, bit(i));
      else set(8, size - 15 + i, bit(i));
    }
    set(8, size - 8, true);
  };
  format(0);
  if (version >= 7) {
    const bits = versionBits(version);
    for (let i = 0; i < 18; i++) {
      const on = ((bits >> i) & 1) === 1;
      set(size - 11 + (i % 3), Math.floor(i / 3), on);
      set(Math.floor(i / 3), size - 11 + (i % 3), on);
    }
  }
  const drawn = codewords(bytes, version, level);
  let at = 0;
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i++) {
      const y = up ? size - 1 - i : i;
      for (const x of [right, right - 1]) {
        if (fixed[y][x]) continue;
        dark[y][x] = (((drawn[at >> 3] ?? 0) >> (7 - (at & 7))) & 1) === 1;
        at += 1;
      }
    }
  }
  const turn = (/** @type {number} */ mask) => {
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++) if (!fixed[y][x] && masks[mask](x, y)) dark[y][x] = !dark[y][x];
    format(mask);
  };
  const judged = masks.map((_, mask) => {
    turn(mask);
    const cost = penalty(dark);
    turn(mask);
    return cost;
  });
  turn(judged.indexOf(Math.min(...judged)));
  return dark;
}
