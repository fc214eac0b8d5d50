// The server under test. GOREN names the binary.

import { spawn } from 'node:child_process';

process.setMaxListeners(0);

const binary = process.env.GOREN ?? '../target/debug/goren';

/** @param {string[]} [flags] @param {number} [port] @param {string} [program] */
export async function serve(flags = ['--memory'], port = 0, program = binary) {
  const child = spawn(program, ['serve', '--no-open', '--port', String(port), ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  /** @type {string[]} */
  const [url, guest] = await new Promise((resolve, reject) => {
    let text = '';
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}`)));
    child.stdout.on('data', (data) => {
      text += data;
      if (text.includes('Ctrl-C')) resolve(text.match(/^http\S+/gm) ?? []);
    });
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  // A test that fails before it ends its server must not wait for it, nor leave it behind.
  child.unref();
  /** @type {import('node:net').Socket} */ (child.stdout).unref();
  process.once('exit', () => child.kill('SIGKILL'));
  return {
    url,
    guest,
    origin: new URL(url).origin,
    port: Number(new URL(url).port),
    ended,
    /** @param {NodeJS.Signals} [signal] */
    async end(signal = 'SIGTERM') {
      child.ref();
      child.kill(signal);
      await ended;
    },
  };
}
