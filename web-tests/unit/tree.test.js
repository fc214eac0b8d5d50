import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Table, company } from '../../web/tree.js';

/** @param {object} more */
function message(more) {
  return { seq: 1, epoch: 1, at: 0, now: 0, size: 15, traps: [], nodes: [], ...more };
}

const line = [
  { node: 0, next: [1] },
  { node: 1, parent: 0, next: [2, 4], point: 'h8', stone: 'black' },
  { node: 2, parent: 1, next: [3], point: 'i9', stone: 'white' },
  { node: 3, parent: 2, point: 'g7', stone: 'black' },
  { node: 4, parent: 1, point: 'h9', stone: 'white' },
];

test('a board holds the moves of its path, numbered', () => {
  const table = new Table('t');
  table.hear(message({ nodes: line, at: 4 }), 0);
  assert.deepEqual(table.board(4), {
    stones: [
      { point: 'h8', stone: 'black', number: 1 },
      { point: 'h9', stone: 'white', number: 2 },
    ],
    last: 'h9',
    side: 'black',
    ply: 2,
  });
});

test('the line through a variation ends with it', () => {
  const table = new Table('t');
  table.hear(message({ nodes: line, at: 4 }), 0);
  assert.deepEqual(table.line(4), [0, 1, 4]);
  assert.deepEqual(table.line(1), [0, 1, 2, 3]);
  assert.equal(table.step(-1), 1);
  assert.equal(table.step(1), 4);
  assert.equal(table.step(-1e4), 0);
});

test('set-up stones have no number, and clearing removes them', () => {
  const table = new Table('t');
  table.hear(
    message({
      nodes: [
        {
          node: 0,
          next: [1],
          setup: [
            ['h8', 'black'],
            ['i9', 'white'],
            ['a1', 'black'],
          ],
        },
        { node: 1, parent: 0, setup: [['a1', null]], point: 'g7', stone: 'black' },
      ],
    }),
    0,
  );
  assert.equal(table.board(0).side, 'white');
  assert.deepEqual(
    table.board(1).stones.map((stone) => [stone.point, stone.number]),
    [
      ['h8', undefined],
      ['i9', undefined],
      ['g7', 1],
    ],
  );
});

test('a said side to move beats the count of stones', () => {
  const table = new Table('t');
  table.hear(message({ nodes: [{ node: 0, setup: [['h8', 'black']], side: 'black' }] }), 0);
  assert.equal(table.board(0).side, 'black');
});

test('the page follows the game while it shows the present, and stays while it shows the past', () => {
  const game = (/** @type {number} */ node) => ({ node });
  const present = new Table('t');
  present.hear(message({ nodes: line.slice(0, 2), at: 1, game: game(1) }), 0);
  present.hear(message({ seq: 2, nodes: line, at: 1, game: game(2) }), 1);
  assert.equal(present.at, 2);
  const past = new Table('t');
  past.hear(message({ nodes: line, at: 1, game: game(2) }), 0);
  past.hear(message({ seq: 2, nodes: [], at: 1, game: game(3) }), 1);
  assert.equal(past.at, 1);
});

test('an older message changes nothing, a new epoch forgets every node', () => {
  const table = new Table('t');
  table.hear(message({ seq: 5, nodes: line, at: 3 }), 0);
  table.hear(message({ seq: 4, nodes: [], at: 0 }), 1);
  assert.equal(table.at, 3);
  table.hear(message({ seq: 1, epoch: 2, nodes: [{ node: 0 }], at: 0 }), 2);
  assert.deepEqual([...table.nodes.keys()], [0]);
  assert.equal(table.at, 0);
});

test('a tree that loops does not hang the page', () => {
  const table = new Table('t');
  table.hear(
    message({
      nodes: [
        { node: 0, parent: 1, next: [1] },
        { node: 1, parent: 0, next: [0] },
      ],
      at: 1,
    }),
    0,
  );
  assert.ok(table.line(1).length < 10);
});

test('persons and programs are told apart', () => {
  const game = { seats: [{ player: { kind: 'goren', level: 3 } }, { player: { kind: 'person' } }] };
  assert.deepEqual(company(game), { persons: ['second'], programs: ['first'] });
});

test('another page that walks does not move this one, and a node that is wanted is shown when it comes', () => {
  const table = new Table('t');
  table.hear(message({ nodes: line.slice(0, 3), at: 2 }), 0);
  table.hear(message({ seq: 2, at: 0 }), 1);
  assert.equal(table.at, 2);
  table.wanted = 4;
  table.hear(message({ seq: 3, at: 0 }), 2);
  assert.equal(table.at, 2);
  table.hear(message({ seq: 4, nodes: line.slice(3), at: 4 }), 3);
  assert.deepEqual([table.at, table.wanted], [4, null]);
});
