import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { pack, plainMoves, publicLink, unpack } from '../../web/link.js';
import { picture } from '../../web/picture.js';
import { found, listed, title } from '../../web/pages/games.js';
import { contents, copyText } from '../../web/share.js';
import { thumbnail } from '../../web/thumbnail.js';
import { Table } from '../../web/tree.js';

/** @param {any[]} nodes @param {any} [more] */
function table(nodes, more = {}) {
  const made = new Table('t');
  made.hear({ table: 't', seq: 1, epoch: 1, now: 0, size: 15, traps: [], black: '', white: '', at: 0, nodes, ...more }, 0);
  return made;
}

const branched = [
  { node: 0, next: [1] },
  { node: 1, parent: 0, next: [2, 3], point: 'h8', stone: 'black' },
  { node: 2, parent: 1, point: 'i9', stone: 'white', comment: 'best' },
  { node: 3, parent: 1, point: 'g9', stone: 'white' },
];

test('a packed game comes back, and is what another program would have packed', async () => {
  const sgf = '(;GM[4]SZ[15]PB[Åsa]PW[五];B[hh]C[a comment](;W[ig])(;W[gg]))';
  const packed = await pack(sgf);
  assert.match(packed, /^goren:[\w-]+$/);
  assert.equal(await unpack(packed), sgf);
  assert.equal(await unpack(`http://127.0.0.1:5555/#game=${deflateRawSync(sgf).toString('base64url')}`), sgf);
});

test('goren show reads a packed game', { skip: !existsSync(process.env.GOREN ?? '') }, async () => {
  const packed = await pack('(;GM[4]SZ[15]RU[renju]PB[Ann]PW[Bo];B[hh];W[ig])');
  assert.match(execFileSync(process.env.GOREN ?? '', ['show', packed], { encoding: 'utf8' }), /Ann/);
});

test('only moves in turn from an empty board make a public link', () => {
  const plain = table(branched);
  assert.deepEqual(plainMoves(plain, 3), ['h8', 'g9']);
  assert.equal(publicLink(['h8', 'g9']), 'https://gomocalc.com/#/h8g9');
  assert.equal(plainMoves(table(branched, { traps: ['a1'] }), 3), null);
  assert.equal(plainMoves(table([{ node: 0, setup: [['a1', 'black']] }]), 0), null);
  assert.equal(plainMoves(table([{ node: 0 }, { node: 1, parent: 0, point: 'h8', stone: 'white' }]), 1), null);
  assert.equal(plainMoves(table([{ node: 0 }, { node: 1, parent: 0, stone: 'black' }]), 1), null);
});

test('what a link holds is said as it is', () => {
  assert.equal(contents(table(branched)), 'It holds 3 moves, 1 variation and 1 comment.');
  const named = table(branched, { black: 'Ann', result: 'black' });
  assert.equal(contents(named), 'It holds 3 moves, 1 variation, 1 comment, the names and the result.');
  assert.equal(contents(table([{ node: 0, setup: [['a1', 'black']] }])), 'It holds the position.');
});

test('a picture has every stone, and hostile labels stay text', () => {
  const colours = { light: '#fff', deep: '#eee', line: '#000', ink: '#000', grain: 0, black: ['#1', '#2', '#3'], white: ['#4', '#5', '#6'] };
  /** @type {any} */
  const model = {
    size: 15,
    stones: [
      { point: 'h8', stone: 'black', number: 1 },
      { point: 'i9', stone: 'white', number: 2 },
    ],
    last: 'i9',
    numbers: true,
    marks: [{ point: 'a1', figure: 'circle', text: '<script>"' }],
  };
  const svg = picture(model, colours);
  assert.equal(svg.match(/fill="url\(#black\)"/g)?.length, 1);
  assert.ok(svg.includes('cx="360" cy="280"') && svg.includes('>2</text>') && svg.includes('>o</text>'));
  assert.ok(!svg.includes('<script>') && svg.includes('&#60;script&#62;&#34;'));
  assert.ok(!picture({ ...model, coordinates: false }, colours).includes('>o</text>'));
  const turned = picture({ ...model, flipped: true }, colours);
  assert.ok(turned.includes('cx="280" cy="360"'));
});

test('a thumbnail is the same few paths for any number of stones', () => {
  const small = thumbnail(15, ['h8', '']);
  const full = thumbnail(15, ['h8a1o15', 'i9']);
  assert.equal(small.children.length, full.children.length);
  const paths = full.children.map((child) => (typeof child === 'string' ? '' : child.props.d));
  assert.ok(paths.includes('M8 8h0M1 15h0M15 1h0') && paths.includes('M9 7h0'));
});

