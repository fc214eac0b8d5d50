// A NATS server for the tests, and a fleet made up on it: pulses published over NATS's text protocol, which is simple.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Starts a server with JetStream. @param {number} [port] a free one by default @param {string} [folder] what it kept */
export async function natsServer(port = -1, folder = mkdtempSync(join(tmpdir(), 'goren-nats-'))) {
  const told = mkdtempSync(join(tmpdir(), 'goren-ports-'));
  const flags = ['-js', '-sd', folder, '-a', '127.0.0.1', '-p', String(port), '--ports_file_dir', told];
  const child = spawn('nats-server', flags, { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  /** @type {Error | null} */
  let failed = null;
  child.once('error', () => (failed = new Error('nats-server is not installed: this test needs it (Debian: apt install nats-server)')));
  child.once('exit', (code) => (failed ??= new Error(`nats-server ended with ${code}`)));
  process.once('exit', () => child.kill('SIGKILL'));
  child.unref();
  /** @type {string | undefined} */
  let url;
  for (let i = 0; !url; i++) {
    await new Promise((done) => setTimeout(done, 50));
    if (failed) throw failed;
    if (i > 400) throw new Error('nats-server does not say where it listens');
    const [file] = readdirSync(told).filter((name) => name.endsWith('.ports'));
    try {
      if (file) url = JSON.parse(readFileSync(join(told, file), 'utf8')).nats[0];
    } catch {
      // It is being written.
    }
  }
  return {
    url,
    port: Number(new URL(url).port),
    folder,
    /** Ends it; what it kept stays for another unless it is to be removed. @param {boolean} [keep] */
    async end(keep = false) {
      child.ref();
      child.kill('SIGKILL');
      await ended;
      rmSync(told, { recursive: true, force: true });
      if (!keep) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Somebody who publishes. @param {number} port */
export async function publisher(port) {
  const socket = connect(port, '127.0.0.1');
  await new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  socket.on('error', () => {});
  socket.on('data', (data) => {
    if (data.includes('PING\r\n')) socket.write('PONG\r\n');
  });
  socket.unref();
  socket.write('CONNECT {"verbose":false,"pedantic":false,"headers":true,"name":"test"}\r\n');
  /** @param {string} subject @param {string} text */
  const publish = (subject, text) => socket.write(`PUB ${subject} ${Buffer.byteLength(text)}\r\n${text}\r\n`);
  return {
    /** @param {string} name @param {object} [change] */
    worker(name, change) {
      publish(`goren.pulse.worker.${name}`, JSON.stringify(workerPulse(name, change)));
    },
    /** @param {string} run @param {object} [change] */
    progress(run, change) {
      publish(`goren.pulse.run.${run}`, JSON.stringify(runProgress(run, change)));
    },
    /** @param {string} run @param {object} [change] */
    announce(run, change) {
      const bucket = 'goren-runs';
      const config = { name: `KV_${bucket}`, subjects: [`$KV.${bucket}.>`], max_msgs_per_subject: 1, allow_rollup_hdrs: true, allow_direct: true, discard: 'new', storage: 'file', num_replicas: 1 };
      publish(`$JS.API.STREAM.CREATE.KV_${bucket}`, JSON.stringify(config));
      publish(`$KV.${bucket}.${run}`, JSON.stringify({ ...announcement(run), ...change }));
    },
    /** Says that a run is over. @param {string} run */
    over(run) {
      const head = 'NATS/1.0\r\nKV-Operation: DEL\r\n\r\n';
      socket.write(`HPUB $KV.goren-runs.${run} ${head.length} ${head.length}\r\n${head}\r\n`);
    },
    /** @param {string} subject @param {string} text */
    publish,
    end() {
      socket.destroy();
    },
  };
}

/** @param {string} name @param {object} [change] */
export function workerPulse(name, change) {
  return {
    ...{ worker: name, version: '0.1.0', signature: 676814, slots: 4, busy: 3, speed: 1250000, engines: [], finished: 40 },
    ...{ last_minute: 12, failed: 0, started: 1, refuses: [], is_leaving: false, ...change },
  };
}

/** @param {string} run @param {object} [change] */
export function runProgress(run, change) {
  return {
    ...{ run, finished: 410, expected: 2000, out: 8, waiting: 5, unread: 2, last_minute: 38, repeated: 1, doubled: 0, rejected: 0 },
    ...{ summary: '+212 −150 =48, Elo +53 ± 31', workers: [], ...change },
  };
}

/** @param {string} run */
function announcement(run) {
  return {
    ...{ run, title: 'goren:level=6 – goren:level=5', work: 'games', common: null, lease_ms: 30000, started: 1763300000 },
    ...{ needs: { version: '0.1.0', signature: 676814, engines: [], objects: [], threads: 1, memory: 0 }, coordinator: 7, state: 'open' },
  };
}

/** Publishes a whole fleet every second until it is ended. @param {number} port @param {(out: Awaited<ReturnType<typeof publisher>>, second: number) => void} say */
export async function chorus(port, say) {
  const out = await publisher(port);
  let second = 0;
  say(out, second);
  const timer = setInterval(() => say(out, ++second), 1000);
  timer.unref();
  return {
    out,
    end() {
      clearInterval(timer);
      out.end();
    },
  };
}
