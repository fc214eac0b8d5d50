import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pause } from '../../web/wire.js';

test('pauses grow and stay below five seconds', () => {
  assert.equal(pause(0, 1), 200);
  assert.equal(pause(3, 1), 1600);
  assert.ok(pause(40, 1) === 5000 && pause(40, 0) === 3750);
});
