import assert from 'node:assert/strict';
import { test } from 'node:test';
import { soak } from '../monkey.js';

test('a minute of random people finds no fault', async () => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e6));
  assert.ok((await soak({ ms: 60000, seed })) > 0);
});
