// What a program built for wasm32-wasip1-threads asks of whoever runs it: clocks, random numbers, its standard input and output, threads.
// There are no files: whatever asks for one is told that there are none.

const OK = 0;
const NO_DESCRIPTOR = 8;
const NOT_HERE = 52;

/** Places in the shared control words. */
export const HEAD = 0;
export const TAIL = 1;
export const CLOSED = 2;
/** Another number after each change of the head or of the end: what a reader waits for. */
export const CHANGES = 3;
export const WRITES = 4;
export const THREADS = 5;
export const WORDS = 6;

/** The program has ended by itself. */
export class Exit extends Error {
  /** @param {number} code */
  constructor(code) {
    super(`exit ${code}`);
    this.code = code;
  }
}

/**
 * @typedef {object} Shared
 * @property {WebAssembly.Memory} memory of the program
 * @property {Int32Array} control how much of the input was written and read, whether it has ended, and two counters
 * @property {Uint8Array} input a ring of bytes for the program to read
 */

/**
 * The functions that a thread of the program calls.
 * @param {Shared} shared
 * @param {(message: object, transfer?: ArrayBuffer[]) => void} post to whoever started the program
 */
export function imports({ memory, control, input }, post) {
  const view = () => new DataView(memory.buffer);
  const bytes = (/** @type {number} */ at, /** @type {number} */ length) => new Uint8Array(memory.buffer, at, length);
  /** The pieces of memory that a call names. @param {number} at @param {number} count */
  const pieces = (at, count) => Array.from({ length: count }, (_, i) => bytes(view().getUint32(at + 8 * i, true), view().getUint32(at + 8 * i + 4, true)));

  /** Waits until there is something to read; how many bytes there are, none at the end. */
  function readable() {
    for (;;) {
      const changes = Atomics.load(control, CHANGES);
      const [head, tail] = [Atomics.load(control, HEAD), Atomics.load(control, TAIL)];
      if (head !== tail) return (head - tail + 2 * input.length) % (2 * input.length);
      if (Atomics.load(control, CLOSED)) return 0;
      Atomics.wait(control, CHANGES, changes);
    }
  }

  const wasi = {
    args_sizes_get: (/** @type {number} */ count, /** @type {number} */ size) => {
      view().setUint32(count, 1, true);
      view().setUint32(size, 6, true);
      return OK;
    },
    args_get: (/** @type {number} */ list, /** @type {number} */ text) => {
      view().setUint32(list, text, true);
      bytes(text, 6).set(new TextEncoder().encode('goren\0'));
      return OK;
    },
    environ_sizes_get: (/** @type {number} */ count, /** @type {number} */ size) => {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return OK;
    },
    environ_get: () => OK,
    clock_time_get: (/** @type {number} */ _id, /** @type {bigint} */ _precision, /** @type {number} */ at) => {
      // All threads must agree on the time.
      view().setBigUint64(at, BigInt(Math.round((performance.timeOrigin + performance.now()) * 1e6)), true);
      return OK;
    },
    random_get: (/** @type {number} */ at, /** @type {number} */ length) => {
      // Shared memory cannot be filled directly.
      bytes(at, length).set(crypto.getRandomValues(new Uint8Array(length)));
      return OK;
    },
    fd_read: (/** @type {number} */ fd, /** @type {number} */ at, /** @type {number} */ count, /** @type {number} */ read) => {
      if (fd !== 0) return NO_DESCRIPTOR;
      let [left, done] = [readable(), 0];
      for (const piece of pieces(at, count)) {
        const tail = Atomics.load(control, TAIL);
        const length = Math.min(piece.length, left);
        for (let i = 0; i < length; i++) piece[i] = input[(tail + i) % input.length];
        Atomics.store(control, TAIL, (tail + length) % (2 * input.length));
        left -= length;
        done += length;
      }
      view().setUint32(read, done, true);
      return OK;
    },
    fd_write: (/** @type {number} */ fd, /** @type {number} */ at, /** @type {number} */ count, /** @type {number} */ written) => {
      if (fd !== 1 && fd !== 2) return NO_DESCRIPTOR;
      const all = pieces(at, count);
      const text = new Uint8Array(all.reduce((sum, piece) => sum + piece.length, 0));
      all.reduce((end, piece) => (text.set(piece, end), end + piece.length), 0);
      view().setUint32(written, text.length, true);
      // What different threads send can arrive in another order.
      post({ type: 'write', fd, number: Atomics.add(control, WRITES, 1), text }, [text.buffer]);
      return OK;
    },
    fd_fdstat_get: (/** @type {number} */ fd, /** @type {number} */ at) => {
      if (fd > 2) return NO_DESCRIPTOR;
      bytes(at, 24).fill(0);
      return OK;
    },
    /** Waits for a clock; for nothing else. */
    poll_oneoff: (/** @type {number} */ wanted, /** @type {number} */ events, /** @type {number} */ count, /** @type {number} */ written) => {
      if (count !== 1 || view().getUint8(wanted + 8) !== 0) return NOT_HERE;
      const time = Number(view().getBigUint64(wanted + 24, true)) / 1e6;
      const isMoment = view().getUint16(wanted + 40, true) & 1;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, isMoment ? time - performance.timeOrigin - performance.now() : time);
      bytes(events, 32).fill(0);
      view().setBigUint64(events, view().getBigUint64(wanted, true), true);
      view().setUint32(written, 1, true);
      return OK;
    },
    fd_close: () => OK,
    fd_prestat_get: () => NO_DESCRIPTOR,
    sched_yield: () => OK,
    proc_exit: (/** @type {number} */ code) => {
      throw new Exit(code);
    },
  };
  const missing = new Proxy(wasi, { get: (known, /** @type {keyof typeof wasi} */ name) => known[name] ?? (() => NOT_HERE) });
  const spawn = (/** @type {number} */ argument) => {
    const thread = Atomics.add(control, THREADS, 1) + 1;
    post({ type: 'spawn', thread, argument });
    return thread;
  };
  return { env: { memory }, wasi: { 'thread-spawn': spawn }, wasi_snapshot_preview1: missing };
}
