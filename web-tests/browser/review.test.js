import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { go, point, serve, visitor } from './studio.js';
import { study } from './hands.js';

/** Black makes an open three, White lets it be, Black does not win with it, and White wins. */
const EXCHANGE = 'h8 i9 h6 g9 h7 a1 o15 h9 o14 f9 e9 j9';

/** @typedef {import('playwright-core').Page} Page */

/** Opens a game as soon as the page has its key. @param {Page} page @param {string} moves */
async function opened(page, moves) {
  await page.waitForFunction(() => localStorage.getItem('goren.token'));
  return study(page, moves);
}

/** Reviews a game by one click, to the end. @param {Page} page @param {string} moves */
async function reviewed(page, moves) {
  const id = await opened(page, moves);
  await go(page, `#/analyse/${id}?review=1`);
  await page.locator('.moment', { hasText: 'Last escape' }).waitFor({ timeout: 120000 });
  return id;
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Nothing is in the way of those who cannot see the page. @param {Page} page */
async function accessible(page) {
  await page.evaluate(axe);
  const faults = await page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (window).axe.run(document);
    return violations.map((/** @type {any} */ each) => `${each.id}: ${each.nodes[0].html}`);
  });
  assert.deepEqual(faults, []);
}

const sizes = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
};

for (const [size, options] of Object.entries(sizes)) {
  test(`a review names the decisive mistakes and shows their lines, ${size}`, async () => {
    const server = await serve();
    const guest = await visitor(options);
    const page = await guest.open(server.url);
    await reviewed(page, EXCHANGE);
    const players = page.locator('.players tr');
    assert.match(await players.nth(0).innerText(), /\d+\.\d%.*1 missed win, 1 missed defence/s);
    assert.match(await players.nth(1).innerText(), /\d+\.\d%.*1 missed defence/s);
    await page.locator('.moment', { hasText: 'Last escape: move 9, Black o14' }).waitFor();
    await page.locator('.finding', { hasText: '6 a1' }).getByText(/^Allowed a win by fours in 2 moves; h\d would have stopped it\.$/).waitFor();
    await page.locator('.finding', { hasText: '7 o15' }).getByText(/^Missed a win by fours in 2 moves; h\d would have won\.$/).waitFor();
    assert.ok((await page.locator('.graph .dot.missed_defence').count()) === 2);
    assert.ok((await page.locator('.graph .dot.missed_win').count()) === 1);
    // The better line is on the board, and can be stepped through.
    await page.locator('.finding', { hasText: '7 o15' }).click();
    await page.waitForFunction(() => document.querySelectorAll('.stage .stones > .stone').length === 6);
    await page.waitForFunction(() => document.querySelectorAll('.stage .ghosts .preview').length === 3);
    const on = page.getByRole('button', { name: 'One move on along this line' }).first();
    await on.click();
    await page.waitForFunction(() => document.querySelectorAll('.stage .ghosts .preview').length === 1);
    await on.click();
    await page.waitForFunction(() => document.querySelectorAll('.stage .ghosts .preview').length === 2);
    await page.getByRole('button', { name: 'One move back on this line' }).first().click();
    await page.waitForFunction(() => document.querySelectorAll('.stage .ghosts .preview').length === 1);
    await accessible(page);
    await guest.end();
    await server.end();
  });

  test(`a mistake is tried again: hints, wrong, right, ${size}`, async () => {
    const server = await serve();
    const guest = await visitor(options);
    const page = await guest.open(server.url);
    await reviewed(page, EXCHANGE);
    await page.locator('.finding', { hasText: '7 o15' }).click();
    await page.getByRole('button', { name: 'Try it yourself' }).click();
    const box = page.getByRole('region', { name: 'Try it yourself' });
    await box.getByText('Move 7: Black can win by force. Play the winning move.').waitFor();
    // Nothing gives the answer away.
    assert.equal(await page.locator('.stage .ghosts .stone').count(), 0);
    await box.getByRole('button', { name: 'Hint' }).click();
    await box.getByText('There is a win by fours in 2 moves.').waitFor();
    await page.locator('.stage .marks .hint').first().waitFor();
    await box.getByRole('button', { name: 'Show the point' }).click();
    await box.getByText(/The point is h\d\./).waitFor();
    const tap = async (/** @type {string} */ name) => {
      await point(page, name).click();
      // With touch the first tap only shows where.
      if (size === 'phone' && (await page.locator('.stage .hover .stone').count())) await point(page, name).click();
    };
    await tap('o12');
    await box.getByText('No win by force was found after o12. There is a move that wins.').waitFor();
    await box.getByRole('button', { name: 'Try again' }).click();
    await tap('h5');
    await box.getByText(/h5 (also )?wins, by fours in 2 moves\. Proved\./).waitFor();
    await page.waitForFunction(() => document.querySelectorAll('.stage .ghosts .preview').length === 3);
    await accessible(page);
    // It is kept as a puzzle.
    await box.getByRole('button', { name: 'Keep as a puzzle' }).click();
    await page.locator('.toast', { hasText: 'Kept among your own puzzles.' }).waitFor();
    // The game itself has not changed.
    await box.getByRole('button', { name: 'Close' }).click();
    assert.equal(await page.locator('.variation').count(), 0);
    await guest.end();
    await server.end();
  });
}

