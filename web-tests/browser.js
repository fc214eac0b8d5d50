// Runs the browser tests one file after another. A file that fails is run once more, and named at the end: a shared
// machine can stop a browser for seconds, and a fault of the pages fails twice.

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

const folder = new URL('./browser/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.test.js'));

/** @param {string} name */
function passes(name) {
  const test = new URL(name, folder).pathname;
  return spawnSync(process.execPath, ['--test', test], { stdio: 'inherit' }).status === 0;
}

const failed = files.filter((name) => !passes(name));
const again = failed.filter((name) => !passes(name));
const shaky = failed.filter((name) => !again.includes(name));
if (shaky.length) console.log(`passed at the second try: ${shaky.join(', ')}`);
if (again.length) {
  console.log(`failed twice: ${again.join(', ')}`);
  process.exitCode = 1;
}
