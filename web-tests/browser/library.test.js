import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shelve, study, table } from './hands.js';
import { atLeast, go, point, serve, visitor } from './studio.js';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A file of games: four that share an opening in different orientations, and one that cannot be read. */
const GAMES = [
  '(;GM[4]SZ[15]RU[renju]PB[Ada]PW[Boris]EV[Spring cup]DT[2020-05-01]RE[B+R];B[hh];W[hg];B[ig];W[jj];B[kk])',
  '(;GM[4]SZ[15]RU[renju]PB[Chen]PW[Ada]EV[Spring cup]DT[2021]RE[W+R];B[hh];W[gh];B[gi];W[jj])',
  '(;GM[4]SZ[15]RU[renju]PB[Dana]PW[Emil]EV[Autumn cup]DT[2022]RE[B+R];B[hh];W[hi];B[gi];W[jj])',
  '(;GM[4]SZ[15]RU[renju]PB[Emil]PW[Chen]EV[Autumn cup]DT[2023]RE[0];B[hh];W[ig];B[jf];W[jj])',
  '(;GM[4]SZ[15];B[hh];W[hh])',
].join('\n');

for (const [name, options] of /** @type {const} */ ([
  ['a desktop', {}],
  ['a phone', PHONE],
])) {
  test(`a file is imported, searched, opened and exported (${name})`, async () => {
    const server = await serve();
    const guest = await visitor(options);
    const page = await guest.open(server.url);
    await go(page, '#/games');
    await page.getByRole('link', { name: 'Library: search collections' }).click();
    await page.getByRole('heading', { name: 'Library' }).waitFor();
    await page.locator('#app').getByText('The library is empty.').waitFor();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import a file' }).click();
    await (await choosing).setFiles({ name: 'cups.sgf', mimeType: 'text/plain', buffer: Buffer.from(GAMES) });
    await page.locator('#app').getByText('cups.sgf is imported').waitFor();
    await page.locator('#app').getByText('5 games read, 4 new, 0 known already').waitFor();
    await page.locator('#app').getByText('1 could not be read').click();
    await page.locator('#app').getByText(/^Game 5: .*free point/).waitFor();
    await page.locator('#app').getByText('4 games found').waitFor();
    assert.equal(await page.locator('.library .thumbnail').count(), 4);

    await page.getByLabel('Player').fill('ada');
    await page.getByLabel('Result').selectOption('black');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.locator('#app').getByText('1 game found').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.locator('#app').getByText('4 games found').waitFor();
    await page.getByLabel('Renju opening').selectOption('4D');
    await page.getByLabel('From').fill('2021');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.locator('#app').getByText('2 games found').waitFor();
    await page.getByLabel('From').fill('someday');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('alert').getByText('“someday” is not a date').waitFor();
    assert.match(guest.errors.pop() ?? '', /400/, 'which the browser notes, too');
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.locator('#app').getByText('4 games found').waitFor();

    // Black, black and white in a corner: the opening of three of them, however they are turned.
    await page.locator('#app').getByText('Position and pattern').click();
    const cell = (/** @type {number} */ row, /** @type {number} */ column) =>
      page.getByRole('button', { name: `Row ${row}, column ${column}:` });
    await cell(3, 3).click();
    await cell(4, 4).click();
    await cell(3, 4).click();
    await cell(3, 4).click();
    await page.getByRole('button', { name: 'Row 3, column 4: white' }).waitFor();
    await page.getByRole('button', { name: 'Search' }).click();
    await page.locator('#app').getByText('3 games found').waitFor();
    assert.equal(await page.locator('#app').getByText('after move 3').count(), 3);

    await page.getByRole('checkbox', { name: 'Select Ada – Boris' }).check();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as SGF' }).click();
    assert.match((await saving).suggestedFilename(), /-1-games\.sgf$/);
    await page.getByRole('button', { name: /^Ada – Boris/ }).click();
    await page.locator('#tab-explore').waitFor();
    // The game is shown where it met the pattern.
    await page.waitForFunction(() => document.querySelectorAll('.stage .stones > .stone').length === 3);
    await guest.end();
    await server.end();
  });

  test(`imported games are removed, and brought back (${name})`, async () => {
    const server = await serve();
    const guest = await visitor(options);
    const page = await guest.open(server.url);
    await shelve(page, GAMES);
    await go(page, '#/library');
    const found = (/** @type {string} */ text) => page.locator('.shelf').getByText(text, { exact: true }).waitFor();
    const toast = (/** @type {string} */ text) => page.locator('.toast', { hasText: text }).waitFor();
    await found('4 games found');
    const results = await page.locator('.shelf .outcome').allTextContents();
    for (const result of results) assert.match(result, /^(Black wins|White wins|Draw|No result)$/);
    assert.ok(results.includes('White wins'), String(results));
    await page.getByRole('button', { name: 'Remove Emil – Chen' }).click();
    await toast('Removed from the library.');
    await found('3 games found');
    await page.getByRole('button', { name: /^Emil – Chen/ }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await found('4 games found');
    await page.getByRole('button', { name: /^Emil – Chen/ }).waitFor();
    await page.getByRole('checkbox', { name: 'Select Ada – Boris' }).check();
    await page.getByRole('button', { name: 'Select all 4 shown' }).click();
    await page.getByText('4 selected').waitFor();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await toast('4 games removed from the library.');
    await page.locator('#app').getByText('The library is empty.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await found('4 games found');
    await guest.end();
    await server.end();
  });

  test(`the explorer shows what was played, and a repertoire is practised (${name})`, async () => {
    const server = await serve();
    const guest = await visitor(options);
    const page = await guest.open(server.url);
    await shelve(page, GAMES);
    const id = await study(page, '(;GM[4]SZ[15]RU[renju];B[hh])');
    await go(page, `#/analyse/${id}`);
    await atLeast(page, 1);
    await page.locator('#tab-explore').click();
    // White's second stone beside the first: three games, in three directions; one diagonal.
    const first = page.locator('.explored-moves li').first();
    await first.getByRole('button', { name: /: 3 games, 2 won by black, 1 by white, 0 drawn/ }).waitFor();
    assert.equal(await page.locator('.explored-moves li').count(), 2);
    assert.equal(await page.locator('.explored-games li').count(), 4);
    await first.getByRole('button', { name: /^My move/ }).click();
    await first.getByRole('button', { name: /press to forget it$/ }).waitFor();
    await first.locator('button.explored').click();
    await atLeast(page, 2);
    await page.getByRole('button', { name: /: 3 games, 2 won by black/ }).waitFor();

    await page.getByRole('link', { name: 'Open the library' }).click();
    await page.locator('#app').getByText('Moves: 1. To practise today: 1.').waitFor();
    await page.getByRole('link', { name: 'Practise' }).click();
    await page.locator('#app').getByText('What do you play here as White?').or(page.locator('#app').getByText('What do you play here as white?')).first().waitFor();
    await atLeast(page, 1);
    const place = async (/** @type {string} */ name) => {
      await point(page, name).click();
      if (options === PHONE) await point(page, name).click();
    };
    await place('h9');
    await page.locator('#app').getByText(/^h9 is right\. It comes again in/).waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.locator('#app').getByText('Nothing is left to practise today.').waitFor();
    await guest.end();
    await server.end();
  });
}

test('a game that is played here is in the library, and opens where it was played', async () => {
  const server = await serve();
  const guest = await visitor();
  const page = await guest.open(server.url);
  const persons = { first: { kind: /** @type {const} */ ('person'), name: 'Ann' }, second: { kind: /** @type {const} */ ('person'), name: 'Bo' } };
  const id = await table(page, persons, ['h8', 'a1', 'i8', 'a3', 'j8', 'a5', 'k8', 'a7', 'l8']);
  await go(page, '#/library');
  await page.locator('#app').getByText('1 game found').waitFor();
  await page.getByRole('button', { name: /Ann – Bo/ }).click();
  await page.waitForURL((url) => url.hash === `#/analyse/${id}`);
  await guest.end();
  await server.end();
});

test('an import can be stopped, and the same file goes on', async () => {
  const server = await serve();
  const guest = await visitor();
  const page = await guest.open(server.url);
  // Enough games for several batches: all different.
  const many = Array.from({ length: 20000 }, (_, i) => `(;GM[4]SZ[15]PB[P${i}];B[hh];W[ii];B[jj];W[kk])`).join('\n');
  await go(page, '#/library');
  const choose = async () => {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import a file' }).click();
    await (await choosing).setFiles({ name: 'many.sgf', mimeType: 'text/plain', buffer: Buffer.from(many) });
  };
  await choose();
  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  const done = page.locator('#app').getByText('many.sgf is imported');
  await stop.or(done).first().waitFor();
  if (await stop.isVisible()) {
    await stop.click().catch(() => {});
    await page.locator('#app').getByText('many.sgf: stopped.').or(done).first().waitFor({ timeout: 60000 });
  }
  await choose();
  await done.waitFor({ timeout: 120000 });
  await page.locator('#app').getByText('20,000 games found').waitFor({ timeout: 60000 });
  await guest.end();
  await server.end();
});
