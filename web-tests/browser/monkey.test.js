import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fault, lives, soak } from '../monkey.js';

test('a minute of random people finds no fault', async () => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e6));
  const { actions } = await soak({ ms: 60000, seed, say: (line) => console.log(line) });
  assert.ok(actions > 0);
});

test('a browser that ends is counted and followed by another, and hides no fault', async () => {
  /** Lives of which each ends the browser. @param {(life: number) => Error} error */
  const ending = (error) => {
    /** @type {string[]} */
    const said = [];
    const launch = async () => {
      let isOpen = true;
      return { isConnected: () => isOpen, close: async () => void (isOpen = false) };
    };
    const run = lives({
      end: Date.now() + 500,
      seed: 7,
      say: (line) => said.push(line),
      launch,
      live: async (browser, life, log) => {
        log.push('one', 'two');
        await browser.close();
        throw error(life);
      },
    });
    return { run, said };
  };
  const { run, said } = ending((life) => (life < 9 ? new Error('closed') : new Fault('lost a stone')));
  await assert.rejects(run, /lost a stone/);
  assert.deepEqual(said, [
    'seed 7: 2 actions, cut short, since the browser itself ended; 2 in all, the browser ended 1 times',
    'seed 8: 2 actions, cut short, since the browser itself ended; 4 in all, the browser ended 2 times',
  ]);
});
