import assert from 'node:assert/strict';
import { test } from 'node:test';
import { learn } from '../../web/strings.js';
import { area } from '../../web/review/retry.js';
import { texts } from '../../web/review/strings.js';
import { beside, escapeWords, listed, verdictWords } from '../../web/review/words.js';

learn(texts);

/** @param {object} finding @param {object} [move] @returns {any} */
function mistake(finding, move = {}) {
  return { number: 17, stone: 'white', point: 'j9', before: 0.284, black: 0.426, finding, ...move };
}
const fours = { by: 'fours', moves: 5, line: ['h8'] };

test('a mistake is told in one sentence with the better move', () => {
  const allowed = mistake({ kind: 'missed_defence', best: 'h10', allowed: fours, holds: ['g9', 'h10'] });
  assert.equal(beside(allowed), 'Allowed a win by fours in 5 moves; h10 would have stopped it.');
  const only = mistake({ kind: 'missed_defence', best: 'h10', allowed: fours, holds: ['h10'] });
  assert.equal(beside(only), 'Allowed a win by fours in 5 moves; only h10 would have stopped it.');
  // “Only” is said where every other move was seen to lose.
  const open = mistake({ kind: 'missed_defence', best: 'h10', allowed: fours, holds: ['h10'], undecided: ['a1'] });
  assert.equal(beside(open), 'Allowed a win by fours in 5 moves; h10 would have stopped it.');
  const missed = mistake({ kind: 'missed_win', best: 'h10', missed: { ...fours, by: 'threats' } });
  assert.equal(beside(missed), 'Missed a win by threats in 5 moves; h10 would have won.');
  const both = mistake({ kind: 'missed_win', best: 'h10', missed: { ...fours, by: 'threats' }, allowed: fours });
  assert.equal(beside(both), 'Missed a win by threats in 5 moves and allowed a win by fours in 5 moves; h10 would have won.');
  const broken = mistake({ kind: 'forbidden', why: 'double_three' }, { stone: 'black' });
  assert.equal(beside(broken), 'Was forbidden (two open threes) and lost the game.');
});

test('beside a mistake stands only what its number, its kind and its cost do not tell', () => {
  assert.equal(beside(mistake({ kind: 'mistake', best: 'h10' })), 'h10 was better.');
  assert.equal(beside(mistake({ kind: 'inaccuracy' })), '');
  const allowed = mistake({ kind: 'missed_defence', best: 'h10', allowed: fours, holds: ['h10'] });
  assert.equal(beside(allowed), 'Allowed a win by fours in 5 moves; only h10 would have stopped it.');
});

test('what came of a move that was tried is told', () => {
  const move = mistake({ kind: 'missed_win', best: 'h10', missed: fours });
  const tried = (/** @type {object} */ attempt) => verdictWords(/** @type {any} */ ({ point: 'k9', chance: 0.4, better: 1, ...attempt }), move);
  assert.equal(tried({ verdict: 'wins', win: fours }), 'k9 also wins, by fours in 5 moves. Proved.');
  assert.equal(tried({ verdict: 'wins', win: fours, point: 'h10' }), 'h10 wins, by fours in 5 moves. Proved.');
  assert.equal(tried({ verdict: 'loses', win: fours }), 'k9 loses: Black wins by fours in 5 moves. Proved.');
  for (const verdict of ['weaker', 'alike', 'worse', 'good'])
    assert.equal(tried({ verdict }), 'No win by force was found after k9. There is a move that wins.');
});

test('a move that was tried is compared with the one that was played', () => {
  const move = mistake({ kind: 'mistake', best: 'h10' });
  const tried = (/** @type {string} */ verdict, point = 'o1') =>
    verdictWords(/** @type {any} */ ({ point, verdict, chance: 0.17, better: 0.84, played: 0.15, win: fours }), move);
  assert.equal(tried('alike'), 'o1 is about as bad as j9: 17% instead of 84%.');
  assert.equal(tried('worse'), 'o1 is worse still than j9: 17% instead of 84%.');
  assert.equal(tried('weaker'), 'o1 is better than j9, but there was better still: 17% instead of 84%.');
  assert.equal(tried('worse', 'h10'), 'h10 is what the review found; searched longer, it is no better than j9.');
  const stopped = mistake({ kind: 'missed_defence', best: 'h10', allowed: fours });
  const lost = verdictWords(/** @type {any} */ ({ point: 'o1', verdict: 'loses', win: fours }), stopped);
  assert.equal(lost, 'o1 still loses: Black wins by fours in 5 moves. Proved.');
});

test('the last escape names what is proved, counts what is not, and says which is which', () => {
  const words = (/** @type {object} */ escape) =>
    escapeWords(/** @type {any} */ ({ number: 10, stone: 'white', point: 'g10', holds: [], complete: true, ...escape }));
  const many = ['h10', 'e12', 'd3', 'd4', 'd5', 'd6'];
  assert.deepEqual(words({ holds: many }), {
    head: 'Last escape: move 10, White g10',
    said:
      'After g10 every move loses: proved. After h10, e12, d3, d4 or 2 others Black has no win by threats. ' +
      'All other moves lose: proved.',
  });
  assert.deepEqual(words({ undecided: ['h10', 'e12'] }), {
    head: 'Lost by proof: move 10, White g10',
    said:
      'After g10 every move loses: proved. Whether 2 moves would have held is not decided; all others lose: proved.',
  });
  assert.match(words({ undecided: ['h10'] }).said, /Whether h10 would have held is not decided/);
  assert.match(words({ holds: ['h10'], undecided: ['a1'] }).said, /Whether 1 more move would have held is not decided/);
  assert.match(words({ win: fours, wins: ['l14'] }).said, /l14 would have won: a win by fours in 5 moves\./);
  assert.match(words({ complete: false }).said, /No threat was proved before it/);
  // A review of an older version calls them “likely”: none of them is an escape.
  assert.equal(words({ likely: ['g10'], complete: false }).head, 'Lost by proof: move 10, White g10');
});

test('points are listed as people do, the first few of many by name', () => {
  assert.equal(listed(['h8']), 'h8');
  assert.equal(listed(['h8', 'i9', 'j10', 'k11', 'l12']), 'h8, i9, j10, k11 or 1 other');
});

test('the area of a hint holds its point, not always in the middle, and stays on the board', () => {
  assert.equal(area('h8', 15).length, 16);
  for (const point of ['a1', 'h8', 'o15', 'e12']) assert.ok(area(point, 15).includes(point), point);
  assert.deepEqual(area('o15', 15).length, 9);
});
