import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bestOf, reliable, withProof } from '../../web/analyst.js';
import { addLine, preview } from '../../web/pages/analysis/act.js';
import { edit } from '../../web/pages/analysis/editor.js';
import { Analyse } from '../../web/pages/analyse.js';
import { curve } from '../../web/pages/analysis/graph.js';
import { drawMark, drawn } from '../../web/pages/analysis/marks.js';
import { write } from '../../web/pages/analysis/moves.js';
import { clockName, ground, isHome, order, player, quickForm, traps, word } from '../../web/pages/new/form.js';
import { pace } from '../../web/playing.js';
import { halves, points } from '../../web/seat.js';
import { Table } from '../../web/tree.js';
import { worth } from '../../web/format.js';
import { besideLevels, levelAbout, levelTitle } from '../../web/levels.js';
import { sane } from '../../web/preferences.js';

const form = {
  rule: 'renju',
  size: 15,
  opening: 'free',
  traps: 'none',
  count: 6,
  drawn: [],
  setups: {},
  own: null,
  asked: '',
  opponent: 'level',
  level: 3,
  classic: 'boundary',
  engine: 'x',
  begins: 'white',
  coach: true,
  clock: 'none',
  turn: 30,
  minutes: 10,
  increment: 5,
  left: 'goren 5',
  right: 'classic boundary',
  games: 3,
  speed: 400,
  black: '',
  white: 'Bo',
  more: false,
};

test('who takes White lets the program begin', () => {
  const game = /** @type {any} */ (order(form, 'program', 'Ann'));
  assert.deepEqual(
    [game.first, game.second, game.coach],
    [{ kind: 'goren', level: 3 }, { kind: 'person', name: 'Ann' }, true],
  );
});

test('chance decides a random colour', () => {
  const begins = (/** @type {number} */ coin) =>
    /** @type {any} */ (order({ ...form, begins: 'random' }, 'program', 'Ann', coin)).first.kind;
  assert.deepEqual([begins(0.2), begins(0.8)], ['person', 'goren']);
});

test('clocks travel as text', () => {
  assert.equal(order({ ...form, clock: 'move' }, 'person', '').clock, '30s');
  assert.equal(order({ ...form, clock: 'game' }, 'person', '').clock, '10m+5s');
  assert.equal(order(form, 'person', '').clock, 'none');
  assert.equal(order({ ...form, clock: '5+3' }, 'person', '').clock, '5m+3s');
  assert.equal(order({ ...form, clock: '1+0' }, 'person', '').clock, '1m+0s');
  const names = ['none', '5+3', 'game', 'move'].map((clock) => clockName(/** @type {any} */ ({ ...form, clock })));
  assert.deepEqual(names, ['no clock', '5+3', '10+5', '30 s per move']);
});

test('a match names its programs and its length', () => {
  const game = /** @type {any} */ (order(form, 'match', ''));
  assert.deepEqual(
    [game.first, game.second, game.games],
    [{ kind: 'goren', level: 5 }, { kind: 'classic', word: 'boundary' }, 3],
  );
  assert.deepEqual(player('engine my engine 2'), { kind: 'engine', name: 'my engine 2' });
  const begins = (/** @type {string} */ starts, /** @type {number} */ coin) =>
    /** @type {any} */ (order({ ...form, starts }, 'match', '', coin)).first.kind;
  assert.deepEqual(
    [begins('left', 0.9), begins('right', 0.1), begins('random', 0.1), begins('random', 0.9)],
    ['goren', 'classic', 'goren', 'classic'],
  );
});

test('a classic is named with what it is set up with', () => {
  assert.equal(word('masked', {}), 'masked');
  assert.equal(word('masked', { with: [], without: [] }), 'masked');
  const setup = { variant: 'printed', weighting: 'program', with: ['wide'], without: ['pruning', 'masking'], depth: 3 };
  const text = 'masked:variant=printed,weighting=program,with=wide,without=pruning+masking,depth=3';
  assert.equal(word('masked', setup), text);
  const setups = { 'opponent masked': { variant: 'programmed' }, 'right boundary': { depth: 2 } };
  const now = /** @type {any} */ ({ ...form, opponent: 'classic', classic: 'masked', setups });
  assert.deepEqual(/** @type {any} */ (order(now, 'program', 'Ann')).first, { kind: 'classic', word: 'masked:variant=programmed' });
  assert.deepEqual(/** @type {any} */ (order(now, 'match', '')).second, { kind: 'classic', word: 'boundary:depth=2' });
});

