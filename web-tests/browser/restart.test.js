// The server is killed and started again on the same folder; pages that are open go on by themselves.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { begin, go, point, serve, stones, visitor } from './studio.js';

/** @typedef {import('playwright-core').Page} Page */

const folder = await mkdtemp(join(tmpdir(), 'goren-restart-'));
let server = await serve(['--data', folder]);
after(async () => {
  await server.end('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Kills the server, starts it again, and waits until a page is back. @param {Page} page */
async function restart(page) {
  const { port, url } = server;
  await server.end('SIGKILL');
  await page.locator('.bar .state').waitFor();
  server = await serve(['--data', folder], port);
  assert.equal(server.url, url, 'the key stays with the folder');
  await page.waitForFunction(() => !document.querySelector('.bar .state'));
}

test('a game goes on in the page that was open', async () => {
  const person = await visitor();
  const page = await person.open(server.url);
  await begin(page, 'person', {});
  await point(page, 'h8').click();
  // It is shown before the server has stored it, and told once it has.
  await page.locator('.moves', { hasText: 'h8' }).waitFor();
  await restart(page);
  assert.equal(await stones(page), 1);
  await point(page, 'i9').click();
  await page.waitForFunction(() => document.querySelectorAll('.stage .stones > .stone').length === 2);
  await person.end();
});

/** A wrong answer to the puzzle shown, which is judged. @param {Page} page */
async function answer(page) {
  const empty = await page
    .locator('.stage [role=gridcell]')
    .evaluateAll((cells) => cells.filter((cell) => /, empty/.test(cell.getAttribute('aria-label') ?? '')).map((cell) => /** @type {HTMLElement} */ (cell).dataset.point ?? ''));
  await point(page, empty[0]).click();
  await page.locator('.verdict').waitFor();
}

test('a puzzle that was begun is judged after a restart', async () => {
  const person = await visitor();
  const page = await person.open(server.url);
  await go(page, '#/train/solve');
  await page.locator('.task').waitFor();
  const shown = await stones(page);
  await restart(page);
  assert.equal(await stones(page), shown, 'the same puzzle');
  await answer(page);
  await person.end();
});

test('a rush goes on after a restart', async () => {
  const person = await visitor();
  const page = await person.open(server.url);
  await go(page, '#/train/rush');
  await page.locator('.panel button.main').click();
  await page.locator('.task').waitFor();
  await restart(page);
  await answer(page);
  await page.waitForFunction(() => /1/.test([...document.querySelectorAll('.figure dd')][2]?.textContent ?? ''));
  await person.end();
});

test('an analysis that lost its server is interrupted, not finished, and goes on', async () => {
  const person = await visitor();
  const page = await person.open(server.url);
  await go(page, '#/analyse');
  await page.locator('#tab-moves').waitFor();
  await point(page, 'h8').click();
  await page.getByRole('button', { name: 'Start the engine' }).click();
  const told = (/** @type {RegExp} */ text) => page.locator('.engine .numbers', { hasText: text }).first().waitFor();
  await told(/^depth/);
  const { port } = server;
  await server.end('SIGKILL');
  await told(/^Interrupted · depth/);
  server = await serve(['--data', folder], port);
  await told(/^depth/);
  await person.end();
});
