import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scattered, table } from './hands.js';
import { go, serve, visitor } from './studio.js';

test('the keyboard is not lost with the move it was on', async () => {
  const server = await serve();
  const guest = await visitor();
  const page = await guest.open(server.url);
  const two = { first: { kind: /** @type {const} */ ('person') }, second: { kind: /** @type {const} */ ('person') } };
  await go(page, `#/game/${await table(page, two, scattered(3))}`);
  const last = page.locator('.moves [aria-current]');
  await last.focus();
  assert.match(await last.innerText(), /b1/);
  await page.keyboard.press('u');
  await page.waitForFunction(() => document.querySelectorAll('.stage .stones > .stone').length === 2);
  await page.waitForFunction(() => document.activeElement?.closest('.panel'));
  await guest.end();
  await server.end();
});

test('the keyboard stays on its point when the board is flipped', async () => {
  const server = await serve();
  const guest = await visitor();
  const page = await guest.open(server.url);
  await go(page, '#/analyse');
  await page.locator('#tab-moves').waitFor();
  await page.keyboard.press('b');
  await page.keyboard.press('ArrowRight');
  const focused = () => page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).dataset.point);
  assert.equal(await focused(), 'i8');
  await page.keyboard.press('f');
  await page.waitForFunction(
    () => document.querySelector('.stage [role=gridcell]')?.getAttribute('data-point') === 'o1',
  );
  assert.equal(await focused(), 'i8');
  await guest.end();
  await server.end();
});
