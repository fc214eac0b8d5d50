// The texts of the proof view, loaded with it.

import { learn } from '../strings.js';

/** @type {Record<string, import('../strings.js').Text>} */
export const texts = {
  'proof.title': 'Proof',
  'proof.back': 'Back to the analysis',
  'proof.analyse': 'Analyse',
  'proof.about':
    'A proof of a forced win shows an answer to every move of the other side. Find one in an analysis, under Solve, or open a file.',
  'proof.open': 'Open a proof file',
  'proof.save': 'Save proof',
  'proof.win.fours': '{stone} wins by fours.',
  'proof.win.threats': '{stone} wins by threats.',
  'proof.win.force': '{stone} wins by force.',
  'proof.defence.fours': 'Every move of {stone} loses to fours, but {moves}.',
  'proof.defence.threats': 'Every move of {stone} loses to threats, but {moves}.',
  'proof.defence.force': 'Every move of {stone} loses by force, but {moves}.',
  'proof.lost.fours': 'Every move of {stone} loses to fours.',
  'proof.lost.threats': 'Every move of {stone} loses to threats.',
  'proof.lost.force': 'Every move of {stone} loses by force.',
  'proof.no_fours': '{stone} has no win by fours.',
  'proof.checked': { one: 'Checked by the rules alone: {count} position.', other: 'Checked by the rules alone: {count} positions.' },
  'proof.plies': '{stone} wins in at most {length}.',
  'proof.first': 'To the start (Home)',
  'proof.previous': 'Back one reply (←)',
  'proof.next': 'Forward: the reply that lasts longest (→)',
  'proof.reply': '{stone} to reply. Choose a move here or on the board to see its answer.',
  'proof.four': '{stone} to make a four. Choose one here or on the board to see its answer.',
  'proof.five': 'Five in a row: {stone} has won.',
  'proof.unclaimed': 'The proof says nothing of this move.',
  'proof.replies': 'Replies',
  'proof.answer': 'answer {point}',
  'proof.moves': 'wins in at most {length}',
  'proof.others': 'Any other move ({count})',
  'proof.rest': 'Lose at once ({count})',
  'proof.rest.about': '{stone} makes five next',
  'proof.no_four': 'No four ({count})',
  'proof.no_four.about': 'nothing to refute',
  'proof.says.reply': 'reply; loses in at most {length}',
  'proof.says.answered': 'answered',
  'proof.says.others': 'any other move',
  'proof.said': '{reply}, answered by {answer}',
  'proof.none': 'No moves yet.',
  'proof.line': 'Moves so far',
};

learn(texts);
