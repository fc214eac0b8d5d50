import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Wire, pause } from '../../web/wire.js';

test('pauses grow and stay below five seconds', () => {
  assert.equal(pause(0, 1), 200);
  assert.equal(pause(3, 1), 1600);
  assert.ok(pause(40, 1) === 5000 && pause(40, 0) === 3750);
});

/** @type {any[]} */
let sockets = [];
class Socket {
  static CONNECTING = 0;
  static OPEN = 1;
  readyState = Socket.OPEN;
  /** @type {string[]} */
  sent = [];
  constructor() {
    sockets.push(this);
  }
  /** @param {string} text */
  send(text) {
    this.sent.push(text);
  }
  close() {}
}
const kept = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
Object.assign(globalThis, { WebSocket: Socket, sessionStorage: kept });

/** A wire whose first connection is being made. */
function connecting() {
  sockets = [];
  const wire = new Wire('ws://nowhere', /** @type {any} */ ({ key: 'key', accepted: () => {}, refused: () => false }));
  wire.connect();
  return wire;
}

/** @param {any} socket @param {any} message */
function hear(socket, message) {
  socket.onmessage({ data: JSON.stringify(message) });
}

const welcome = { type: 'welcome', session: 's', role: 'owner' };

test('the end of a connection that was given up does not touch the next one', async () => {
  const wire = connecting();
  // It is open, and silent.
  wire.hurry();
  assert.equal(sockets.length, 2);
  hear(sockets[1], welcome);
  sockets[0].onclose({ code: 1006 });
  assert.equal(wire.state, 'open');
  const asked = wire.ask({ type: 'study' });
  hear(sockets[1], { type: 'done', id: 1, table: 't' });
  assert.deepEqual([(await asked).table, sockets[1].sent.length], ['t', 1]);
});

test('what is asked before the first connection stands is sent when it does', async () => {
  const wire = connecting();
  const asked = wire.ask({ type: 'study' });
  assert.equal(sockets[0].sent.length, 0);
  hear(sockets[0], welcome);
  assert.equal(sockets[0].sent.length, 1);
  hear(sockets[0], { type: 'done', id: 1, table: 't' });
  assert.equal((await asked).table, 't');
});

test('what is asked before a connection that fails is refused', async () => {
  const wire = connecting();
  const asked = wire.ask({ type: 'study' });
  sockets[0].onclose({ code: 4401 });
  await assert.rejects(asked, { code: 'disconnected' });
  assert.equal(wire.state, 'lost');
  wire.connect = () => {};
});

test('the document of the wire has every request and every message', () => {
  const read = (/** @type {string} */ path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const [types, document] = [read('web/wire-types.d.ts'), read('docs/wire.md')];
  const names = [...types.matchAll(/\btype: '(\w+)'/g)].map(([, name]) => name);
  assert.ok(names.length > 40, String(names));
  assert.deepEqual(names.filter((name) => !document.includes(`"type":"${name}"`)), []);
});
