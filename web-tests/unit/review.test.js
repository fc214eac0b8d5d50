import assert from 'node:assert/strict';
import { test } from 'node:test';
import { learn } from '../../web/strings.js';
import { area } from '../../web/review/retry.js';
import { texts } from '../../web/review/strings.js';
import { escapeWords, listed, sentence, verdictWords } from '../../web/review/words.js';

learn(texts);

/** @param {object} finding @param {object} [move] @returns {any} */
function mistake(finding, move = {}) {
  return { number: 17, stone: 'white', point: 'j9', before: 0.284, black: 0.426, finding, ...move };
}
const fours = { by: 'fours', moves: 5, line: ['h8'] };

test('a mistake is told in one sentence with the better move', () => {
  const allowed = mistake({ kind: 'missed_defence', best: 'h10', allowed: fours, holds: ['g9', 'h10'] });
  assert.equal(sentence(allowed), 'Move 17, White: j9 allowed a win by fours in 5; h10 would have stopped it.');
  const only = mistake({ kind: 'missed_defence', best: 'h10', allowed: fours, holds: ['h10'] });
  assert.equal(sentence(only), 'Move 17, White: j9 allowed a win by fours in 5; only h10 would have stopped it.');
  // “Only” is said where every other move was seen to lose.
  const open = mistake({ kind: 'missed_defence', best: 'h10', allowed: fours, holds: ['h10'], undecided: ['a1'] });
  assert.equal(sentence(open), 'Move 17, White: j9 allowed a win by fours in 5; h10 would have stopped it.');
  const missed = mistake({ kind: 'missed_win', best: 'h10', missed: { ...fours, by: 'threats' } });
  assert.equal(sentence(missed), 'Move 17, White: j9 missed a win by threats in 5; h10 would have won.');
  const broken = mistake({ kind: 'forbidden', why: 'double_three' }, { stone: 'black' });
  assert.equal(sentence(broken), 'Move 17, Black: j9 was forbidden (two open threes) and lost the game.');
  const worse = mistake({ kind: 'mistake', best: 'h10' });
  // As many points as there are between 28% and 43%, which stand beside it.
  assert.equal(sentence(worse), 'Move 17, White: j9 was a mistake and cost 15 points of winning chance; h10 was better.');
});

test('what came of a move that was tried is told', () => {
  const move = mistake({ kind: 'missed_win', best: 'h10', missed: fours });
  const tried = (/** @type {object} */ attempt) => verdictWords(/** @type {any} */ ({ point: 'k9', chance: 0.4, better: 1, ...attempt }), move);
  assert.equal(tried({ verdict: 'wins', win: fours }), 'k9 also wins, by fours in 5. Proved.');
  assert.equal(tried({ verdict: 'wins', win: fours, point: 'h10' }), 'h10 wins, by fours in 5. Proved.');
  assert.equal(tried({ verdict: 'loses', win: fours }), 'k9 still loses: Black wins by fours in 5.');
  assert.equal(tried({ verdict: 'weaker' }), 'k9 does not win by force. There is a win.');
});

test('points are listed as people do, the first few of many', () => {
  assert.equal(listed(['h8']), 'h8');
  assert.equal(listed(['h8', 'i9', 'j10', 'k11', 'l12']), 'h8, i9, j10, k11 or 1 other');
});

test('the area of a hint holds its point, not always in the middle, and stays on the board', () => {
  assert.equal(area('h8', 15).length, 16);
  for (const point of ['a1', 'h8', 'o15', 'e12']) assert.ok(area(point, 15).includes(point), point);
  assert.deepEqual(area('o15', 15).length, 9);
});
