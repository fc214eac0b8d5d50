import assert from 'node:assert/strict';
import { test } from 'node:test';
import { position, readSetting, samples, side, stones, watchRequest, writeSetting } from '../../web/school/theatre-setting.js';

const variants = [
  { name: 'corrected', summary: '' },
  { name: 'printed', summary: '', moves: 'h8i9' },
];
/** @param {string} name @param {number} size */
const program = (name, size) => ({
  ...{ name, size, summary: '', rule: /** @type {const} */ ('freestyle'), depth: 4 },
  ...{ switches: ['pruning', 'table'], additions: [{ name: 'wide', summary: '' }], weightings: ['document', 'program'], variants },
});
const programs = [program('masked', 15), program('sequences', 8)];
/** @param {string} query */
const read = (query) => readSetting(new URLSearchParams(query), programs);

test('what is written is read again', () => {
  for (const query of [
    'classic=masked&depth=2&position=fight',
    'classic=sequences&depth=3&without=pruning%2Ctable&weighting=program&variant=printed&position=crowd',
    'classic=masked&depth=2&with=wide&position=fight',
    'classic=masked&depth=4&size=9&rule=renju&moves=e5e6d5',
    'classic=masked&depth=1&black=h8h9&white=i9&side=white&traps=a1c15',
  ])
    assert.equal(writeSetting(read(query)), query);
});

test('what an address leaves out or gets wrong is as usual', () => {
  const setting = read('classic=alphago&depth=99&without=magic,table&with=magic&variant=none&position=nowhere');
  assert.deepEqual([setting.program.name, setting.depth, setting.without, setting.added], ['masked', 12, ['table'], []]);
  assert.deepEqual([setting.variant, setting.weighting, setting.sample, setting.size], [null, null, 'fight', 15]);
});

test('every sample lies on every board, without a point twice', () => {
  for (const sample of samples)
    for (let size = 7; size <= 22; size++) {
      const setting = read(`classic=masked&size=${size}&position=${sample}`);
      assert.equal(stones(setting).length, setting.moves.length, `${sample} on ${size}`);
      assert.equal(new Set(setting.moves).size, setting.moves.length);
    }
});

test('the server gets the position and the side to move', () => {
  const setting = read('classic=masked&depth=2&variant=printed&black=h8h9&white=i9&side=white&moves=a1&traps=c3');
  const wanted = { size: 15, rule: 'freestyle', moves: ['a1'], black: ['h8', 'h9'], white: ['i9'], side: 'white', traps: ['c3'] };
  assert.deepEqual(position(setting), wanted);
  assert.equal(side(setting), 'black');
  assert.deepEqual(stones(setting)[3], { point: 'a1', stone: 'white' });
  const { program: name, depth, variant, without } = { variant: '', ...watchRequest(setting) };
  assert.deepEqual([name, depth, variant, without], ['masked', 2, 'printed', []]);
});
