import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { atLeast, begin, go, point, serve, visitor } from './studio.js';

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
before(async () => {
  server = await serve();
});
after(() => server.end());

const tree = '(;GM[4]SZ[15]RU[renju]PB[Ann]PW[Bo]EV[Winter]RE[B+];B[hh];W[ig]C[a comment](;B[gi];W[hg])(;B[ih]))';

/** Opens a game through the server. @param {string} text @param {string} [name] @returns {Promise<string>} its name */
async function stored(text, name = '') {
  const headers = { Authorization: `Bearer ${server.url.split('token=')[1]}` };
  const answer = await fetch(`${server.origin}/api/open?name=${name}`, { method: 'POST', headers, body: text });
  return (await answer.json()).games[0].id;
}

/** @param {import('playwright-core').Page} page @param {() => Promise<void>} act */
async function downloaded(page, act) {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

/** @param {import('playwright-core').Page} page @param {string} tab */
async function openShare(page, tab) {
  await page.getByRole('button', { name: /^Share/ }).click();
  await page.locator(`#share-tab-${tab}`).click();
}

test('a position is saved as a picture, with and without numbers', async () => {
  const guest = await visitor({ acceptDownloads: true });
  const page = await guest.open(server.url);
  await go(page, `#/analyse/${await stored(tree)}`);
  await atLeast(page, 4);
  await openShare(page, 'picture');
  const png = await downloaded(page, () => page.getByRole('button', { name: 'Save PNG' }).click());
  assert.match(png.name, /^goren-\w+-4\.png$/);
  assert.equal(png.content.subarray(1, 4).toString(), 'PNG');
  assert.equal(png.content.readUInt32BE(16), 1200);
  await page.locator('dialog').getByLabel('Move numbers').check();
  const svg = await downloaded(page, () => page.getByRole('button', { name: 'Save SVG' }).click());
  assert.match(svg.content.toString(), /^<svg .*>4<\/text>/s);
  assert.match(svg.content.toString(), / viewBox="0 0 640 640">/);
  await page.locator('dialog').getByLabel('Show coordinates').uncheck();
  const bare = await downloaded(page, () => page.getByRole('button', { name: 'Save SVG' }).click());
  assert.match(bare.content.toString(), / viewBox="14 14 612 612">/);
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  await guest.end();
});

test('a link holds the whole game, says so, and opens in another studio', async () => {
  const guest = await visitor({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await guest.open(server.url);
  await go(page, `#/analyse/${await stored(tree)}`);
  await atLeast(page, 4);
  await openShare(page, 'link');
  await page.getByText('It holds 5 moves, 1 variation, 1 comment, the names and the result.').waitFor();
  await page.locator('dialog .code').waitFor();
  await page.locator('dialog').getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Link copied.').waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /^goren:[\w-]+$/);
  await page.getByText('Any browser').click();
  await page.waitForFunction(() => {
    const input = /** @type {HTMLInputElement | null} */ (document.querySelector('dialog .copy input'));
    return input?.value === 'https://gomocalc.com/#/h8i9g7h9';
  });
  const other = await serve();
  const stranger = await visitor();
  // Without a key the game waits, and opens once there is one.
  const early = await stranger.open(`${other.origin}/#${link.replace('goren:', 'game=')}`);
  await early.getByRole('heading', { name: 'This page needs its key' }).waitFor();
  assert.match(early.url(), /#game=/);
  await early.goto(other.url);
  await atLeast(early, 4);
  await early.getByText('Ann').first().waitFor();
  await early.getByText('a comment').first().waitFor();
  // Pasted, it is the same study.
  const address = early.url();
  await go(early, '#/help');
  await early.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, link);
  await early.waitForURL(address);
  await stranger.end();
  await other.end();
  await guest.end();
});

test('moves, board and files come out of a game as of a study', async () => {
  const guest = await visitor({ acceptDownloads: true });
  const page = await guest.open(server.url);
  await begin(page, 'person', { size: 15 });
  await point(page, 'h8').click();
  await point(page, 'i9').click();
  await atLeast(page, 2);
  await openShare(page, 'text');
  assert.equal(await page.getByLabel('Moves up to here').inputValue(), 'h8 i9');
  assert.match(await page.getByLabel('The board drawn in text').inputValue(), /^ 9 . . . . . . . . O/m);
  await page.locator('#share-tab-file').click();
  const psq = await downloaded(page, () => page.getByRole('button', { name: /^PSQ/ }).click());
  assert.match(psq.content.toString(), /^Piskvorky 15x15/);
  await guest.end();
});

test('games are found, renamed, selected, saved together, deleted and brought back', async () => {
  const guest = await visitor({ acceptDownloads: true });
  const page = await guest.open(server.url);
  for (const name of ['first', 'second', 'third']) await stored('a1b1c1', name);
  await go(page, '#/games');
  await page.locator('.library .thumbnail').first().waitFor();
  await page.getByLabel('Search names').fill('second');
  await page.locator('.library li').nth(1).waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: /^Games 1 of \d+$/ }).waitFor();
  const item = page.locator('.library li').first();
  await item.hover();
  await item.getByRole('button', { name: 'Rename second' }).click();
  await page.locator('#rename-event').fill('Evening <b>');
  await page.locator('#rename-white').fill('Bo');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByLabel('Search names').fill('Bo evening');
  await page.getByText('Evening <b>').waitFor();
  await page.getByLabel('Search names').fill('');
  await page.getByLabel('Kind').selectOption('study');
  await page.getByLabel('Select first').check({ force: true });
  await page.getByLabel('Select third').check({ force: true });
  const sgf = await downloaded(page, () => page.getByRole('button', { name: 'Save as SGF' }).click());
  assert.equal(sgf.content.toString().match(/GM\[4\]/g)?.length, 2);
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  await page.locator('.toast', { hasText: '2 games deleted.' }).waitFor();
  await page.getByLabel('Select first').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByLabel('Select first').waitFor({ state: 'attached' });
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Open a file' }).click(),
  ]);
  await chooser.setFiles({ name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from('\x89PNG\r\n\x1a\n\0', 'latin1') });
  await page.locator('.toast', { hasText: 'This is not a game file: it is a PNG picture.' }).waitFor();
  assert.deepEqual(guest.errors.splice(0), ['Failed to load resource: the server responded with a status of 400 (Bad Request)']);
  await page.goto(`${server.origin}/wrong`);
  assert.deepEqual(guest.errors.splice(0), ['Failed to load resource: the server responded with a status of 404 (Not Found)']);
  await page.getByRole('link', { name: 'Open the studio' }).click();
  await page.locator('.bar').waitFor();
  await guest.end();
});

