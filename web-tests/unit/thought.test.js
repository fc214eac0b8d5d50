import assert from 'node:assert/strict';
import { test } from 'node:test';
import { address, classicOf, lastMove, position, setting } from '../../web/thought.js';
import { Table } from '../../web/tree.js';

/** @param {string[]} moves @param {object} [more] */
function played(moves, more = {}) {
  const table = new Table('abc');
  const nodes = moves.map((point, i) => ({ node: i + 1, parent: i, next: [i + 2], point, stone: i % 2 ? 'white' : 'black' }));
  const root = { node: 0, next: [1] };
  const seats = [
    { stone: 'black', player: { kind: 'person', name: 'Ann' } },
    { stone: 'white', player: { kind: 'classic', word: 'masked:variant=programmed,with=wide+long-mask,depth=3' } },
  ];
  /** @type {any} */
  const message = {
    seq: 1,
    epoch: 1,
    at: moves.length,
    size: 15,
    rule: 'standard',
    traps: [],
    nodes: [root, ...nodes],
    game: { node: moves.length, seats },
    ...more,
  };
  table.hear(message, 0);
  return table;
}

test('a game is linked with its moves in their order, a position that was set up with its stones', () => {
  const table = played(['h8', 'i9', 'g7']);
  assert.equal(String(position(table, 3)), 'size=15&rule=standard&moves=h8i9g7');
  assert.equal(String(position(played(['h8', 'i9'], { traps: ['a1', 'b2'] }), 1)), 'size=15&rule=standard&moves=h8&traps=a1b2');
  const nodes = [{ node: 0, setup: [['h8', 'black'], ['i9', 'white'], ['c3', 'white']], side: 'black' }];
  const set = played([], { nodes, at: 0 });
  assert.equal(String(position(set, 0)), 'size=15&rule=standard&black=h8&white=i9c3&side=black');
});

test('moves that do not take turns are linked as stones', () => {
  const nodes = [
    { node: 0, next: [1] },
    { node: 1, parent: 0, point: 'h8', stone: 'black', next: [2] },
    { node: 2, parent: 1, point: 'i9', stone: 'black' },
  ];
  assert.equal(String(position(played([], { nodes, at: 2 }), 2)), 'size=15&rule=standard&black=h8i9&white=&side=white');
});

test('a link names the program that plays, with its setting', () => {
  assert.equal(
    String(setting('masked:variant=programmed,with=wide+long-mask,depth=3', 15)),
    'classic=masked&variant=programmed&with=wide%2Clong-mask&depth=3',
  );
  assert.equal(String(setting('boundary', 15)), 'classic=boundary');
  // Its document's five plies on its own board, fewer on a larger one.
  assert.deepEqual(
    [8, 9, 15, 22].map((size) => setting('sequences', size).get('depth')),
    ['5', '4', '3', '3'],
  );
  const table = played(['h8', 'i9', 'g7']);
  assert.equal(classicOf(table, 3)?.split(':')[0], 'masked');
  const link = new URL(address('xray', table, 3, classicOf(table, 3)).slice(1), 'http://here');
  assert.equal(link.pathname, '/school/xray');
  assert.deepEqual([link.searchParams.get('classic'), link.searchParams.get('moves')], ['masked', 'h8i9g7']);
  assert.equal(classicOf(played(['h8'], { game: undefined }), 1), null);
});

test('what a classic thought is what it saw before its last move on the board', () => {
  const table = played(['h8', 'i9', 'g7', 'g8', 'f6']);
  assert.deepEqual(lastMove(table, 5)?.point, 'g8');
  assert.deepEqual([lastMove(table, 5)?.before, lastMove(table, 3)?.before], [3, 1]);
  assert.equal(lastMove(table, 1), null, 'the person alone has moved');
  const first = played(['h8']);
  const { game } = first;
  if (game) game.seats.reverse().forEach((seat, i) => (seat.stone = i ? 'white' : 'black'));
  assert.equal(lastMove(first, 1), null, 'nothing to think of on an empty board');
});
