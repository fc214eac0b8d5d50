import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { KINDS, ask, askNodes, chance, plan, seeksMost } from '../../web/school/predict-exercise.js';
import { wording } from '../../web/school/predict.js';
import '../../web/school/strings.js';
import { Replay, cutter } from '../../web/school/theatre-replay.js';

const searches = readFileSync(new URL('theatre.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((text) => JSON.parse(text));
const programs = ['boundary', 'automaton', 'sequences', 'trapper', 'masked', 'miniature'].map((name) => ({
  name,
  summary: '',
  size: name === 'sequences' ? 8 : 15,
  rule: /** @type {const} */ ('freestyle'),
  depth: 2,
  switches: ['pruning', 'quick-win', 'book'],
  additions: [],
  weightings: [],
  variants: [],
}));

test('a seed always makes the same exercise, and others make others', () => {
  assert.deepEqual(plan(5, programs), plan(5, programs));
  const planned = Array.from({ length: 60 }, (_, seed) => plan(seed, programs));
  assert.equal(new Set(planned.map(({ setting }) => setting.program.name)).size, 6);
  assert.equal(new Set(planned.map(({ kind }) => kind)).size, 4);
  assert.ok(new Set(planned.map(({ setting }) => setting.moves.join(''))).size > 50);
  for (const { setting } of planned) assert.equal(new Set(setting.moves).size, setting.moves.length, 'no point twice');
});

test('every question has one right answer, and it is what the search did', () => {
  const asked = new Set();
  for (const { events, program } of searches) {
    const replay = new Replay();
    replay.hear(events);
    const root = replay.roots[replay.roots.length - 1];
    for (const kind of KINDS)
      for (let seed = 0; seed < 20; seed++) {
        const question = ask(replay, kind, seed);
        if (!question) continue;
        asked.add(question.kind);
        const options = question.points.length ? question.points : question.numbers;
        assert.equal(new Set(options).size, options.length);
        assert.ok(options.length >= 3 && question.right >= 0, program);
        const right = options[question.right];
        if (question.kind === 'first') assert.equal(right, root.children[0].point);
        if (question.kind === 'cut') assert.equal(right, cutter(question.node)?.point);
        const setting = /** @type {any} */ ({ program: { name: program }, moves: [], first: 'white', depth: 2 });
        const text = wording(/** @type {any} */ ({ setting, question, nodes: 0 })).join(' ');
        if (question.kind !== 'first') assert.match(text, /Values are White’s/, 'whose values they are');
        if (question.kind === 'value') {
          assert.equal(right, question.node.value);
          const told = question.told.map(({ value }) => value);
          assert.equal(right, seeksMost(question) ? Math.max(...told) : Math.min(...told));
        }
        assert.deepEqual(ask(replay, kind, seed), question);
      }
  }
  assert.deepEqual([...asked].sort(), ['cut', 'first', 'value']);
});

test('the numbers of nodes to choose from are far apart', () => {
  const replay = new Replay();
  replay.hear(searches[0].events);
  const question = askNodes(replay, 900, 'pruning', 3);
  assert.ok(question);
  assert.equal(question.numbers[question.right], 900);
  const sorted = [...question.numbers].sort((a, b) => a - b);
  sorted.slice(1).forEach((each, i) => assert.ok(each > 3 * sorted[i]));
});

test('chances are even enough', () => {
  const random = chance(3);
  const mean = Array.from({ length: 2000 }, random).reduce((sum, each) => sum + each, 0) / 2000;
  assert.ok(Math.abs(mean - 0.5) < 0.03, String(mean));
});
