// What a classic program thought: the addresses of its search and of what it counts, in a position of a table.

/** @typedef {import('./tree.js').Table} Table */
/** @typedef {import('./wire-types').Player} Player */

/**
 * The position at a node as addresses of the school have it: its moves in their order where Black and White took turns from an
 * empty board, or else its stones.
 * @param {Table} table
 * @param {number} node
 */
export function position(table, node) {
  const { size = 15, rule = 'freestyle', traps = [] } = table.state ?? {};
  const query = new URLSearchParams({ size: String(size), rule });
  const { stones, side } = table.board(node);
  const inTurn = stones.every(({ number, stone }, i) => number === i + 1 && stone === (i % 2 ? 'white' : 'black'));
  if (inTurn && side === (stones.length % 2 ? 'white' : 'black')) query.set('moves', stones.map(({ point }) => point).join(''));
  else {
    for (const stone of ['black', 'white'])
      query.set(stone, stones.filter((each) => each.stone === stone).map(({ point }) => point).join(''));
    query.set('side', side);
  }
  if (traps.length) query.set('traps', traps.join(''));
  return query;
}

/** The plies that a program looks ahead on a board of this size, if nothing else is said. @param {string} name @param {number} size */
function plies(name, size) {
  // Five on 64 cells; on larger boards as many as make a tree no bigger.
  if (name !== 'sequences') return null;
  return [5, 4, 3, 2, 1].find((depth) => size ** (2 * depth) <= 64 ** 5) ?? 1;
}

/** The program's own name. @param {string} word */
export const programOf = (word) => word.split(':')[0];

/**
 * A classic with its settings, such as `masked:variant=printed,with=wide+late-wins,depth=3`, as addresses have it.
 * @param {string} word
 * @param {number} size of the board
 */
export function setting(word, size) {
  const [name, options = ''] = word.split(':');
  const query = new URLSearchParams({ classic: name });
  const depth = plies(name, size);
  if (depth) query.set('depth', String(depth));
  for (const option of options.split(',').filter(Boolean)) {
    const [key, value] = option.split('=');
    query.set(key, value.replaceAll('+', ','));
  }
  return query;
}

/** The classic that has the turn at a node, or else one that plays. @param {Table} table @param {number} node @returns {string | null} its word */
export function classicOf(table, node) {
  const { side } = table.board(node);
  const seats = table.game?.seats ?? [];
  const sorted = [...seats].sort((one, another) => Number(another.stone === side) - Number(one.stone === side));
  for (const { player } of sorted) if (player.kind === 'classic') return player.word;
  return null;
}

/**
 * The last move by a classic up to a node: who made it, where, and the node before it. None on an empty board, where there is
 * nothing to think of.
 * @param {Table} table
 * @param {number} node
 * @returns {{ word: string, point: string, before: number } | null}
 */
export function lastMove(table, node) {
  const path = table.path(node);
  const seats = table.game?.seats ?? [];
  for (let i = path.length - 1; i > 0; i -= 1) {
    const { point, stone } = table.node(path[i]);
    const seat = stone && seats.find((each) => each.stone === stone);
    if (!point || !seat || seat.player.kind !== 'classic' || !table.board(path[i - 1]).stones.length) continue;
    return { word: seat.player.word, point, before: path[i - 1] };
  }
  return null;
}

/**
 * The address of a room of the school with what a classic made of a position.
 * @param {'theatre' | 'xray'} room
 * @param {Table} table
 * @param {number} node
 * @param {string | null} word the classic with its settings
 */
export function address(room, table, node, word) {
  const query = position(table, node);
  if (word) for (const [key, value] of setting(word, table.state?.size ?? 15)) query.set(key, value);
  return `#/school/${room}?${query}`;
}