test('games are found by words, kind, rule, result and player', () => {
  /** @type {any[]} */
  const heads = [
    { id: 'a', kind: 'game', rule: 'renju', size: 15, event: '', black: 'You', white: 'goren 4', result: { ending: 'five', row: ['h8', 'l8'] }, winner: 'white' },
    { id: 'b', kind: 'game', rule: 'freestyle', size: 19, event: 'Final', black: 'Ann', white: 'You', result: null, ongoing: true },
    { id: 'c', kind: 'study', rule: 'renju', size: 15, event: 'club.sgf', black: '', white: '', result: {}, winner: null },
  ];
  const ids = (/** @type {any} */ wanted) =>
    found(heads, { search: '', kind: '', rule: '', result: '', player: '', ...wanted }).map((head) => head.id).join('');
  assert.equal(ids({}), 'abc');
  assert.equal(ids({ search: 'YOU' }), 'ab');
  assert.equal(ids({ search: 'goren white' }), 'a');
  assert.equal(ids({ search: '19×19 freestyle' }), 'b');
  assert.equal(ids({ kind: 'study' }), 'c');
  assert.equal(ids({ rule: 'renju' }), 'ac');
  assert.deepEqual(['white', 'black', 'draw', 'ongoing', 'none'].map((result) => ids({ result })), ['a', '', 'c', 'b', '']);
  assert.equal(ids({ player: 'Ann' }), 'b');
});

test('a study without a name is called by its first moves or its stones, and is found by them', () => {
  const head = { event: '', black: '', white: '', moves: 0, stones: ['', ''], begins: '', kind: 'study', rule: 'renju', size: 15, result: null };
  const called = (/** @type {object} */ change) => title(/** @type {any} */ ({ ...head, ...change }));
  assert.equal(called({ event: 'Final', begins: 'h8 i9', moves: 2 }), 'Final');
  assert.equal(called({ black: 'Ann', begins: 'h8 i9', moves: 2 }), 'Ann – White');
  assert.equal(called({ begins: 'h8 i9', moves: 2 }), 'h8 i9');
  assert.equal(called({ begins: 'h8 i9 g7 h9 i7', moves: 34 }), 'h8 i9 g7 h9 i7 …');
  assert.equal(called({ stones: ['h8g10', 'a15'] }), 'Position with 3 stones');
  assert.equal(called({ stones: ['h8', ''] }), 'Position with 1 stone');
  assert.equal(called({}), 'Study');
  const wanted = /** @type {any} */ ({ search: 'i9 h8', kind: '', rule: '', result: '', player: '' });
  assert.equal(found(/** @type {any} */ ([{ ...head, begins: 'h8 i9', moves: 2 }, head]), wanted).length, 1);
});

test('a game that ended before its first move is not listed', () => {
  const heads = [
    { id: 'a', kind: 'game', moves: 0, ongoing: false, series: null },
    { id: 'b', kind: 'game', moves: 0, ongoing: true, series: null },
    { id: 'c', kind: 'game', moves: 1, ongoing: false, series: null },
    { id: 'd', kind: 'game', moves: 0, ongoing: false, series: '1–0' },
    { id: 'e', kind: 'study', moves: 0, ongoing: false, series: null },
  ];
  assert.equal(listed(/** @type {any} */ (heads)).map((head) => head.id).join(''), 'bcde');
});

test('a text is copied without the clipboard of a safe page, or it is said that it was not', async () => {
  /** @type {Set<(event: any) => void>} */
  const hearers = new Set();
  let copied = '';
  let allowed = true;
  const event = { clipboardData: { setData: (/** @type {string} */ _kind, /** @type {string} */ text) => (copied = text) }, preventDefault() {} };
  const page = {
    addEventListener: (/** @type {string} */ _name, /** @type {any} */ hear) => hearers.add(hear),
    removeEventListener: (/** @type {string} */ _name, /** @type {any} */ hear) => hearers.delete(hear),
    execCommand: () => (allowed && hearers.forEach((hear) => hear(event)), allowed),
  };
  const before = globalThis.document;
  globalThis.document = /** @type {any} */ (page);
  try {
    assert.equal(await copyText('http://goren'), true);
    assert.equal(copied, 'http://goren');
    allowed = false;
    assert.equal(await copyText('no'), false);
    assert.deepEqual([copied, hearers.size], ['http://goren', 0]);
  } finally {
    globalThis.document = before;
  }
});
