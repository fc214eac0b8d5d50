import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../web/train/strings.js';
import { comes, sortName, today, wire } from '../../web/train/desk.js';
import { graph } from '../../web/train/lists.js';
import { stoneOf } from '../../web/train/solver.js';

test('a day is the person’s own, not that of another time zone', () => {
  assert.equal(today(new Date(2026, 0, 5, 23, 59)), '2026-01-05');
  assert.equal(today(new Date(2026, 10, 16, 0, 1)), '2026-11-16');
});

test('when a puzzle comes again is told in days', () => {
  const now = 20_000 * 864e5 + 5 * 36e5;
  assert.equal(comes(20_000 * 864e5, now), 'today');
  assert.equal(comes(20_001 * 864e5, now), 'tomorrow');
  assert.equal(comes(20_007 * 864e5, now), 'in 7 days');
});

test('a grade travels as a number, and nothing that was not chosen travels', () => {
  assert.deepEqual(wire({ kind: 'fours', grade: '3' }), { kind: 'fours', grade: 3 });
  assert.deepEqual(wire({}), {});
});

test('what puzzles are counted by has its words', () => {
  assert.deepEqual(
    [sortName('kind', 'fours'), sortName('rule', 'caro6'), sortName('grade', '2'), sortName('theme', 'four-three')],
    ['Win by fours', 'Caro 6', 'Grade 2', 'four and three'],
  );
});

test('moves from the start alternate', () => {
  assert.deepEqual([0, 1, 2].map((i) => stoneOf('white', i)), ['white', 'black', 'white']);
});

test('the graph spans its width, and round numbers its height', () => {
  const { path, least, most } = graph([[1, 1010], [2, 1190], [3, 1100]], 100, 50);
  assert.deepEqual([least, most], [1000, 1200]);
  assert.equal(path, 'M0.0 47.5L50.0 2.5L100.0 25.0');
  assert.equal(graph([[1, 1000]], 100, 50).most, 1100);
});