test('a thousand games are listed as they are scrolled to', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  const points = Array.from({ length: 225 }, (_, i) => `${String.fromCharCode(97 + (i % 15))}${1 + Math.floor(i / 15)}`);
  const games = Array.from({ length: 1000 }, (_, i) => points[i % 225] + points[(i * 7 + 1 + Math.floor(i / 225)) % 225]);
  await stored([...new Set(games.filter((game) => !/^(..+)\1$/.test(game)))].join('\n'), 'many');
  await go(page, '#/games');
  await page.locator('.library li').nth(50).waitFor();
  assert.ok((await page.locator('.library li').count()) <= 100);
  await page.locator('.library li').last().scrollIntoViewIfNeeded();
  await page.locator('.library li').nth(110).waitFor();
  await guest.end();
});

test('the dialog keeps its place from tab to tab, and no button of it is ringed unasked', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await go(page, `#/analyse/${await stored(tree)}`);
  await atLeast(page, 4);
  await page.getByRole('button', { name: /^Share/ }).click();
  await page.locator('#share-tab-picture').waitFor();
  await page.waitForFunction(() => document.activeElement?.id === 'dialog-title');
  const tops = [];
  for (const tab of ['picture', 'link', 'text', 'file']) {
    await page.locator(`#share-tab-${tab}`).click();
    await page.locator(`#share-tab-${tab}[aria-selected=true]`).waitFor();
    tops.push((await page.locator(`#share-tab-${tab}`).boundingBox())?.y);
  }
  assert.equal(new Set(tops).size, 1, String(tops));
  await guest.end();
});

test('the invitation is an address to copy and a code of it', async () => {
  const network = await serve(['--memory', '--lan']);
  const guest = await visitor({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await guest.context.newPage();
  // A machine without a network would invite nobody.
  const address = 'http://192.168.0.7:4242/#token=0123456789abcdef0123456789abcdef';
  await page.route('**/api/invitation', (route) => route.fulfill({ json: { guest_url: address } }));
  await page.goto(network.url);
  await page.locator('.bar').waitFor();
  await begin(page, 'person', {});
  await page.getByRole('button', { name: 'Invite someone' }).click();
  await page.locator('dialog .code').waitFor();
  await page.locator('dialog').getByRole('button', { name: 'Copy' }).click();
  await page.locator('dialog').getByText('Link copied.').waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), address);
  await guest.end();
  await network.end();
});
