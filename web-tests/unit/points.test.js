import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inCentre, name, place, stars } from '../../web/points.js';

test('letters include i and numbers count from the bottom', () => {
  assert.equal(name(0, 0), 'a1');
  assert.equal(name(8, 7), 'i8');
  assert.deepEqual(place('v22'), { x: 21, y: 21 });
});

test('text that names no point is no point', () => {
  for (const text of ['', 'h', '8', 'h0', 'h08', 'h23', 'w1', 'H8', 'h8 ']) assert.equal(place(text), null, text);
});

test('every point of the largest board survives a round trip', () => {
  for (let x = 0; x < 22; x++) for (let y = 0; y < 22; y++) assert.deepEqual(place(name(x, y)), { x, y });
});

test('small and even boards have no star points that are not there', () => {
  assert.deepEqual(stars(5), ['c3']);
  assert.deepEqual(stars(6), []);
  assert.deepEqual(stars(15).sort(), ['d12', 'd4', 'h8', 'l12', 'l4']);
});

test('the central square of an even board hangs on the point left of the top middle', () => {
  assert.ok(inCentre('h8', 15, 1));
  assert.ok(!inCentre('h9', 15, 1));
  assert.ok(inCentre('g9', 15, 3));
  assert.ok(inCentre('i8', 16, 1));
  assert.ok(!inCentre('h8', 16, 1));
});
