import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capacity, checks, encode, fit, formatBits, masks, versionBits } from '../../web/qr.js';

test('codes hold what the standard says they hold', () => {
  for (const [version, low, medium] of [
    [1, 17, 14],
    [2, 32, 26],
    [6, 134, 106],
    [7, 154, 122],
    [10, 271, 213],
    [15, 520, 412],
    [20, 858, 666],
    [25, 1273, 997],
    [27, 1465, 1125],
    [30, 1732, 1370],
    [32, 1952, 1538],
    [35, 2303, 1809],
    [40, 2953, 2331],
  ])
    assert.deepEqual([capacity(version, 'L'), capacity(version, 'M')], [low, medium], `version ${version}`);
  assert.deepEqual(fit(14), { version: 1, level: 'M' });
  assert.deepEqual(fit(15), { version: 1, level: 'L' });
  assert.deepEqual(fit(18), { version: 2, level: 'M' });
  assert.equal(fit(2954), null);
  assert.equal(encode('x'.repeat(2954)), null);
});

test('check bytes, format and version bits are those of the standard', () => {
  const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
  assert.deepEqual(checks(data, 10), [196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
  assert.equal(formatBits('L', 0).toString(2), '111011111000100');
  assert.equal(formatBits('L', 4).toString(2), '110011000101111');
  assert.equal(formatBits('M', 0).toString(2), '101010000010010');
  assert.equal(formatBits('M', 5).toString(2), '100000011001110');
  assert.equal(versionBits(7), 0x07c94);
  assert.equal(versionBits(40), 0x28c69);
});

/**
 * The standard's own figures for some versions: where the small squares are centred, and for each level the check bytes of a
 * block and the data bytes of each block.
 * @type {Record<number, { centres: number[], L: [number, number[]], M?: [number, number[]] }>}
 */
const standard = {
  1: { centres: [], L: [7, [19]], M: [10, [16]] },
  2: { centres: [6, 18], L: [10, [34]], M: [16, [28]] },
  5: { centres: [6, 30], L: [26, [108]] },
  7: { centres: [6, 22, 38], L: [20, [78, 78]] },
  10: { centres: [6, 28, 50], L: [18, [68, 68, 69, 69]] },
  14: { centres: [6, 26, 46, 66], L: [30, [115, 115, 115, 116]] },
  25: { centres: [6, 32, 58, 84, 110], L: [26, [...Array(8).fill(106), ...Array(4).fill(107)]] },
};

/** Reads a code back, by the way the standard describes. @param {boolean[][]} dark */
function read(dark) {
  const size = dark.length;
  const version = (size - 17) / 4;
  let format = 0;
  for (let i = 14; i >= 0; i--) {
    const [x, y] = i < 6 ? [8, i] : i < 8 ? [8, i + 1] : i === 8 ? [7, 8] : [14 - i, 8];
    format = (format << 1) | Number(dark[y][x]);
  }
  format ^= 0x5412;
  const level = /** @type {'L' | 'M'} */ (['M', 'L', 'H', 'Q'][(format >> 13) & 3]);
  const mask = masks[(format >> 10) & 7];
  const { centres, [level]: blocks } = standard[version];
  const corner = (/** @type {number} */ x, /** @type {number} */ y) =>
    (x < 9 && y < 9) || (x < 9 && y > size - 9) || (x > size - 9 && y < 9);
  const fixed = (/** @type {number} */ x, /** @type {number} */ y) =>
    x === 6 ||
    y === 6 ||
    corner(x, y) ||
    (version >= 7 && ((x > size - 12 && y < 6) || (y > size - 12 && x < 6))) ||
    centres.some((cx) =>
      centres.some((cy) => Math.abs(x - cx) <= 2 && Math.abs(y - cy) <= 2 && !corner(cx, cy)),
    );
  /** @type {number[]} */
  const bits = [];
  for (let column = size - 1, up = true; column > 0; column -= column === 8 ? 3 : 2, up = !up)
    for (let i = 0; i < size; i++)
      for (const x of [column, column - 1]) {
        const y = up ? size - 1 - i : i;
        if (!fixed(x, y)) bits.push(Number(dark[y][x] !== mask(x, y)));
      }
  const bytes = Array.from({ length: bits.length >> 3 }, (_, i) => parseInt(bits.slice(i * 8, i * 8 + 8).join(''), 2));
  const [check, lengths] = blocks ?? [0, []];
  /** @type {number[][]} */
  const data = lengths.map(() => []);
  let at = 0;
  for (let i = 0; i < Math.max(...lengths); i++)
    lengths.forEach((length, block) => {
      if (i < length) data[block].push(bytes[at++]);
    });
  const ends = lengths.map((_, block) => Array.from({ length: check }, (_, i) => bytes[at + i * lengths.length + block]));
  data.forEach((block, i) => assert.deepEqual(ends[i], checks(block, check), `block ${i} of version ${version}`));
  const whole = data.flat();
  const text = whole
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('');
  const counted = version < 10 ? 8 : 16;
  const length = parseInt(text.slice(4, 4 + counted), 2);
  const read = Uint8Array.from({ length }, (_, i) => parseInt(text.slice(4 + counted + i * 8, 12 + counted + i * 8), 2));
  return { mode: parseInt(text.slice(0, 4), 2), level, text: new TextDecoder().decode(read) };
}

test('a code reads back, whatever its size', () => {
  for (const text of [
    '',
    'goren',
    'https://gomocalc.com/#/h8i9',
    'fünf – 五',
    'x'.repeat(100),
    'y'.repeat(20),
    'z'.repeat(150),
    `goren:${'7ZhLb9s4'.repeat(33)}`,
    'v'.repeat(450),
    'goren '.repeat(200),
  ]) {
    const dark = /** @type {boolean[][]} */ (encode(text));
    const found = fit(new TextEncoder().encode(text).length);
    assert.deepEqual(read(dark), { mode: 4, level: found?.level, text });
    assert.equal(dark.length, (found?.version ?? 0) * 4 + 17);
    // The finders, and the module that is always dark.
    for (const [x, y] of [
      [0, 0],
      [dark.length - 7, 0],
      [0, dark.length - 7],
    ]) {
      const row = (/** @type {number} */ dy) => dark[y + dy].slice(x, x + 7).map(Number).join('');
      assert.deepEqual([0, 1, 3].map(row), ['1111111', '1000001', '1011101']);
    }
    assert.ok(dark[dark.length - 8][8]);
    const share = dark.flat().filter(Boolean).length / dark.length ** 2;
    assert.ok(share > 0.4 && share < 0.6);
  }
});
