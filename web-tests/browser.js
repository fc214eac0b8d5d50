// Runs the browser tests, two files at a time: `node browser.js [--jobs N] [FILE]...`. What a file says is printed whole when it ends.
// A file that fails is run once more, with no other beside it, since a shared machine can stop a browser for seconds, and is counted
// and named at the end. Random people find another fault each time, or none: they have one try.

import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ONE_TRY = ['monkey.test.js'];

/** These run last and one after another: what they find depends on how busy the machine is. */
const ALONE = ['speed.test.js', 'monkey.test.js'];

/**
 * What became of all files: what to say of it, and whether all passed.
 * @param {string[]} files
 * @param {number} jobs how many run at a time
 * @param {(name: string) => Promise<boolean>} passes runs a file
 */
export async function judge(files, jobs, passes) {
  const together = files.filter((name) => !ALONE.includes(name));
  const alone = ALONE.filter((name) => files.includes(name));
  const failed = [...(await failures(together, jobs, passes)), ...(await failures(alone, 1, passes))];
  const again = await failures(failed.filter((name) => !ONE_TRY.includes(name)), 1, passes);
  const lost = failed.filter((name) => ONE_TRY.includes(name) || again.includes(name));
  const shaky = failed.filter((name) => !lost.includes(name));
  const says = [`${shaky.length} of ${files.length} files passed only at their second try${shaky.length ? `: ${shaky.join(', ')}` : ''}`];
  if (lost.length) says.push(`failed: ${lost.join(', ')}`);
  return { says, passed: lost.length === 0 };
}

/**
 * Runs files, so many at a time, and names those that fail, in the order given.
 * @param {string[]} files
 * @param {number} jobs
 * @param {(name: string) => Promise<boolean>} passes
 */
async function failures(files, jobs, passes) {
  const waiting = [...files];
  /** @type {string[]} */
  const failed = [];
  const run = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) if (!(await passes(name))) failed.push(name);
  };
  await Promise.all(Array.from({ length: jobs }, run));
  return files.filter((name) => failed.includes(name));
}

/**
 * Runs Node to its end, and only then hands over all that it has said.
 * @param {string[]} words of its command line
 * @returns {Promise<{ succeeded: boolean, said: Buffer }>}
 */
export function listen(words) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
    /** @type {Buffer[]} */
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => said.push(data));
    child.once('error', reject);
    child.once('close', (code) => resolve({ succeeded: code === 0, said: Buffer.concat(said) }));
  });
}

/** How many files run at a time, and those named: none for all. @param {string[]} words of the command line */
export function wanted(words) {
  const { values, positionals } = parseArgs({ args: words, options: { jobs: { type: 'string', default: '2' } }, allowPositionals: true });
  if (!/^[1-9]\d*$/.test(values.jobs)) throw new Error(`expected a number of files at a time, got \`${values.jobs}\``);
  return { jobs: Number(values.jobs), files: positionals };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = new URL('./browser/', import.meta.url);
  const { jobs, files } = wanted(process.argv.slice(2));
  const all = readdirSync(folder).filter((name) => name.endsWith('.test.js'));
  const { says, passed } = await judge(files.length ? files : all, jobs, async (name) => {
    console.log(`${name} begins`);
    const start = Date.now();
    const { succeeded, said } = await listen(['--test', '--test-reporter=spec', fileURLToPath(new URL(name, folder))]);
    process.stdout.write(said);
    console.log(`${name} ${succeeded ? 'passed' : 'failed'} in ${Math.round((Date.now() - start) / 1000)} s\n`);
    return succeeded;
  });
  for (const line of says) console.log(line);
  if (!passed) process.exitCode = 1;
}
