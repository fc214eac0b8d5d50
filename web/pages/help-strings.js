// The texts of Help, loaded with it.

import { learn } from '../strings.js';

/** @type {Record<string, import('../strings.js').Text>} */
export const texts = {
  'help.title': 'How to play',
  'help.programs': 'Programs that can be watched',
  'help.programs.about':
    'Besides goren’s ten levels five classics can be played, under New game, Classic: programs that students described in documents. The School shows what each of them counts and how it searches, has a course of ten lessons, and measures what the documents claim.',
  'help.goal':
    'Players take turns placing a stone on an empty point. Stones never move. The first to get five in a row – horizontally, vertically or diagonally – wins.',
  'help.five': 'Five in a row wins.',
  'help.open_three': 'An open three: both ends are free. Unless it is blocked now, it becomes an open four, which cannot be stopped.',
  'help.four': 'A four wins next turn. Block it at the star.',
  'help.double_three': 'Renju: Black may not make two open threes with one stone.',
  'help.double_four': 'Renju: Black may not make two fours with one stone.',
  'help.overline': 'Renju: Black may not make six or more in a row.',
  'help.trap': 'Traps are cut out of the board. A row stops at a trap as it does at the edge.',
  'help.tip':
    'Most games are won by making two threats at once: the opponent can only stop one. Fours must be answered at once; open threes, nearly always.',
  'help.rules': 'Rules',
  'help.openings': 'Openings',
  'help.keys': 'Keyboard',
  'help.mouse': 'Mouse and touch',
  'key.tab': 'move between the board and the controls',
  'key.arrows_board': 'on the board: move from point to point',
  'key.enter': 'on the board: place a stone',
  'key.walk': 'elsewhere: step back and forward through the game',
  'key.brackets': 'step back and forward, from the board too',
  'key.ends': 'go to the start or the end',
  'key.space': 'analysis: play the best move',
  'key.l': 'analyse; in analysis, engine on or off',
  'key.x': 'analysis: show threats',
  'key.mistakes': 'analysis: previous and next mistake of the review',
  'key.h': 'hint: first where to look, then the move',
  'key.a': 'training: show the answer',
  'key.u': 'undo',
  'key.p': 'pause or resume',
  'key.f': 'flip the board',
  'key.m': 'sound on or off',
  'key.n': 'new game; in training, the next puzzle',
  'key.b': 'focus the board',
  'key.help': 'this page',
  'mouse.right': 'Right-click: one move back.',
  'mouse.shift': 'Shift-click in analysis: place a stone of the other colour.',
  'mouse.alt': 'Alt-click in analysis: mark a point with a circle.',
  'mouse.last': 'Click the last stone in analysis: the engine starts thinking. Click again: it stops and plays its move.',
  'mouse.touch':
    'Touch: the first tap shows where the stone would go, the second places it. Hold your finger down to magnify. One tap, or magnifying only, can be chosen in Settings.',
  'mouse.drop': 'Drop a file or paste a game anywhere to open it.',
};

learn(texts);
