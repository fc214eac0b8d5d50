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

/** Reads a code of one block back, by the way the standard describes. @param {boolean[][]} dark */
function read(dark) {
  const size = dark.length;
  const version = (size - 17) / 4;
  let format = 0;
  for (let i = 14; i >= 0; i--) {
    const [x, y] = i < 6 ? [8, i] : i < 8 ? [8, i + 1] : i === 8 ? [7, 8] : [14 - i, 8];
    format = (format << 1) | Number(dark[y][x]);
  }
  format ^= 0x5412;
  const level = (format >> 13) & 3;
  const mask = masks[(format >> 10) & 7];
  const at = version === 1 ? [] : [size - 7];
  const fixed = (/** @type {number} */ x, /** @type {number} */ y) =>
    x === 6 ||
    y === 6 ||
    (x < 9 && y < 9) ||
    (x < 9 && y > size - 9) ||
    (x > size - 9 && y < 9) ||
    at.some((centre) => Math.abs(x - centre) <= 2 && Math.abs(y - centre) <= 2);
  const bits = [];
  for (let column = size - 1, up = true; column > 0; column -= column === 8 ? 3 : 2, up = !up)
    for (let i = 0; i < size; i++)
      for (const x of [column, column - 1]) {
        const y = up ? size - 1 - i : i;
        if (!fixed(x, y)) bits.push(Number(dark[y][x] !== mask(x, y)));
      }
  const bytes = [];
  for (let i = 0; i + 8 <= bits.length; i += 8) bytes.push(parseInt(bits.slice(i, i + 8).join(''), 2));
  const length = ((bytes[0] & 15) << 4) | (bytes[1] >> 4);
  const text = Array.from({ length }, (_, i) => ((bytes[i + 1] & 15) << 4) | (bytes[i + 2] >> 4));
  return { mode: bytes[0] >> 4, level: ['M', 'L', 'H', 'Q'][level], text: new TextDecoder().decode(Uint8Array.from(text)), bytes };
}

test('a code reads back, whatever its size', () => {
  for (const text of ['', 'goren', 'goren:7ZhLb9s4', 'https://gomocalc.com/#/h8i9g7', 'fünf – 五', 'x'.repeat(100)]) {
    const dark = /** @type {boolean[][]} */ (encode(text));
    const found = fit(new TextEncoder().encode(text).length);
    const { mode, level, text: back } = read(dark);
    assert.deepEqual([mode, level, back], [4, found?.level, text]);
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
  }
});

test('codes of several blocks are whole: their dark modules and sizes', () => {
  const dark = /** @type {boolean[][]} */ (encode('goren '.repeat(200)));
  assert.equal(dark.length, 25 * 4 + 17);
  const share = dark.flat().filter(Boolean).length / dark.length ** 2;
  assert.ok(share > 0.45 && share < 0.55);
});