/** Waits until nothing covers an element and nothing of it is scrolled away. @param {Page} page @param {string} what */
function inSight(page, what) {
  return page.waitForFunction((what) => {
    const found = document.querySelector(what);
    if (!found) return false;
    const { left, right, top, bottom } = found.getBoundingClientRect();
    const at = (/** @type {number} */ x, /** @type {number} */ y) => found.contains(document.elementFromPoint(x, y));
    return at((left + right) / 2, top + 3) && at((left + right) / 2, bottom - 3);
  }, what);
}

for (const [width, height] of [[390, 844], [320, 640], [768, 1024]])
  test(`review and what is tried again are in sight at ${width}×${height}`, async () => {
    const server = await serve();
    const guest = await visitor({ viewport: { width, height } });
    const page = await guest.open(server.url);
    const id = await opened(page, EXCHANGE);
    await go(page, `#/analyse/${id}`);
    await page.waitForFunction(() => document.querySelectorAll('.stage .stones > .stone').length === 12);
    const review = page.getByRole('button', { name: 'Review game' });
    await review.waitFor();
    await review.evaluate((button) => button.setAttribute('data-looked-for', ''));
    await inSight(page, '[data-looked-for]');
    await review.click();
    await page.locator('.moment', { hasText: 'Last escape' }).waitFor({ timeout: 120000 });
    await page.locator('.finding', { hasText: '7 o15' }).click();
    await inSight(page, '.finding[aria-current]');
    await page.getByRole('button', { name: 'Try it yourself' }).click();
    await inSight(page, '.retry > p');
    await point(page, 'a15').click({ force: true });
    await page.locator('.retry .verdict.wrong').waitFor({ timeout: 60000 });
    await inSight(page, '.retry .verdict');
    await guest.end();
    await server.end();
  });

test('keys go from mistake to mistake, a dot leads to its own, and a reload keeps all', async () => {
  const server = await serve();
  const guest = await visitor();
  const page = await guest.open(server.url);
  const id = await reviewed(page, EXCHANGE);
  const all = await page.locator('.findings ol .finding b').allInnerTexts();
  assert.ok(all.length >= 3);
  const current = (/** @type {string} */ text) => page.locator('.finding[aria-current] b', { hasText: text }).waitFor();
  await page.keyboard.press('Home');
  await page.keyboard.press('.');
  await current(all[0]);
  await page.keyboard.press('.');
  await current(all[1]);
  await page.keyboard.press(',');
  await current(all[0]);
  const dot = await page.locator('.graph .dot.missed_win').evaluate((each) => {
    const { left, top, width, height } = each.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });
  await page.mouse.click(dot.x, dot.y);
  await page.locator('.finding[aria-current] b', { hasText: '7 o15' }).waitFor();
  const said = await page.locator('.players').innerText();
  await go(page, `#/analyse/${id}`);
  await page.reload();
  await page.locator('.moment', { hasText: 'Last escape' }).waitFor();
  assert.equal(await page.locator('.players').innerText(), said);
  await guest.end();
  await server.end();
});

test('a review that is stopped says so, and goes on', async () => {
  const server = await serve();
  const guest = await visitor();
  const page = await guest.open(server.url);
  const id = await opened(page, `${EXCHANGE.replace(' j9', '')} a3 b7 c5 d12 e3 m4 n9 k13`);
  await go(page, `#/analyse/${id}?review=1`);
  await page.getByRole('button', { name: 'Stop review' }).click();
  await page.getByText(/The review was stopped after \d+ of 20 positions\./).waitFor();
  await go(page, `#/analyse/${id}`);
  await page.reload();
  await page.getByText(/The review was stopped after \d+ of 20 positions\./).waitFor();
  await page.getByRole('button', { name: 'Continue review' }).click();
  await page.getByRole('button', { name: 'Review again' }).waitFor({ timeout: 120000 });
  await page.locator('.players').waitFor();
  assert.equal(await page.getByText('The review was stopped').count(), 0);
  await go(page, '#/games');
  await page.getByRole('link', { name: /^Review/ }).first().waitFor();
  await guest.end();
  await server.end();
});
