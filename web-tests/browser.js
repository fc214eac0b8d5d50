// Runs the browser tests one file after another. A file that fails is run once more, since a shared machine can stop a browser
// for seconds, and is counted and named at the end. Random people find another fault each time, or none: they have one try.

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ONE_TRY = ['monkey.test.js'];

/**
 * What became of all files: what to say of it, and whether all passed.
 * @param {string[]} files
 * @param {(name: string) => boolean} passes runs a file
 */
export function judge(files, passes) {
  const failed = files.filter((name) => !passes(name));
  const lost = failed.filter((name) => ONE_TRY.includes(name) || !passes(name));
  const shaky = failed.filter((name) => !lost.includes(name));
  const says = [`${shaky.length} of ${files.length} files passed only at their second try${shaky.length ? `: ${shaky.join(', ')}` : ''}`];
  if (lost.length) says.push(`failed: ${lost.join(', ')}`);
  return { says, passed: lost.length === 0 };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = new URL('./browser/', import.meta.url);
  const { says, passed } = judge(
    readdirSync(folder).filter((name) => name.endsWith('.test.js')),
    (name) => spawnSync(process.execPath, ['--test', new URL(name, folder).pathname], { stdio: 'inherit' }).status === 0,
  );
  for (const line of says) console.log(line);
  if (!passed) process.exitCode = 1;
}
