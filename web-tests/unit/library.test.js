import assert from 'node:assert/strict';
import { test } from 'node:test';
import { texts } from '../../web/library/strings.js';
import { leftOut } from '../../web/library/words.js';
import { learn } from '../../web/strings.js';

learn(texts);

test('a search says which games it has left out', () => {
  assert.deepEqual(leftOut({ complete: true, unreadable: 0 }), []);
  assert.deepEqual(leftOut({ complete: true, unreadable: 1 }), ['1 game of the library is damaged and was left out.']);
  assert.deepEqual(leftOut({ complete: false, unreadable: 12 }), [
    'The search took too long and was ended; these are the games found by then.',
    '12 games of the library are damaged and were left out.',
  ]);
});