test('a classic brings the game of its document, and leaves with it', () => {
  const classics = /** @type {any} */ ([
    { word: 'masked', rule: 'standard', size: 15, opening: 'swap2', traps: 0 },
    { word: 'sequences', rule: 'freestyle', size: 8, opening: 'free', traps: 0 },
    { word: 'trapper', rule: 'freestyle', size: 15, opening: 'free', traps: 8 },
  ]);
  const [masked, , trapper] = classics;
  const chosen = /** @type {any} */ ({ ...form, size: 19, opponent: 'classic', classic: 'sequences' });
  const own = { rule: 'renju', size: 19, opening: 'free', traps: 'none', count: 6 };
  const set = ground(chosen, 'opponent', classics);
  assert.deepEqual(set, { rule: 'freestyle', size: 8, opening: 'free', traps: 'none', count: 6, own });
  // The second choice does not forget what the person had.
  const again = ground({ ...chosen, ...set, classic: 'masked' }, 'opponent', classics);
  assert.deepEqual(again, { rule: 'standard', size: 15, opening: 'swap2', traps: 'none', count: 6, own });
  assert.deepEqual(ground({ ...chosen, ...again, opponent: 'level' }, 'opponent', classics), { ...own, own: null });
  const trapped = /** @type {any} */ ({ ...chosen, ...ground({ ...chosen, classic: 'trapper' }, 'opponent', classics) });
  assert.deepEqual(/** @type {any} */ (order(trapped, 'program', 'Ann')).traps, { random: 8 });
  assert.ok(isHome(trapped, trapper) && isHome({ ...trapped, traps: 'draw' }, trapper) && !isHome({ ...trapped, traps: 'none' }, trapper));
  assert.ok(!isHome({ ...chosen, ...again, opening: 'free' }, masked) && isHome({ ...chosen, ...again }, masked));
  assert.deepEqual(ground({ ...form, left: 'classic masked', right: 'goren 5' }, 'right', classics).rule, 'standard');
});

test('a click on the board asks for the last level, rule and size, as Black, without opening or traps', () => {
  const before = { ...form, level: 7, size: 19, opponent: 'classic', opening: 'swap2', traps: 'draw', drawn: ['a1'] };
  const game = /** @type {any} */ (order(quickForm(/** @type {any} */ (before)), 'program', 'Ann'));
  assert.deepEqual(
    [game.first, game.second, game.rule, game.size, game.opening, game.traps],
    [{ kind: 'person', name: 'Ann' }, { kind: 'goren', level: 7 }, 'renju', 19, 'free', []],
  );
});

test('every level has a name and says whom it suits', () => {
  for (let level = 1; level <= 10; level++) {
    assert.match(levelTitle(level), /^Level \d+ · [a-z][a-z ]+$/);
    assert.match(levelAbout(level), /^[A-Z].+\.$/);
  }
});

test('traps outside a smaller board, or in the square an opening needs, are left out', () => {
  const drawn = ['a1', 'o15', 'h8'];
  assert.deepEqual(traps({ ...form, drawn, size: 10 }), ['a1', 'h8']);
  assert.deepEqual(traps({ ...form, drawn, opening: 'taraguchi-10' }), ['a1', 'o15']);
});

test('only settings of the right kind are taken over', () => {
  const preferences = sane({ board: 'walnut', volume: 'loud', lines: 99, evil: '<img>' });
  assert.equal(preferences.board, 'walnut');
  assert.equal(preferences.volume, 0.6);
  assert.equal(preferences.lines, 8);
  assert.ok(!('evil' in preferences));
});

test('shallow opinions are not drawn unless the game is decided', () => {
  assert.ok(!reliable({ depth: 3 }));
  assert.ok(reliable({ depth: 3, decided_in: 5 }));
  assert.ok(reliable({ depth: 6 }));
});

test('the graph has gaps where nothing is known', () => {
  assert.deepEqual(curve([0.5, 0.6, undefined, undefined, 0.4, 0.3]), [
    [
      [0, 0.5],
      [1, 0.6],
    ],
    [
      [4, 0.4],
      [5, 0.3],
    ],
  ]);
  assert.deepEqual(curve([undefined, 0.5, undefined]), [[[1, 0.5]]]);
  assert.deepEqual(curve([]), []);
});

