import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Wire, pause } from '../../web/wire.js';

test('pauses grow and stay below five seconds', () => {
  assert.equal(pause(0, 1), 200);
  assert.equal(pause(3, 1), 1600);
  assert.ok(pause(40, 1) === 5000 && pause(40, 0) === 3750);
});

test('the end of a connection that was given up does not touch the next one', async () => {
  /** @type {any[]} */
  const sockets = [];
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
  const wire = new Wire('ws://nowhere', /** @type {any} */ ({ key: 'key', accepted: () => {}, refused: () => false }));
  wire.connect();
  // It is open, and silent.
  wire.hurry();
  assert.equal(sockets.length, 2);
  sockets[1].onmessage({ data: JSON.stringify({ type: 'welcome', session: 's', role: 'owner' }) });
  sockets[0].onclose({ code: 1006 });
  assert.equal(wire.state, 'open');
  const asked = wire.ask({ type: 'study' });
  sockets[1].onmessage({ data: JSON.stringify({ type: 'done', id: 1, table: 't' }) });
  assert.deepEqual([(await asked).table, sockets[1].sent.length], ['t', 1]);
});
