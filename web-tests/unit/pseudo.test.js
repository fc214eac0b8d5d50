import assert from 'node:assert/strict';
import { test } from 'node:test';
import { english, learn, t } from '../../web/strings.js';
import { texts as train } from '../../web/train/strings.js';
import { accented, pseudo } from '../browser/pseudo.js';

test('a text gets accents and two fifths more letters, and its gaps stay', () => {
  assert.equal(accented('Move {number}, {point}'), 'ṀṀöṽéé {number}, {point}');
  assert.equal(accented('Settings'), 'ŠŠéţţţîññğš');
  assert.equal(accented('15×15: ?!'), '15×15: ?!');
});

test('every text of a table is changed, in all its forms', () => {
  const table = pseudo({ ...english, ...train });
  assert.deepEqual(Object.keys(table), Object.keys({ ...english, ...train }));
  const { language, ...texts } = table;
  assert.equal(language, 'en-XA');
  const said = Object.values(texts).flatMap((text) => (typeof text === 'string' ? [text] : Object.values(text)));
  assert.deepEqual(said.filter((text) => /[a-z]/i.test(text.replace(/\{\w+\}/g, ''))), []);
  const length = (/** @type {string[]} */ list) => list.join('').replace(/\{\w+\}/g, '').length;
  const plain = Object.values({ ...english, ...train }).flatMap((text) => (typeof text === 'string' ? [text] : Object.values(text)));
  assert.ok(length(said) > 1.3 * length(plain));
});

test('it is a language as others are: it counts', () => {
  learn(pseudo(english));
  const said = [1, 1234].map((count) => t('games.moves', { count }));
  learn(english);
  assert.deepEqual(said, ['1 ɱɱöṽéé', '1,234 ɱɱöṽééš']);
});