test('a previewed line alternates from its side', () => {
  assert.deepEqual(
    preview(['h8', 'h9'], 'white').map(({ point, stone, text }) => [point, stone, text]),
    [
      ['h8', 'white', '1'],
      ['h9', 'black', '2'],
    ],
  );
});

test('the editor replaces what stands on a point, and takes it off when it is the same', () => {
  const empty = { black: [], white: [], traps: [], tool: 'black' };
  const black = edit(empty, 'h8');
  assert.deepEqual(black.black, ['h8']);
  const white = edit({ ...black, tool: 'white' }, 'h8');
  assert.deepEqual([white.black, white.white], [[], ['h8']]);
  assert.deepEqual(edit(white, 'h8').white, []);
  assert.deepEqual(edit({ ...white, tool: 'erase' }, 'h8').white, []);
});

test('a shallower analysis never hides a deeper one, and counts go on', () => {
  const view = (/** @type {number} */ depth, /** @type {number} */ nodes, /** @type {any} */ more = {}) => ({
    ...{ id: 1, running: true, side: /** @type {const} */ ('black'), depth, selective_depth: depth, nodes, nps: 1, ms: 1 },
    lines: [{ black: 0.5, score: '', pv: [`h${depth}`], depth, ...more }],
  });
  assert.equal(bestOf(view(12, 900), view(3, 40)).lines[0].pv[0], 'h12');
  assert.equal(bestOf(view(12, 900), view(3, 940)).nodes, 940);
  assert.equal(bestOf(view(12, 900), view(12, 1000)).nodes, 1000);
  assert.equal(bestOf(view(12, 900), view(3, 40, { decided_in: 5 })).lines[0].pv[0], 'h3');
  assert.equal(bestOf(undefined, view(3, 40)).depth, 3);
});

test('what is proved comes before all that a search has found, with its own number', () => {
  /** @type {import('../../web/wire-types').AnalysisView} */
  const found = {
    ...{ id: 1, running: true, side: 'black', depth: 9, selective_depth: 12, nodes: 900, nps: 1, ms: 1 },
    lines: [
      { black: 1, score: '+M15', decided_in: 15, winner: 'black', pv: ['h8', 'i9'], depth: 9 },
      { black: 0.6, score: '+80', pv: ['a1'], depth: 9 },
    ],
  };
  /** @type {import('../../web/wire-types').ProvedView} */
  const proved = { winner: 'black', by: 'threats', moves: 11, plies: 21, line: ['h8', 'g7'], proof: 'x' };
  const [first, second] = withProof(found, proved).lines;
  assert.deepEqual([first.proved, first.decided_in, first.pv], [true, 21, ['h8', 'g7']]);
  assert.equal(worth(first), 'Black wins in 11 moves, proved');
  assert.deepEqual(second.pv, ['a1']);
  const lost = withProof(found, { ...proved, winner: 'white' });
  assert.deepEqual([lost.lines.length, lost.lines[0].black, lost.nodes], [1, 0, 900]);
});

test('a pen marks a point, replaces another mark and takes its own off; letters follow each other', () => {
  const circle = drawn([], 'h8', 'circle');
  assert.deepEqual(circle, [{ point: 'h8', kind: 'circle' }]);
  assert.deepEqual(drawn(circle, 'h8', 'cross'), [{ point: 'h8', kind: 'cross' }]);
  assert.deepEqual(drawn(circle, 'h8', 'circle'), []);
  const letters = drawn(drawn([], 'h8', 'label'), 'h9', 'label');
  assert.deepEqual(
    letters.map((mark) => mark.text),
    ['A', 'B'],
  );
  assert.equal(drawn(drawn(letters, 'h8', 'label'), 'i9', 'label').at(-1)?.text, 'A');
});

test('a previewed line is shown to its end, however long', () => {
  assert.equal(preview(Array.from({ length: 31 }, (_, i) => `a${i}`), 'black').length, 31);
});

test('a program’s reply waits for the stone before it, unless a clock runs', () => {
  const seats = (/** @type {string} */ first, /** @type {string} */ second) => [{ player: { kind: first } }, { player: { kind: second } }];
  const game = (/** @type {any[]} */ steps, /** @type {any} */ more = {}) =>
    /** @type {any} */ ({ seats: seats('person', 'goren'), steps, clock: { left_ms: [null, null] }, ...more });
  const own = { seat: 'first' };
  const reply = { seat: 'second' };
  assert.ok(pace(game([own]), game([own, reply])) >= 300);
  assert.ok(pace(game([]), game([own, reply])) >= 300);
  assert.equal(pace(game([]), game([own])), 0);
  assert.equal(pace(undefined, game([own, reply])), 0);
  assert.equal(pace(game([own]), game([own, reply], { clock: { left_ms: [1000, 1000] } })), 0);
  assert.equal(pace(game([own]), game([own, reply], { clock: { left_ms: [null, null], turn_ms: 5000 } })), 0);
  assert.equal(pace(game([own]), game([own, reply], { seats: seats('goren', 'goren') })), 0);
  assert.equal(pace(game([own]), game([own, reply], { seats: seats('person', 'person') })), 0);
});

