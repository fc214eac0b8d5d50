// Links that hold a game: ours with everything, and the form that other sites read.

/** The longest link that is offered: longer ones are cut off by programs that pass them on. */
export const LONGEST = 16000;

/** @param {ReadableStream<Uint8Array>} stream */
async function bytesOf(stream) {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** @param {string} text @param {CompressionStream | DecompressionStream} through */
function piped(text, through) {
  const bytes = through instanceof CompressionStream ? new TextEncoder().encode(text) : fromBase64(text);
  return bytesOf(new Blob([bytes]).stream().pipeThrough(through));
}

/** @param {Uint8Array} bytes */
function toBase64(bytes) {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** @param {string} text */
function fromBase64(text) {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}

/** A whole game as text that any studio opens. @param {string} sgf */
export async function pack(sgf) {
  return `goren:${toBase64(await piped(sgf, new CompressionStream('deflate-raw')))}`;
}

/** The SGF in a packed game. @param {string} text */
export async function unpack(text) {
  return new TextDecoder().decode(await piped(text.replace(/^.*(goren:|game=)/, ''), new DecompressionStream('deflate-raw')));
}

/** @typedef {import('./tree.js').Table} Table */

/**
 * The moves that led to a node, where moves alone can tell: from an empty board, in turn, without passes and traps.
 * @param {Table} table
 * @param {number} node
 * @returns {string[] | null}
 */
export function plainMoves(table, node) {
  const moves = [];
  for (const { point, stone, setup = [] } of table.path(node).map((each) => table.node(each))) {
    if (setup.length) return null;
    if (!stone) continue;
    if (!point || stone !== (moves.length % 2 ? 'white' : 'black')) return null;
    moves.push(point);
  }
  return table.state?.traps.length ? null : moves;
}

/** The address that shows moves at gomocalc.com; other programs read its form too. @param {string[]} moves */
export function publicLink(moves) {
  return `https://gomocalc.com/#/${moves.join('')}`;
}
