import assert from 'node:assert/strict';
import { test } from 'node:test';
import { go, serve, visitor } from './studio.js';

test('an experiment is started, watched, and its result shown with tables and figures', async () => {
  const server = await serve();
  const guest = await visitor();
  const page = await guest.open(server.url);
  await go(page, '#/school/lab');
  await page.getByRole('heading', { name: 'A search tree' }).waitFor();
  await page.getByRole('button', { name: 'Start: A search tree' }).click();
  await page.getByRole('link', { name: 'Show: A search tree' }).click();
  await page.getByRole('heading', { name: 'Inside one search of automaton' }).waitFor();
  const drawn = page.locator('lab-figure svg');
  await drawn.nth(1).waitFor();
  assert.equal(await drawn.count(), 2, 'the board and the tree');
  const box = await drawn.nth(1).boundingBox();
  assert.ok(box && box.width > 200 && box.height > 200);
  assert.ok(await page.locator('lab-figure .node.best').first().isVisible());
});

test('claims are there without any experiment, and one that runs can be stopped', async () => {
  const server = await serve();
  const guest = await visitor();
  const page = await guest.open(server.url);
  await go(page, '#/school/lab?show=claims');
  await page.getByText('225³ = 11,390,625').first().waitFor();
  assert.ok((await page.locator('.lab-table tbody tr').count()) > 120);
  await go(page, '#/school/lab');
  await page.getByText('Thorough').click();
  await page.getByRole('button', { name: 'Start: Nodes and time by depth' }).click();
  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  await stop.waitFor();
  assert.ok(await page.getByRole('button', { name: 'Start: Tasks from games' }).isDisabled(), 'one at a time');
  await stop.click();
  await page.getByText('The last experiment left no result: depth was stopped.').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Start: Nodes and time by depth' }).isEnabled());
});

test('on a phone tables become cards that fit', async () => {
  const server = await serve();
  const guest = await visitor({ viewport: { width: 390, height: 844 } });
  const page = await guest.open(server.url);
  await go(page, '#/school/lab?show=claims');
  await page.getByText('225³ = 11,390,625').first().waitFor();
  const over = await page.evaluate(() => [...document.querySelectorAll('.lab-table')].some((table) => table.scrollWidth > table.clientWidth + 1));
  assert.equal(over, false, 'nothing to scroll sideways');
  const label = await page
    .locator('.lab-table td[data-label="verdict"]')
    .first()
    .evaluate((cell) => getComputedStyle(cell, '::before').content);
  assert.equal(label, '"verdict"');
});

test('a first visit shows the recorded run with its date, and everything can be run at once', async () => {
  const server = await serve();
  const guest = await visitor();
  const page = await guest.open(server.url);
  await go(page, '#/school/lab');
  await page.getByText('Recorded results; nothing measured here yet').waitFor();
  await go(page, '#/school/lab?show=claims');
  await page.getByText('Nothing was measured on this machine yet.').waitFor();
  assert.equal(await page.getByText(/^Measured /).count(), 0);
  const verdicts = await page.locator('.lab-table td[data-label="verdict"]').allInnerTexts();
  assert.ok(verdicts.length > 130 && verdicts.includes('undecided') && !verdicts.includes('not measured'), verdicts.join());
  const runs = await page.locator('.lab-table td[data-label="run"]').allInnerTexts();
  assert.ok(runs.some((run) => /^full, 2026-\d\d-\d\d/.test(run)));
  await go(page, '#/school/lab');
  await page.getByRole('button', { name: 'Run all, one after the other' }).click();
  await page.getByRole('link', { name: 'Show: Positions made by hand' }).waitFor({ timeout: 60000 });
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByText(/The last experiment left no result: \w+ was stopped\./).waitFor();
  await go(page, '#/school/lab?show=claims');
  await page.getByText(/^Measured /).waitFor();
  await guest.end();
  await server.end();
});
