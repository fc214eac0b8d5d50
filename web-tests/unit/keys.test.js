import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Keys, kept, takeKey } from '../../web/keys.js';

/** @type {Map<string, string>} */
let stored;
beforeEach(() => {
  stored = new Map([['goren.token', 'mine']]);
  const localStorage = {
    getItem: (/** @type {string} */ name) => stored.get(name) ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ value) => stored.set(name, value),
  };
  Object.defineProperty(globalThis, 'localStorage', { value: localStorage, configurable: true });
});

test('the key leaves the address, and a shared game stays', () => {
  const code = null;
  assert.deepEqual(takeKey('#token=0123abcd'), { token: '0123abcd', code, rest: '' });
  assert.deepEqual(takeKey('#token=0123&rule=renju&moves=h8'), { token: '0123', code, rest: '#rule=renju&moves=h8' });
  assert.deepEqual(takeKey('#rule=renju&token=0123'), { token: '0123', code, rest: '#rule=renju' });
  assert.deepEqual(takeKey('#code=0123'), { token: null, code: '0123', rest: '' });
  assert.deepEqual(takeKey('#/games'), { token: null, code, rest: '#/games' });
});

test("a link's key replaces the one that is kept only when it was accepted", () => {
  const keys = new Keys({ token: '000', code: null });
  assert.equal(keys.key, '000');
  assert.equal(keys.refused('000'), true);
  assert.deepEqual([keys.key, kept()], ['mine', 'mine']);
  assert.equal(keys.refused('mine'), false);
  const newer = new Keys({ token: 'newer', code: null });
  newer.accepted(/** @type {string} */ (newer.key));
  assert.deepEqual([newer.key, kept()], ['newer', 'newer']);
});

test('without a kept key there is nothing else to try', () => {
  stored.clear();
  assert.equal(new Keys({ token: '000', code: null }).refused('000'), false);
});

test('a code is exchanged once', async () => {
  /** @type {unknown[]} */
  const asked = [];
  globalThis.fetch = async (_, options) => {
    asked.push(options?.body);
    return Response.json({ token: 'fresh' });
  };
  const keys = new Keys({ token: null, code: '42' });
  await keys.redeem();
  await keys.redeem();
  assert.deepEqual([keys.key, asked], ['fresh', ['{"code":"42"}']]);
  assert.equal(kept(), 'mine');
});
