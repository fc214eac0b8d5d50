// One search that is watched: its parts come in, and the server is told so.

import { Refused } from '../wire.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../wire-types').WatchView} WatchView */
/** @typedef {ReturnType<typeof import('./theatre-setting.js').watchRequest> & { shown?: number, open?: number, nodes?: number, lane?: 'theatre' | 'rival' }} WatchRequest */

/**
 * Watches a search. `hear` gets every part, the last with its `end`; `fail` why it is refused.
 * @param {App} app
 * @param {WatchRequest} request
 * @param {(part: WatchView) => void} hear
 * @param {(refused: Refused) => void} fail
 * @returns {{ stop: () => void, drop: () => void }} `stop` ends the search, whose last part still comes; `drop` hears no more of it
 */
export function watch(app, request, hear, fail) {
  const { wire } = app;
  let over = false;
  const { id, answer } = wire.begin(request);
  const told = (/** @type {Event} */ event) => {
    const part = /** @type {WatchView} */ (/** @type {CustomEvent} */ (event).detail);
    if (part.id !== id) return;
    void wire.ask({ type: 'heard', watch: id, seq: part.seq }).catch(() => {});
    if (part.end) end();
    hear(part);
  };
  const lost = () => {
    if (wire.state === 'open') return;
    end();
    fail(new Refused({ code: 'disconnected' }));
  };
  const end = () => {
    over = true;
    wire.removeEventListener('watch', told);
    wire.removeEventListener('state', lost);
  };
  wire.addEventListener('watch', told);
  wire.addEventListener('state', lost);
  answer.catch((error) => {
    if (over) return;
    end();
    if (!(error instanceof Refused)) throw error;
    fail(error);
  });
  const stop = () => {
    if (!over && wire.state === 'open') void wire.ask({ type: 'stop', what: request.lane ?? 'theatre' }).catch(() => {});
  };
  return {
    stop,
    drop: () => {
      stop();
      end();
    },
  };
}
