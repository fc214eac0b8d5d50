import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atLeast, begin, go, point, serve, stones, visitor } from './studio.js';

test('a reload in the middle of a game and of an analysis loses nothing', async () => {
  const server = await serve();
  const guest = await visitor();
  const page = await guest.open(server.url);
  await begin(page, 'program', { level: 2 });
  await point(page, 'h8').click();
  await atLeast(page, 2);
  await page.reload();
  await atLeast(page, 2);
  await page.keyboard.press('l');
  await page.getByRole('button', { name: 'Start the engine' }).click();
  await page
    .locator('.lines .value', { hasText: /%|win|loss/ })
    .first()
    .waitFor();
  await page.reload();
  await page
    .locator('.lines .value', { hasText: /%|win|loss/ })
    .first()
    .waitFor();
  assert.equal(await stones(page), 2);
  await guest.end();
  await server.end();
});

test('two tabs show the same game', async () => {
  const server = await serve();
  const guest = await visitor();
  const page = await guest.open(server.url);
  await begin(page, 'person', {});
  const other = await guest.open(page.url());
  await point(page, 'h8').click();
  await atLeast(other, 1);
  await point(other, 'i9').click();
  await atLeast(page, 2);
  await guest.end();
  await server.end();
});

test('a server killed in the middle of a game comes back with every move shown', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'goren-'));
  const server = await serve(['--data', folder]);
  const guest = await visitor();
  const page = await guest.open(server.url);
  await begin(page, 'person', {});
  for (const [i, each] of ['h8', 'i9', 'g7'].entries()) {
    await point(page, each).click();
    await atLeast(page, i + 1);
  }
  await server.end('SIGKILL');
  await page.locator('.bar .state').waitFor();
  const again = await serve(['--data', folder], server.port);
  assert.equal(again.port, server.port);
  // The key stays with the folder, so that the page comes back by itself.
  assert.equal(again.url, server.url);
  await page.locator('.bar .state').waitFor({ state: 'detached' });
  await page.locator('.stage goren-board').waitFor();
  await atLeast(page, 3);
  await point(page, 'a1').click();
  await atLeast(page, 4);
  await guest.end();
  await again.end();
  await rm(folder, { recursive: true });
});

test('a page without a key says how to get one', async () => {
  const server = await serve();
  const guest = await visitor();
  const page = await guest.open(`${server.origin}/#token=00000000000000000000000000000000`);
  await page.getByRole('heading', { name: 'This page needs its key' }).waitFor();
  await guest.end();
  // A stranger's link does not take the place of a key that works.
  const owner = await visitor();
  await owner.open(server.url);
  const other = await owner.open(`${server.origin}/#token=00000000000000000000000000000000`);
  await other.locator('.stage goren-board').waitFor();
  await owner.end();
  await server.end();
});

test('a game that is not there is an answer, not a blank', async () => {
  const server = await serve();
  const guest = await visitor();
  const page = await guest.open(server.url);
  await go(page, '#/game/nowhere000');
  await page.getByRole('heading', { name: 'This game doesn’t exist' }).waitFor();
  // A name that nobody gave it helps nobody.
  await page.locator('.empty p', { hasText: /^It may have been deleted\.$/ }).waitFor();
  await guest.end();
  await server.end();
});

test('a guest on the network sits down and plays the owner', async () => {
  // A machine without a network invites nobody: the key of guests is in the folder, and this machine is reached all the same.
  const folder = await mkdtemp(join(tmpdir(), 'goren-'));
  const server = await serve(['--data', folder, '--lan']);
  const key = (await readFile(join(folder, 'goren.key'), 'utf8')).split('\n')[1];
  const owner = await visitor();
  const page = await owner.open(server.url);
  await begin(page, 'person', {});
  await page.locator('.note-box').getByRole('button', { name: 'Black' }).click();
  const guest = await visitor();
  const other = await guest.open(`${server.origin}/#token=${key}`);
  await other.locator('.mode').first().click();
  await other.locator('.note-box').getByRole('button', { name: 'White' }).click();
  await other.locator('.seat.near[aria-label*="White"]').waitFor();
  await point(page, 'h8').click();
  await atLeast(other, 1);
  await point(other, 'i9').click();
  await atLeast(page, 2);
  await point(other, 'a1').click();
  assert.equal(await stones(other), 2);
  // Hints are off for both, and it is said.
  for (const each of [page, other]) assert.equal(await each.getByRole('button', { name: 'Hint' }).count(), 0);
  await page.getByText('Hints are off while a guest plays.').waitFor();
  // Nobody analyses, and the guest is offered nothing that is refused to guests.
  for (const each of [page, other]) assert.equal(await each.getByRole('button', { name: 'Analyse' }).count(), 0);
  assert.equal(await other.getByRole('button', { name: /^(Pause|Resume|Redo|Share|Show the balance)/ }).count(), 0);
  const game = new URL(other.url()).hash;
  for (const each of ['p', 'l', 'n']) await other.keyboard.press(each);
  assert.equal(new URL(other.url()).hash, game);
  assert.equal(await page.getByRole('button', { name: 'Pause' }).count(), 1);
  await guest.end();
  await page.locator('.seat.far .about', { hasText: 'has left' }).waitFor();
  await page.getByRole('button', { name: /^Play for / }).click();
  await page.getByRole('button', { name: 'Hint' }).waitFor();
  await owner.end();
  await server.end();
  await rm(folder, { recursive: true });
});

test('an analysis runs for more than a minute on one connection and never starts again', async () => {
  const server = await serve();
  const guest = await visitor();
  const page = await guest.context.newPage();
  let connections = 0;
  /** @type {number[]} */
  const depths = [];
  page.on('websocket', (socket) => {
    connections += 1;
    socket.on('framereceived', ({ payload }) => {
      const message = JSON.parse(String(payload));
      if (message.type === 'analysis') depths.push(message.depth);
    });
  });
  await page.goto(server.url);
  await page.locator('.bar').waitFor();
  await go(page, '#/analyse');
  await page.locator('#tab-moves').waitFor();
  await point(page, 'h8').click();
  await atLeast(page, 1);
  await page.getByRole('button', { name: 'Start the engine' }).click();
  // Longer than three pings of the server.
  await page.waitForTimeout(65000);
  await page.getByRole('button', { name: 'Stop the engine' }).waitFor();
  assert.equal(connections, 1);
  assert.ok(depths.length > 0 && depths.every((depth, i) => i === 0 || depth >= depths[i - 1]), `${depths}`);
  await guest.end();
  await server.end();
});
