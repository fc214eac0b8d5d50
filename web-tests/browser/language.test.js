import assert from 'node:assert/strict';
import { test } from 'node:test';
import { english } from '../../web/strings.js';
import { ask, table } from './hands.js';
import { accented, speakPseudo } from './pseudo.js';
import { atLeast, go, serve, visitor } from './studio.js';

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

/** A game of two people without letters in their names. @type {import('../../web/wire-types').NewGame} */
const TWO = { first: { kind: 'person', name: '1' }, second: { kind: 'person', name: '2' } };

test('what the server says is said in the language of the page', async () => {
  const server = await serve();
  const guest = await visitor();
  await speakPseudo(guest.context);
  const page = await guest.open(server.url);
  /** The text of a key with whatever is in its gaps. @param {string} key */
  const says = (key) => new RegExp(accented(String(english[key])).replace(/[.*?()]/g, '\\$&').replace(/\{\w+\}/g, '.+'));
  const shown = async (/** @type {string} */ what) => assert.deepEqual(await plain(page), [], what);

  // How games ended, where they are shown and in the list.
  const five = await table(page, TWO, 'h8 a1 i8 a2 j8 a3 k8 a4 l8'.split(' '));
  const forbidden = await table(page, { ...TWO, rule: 'renju' }, 'h9 a1 h7 a3 g8 a5 i8 a7 h8'.split(' '));
  const resigned = await table(page, TWO, ['h8', 'resign first']);
  for (const [id, how] of [
    [five, 'ending.five'],
    [forbidden, 'ending.forbidden'],
    [resigned, 'ending.resignation'],
  ]) {
    await go(page, `#/game/${id}`);
    await page.locator('.result').waitFor();
    await shown(`the end of a game: ${how}`);
    await go(page, `#/analyse/${id}`);
    await page.locator('.about-game', { hasText: says(how) }).waitFor();
    await shown(`the analysis of a game: ${how}`);
  }
  await go(page, '#/games');
  await page.getByText(says('ending.resignation')).first().waitFor();
  await shown('the list of games');

  // Why a point is forbidden.
  const trap = await table(page, { ...TWO, rule: 'renju' }, 'h9 a1 h7 a3 g8 a5 i8 a7'.split(' '));
  await go(page, `#/game/${trap}`);
  await page.locator('.stage [data-point="h8"]').click();
  await page.getByText(says('why.title')).first().waitFor();
  await shown('a forbidden point');

  // Hints: a five, a five to be stopped, a proved win, a proved loss, and no more than the best move.
  for (const [moves, reason] of [
    ['h8 a1 i8 a2 j8 a3 k8 a5', 'hint.reason.five'],
    ['a1 h8 a3 i8 o1 j8 g8 k8', 'hint.reason.block_five'],
    ['h8 a1 i8 a3 j8 a5', 'hint.reason.open_four'],
    ['h9 a1 g9 a3 i8 c15 i7 e15', 'hint.reason.win.threats'],
    ['h8 a1 i8 a3 j8 a5 k8', 'hint.reason.lost'],
    ['h8', 'hint.reason.best'],
  ]) {
    // The board of the game before is gone before that of this one is waited for.
    await go(page, '#/');
    await page.waitForFunction(() => !document.querySelector('.stage .stones > .stone'));
    await go(page, `#/game/${await table(page, TWO, moves.split(' '))}`);
    await atLeast(page, moves.split(' ').length);
    await page.keyboard.press('h');
    await page.getByRole('button', { name: accented('Show the move') }).click();
    await page.locator('.note-box', { hasText: says(reason) }).waitFor();
    await shown(`a hint: ${reason}`);
  }

  // The balance of an opening.
  await go(page, `#/game/${await table(page, { ...TWO, opening: 'swap2' }, ['h8', 'i9', 'g10'])}`);
  await page.getByRole('button', { name: accented('Show the balance') }).click();
  await page.locator('.note-box [role=status]', { hasText: '%' }).waitFor();
  await shown('a balance');

  // Refusals: a step out of turn, and what is no game.
  const swap = await table(page, { ...TWO, opening: 'soosorv-8' });
  await go(page, `#/game/${swap}`);
  await page.locator('.stage [data-point="a1"]').click();
  await page.locator('.toast', { hasText: says('refusal.outside_centre') }).waitFor();
  await shown('a step that is refused');
  await assert.rejects(ask(page, [{ type: 'join', table: '0' }]), /"code":"no_table"/);
  await go(page, '#/');
  await page.locator('#paste').fill('!? !?');
  await page.getByRole('button', { name: accented('Open'), exact: true }).click();
  await page.locator('.toast', { hasText: says('refusal.not_a_game') }).waitFor();
  await shown('a file that is refused');
  guest.errors.splice(0);
  await guest.end();
  await server.end();
});
