import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { english, speak, t } from '../../web/strings.js';
import { amount, ending, mark, worth } from '../../web/format.js';

const line = { black: 0.61, pv: ['h8'], depth: 9, score: '' };

test('a chance is told for the side that asks', () => {
  assert.equal(worth(line, 'black'), '61%');
  assert.equal(worth(line, 'white'), '39%');
});

test('a decided line counts the moves of the winner, not plies', () => {
  const won = { ...line, black: 1, decided_in: 9, winner: /** @type {'black'} */ ('black') };
  assert.equal(worth(won, 'black'), 'win in 5');
  assert.equal(worth(won, 'white'), 'loss in 5');
  assert.equal(mark(won, 'white'), 'L5');
});

test('a result says who won, how and where', () => {
  assert.equal(ending({ ending: 'five', winner: 'black', row: ['h8', 'i9', 'l12'] }), 'Black wins by five, h8–l12');
  assert.equal(
    ending({ ending: 'forbidden', winner: 'white', why: { point: 'h8', verdict: 'double_three' } }),
    'White wins: h8 was forbidden (two open threes)',
  );
  assert.equal(ending({ ending: 'full_board', winner: null }), 'Draw: the board is full');
});

test('large numbers keep three digits', () => {
  assert.equal(amount(950), '950');
  assert.equal(amount(1200345), '1.20 M');
});

test('another language may lack a text, and gaps that nobody fills stay', () => {
  speak({ black: 'Чёрные' });
  assert.equal(t('black'), 'Чёрные');
  assert.equal(t('white'), 'White');
  assert.equal(t('size.square', {}), '{size}×{size}');
  speak({});
});

test('every text that the pages ask for by name is in the table, and none is left over', () => {
  const root = new URL('../../web/', import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
  const code = files
    .filter((file) => file !== 'strings.js')
    .map((file) => readFileSync(new URL(file, root), 'utf8'))
    .join('\n');
  const quoted = new Set([...code.matchAll(/'([a-z][\w.-]*)'/g)].map((match) => match[1]));
  const prefixes = [...code.matchAll(/`([\w.]*)\$\{[^`]*`/g)]
    .map((match) => match[1])
    .filter((prefix) => prefix.includes('.') || prefix.includes('_'));
  const asked = [...code.matchAll(/\bt\('([\w.-]+)'/g)].map((match) => match[1]);
  for (const key of asked) assert.ok(key in english, `no text for ${key}`);
  const known = (/** @type {string} */ key) =>
    quoted.has(key) ||
    prefixes.some((prefix) => key.startsWith(prefix)) ||
    ['.wins', '.title', '.about'].some((end) => key.endsWith(end));
  assert.deepEqual(
    Object.keys(english).filter((key) => !known(key)),
    [],
  );
});
