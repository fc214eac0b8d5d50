// Runs the browser tests one file after another. A file that fails is run once more, since a shared machine can stop a browser
// for seconds, and is counted and named at the end. Random people find another fault each time, or none: they have one try.

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

const folder = new URL('./browser/', import.meta.url);
const ONE_TRY = ['monkey.test.js'];
const files = readdirSync(folder).filter((name) => name.endsWith('.test.js'));

/** @param {string} name */
function passes(name) {
  const test = new URL(name, folder).pathname;
  return spawnSync(process.execPath, ['--test', test], { stdio: 'inherit' }).status === 0;
}

const failed = files.filter((name) => !passes(name));
const lost = failed.filter((name) => ONE_TRY.includes(name) || !passes(name));
const shaky = failed.filter((name) => !lost.includes(name));
console.log(`${shaky.length} of ${files.length} files passed only at their second try${shaky.length ? `: ${shaky.join(', ')}` : ''}`);
if (lost.length) {
  console.log(`failed: ${lost.join(', ')}`);
  process.exitCode = 1;
}
