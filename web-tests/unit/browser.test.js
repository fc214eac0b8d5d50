import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge, listen, wanted } from '../browser.js';

/**
 * Judges files that take one turn of the clock each, and tells which ran beside each other.
 * @param {Record<string, boolean[]>} outcomes of each file, try by try
 * @param {number} [jobs]
 */
async function run(outcomes, jobs = 1) {
  /** @type {string[]} */
  const runs = [];
  const running = new Set();
  const result = await judge(Object.keys(outcomes), jobs, async (name) => {
    running.add(name);
    await new Promise((done) => setTimeout(done));
    runs.push([name, ...[...running].filter((other) => other !== name)].join(' beside '));
    await new Promise((done) => setTimeout(done));
    running.delete(name);
    return outcomes[name].shift() ?? assert.fail(`${name} is run too often`);
  });
  return { ...result, runs };
}

test('a browser test that fails has a second try, which is counted and named, and random people have one', async () => {
  assert.deepEqual(await run({ 'play.test.js': [true], 'share.test.js': [false, true], 'monkey.test.js': [true] }), {
    says: ['1 of 3 files passed only at their second try: share.test.js'],
    passed: true,
    runs: ['play.test.js', 'share.test.js', 'monkey.test.js', 'share.test.js'],
  });
  assert.deepEqual(await run({ 'play.test.js': [false, false], 'monkey.test.js': [false] }), {
    says: ['0 of 2 files passed only at their second try', 'failed: play.test.js, monkey.test.js'],
    passed: false,
    runs: ['play.test.js', 'monkey.test.js', 'play.test.js'],
  });
});

test('files run beside each other, but not what measures the machine, nor a second try', async () => {
  const files = { 'monkey.test.js': [true], 'play.test.js': [false, true], 'speed.test.js': [true], 'share.test.js': [false, false], 'xray.test.js': [true] };
  assert.deepEqual(await run(files, 2), {
    says: ['1 of 5 files passed only at their second try: play.test.js', 'failed: share.test.js'],
    passed: false,
    runs: [
      'play.test.js beside share.test.js',
      'share.test.js beside play.test.js',
      'xray.test.js',
      'speed.test.js',
      'monkey.test.js',
      'play.test.js',
      'share.test.js',
    ],
  });
});

test('what a file says comes whole, from both streams, with how it ended', async () => {
  const { succeeded, said } = await listen(['--eval', 'console.log("one"); setTimeout(() => { console.error("two"); process.exitCode = 3; }, 100)']);
  assert.deepEqual([succeeded, String(said)], [false, 'one\ntwo\n']);
  assert.deepEqual(await listen(['--eval', '']), { succeeded: true, said: Buffer.alloc(0) });
});

test('two files run at a time unless another number is given', () => {
  assert.deepEqual(wanted([]), { jobs: 2, files: [] });
  assert.deepEqual(wanted(['--jobs', '3', 'play.test.js']), { jobs: 3, files: ['play.test.js'] });
  for (const jobs of ['0', 'two', '']) assert.throws(() => wanted([`--jobs=${jobs}`]), /expected a number of files at a time/);
});
