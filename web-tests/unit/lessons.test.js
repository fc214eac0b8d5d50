import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../web/school/strings.js';

// A custom element's base is the browser's.
Object.assign(globalThis, { HTMLElement: class {}, customElements: { define() {} } });
const { lessons, verdict } = await import('../../web/school/lessons.js');

const none = { nodes: 0, leaves: 0, cutoffs: 0, probes: 0, hits: 0, generated: 0, kept: 0, evaluations: 0 };

/** @typedef {{ nodes: number, move?: string, value?: number, stopped?: boolean }} Search */

/**
 * An experiment for which the server's answers are these: a search each, or a proof.
 * @param {number} number of the lesson
 * @param {Search[]} searches in the order in which the lesson asks for them
 * @param {object} [proof]
 */
function experiment(number, searches, proof) {
  const wire = Object.assign(new EventTarget(), {
    state: 'open',
    begin: () => {
      const { nodes, move = 'h8', value = 1, stopped = false } = /** @type {Search} */ (searches.shift());
      const end = { step: move, value, stopped, depths: [nodes], pv: [], samples: [] };
      const detail = { id: searches.length, seq: 0, events: [], counters: { ...none, nodes }, ms: 1, end };
      queueMicrotask(() => wire.dispatchEvent(Object.assign(new Event('watch'), { detail })));
      return { id: searches.length, answer: Promise.resolve({}) };
    },
    ask: (/** @type {{ type: string }} */ { type }) => Promise.resolve(type === 'solve' ? proof : {}),
  });
  const setup = { rule: 'freestyle', size: 15, traps: [], black: [], white: [], side: null, moves: ['h8'] };
  return lessons[number - 1].run(/** @type {any} */ ({ wire }), /** @type {any} */ ({ setup }));
}

test('lesson 3 tells a saving, its place in the claim, and nothing of a search that was stopped', async () => {
  const saved = await experiment(3, [{ nodes: 40 }, { nodes: 100 }]);
  assert.equal(Math.round(saved.answer ?? 0), 60);
  assert.match(saved.says, /saved 60.*same value.*within the 50 to 75/);
  assert.match((await experiment(3, [{ nodes: 100 }, { nodes: 100, value: 2 }])).says, /saved nothing.*different values.*less than/);
  const cut = await experiment(3, [{ nodes: 40 }, { nodes: 3000000, stopped: true }]);
  assert.equal(cut.answer, null);
  assert.equal(cut.measured[1].text, 'more than 3,000,000');
  assert.equal(cut.says, 'A search was stopped before its end, so there is nothing to compare.');
  assert.equal(verdict('50', cut, 'percent'), '');
});

test('lesson 5 says that nothing was lost only where all three searches ended', async () => {
  const [kept, map] = [{ nodes: 100 }, { nodes: 500 }];
  const all = await experiment(5, [kept, map, { nodes: 5000 }]);
  assert.match(all.says, /10 times as many moves as the map, and the map 5 times.*All of them chose h8: here nothing was lost/);
  const other = await experiment(5, [kept, map, { nodes: 5000, move: 'i9' }]);
  assert.match(other.says, /chosen were h8, h8, i9/);
  const cut = await experiment(5, [kept, map, { nodes: 5000, move: 'i9', stopped: true }]);
  assert.equal(cut.answer, null);
  assert.match(cut.says, /whole board was stopped.*The other two both chose h8\.$/);
  assert.ok(!cut.says.includes('nothing was lost'));
});

test('lesson 8 says which of table and deepening paid here, also that none did', async () => {
  const pays = await experiment(8, [{ nodes: 100 }, { nodes: 300 }, { nodes: 200 }]);
  assert.match(pays.says, /3 times as many moves: every depth.*neither, took 2 times/);
  const idle = await experiment(8, [{ nodes: 100 }, { nodes: 100 }, { nodes: 50 }]);
  assert.match(idle.says, /saved no moves.*took no more: with both it was 2 times/);
});

test('lesson 9 calls a win proved only where the solver proved it', async () => {
  const line = ['h9', 'h10', 'h11'];
  const search = { nodes: 500 };
  const won = await experiment(9, [{ ...search, value: 1e6 }], { solved: 'win', nodes: 70, line });
  assert.equal(won.answer, 70);
  assert.match(won.says, /^A win in 2 moves \(3 plies\), proved: h9 h10 h11\. A plain search of four plies saw it, too/);
  // A lost position is not one in which the search saw the win.
  const lost = await experiment(9, [{ ...search, value: -1e6 }], { solved: 'win', nodes: 70, line });
  assert.match(lost.says, /500 moves and saw no win/);
  assert.match((await experiment(9, [search], { solved: 'no_win', nodes: 70 })).says, /tried every four and found no win/);
  const late = await experiment(9, [search], { solved: 'unknown', nodes: 70 });
  assert.equal(late.answer, null);
  assert.match(late.says, /ran out of time/);
  assert.equal(late.measured[0].text, 'more than 70');
});