test('points in a series go with the program, not with the seat', () => {
  const game = (/** @type {number} */ played, /** @type {boolean} */ over) =>
    /** @type {any} */ ({ series: { games: 5, wins: 2, losses: 1, draws: 1, log: Array(played).fill({}) }, result: over ? {} : undefined });
  // The fifth game: the first program sits first again.
  assert.equal(points(game(4, false), 'first'), 2.5);
  assert.equal(points(game(4, false), 'second'), 1.5);
  // The fourth is over: the programs have exchanged seats.
  assert.equal(points(game(4, true), 'first'), 1.5);
  assert.equal(points(game(4, true), 'second'), 2.5);
  assert.equal(points(/** @type {any} */ ({}), 'first'), null);
  assert.deepEqual([0, 0.5, 1, 2.5].map(halves), ['0', '½', '1', '2½']);
});

/** An app that holds what is given, and keeps what pages ask it to. @param {object} given */
function holding(given) {
  /** @type {Map<Function, unknown>} */
  const kept = new Map();
  const app = /** @type {any} */ ({
    ...given,
    wire: new EventTarget(),
    kept: (/** @type {any} */ Kind) => kept.get(Kind) ?? kept.set(Kind, new Kind(app)).get(Kind),
  });
  return app;
}

test('nothing is judged in a game in which a guest plays', () => {
  const analyst = { here: { lines: [{ black: 0.7 }] }, chances: new Map(), keyOf: () => '' };
  const judged = (/** @type {boolean} */ hints) => new Analyse(holding({ analyst, table: { game: { hints } } })).judged();
  assert.deepEqual([judged(true), judged(false)], [0.7, undefined]);
});

test('a line of one move is one move', async () => {
  /** @type {string[]} */
  const said = [];
  const app = { table: { id: 't', at: 0 }, ask: async () => ({ node: 1 }), toast: (/** @type {string} */ text) => said.push(text) };
  for (const points of [['h8'], ['h8', 'i9']]) await addLine(/** @type {any} */ ({ app }), points);
  assert.deepEqual(said, ['Line added: 1 move.', 'Line added: 2 moves.']);
});

test('u takes back marks and comments, the newest first', () => {
  const table = new Table('undone');
  table.nodes.set(0, /** @type {any} */ ({ node: 0, marks: [] }));
  /** @type {string[]} */
  const asked = [];
  /** @type {Map<number, string>} */
  const texts = new Map();
  const app = holding({
    table,
    announce() {},
    paint() {},
    ask: async (/** @type {any} */ request) => asked.push(request.marks.map((/** @type {any} */ mark) => mark.point).join(' ')),
    comments: {
      on: (/** @type {any} */ _, /** @type {number} */ node) => texts.get(node) ?? '',
      type: (/** @type {any} */ _, /** @type {number} */ node, /** @type {string} */ text) => texts.set(node, text),
      send() {},
    },
  });
  const page = new Analyse(app);
  const u = () => page.key('u');
  drawMark(page, 'h8', 'circle');
  drawMark(page, 'i9', 'cross');
  for (const text of ['g', 'go', 'good']) write(app, table, 0, text);
  u();
  assert.equal(texts.get(0), '', 'what was written at once goes at once');
  u();
  u();
  u();
  assert.deepEqual(asked, ['h8', 'h8 i9', 'h8', '']);
});

test('a classic is told beside the level nearest to it, and not told where nothing was measured', () => {
  const levels = [0, 245, 504, null].map((elo, i) => ({ level: i + 1, elo }));
  assert.match(besideLevels(427, levels), /about 4 of 10 games against level 3\./);
  assert.match(besideLevels(322, levels), /about 6 of 10 games against level 2\./);
  assert.equal(besideLevels(null, levels), '');
  assert.equal(besideLevels(427, [{ level: 1, elo: null }]), '');
});
