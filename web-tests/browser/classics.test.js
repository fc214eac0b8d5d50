import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { atLeast, go, point, serve, visitor } from './studio.js';

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
before(async () => {
  server = await serve();
});
after(() => server.end());

test('a classic sits down on its own ground, set up as one likes, with a chronometer and a log', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await go(page, '#/new/program');
  // The rule stands in front, not in what is folded.
  await page.locator('details:not([open]) > summary', { hasText: 'More options' }).waitFor();
  assert.ok(await page.getByLabel('Rule').isVisible());
  await page.getByRole('radio', { name: 'Classic' }).check();
  await page.locator('select#classic').selectOption('sequences');
  await page.getByText('The game of its document: 8×8, Freestyle.').waitFor();
  await page.locator('select#classic').selectOption('masked');
  await page.getByText('The game of its document: 15×15, Standard, Swap2.').waitFor();
  await page.getByText('Described by Vincenzo Salvati and Paolo Mansi:').waitFor();
  await page.getByText('Measured in freestyle on 15×15: wins about 4 of 10 games against level 4.').waitFor();
  assert.equal(await page.getByRole('link', { name: 'What it counts' }).getAttribute('href'), '#/school/xray?classic=masked');

  // Elsewhere is possible, and said.
  await page.getByRole('radio', { name: '19×19' }).check();
  await page.getByText('Its document plays 15×15, Standard, Swap2.').waitFor();
  await page.getByRole('button', { name: 'Set that' }).click();
  await page.getByText('The game of its document: 15×15, Standard, Swap2.').waitFor();
  await page.locator('summary', { hasText: 'More options' }).click();
  await page.getByLabel('Opening').selectOption('free');

  await page.getByText('How it plays').click();
  await page.getByLabel('Reading of the document').selectOption('programmed');
  await page.getByText('two slips in masking').waitFor();
  await page.getByLabel('Weighting').selectOption('program');
  await page.getByRole('checkbox', { name: 'early stop' }).check();
  await page.getByText('As programmed · The second program’s · 2 plies · 1 left out').waitFor();
  await page.locator('button[type=submit]').click();
  const seat = page.getByRole('region', { name: 'masked (programmed, program, without early-stop), White' });
  await seat.waitFor();
  await point(page, 'h8').click();
  await page.locator('.moves .took', { hasText: /^[\d.]+ (µs|ms)$/ }).waitFor();
  assert.match(await seat.getByRole('timer').innerText(), /^[\d.]+ (µs|ms)$/);

  await page.getByRole('button', { name: /^Share/ }).click();
  await page.getByRole('tab', { name: 'File' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Log \(CSV\)/ }).click(),
  ]);
  const rows = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  assert.equal(rows[0], 'game,black,white,winner,tie,black mean s,white mean s,elapsed s,moves');
  assert.equal(rows.length, 2);
  assert.ok(rows[1].includes('"masked (programmed, program, without early-stop)"'), rows[1]);
  assert.ok(rows[1].endsWith(',2'), rows[1]);

  // Back at goren, the person's own board is there again.
  await go(page, '#/new/program');
  await page.getByRole('radio', { name: 'goren', exact: true }).check();
  await page.locator('summary', { hasText: 'no clock' }).waitFor();
  const rule = await page.getByLabel('Rule').elementHandle();
  await page.waitForFunction((select) => select instanceof HTMLSelectElement && select.value === 'freestyle', rule);
  await guest.end();
});

test('“Play it” in the school asks for the game of the document, and a game leads back to what the program thought', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await go(page, '#/school');
  const card = (/** @type {string} */ name) => page.getByRole('region', { name, exact: true });
  await card('trapper').getByRole('link', { name: 'Play it' }).click();
  await page.getByText('The game of its document: 15×15, Freestyle, 8 traps.').waitFor();
  await page.locator('button[type=submit]').click();
  await page.locator('.trap').first().waitFor();
  assert.equal(await page.locator('.trap').count(), 8);

  await go(page, '#/school');
  await card('boundary').getByRole('link', { name: 'Play it' }).click();
  await page.getByText('The game of its document: 15×15, Freestyle.').waitFor();
  await page.locator('details', { has: page.locator('#opponent-variant') }).locator('summary').click();
  await page.getByLabel('Reading of the document').selectOption('printed');
  await page.locator('button[type=submit]').click();
  await page.getByRole('region', { name: 'boundary (printed), White' }).waitFor();
  await point(page, 'h8').click();
  await page.locator('.moves .took', { hasText: /^[\d.]+ (µs|ms)$/ }).waitFor();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Resign?' }).click();
  await page.locator('.result').waitFor();
  const link = page.getByRole('link', { name: /^How boundary came to / });
  await link.waitFor();
  const query = new URLSearchParams(String(await link.getAttribute('href')).split('?')[1]);
  assert.deepEqual([query.get('classic'), query.get('variant'), query.get('moves')], ['boundary', 'printed', 'h8']);
  const game = page.url().split('/game/')[1];
  await link.click();
  await page.getByText(/^boundary plays /).waitFor();

  // So do both links under its threats, as the program was set.
  await go(page, `#/analyse/${game}`);
  await page.locator('#tab-threats').click();
  await page.keyboard.press('End');
  await atLeast(page, 2);
  const search = page.getByRole('link', { name: 'Watch boundary search this position' });
  const counts = page.getByRole('link', { name: 'See what boundary counts here' });
  for (const [room, way] of /** @type {const} */ ([['theatre', search], ['xray', counts]])) {
    const [path, query] = String(await way.getAttribute('href')).split('?');
    const asked = new URLSearchParams(query);
    assert.deepEqual([path, asked.get('classic'), asked.get('variant')], [`#/school/${room}`, 'boundary', 'printed']);
    assert.match(String(asked.get('moves')), /^h8[a-o]\d+$/);
  }
  await counts.click();
  await page.getByText('Value for Black').waitFor();
  assert.equal(await page.locator('select#classic').inputValue(), 'boundary');
  assert.ok(await page.getByRole('radio', { name: 'As printed' }).isChecked());
  assert.equal(await page.locator('.stage .stones > .stone').count(), 2);
  await guest.end();
});

test('Help says where programs can be watched, and leads there', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await go(page, '#/help');
  await page.getByRole('heading', { name: 'Programs that can be watched' }).waitFor();
  await page.locator('.reading').getByRole('link', { name: 'School' }).click();
  await page.getByRole('region', { name: 'boundary', exact: true }).waitFor();
  await guest.end();
});

test('two settings of one classic play each other', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await go(page, '#/new/match');
  await page.locator('select#left').selectOption('classic masked');
  await page.locator('select#right').selectOption('classic masked');
  await page.locator('details', { has: page.locator('#right-weighting') }).locator('summary').click();
  await page.locator('select#right-weighting').selectOption('program');
  await page.locator('button[type=submit]').click();
  await page.getByRole('region', { name: 'masked, Black' }).waitFor();
  await page.getByRole('region', { name: 'masked (program), White' }).waitFor();
  await guest.end();
});
