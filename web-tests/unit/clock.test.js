import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hands, measured, time, took } from '../../web/clock.js';

const clock = {
  turn_ms: 30000,
  game_ms: 300000,
  increment_ms: 0,
  left_ms: [200000, 100000],
  spent_ms: [100000, 200000],
  running: 'first',
  turn_spent_ms: 500,
  at: 1000,
};

test('a running clock goes on from the message, the other stands', () => {
  assert.deepEqual(hands(clock, 1200, 300, 'first'), { left: 29000, spent: 101000, turn: 1000, running: true });
  assert.deepEqual(hands(clock, 1200, 300, 'second'), { left: 100000, spent: 200000, turn: 0, running: false });
});

test('a clock that stands shows what is left of the turn', () => {
  const paused = { ...clock, running: undefined };
  assert.deepEqual(hands(paused, 9000, 9000, 'first', 'first'), { left: 29500, spent: 100500, turn: 500, running: false });
  assert.equal(hands(paused, 9000, 9000, 'second', 'first').left, 100000);
  assert.equal(hands({ ...paused, turn_ms: undefined }, 9000, 9000, 'first', 'first').left, 199500);
  assert.equal(hands({ ...paused, left_ms: [0, null] }, 9000, 0, 'first').left, 0);
});

test('short times are told as they were measured', () => {
  assert.deepEqual([0.0004, 0.412, 4.123, 412.4, 4123, 61000].map(measured), [
    '0 µs',
    '412 µs',
    '4.12 ms',
    '412 ms',
    '4.12 s',
    '1:01',
  ]);
});

test('the nearer of the two limits counts', () => {
  assert.equal(hands({ ...clock, left_ms: [5000, 0] }, 1000, 0, 'first').left, 4500);
});

test('a clock never shows less than nothing, and no clock shows none', () => {
  assert.equal(hands(clock, 1000, 1e6, 'first').left, 0);
  assert.equal(hands({ ...clock, turn_ms: undefined, left_ms: [null, null] }, 1000, 0, 'first').left, null);
});

test('times read as on a chess clock', () => {
  assert.equal(time(65000), '1:05');
  assert.equal(time(3753000), '1:02:33');
  assert.equal(time(9940, true), '0:09.9');
  assert.equal(time(10000, true), '0:10');
  assert.equal(took(420), '0.4 s');
  assert.equal(took(59400), '59 s');
  assert.equal(took(130000), '2:10');
});
