import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SPAN, ceiling, pieces } from '../../web/fleet/chart.js';
import { Fleet, span } from '../../web/fleet/fleet.js';

/** @param {number} at @param {number} [busy] */
const moment = (at, busy = 1) => ({ at, slots: 4, busy, last_minute: 10 });

/** A view with this history. @param {number} at @param {ReturnType<typeof moment>[]} history @param {string[]} [names] */
function view(at, history, names = []) {
  const worker = { heard: at, version: '0.1.0', signature: 1, slots: 4, busy: 1, speed: 1, engines: [], finished: 0, last_minute: 0, failed: 0, started: 0, refuses: [], is_leaving: false };
  return {
    address: 'nats://host:4222',
    snapshot: {
      fleet: 'goren',
      at,
      connection: { state: /** @type {const} */ ('connected'), since: 0, reason: null },
      totals: { workers: 0, slots: 0, busy: 0, last_minute: 0, waiting: 0, unread: 0, runs: 0 },
      workers: names.map((name) => ({ ...worker, worker: name })),
      gone: [],
      runs: [],
      ended: [],
      history,
      unreadable: 0,
      trouble: null,
    },
  };
}

function fleet() {
  /** @type {string[]} */
  const said = [];
  const app = /** @type {any} */ ({ announce: (/** @type {string} */ text) => said.push(text), paint: () => {} });
  return { watched: new Fleet(app), said };
}

test('a scale ends with a round number', () => {
  assert.deepEqual([0, 1, 1.5, 3, 7, 10, 11, 99, 420].map(ceiling), [1, 1, 2, 5, 10, 10, 20, 100, 500]);
});

test('a line has a piece for each time with a connection', () => {
  const now = SPAN;
  const found = pieces([[-5, 1], [0, 0], [2000, 10], [60000, 5], [62000, 5], [now + 1, 9]], now, 10);
  assert.deepEqual(found.map((piece) => piece.length), [2, 2]);
  assert.deepEqual(found[0][0], [0, 96]);
  assert.equal(found[0][1][1], 0);
});

test('the history is put together from what comes, and forgets what is older than ten minutes', () => {
  const { watched } = fleet();
  watched.hear(view(4000, [moment(2000), moment(4000)]));
  assert.equal(watched.since, 4000);
  watched.hear(view(6000, [moment(4000), moment(6000)]));
  assert.deepEqual(watched.history.map(({ at }) => at), [2000, 4000, 6000]);
  watched.hear(view(SPAN + 4000, [moment(SPAN + 4000)]));
  assert.deepEqual(watched.history.map(({ at }) => at), [4000, 6000, SPAN + 4000]);
});

test('another run of the studio, or another clock, begins a new history', () => {
  const { watched } = fleet();
  watched.hear(view(9000, [moment(9000)]));
  watched.hear(view(2000, [moment(2000)]));
  assert.deepEqual(watched.history.map(({ at }) => at), [2000]);
});

test('who comes and goes is said, a crowd is not', () => {
  const { watched, said } = fleet();
  watched.hear(view(1000, [], ['a', 'b']));
  assert.deepEqual(said, []);
  watched.hear(view(2000, [], ['b', 'c']));
  assert.deepEqual(said, ['c is there. a is gone']);
  watched.hear(view(3000, [], ['d', 'e', 'f', 'g']));
  assert.equal(said.length, 1);
});

test('a span of time has one unit', () => {
  assert.deepEqual([3, 99, 100, 3599, 7200, 90000].map(span), ['3 s', '99 s', '2 min', '60 min', '2 h', '25 h']);
});
