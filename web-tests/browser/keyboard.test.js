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

test('the keyboard is not lost when what opened a dialog is gone', async () => {
  const server = await serve();
  const guest = await visitor();
  const page = await guest.open(server.url);
  const two = { first: { kind: /** @type {const} */ ('person') }, second: { kind: /** @type {const} */ ('person') } };
  for (const stones of [3, 4]) await table(page, two, scattered(stones));
  await go(page, '#/games');
  await page.getByRole('button', { name: /^Rename/ }).first().focus();
  await page.keyboard.press('Enter');
  await page.locator('dialog[open]').waitFor();
  // As when another tab deletes the game meanwhile.
  await page.evaluate(() => document.querySelector('.games li')?.remove());
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.closest('.games'));
  await guest.end();
  await server.end();
});

test('the keyboard stays on the board when a proposed stone is forgotten', async () => {
  const server = await serve();
  const guest = await visitor({ hasTouch: true });
  const page = await guest.open(server.url);
  const two = { first: { kind: /** @type {const} */ ('person') }, second: { kind: /** @type {const} */ ('person') } };
  await go(page, `#/game/${await table(page, two, scattered(2))}`);
  await page.locator('.stage [data-point="h8"]').tap();
  await page.locator('.confirm:not([hidden])').focus();
  await page.keyboard.press('p');
  await page.locator('.confirm').waitFor({ state: 'hidden' });
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('role')), 'gridcell');
  await guest.end();
  await server.end();
});

test('the keyboard is not lost on a button that can no longer be pressed', async () => {
  const server = await serve();
  const guest = await visitor();
  const page = await guest.open(server.url);
  const two = { first: { kind: /** @type {const} */ ('person') }, second: { kind: /** @type {const} */ ('person') } };
  await go(page, `#/game/${await table(page, two, scattered(1))}`);
  const back = page.getByRole('button', { name: 'Back (←)' });
  await back.focus();
  await page.keyboard.press('[');
  await page.waitForFunction(() => document.querySelectorAll('.stage .stones > .stone').length === 0);
  assert.ok(await back.isDisabled());
  await page.waitForFunction(() => document.activeElement?.closest('.panel'));
  await guest.end();
  await server.end();
});

test('the keyboard goes to the heading of a page that hides the board, also from a game that is still awaited', async () => {
  const server = await serve();
  const guest = await visitor({ viewport: { width: 320, height: 640 } });
  const two = { first: { kind: /** @type {const} */ ('person') }, second: { kind: /** @type {const} */ ('person') } };
  const id = await table(await guest.open(server.url), two, scattered(3));
  const page = await guest.context.newPage();
  let isHeld = false;
  /** @type {(() => void)[]} */
  const held = [];
  await page.routeWebSocket(/./, (route) => {
    const up = route.connectToServer();
    up.onMessage((message) => {
      const pass = () => route.send(message);
      if (isHeld) held.push(pass);
      else pass();
    });
  });
  await page.goto(server.url);
  await page.locator('.bar').waitFor();
  await go(page, '#/new');
  await page.locator('#new').waitFor();
  isHeld = true;
  await page.evaluate((id) => (location.hash = `#/game/${id}`), id);
  await page.locator('.stage [role=gridcell]').first().focus();
  await page.keyboard.press('n');
  await page.waitForFunction(() => document.activeElement?.localName === 'h1');
  held.forEach((pass) => pass());
  await guest.end();
  await server.end();
});
