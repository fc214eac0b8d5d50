// The desk as WebAssembly, run in Node: bytes go in, bytes come out, threads are workers.

import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { CHANGES, CLOSED, HEAD, TAIL, WORDS } from './wasi.js';

// What Node 20's quick compiler makes of a wait without an end is never woken: `recv` on a channel stays where it is.
setFlagsFromString('--no-liftoff');

const PAGE = 65536;
/** The memory that the program may use at most, as the linker has it, and what it begins with. */
const MOST_PAGES = (1 << 30) / PAGE;
const FIRST_PAGES = (128 << 20) / PAGE;
/** How much input may wait. */
const RING_BYTES = 1 << 20;

export class Program {
  #module;
  #shared;
  /** @type {Worker[]} */
  #idle = [];
  /** @type {Set<Worker>} */
  #all = new Set();
  /** Input for which there is no room yet. @type {Uint8Array[]} */
  #waiting = [];
  /** Output that arrived before what was written earlier. @type {Map<number, { fd: number, text: Uint8Array }>} */
  #early = new Map();
  #next = 0;
  #ended = false;
  /** @type {(code: number) => void} */
  #exit = () => {};
  exited;

  /**
   * @param {string} file
   * @param {(fd: number, bytes: Uint8Array) => void} write is given what the program writes
   */
  constructor(file, write) {
    this.write = write;
    this.#module = new WebAssembly.Module(readFileSync(file));
    this.#shared = {
      memory: new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MOST_PAGES, shared: true }),
      control: new Int32Array(new SharedArrayBuffer(4 * WORDS)),
      input: new Uint8Array(new SharedArrayBuffer(RING_BYTES)),
    };
    this.exited = new Promise((exit) => (this.#exit = exit));
    this.#start({});
  }

  /** @param {{ thread?: number, argument?: number }} what */
  #start(what) {
    const worker = this.#idle.pop() ?? this.#worker();
    worker.postMessage({ module: this.#module, shared: this.#shared, ...what });
  }

  #worker() {
    const worker = new Worker(new URL('./worker.js', import.meta.url));
    this.#all.add(worker);
    worker.on('message', (message) => this.#hear(worker, message));
    worker.on('error', (error) => this.#hear(worker, { type: 'exit', code: -1, error: String(error) }));
    return worker;
  }

  /** @param {Worker} worker @param {any} message */
  #hear(worker, message) {
    if (message.type === 'spawn') this.#start(message);
    else if (message.type === 'idle') this.#idle.push(worker);
    else if (message.type === 'write') {
      this.#early.set(message.number, message);
      for (let said; (said = this.#early.get(this.#next)); this.#next++) {
        this.#early.delete(this.#next);
        this.write(said.fd, said.text);
      }
    } else {
      if (message.error) this.write(2, new TextEncoder().encode(`${message.error}\n`));
      for (const each of this.#all) void each.terminate();
      this.#exit(message.code);
    }
  }

  /** @param {Uint8Array} bytes */
  send(bytes) {
    this.#waiting.push(bytes);
    this.#fill();
  }

  /** There is no more input. */
  end() {
    this.#ended = true;
    this.#fill();
  }

  #fill() {
    const { control, input } = this.#shared;
    while (this.#waiting.length) {
      const [head, tail] = [Atomics.load(control, HEAD), Atomics.load(control, TAIL)];
      const room = input.length - ((head - tail + 2 * input.length) % (2 * input.length));
      const first = this.#waiting[0].subarray(0, room);
      for (let i = 0; i < first.length; i++) input[(head + i) % input.length] = first[i];
      this.#change(HEAD, (head + first.length) % (2 * input.length));
      if (first.length === this.#waiting[0].length) this.#waiting.shift();
      else {
        this.#waiting[0] = this.#waiting[0].subarray(first.length);
        setTimeout(() => this.#fill(), 5);
        return;
      }
    }
    if (this.#ended) this.#change(CLOSED, 1);
  }

  /** Sets a word, and wakes whoever waits for a change. @param {number} word @param {number} value */
  #change(word, value) {
    const { control } = this.#shared;
    Atomics.store(control, word, value);
    Atomics.add(control, CHANGES, 1);
    Atomics.notify(control, CHANGES);
  }
}
