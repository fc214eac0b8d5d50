// One thread of the program, or the whole of it: in a worker, since it may wait.

import { parentPort } from 'node:worker_threads';
import { Exit, imports } from './wasi.js';

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);

port.on('message', ({ module, shared, thread, argument }) => {
  const post = (/** @type {object} */ message, /** @type {ArrayBuffer[]} */ transfer = []) => port.postMessage(message, transfer);
  try {
    const { exports } = new WebAssembly.Instance(module, imports(shared, post));
    const run = /** @type {(...values: number[]) => void} */ (thread ? exports.wasi_thread_start : exports._start);
    run(...(thread ? [thread, argument] : []));
    post(thread ? { type: 'idle' } : { type: 'exit', code: 0 });
  } catch (error) {
    post({ type: 'exit', code: error instanceof Exit ? error.code : -1, error: error instanceof Exit ? '' : String(error) });
  }
});
