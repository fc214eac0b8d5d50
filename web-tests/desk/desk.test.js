// The desk as WebAssembly plays, analyses and reviews, and finds the same as the one that is built for this machine.
// `GOREN_DESK` and `GOREN_DESK_WASM` name the two programs; `cargo xtask test wasm` builds and runs them.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { Program } from './program.js';

const { GOREN_DESK, GOREN_DESK_WASM } = process.env;

/** A page at the other end of a pipe. */
class Page {
  /** @type {any[]} */
  #lines = [];
  /** @type {Uint8Array} */
  #bytes = new Uint8Array();
  #wake = () => {};
  #number = 0;
  errors = '';

  /** @param {Uint8Array} bytes */
  hear(bytes) {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    for (;;) {
      const end = this.#bytes.indexOf(10);
      if (end < 0) return;
      const line = JSON.parse(new TextDecoder().decode(this.#bytes.subarray(0, end)));
      const length = 'reply' in line ? line.bytes : 0;
      if (this.#bytes.length < end + 1 + length) return;
      if (length) line.content = new TextDecoder().decode(this.#bytes.slice(end + 1, end + 1 + length));
      this.#bytes = this.#bytes.slice(end + 1 + length);
      this.#lines.push(line);
      this.#wake();
    }
  }

  /** @type {(bytes: Uint8Array) => void} */
  send = () => {};
  end = () => {};
  /** @type {Promise<number>} */
  exited = Promise.resolve(0);

  /** The next line that is as wanted; those before it are passed over. @param {(line: any) => boolean} isWanted */
  async wait(isWanted) {
    for (;;) {
      while (this.#lines.length) {
        const line = this.#lines.shift();
        assert.notEqual(line.type, 'refused', JSON.stringify(line));
        if (isWanted(line)) return line;
      }
      await new Promise((done) => (this.#wake = () => done(undefined)));
    }
  }

  /** @param {object} request */
  async ask(request) {
    const id = ++this.#number;
    this.send(new TextEncoder().encode(`${JSON.stringify({ id, ...request })}\n`));
    return this.wait((line) => line.id === id);
  }

  /** @param {string} path @param {string} [body] */
  async call(path, body) {
    const call = ++this.#number;
    const head = { call, method: body === undefined ? 'get' : 'post', path, bytes: body?.length ?? 0 };
    this.send(new TextEncoder().encode(`${JSON.stringify(head)}\n${body ?? ''}`));
    const reply = await this.wait((line) => line.reply === call);
    assert.equal(reply.error, undefined);
    return JSON.parse(reply.content);
  }
}

function native() {
  const page = new Page();
  const child = spawn(/** @type {string} */ (GOREN_DESK), { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdout.on('data', (bytes) => page.hear(bytes));
  page.send = (bytes) => child.stdin.write(bytes);
  page.end = () => child.stdin.end();
  page.exited = new Promise((exit) => child.on('exit', exit));
  return page;
}

function wasm() {
  const page = new Page();
  const program = new Program(/** @type {string} */ (GOREN_DESK_WASM), (fd, bytes) => {
    if (fd === 1) page.hear(bytes);
    else process.stderr.write(bytes);
  });
  page.send = (bytes) => program.send(bytes);
  page.end = () => program.end();
  page.exited = program.exited;
  return page;
}

const PROGRAM = { kind: 'goren', level: 1 };
const MOVES = ['h8', 'a1', 'i8', 'a3', 'j8', 'a5', 'k8', 'g8', 'l8'];

/** What a person does: a game of two programs, an analysis, a review, a file. @param {Page} page */
async function sitting(page) {
  assert.equal((await page.ask({ type: 'hello', token: '' })).type, 'welcome');
  const { table } = await page.ask({ type: 'create', game: { rule: 'caro', size: 9, first: PROGRAM, second: PROGRAM, speed: 0 } });
  const ended = await page.wait((line) => line.type === 'table' && line.table === table && line.game?.result);
  assert.match(ended.game.result.ending, /^\w+$/);

  const at = { position: { moves: MOVES.slice(0, 3) } };
  await page.ask({ type: 'analyse', at, nodes: 20_000, threads: 1, memory: 16 });
  const analysis = await page.wait((line) => line.type === 'analysis' && !line.running);

  const study = await page.ask({ type: 'study', position: { moves: MOVES } });
  await page.ask({ type: 'review', table: study.table, nodes: 2_000 });
  const review = await page.wait((line) => line.type === 'review' && line.running === false);
  assert.equal(review.done, true);

  const { games } = await page.call('open', '(;GM[4]SZ[15]PB[Ann];B[hh];W[ig])');
  assert.equal(games[0].black, 'Ann');
  const stored = await page.call('games');
  page.end();
  assert.equal(await page.exited, 0);
  return { lines: analysis.lines, moves: review.moves, escape: review.last_escape, stored: stored.games.length };
}

test('the desk as WebAssembly plays, analyses and reviews as the native one does', { timeout: 300_000 }, async () => {
  const [here, there] = [await sitting(native()), await sitting(wasm())];
  assert.ok(here.lines.length && here.escape.number === 6);
  assert.deepEqual(there, here);
});
