// The texts of the school, loaded with it.

import { learn } from '../strings.js';
import { lessons } from './lesson-strings.js';
import { xray } from './xray-strings.js';
import { labTexts } from './lab-strings.js';
import { theatreTexts } from './theatre-strings.js';

/** @type {Record<string, import('../strings.js').Text>} */
export const texts = {
  ...theatreTexts,
  ...labTexts,
  'school.title': 'School',
  'school.about': 'goren began with five documents in which students describe their Gomoku programs. All five play here as their documents describe them. Watch them think, see what they count, and check what is said about them.',
  'school.tools': 'Look inside',
  'school.theatre.about': 'A search as it happens: a board with ghost stones beside a growing tree, every cut-off with its reason.',
  'school.race.about': 'The same program twice, with and without an optimisation, on the same position, counters running.',
  'school.predict.about': 'Exercises from real searches: which move comes first, where will it cut, how many nodes?',
  'school.xray.about': 'What an evaluation counts, lit on the board, with sums that add up to its value.',
  'school.lab.title': 'Laboratory',
  'school.lab.about': 'Every claim of the five documents beside what was measured, and the runs to repeat it.',
  'school.fleet.about': 'Workers on many machines, what they play, and how fast, as it happens.',
  'school.programs': 'The five programs',
  'school.open_xray': 'X-ray',
  'school.open_theatre': 'Theatre',
  'school.play': 'Play it',
  'school.program.boundary':
    'Searches four plies among the cells next to stones, the best thirteen of them, and scores boards with a dictionary of patterns. It blocks well, because an opponent’s four weighs more than its own. Its dictionary was printed by categories only, so some of the scores used here are readings of the text.',
  'school.cite.boundary':
    'M. Alaa, A. Osama, M. Hamdy, A. Khaled, M. Abdelmonem: Gomoku AI with Alpha-Beta Pruning. Course project ELE335, May 2025.',
  'school.program.automaton':
    'Writes lines as words and finds all patterns in one pass with an Aho–Corasick automaton. It searches four plies but only five moves at each, so it is quick and sometimes blind: a sixth move does not exist for it. A few rows of its printed tables are misprints, corrected here or left out, as the X-ray lets you check.',
  'school.cite.automaton':
    'S. Chen: CS303 Project 1, Gomoku AI. Southern University of Science and Technology, Shenzhen.',
  'school.program.sequences':
    'The shortest of the five documents and the clearest idea: count the rows of five that can still be won. It looks at every empty point, five plies deep on its 8×8 board, which is thorough and slow. It knows nothing of open and closed ends, and its weights had to be chosen, since the document has none.',
  'school.cite.sequences': 'E. Chatziathanasiadis: Gomoku game player. ECS629 Artificial Intelligence.',
  'school.program.trapper':
    'Plays on a board with traps, on which nobody can move. It reads nine cells around each stone and answers within 0.3 seconds, two plies deep, after a quick look for a win or a block. A line at a time is all it sees, so two threats at once take it by surprise.',
  'school.cite.trapper': 'Assignment 1 report: AdvancedTrapGomokuAI. Its authors are not named.',
  'school.program.masked':
    'Counts seven patterns and hides what would become six in a row, because exactly five wins. Two plies are all it looks ahead, yet its careful weights make it a steady opponent. The worked example of its report adds up to 1889; counted as its text says, it is 1887, and so says its own program.',
  'school.cite.masked':
    'V. Salvati, P. Mansi: NCLab project report. Agenti Intelligenti, Università degli Studi di Salerno, 2021/2022.',
  ...xray,
  ...lessons,
};

learn(texts);
