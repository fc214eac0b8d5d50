import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pause, takeToken } from '../../web/wire.js';

test('the token leaves the address, and a shared game stays', () => {
  assert.deepEqual(takeToken('#token=0123abcd'), { token: '0123abcd', rest: '' });
  assert.deepEqual(takeToken('#token=0123&rule=renju&moves=h8'), { token: '0123', rest: '#rule=renju&moves=h8' });
  assert.deepEqual(takeToken('#rule=renju&token=0123'), { token: '0123', rest: '#rule=renju' });
  assert.deepEqual(takeToken('#/games'), { token: null, rest: '#/games' });
});

test('pauses grow and stay below five seconds', () => {
  assert.equal(pause(0, 1), 200);
  assert.equal(pause(3, 1), 1600);
  assert.ok(pause(40, 1) === 5000 && pause(40, 0) === 3750);
});
