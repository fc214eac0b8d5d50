import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../web/school/strings.js';

// A custom element's base is the browser's.
Object.assign(globalThis, { HTMLElement: class {}, customElements: { define() {} } });
const { counted, verdict } = await import('../../web/school/race.js');

const none = { nodes: 0, leaves: 0, cutoffs: 0, probes: 0, hits: 0, generated: 0, kept: 0, evaluations: 0 };
/** @param {number} nodes @param {Partial<import('../../web/wire-types').WatchEnd>} [more] @param {string[]} [without] */
function lane(nodes, more = {}, without = []) {
  const samples = [1, nodes / 2, nodes].map((each) => ({ ...none, nodes: each }));
  const end = { step: 'h8', value: 7, pv: [], stopped: false, samples, ...more };
  return { without, part: { id: 1, seq: 1, events: [], counters: samples[2], ms: 4, end }, end };
}

test('both are shown after the same number of nodes', () => {
  const lanes = [lane(100), lane(1000)];
  assert.deepEqual(lanes.map((each) => counted(each, 60, true).nodes), [50, 1]);
  assert.deepEqual(lanes.map((each) => counted(each, 700, true).nodes), [100, 500]);
  assert.equal(counted(lanes[0], 0, true).nodes, 0);
});

test('the verdict has the ratio and says whether they agree', () => {
  const [ratio, agree] = verdict([lane(100), lane(750, {}, ['pruning'])], 'masked');
  assert.match(ratio, /without pruning.* 7\.5 times as many nodes: 750 against 100/);
  assert.match(agree, /Both play h8.*same value: 7/);
  assert.match(verdict([lane(3000, {}, ['table']), lane(100)], 'masked')[0], /without transposition table takes 30 times/);
  assert.match(verdict([lane(10), lane(10)], 'masked')[0], /Both take 10 nodes/);
  assert.match(verdict([lane(10), lane(20, { step: 'i9' })], 'masked')[1], /first h8, the second i9/);
  assert.match(verdict([lane(10), lane(20, { value: 9 })], 'masked')[1], /7 and 9/);
  assert.match(verdict([lane(10), lane(90, { stopped: true })], 'masked')[0], /at least 9\.0 times/);
});

test('of searches that were stopped, only what is known is said', () => {
  const half = { stopped: true, value: undefined };
  assert.deepEqual(verdict([lane(10, half), lane(90)], 'masked'), ['One was stopped early, so their moves cannot be compared.']);
  for (const nodes of [90, 91])
    assert.deepEqual(verdict([lane(90, half), lane(nodes, half)], 'masked'), ['Both were stopped early, so there is nothing to compare.']);
});

test('a move from the book, a win at once or a block is not raced', () => {
  for (const answer of /** @type {const} */ (['book', 'win', 'block'])) {
    const booked = lane(0, { answer, value: undefined });
    for (const lanes of [[booked, lane(60)], [lane(60), booked], [booked, booked]])
      assert.deepEqual(verdict(lanes, 'trapper'), ['What is answered without a search has nothing to race with: choose another position.']);
  }
});
