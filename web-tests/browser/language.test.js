import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accented, speakPseudo } from './pseudo.js';
import { go, serve, visitor } from './studio.js';

/** Pages that show nothing in the server's own words, and their headings. */
const PAGES = {
  '#/': 'Five in a row',
  '#/new': 'New game',
  '#/analyse': 'Analyse',
  '#/games': 'Games',
  '#/settings': 'Settings',
  '#/school/predict': 'Predict, then reveal',
  '#/train': 'Train',
  '#/train/rush': 'Rush',
  '#/train/own': 'Your own puzzles',
  '#/proof': 'Proof',
};

/** What is read or heard on the page in plain letters. @param {import('playwright-core').Page} page */
function plain(page) {
  return page.evaluate(() => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [document.title];
    while (walk.nextNode()) texts.push(walk.currentNode.textContent ?? '');
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      for (const each of document.querySelectorAll(`[${name}]`)) texts.push(each.getAttribute(name) ?? '');
    return [...new Set(texts.filter((text) => /[a-z]{2}/i.test(text.replace('goren', ''))))];
  });
}

test('every word of the pages can be in another language', async () => {
  const server = await serve();
  const guest = await visitor();
  await speakPseudo(guest.context);
  const page = await guest.open(server.url);
  for (const [hash, heading] of Object.entries(PAGES)) {
    await go(page, hash);
    await page.getByRole('heading', { name: accented(heading), level: 1 }).waitFor();
    await page.getByText(accented('Opening…'), { exact: true }).waitFor({ state: 'detached' });
    assert.deepEqual(await plain(page), [], hash);
  }
  await guest.end();
  await server.end();
});
