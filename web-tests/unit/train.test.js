import assert from 'node:assert/strict';
import { test } from 'node:test';
import { t } from '../../web/strings.js';
import '../../web/train/strings.js';
import { advice, comes, countAnswers, sentence, sortName, today, wire } from '../../web/train/desk.js';
import { graph } from '../../web/train/lists.js';
import { Rush } from '../../web/train/rush.js';
import { Solver, stoneOf } from '../../web/train/solver.js';

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

test('what training says is made of codes and their values', () => {
  assert.equal(sentence({ code: 'wins_by_fours', side: 'black', moves: 1 }), 'Black wins by fours in 1 move.');
  assert.equal(sentence({ code: 'wins_by_threats', side: 'white', moves: 4 }), 'White wins by threats in 4 moves.');
  assert.equal(sentence({ code: 'stopped', side: 'white', point: 'k8' }), 'White answers k8, and Black has no forced win left.');
  assert.equal(sentence({ code: 'forbidden', point: 'h8', kind: 'double_four' }), 'h8 is forbidden: two fours.');
  assert.equal(sentence({ code: 'even', point: 'h8', black: 0.5 }), 'Even enough. Black’s chance is 50% after h8.');
  assert.equal(countAnswers('defence', 1), '1 move holds; every other loses by force.');
  assert.equal(countAnswers('balance', 3), '3 points leave the board even.');
  assert.deepEqual([advice({ area: ['h8'], point: null }), advice({ area: [], point: 'h8' })], ['Look around here.', 'Play h8.']);
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

test('a rating that is not sure yet is called provisional', () => {
  const solver = new Solver(/** @type {any} */ ({}));
  const told = (/** @type {number} */ deviation) => {
    solver.result = /** @type {any} */ ({ rating: 890.2, deviation, change: -110, run: 0, due_ms: null });
    return solver.changed[0];
  };
  assert.equal(told(230), 'rating 890 (−110), provisional');
  assert.equal(told(80), 'rating 890 (−110)');
});

test('a rush goes on when goren was restarted, and ends when it is not known any more', async (context) => {
  /** @type {string[]} */
  const said = [];
  const app = /** @type {any} */ ({ toast: (/** @type {string} */ text) => said.push(text), fail: assert.fail, paint() {}, sound() {}, announce() {} });
  const view = { over: false, left_ms: 60_000, score: 0, mistakes: 0 };
  const attempt = (/** @type {string} */ name) => ({ attempt: name, mode: 'rush', kind: 'fours', side: 'black', puzzle: 'p', black: [], white: [] });
  const lost = { error: { code: 'school_missing', error: '`a` is not being solved any more: begin it again' } };
  /** @type {[string, number, object][]} */
  const answers = [];
  context.mock.method(globalThis, 'fetch', async (/** @type {string} */ url) => {
    const [path, status, body] = answers.shift() ?? ['nothing', 0, {}];
    assert.equal(url, `/api/train${path}`);
    return new Response(JSON.stringify(body), { status });
  });
  globalThis.window ??= /** @type {any} */ (globalThis);
  globalThis.localStorage ??= /** @type {any} */ ({ getItem: () => null });
  const rush = new Rush(app);
  answers.push(['/rush', 200, view], ['/begin', 200, attempt('a')]);
  await rush.start();
  answers.push(['/move', 404, lost], ['/begin', 200, attempt('b')]);
  await rush.play('h8');
  assert.deepEqual([rush.running, rush.solver.attempt?.attempt, said.splice(0)], [true, 'b', ['The next puzzle: goren no longer had the last one.']]);
  answers.push(['/move', 404, lost], ['/begin', 400, { error: { code: 'school', error: 'no rush is under way: begin one' } }], ['/rush', 404, { error: { code: 'school_missing', error: 'no rush was begun yet' } }]);
  await rush.play('h8');
  assert.deepEqual([rush.running, said, answers], [false, ['goren was restarted and no longer has this rush. Begin another.'], []]);
});

test('Train says where its puzzles come from as it is', () => {
  // What the puzzles themselves say is held by goren-puzzle's tests of all that are shipped.
  assert.match(t('train.about'), /^Every puzzle comes from games that goren played against itself, some with another last move\./);
});
