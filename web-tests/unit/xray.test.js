import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../web/school/strings.js';
import { named, stones, toMove, touched, written } from '../../web/school/position.js';

// A custom element's base is the browser's.
Object.assign(globalThis, { HTMLElement: class {}, customElements: { define() {} } });
const { rows } = await import('../../web/school/xray.js');

const usual = { rule: 'freestyle', size: 15 };
/** @param {string} text */
const read = (text) => named(new URLSearchParams(text), usual);

test('an address names a position, and what it names is written back', () => {
  const text = 'rule=standard&size=9&traps=a1&black=e5d4&white=e4&side=black&moves=c3c4';
  assert.equal(written(read(text)), text);
  assert.deepEqual([read('').rule, read('').size], ['freestyle', 15]);
});

test('what an address cannot mean is left out', () => {
  const setup = read('rule=chess&size=99&moves=h8h8z9i16a0&black=h8');
  assert.deepEqual([setup.rule, setup.size, setup.black, setup.moves], ['freestyle', 15, ['h8'], []]);
});

test('moves take turns from the side that follows from the stones', () => {
  const setup = read('black=h8&moves=i9g7');
  assert.equal(toMove(setup), 'white');
  assert.deepEqual(stones(setup).map(({ point, stone }) => `${stone} ${point}`), ['black h8', 'white i9', 'black g7']);
});

test('a touch places a stone in turn, of one colour, or a trap, and takes away what is there', () => {
  const empty = read('size=9');
  const one = touched(empty, 'e5', 'turn');
  assert.equal(written(one), 'rule=freestyle&size=9&moves=e5');
  assert.equal(written(touched(one, 'e4', 'white')), 'rule=freestyle&size=9&moves=e5e4');
  const two = touched(one, 'e4', 'black');
  assert.equal(written(two), 'rule=freestyle&size=9&black=e5e4');
  assert.equal(toMove(two), 'white');
  assert.equal(written(touched(one, 'a1', 'trap')), 'rule=freestyle&size=9&traps=a1&moves=e5');
  for (const full of [one, two, touched(empty, 'e5', 'trap')]) {
    const left = touched(full, 'e5', 'turn');
    assert.ok(!stones(left).some(({ point }) => point === 'e5') && !left.traps.length);
  }
  const first = touched(read('size=9&moves=e5e4e3'), 'e5', 'turn');
  assert.equal(written(first), 'rule=freestyle&size=9&black=e3&white=e4');
});

test('what is counted stands in its row of the table, and a row found nowhere has nothing', () => {
  /** @param {string} name @param {'black' | 'white'} owner @param {number} weight */
  const row = (name, owner, weight) => ({ name, owner, weight, factor: owner === 'black' ? 1 : -1 });
  const table = [row('F4', 'black', 1000), row('F3', 'black', 100), row('F4', 'white', 1000), row('F3', 'white', 100)];
  const thing = (/** @type {typeof table[0]} */ of) => ({ ...of, cells: '', points: [], window: ['h8'], contribution: of.factor * of.weight });
  const found = rows([thing(table[1]), thing(table[3]), thing(table[1])], table);
  assert.deepEqual(
    found.map(({ name, owner, things, sum, total }) => [owner, name, things.length, sum, total]),
    [
      ['black', 'F4', 0, 0, 0],
      ['black', 'F3', 2, 200, 200],
      ['white', 'F4', 0, 0, 200],
      ['white', 'F3', 1, -100, 100],
    ],
  );
});
