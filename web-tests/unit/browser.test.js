import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge } from '../browser.js';

test('a browser test that fails has a second try, which is counted and named, and random people have one', () => {
  /** @param {Record<string, boolean[]>} outcomes of each file, try by try */
  const run = (outcomes) => {
    /** @type {string[]} */
    const runs = [];
    const result = judge(Object.keys(outcomes), (name) => {
      runs.push(name);
      return outcomes[name].shift() ?? assert.fail(`${name} is run too often`);
    });
    return { ...result, runs };
  };
  assert.deepEqual(run({ 'play.test.js': [true], 'share.test.js': [false, true], 'monkey.test.js': [true] }), {
    says: ['1 of 3 files passed only at their second try: share.test.js'],
    passed: true,
    runs: ['play.test.js', 'share.test.js', 'monkey.test.js', 'share.test.js'],
  });
  assert.deepEqual(run({ 'play.test.js': [false, false], 'monkey.test.js': [false] }), {
    says: ['0 of 2 files passed only at their second try', 'failed: play.test.js, monkey.test.js'],
    passed: false,
    runs: ['play.test.js', 'monkey.test.js', 'play.test.js'],
  });
});
