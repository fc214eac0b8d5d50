import assert from 'node:assert/strict';
import { test } from 'node:test';
import { go, point, serve, visitor } from './studio.js';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page @param {string} guess @returns {Promise<string[]>} what was measured */
async function experiment(page, guess) {
  await page.locator('#guess').fill(guess);
  const before = await page.evaluate(() => document.querySelector('.measured')?.textContent);
  await page.getByRole('button', { name: /^Run it/ }).click();
  const isMeasured = (/** @type {string | null | undefined} */ was) =>
    ![undefined, was].includes(document.querySelector('.measured')?.textContent) &&
    !document.querySelector('main')?.textContent?.includes('Running…');
  await page.waitForFunction(isMeasured, before, { timeout: 120000 });
  return page.locator('.measured dd b').allTextContents();
}

test('every lesson has a text, a board and an experiment that is measured', async () => {
  const server = await serve();
  const guest = await visitor();
  const page = await guest.open(server.url);
  await go(page, '#/school');
  await page.getByText('0 of 10 lessons done').waitFor();
  await page.locator('.lessons a').first().click();
  for (let lesson = 1; lesson <= 10; lesson++) {
    await page.getByText(`Lesson ${lesson} of 10`).waitFor();
    const words = (await page.locator('.lesson > p, .experiment > p').allTextContents()).join(' ').split(/\s+/).length;
    assert.ok(words >= 150 && words <= 300, `lesson ${lesson} has ${words} words`);
    assert.ok((await page.locator('.stage .stone').count()) > 3);
    const measured = await experiment(page, '50');
    assert.ok(measured.length > 0 && measured.every((each) => /\d/.test(each)), measured.join());
    assert.match((await page.locator('.experiment').textContent()) ?? '', /Your guess was/);
    await page.locator('.turn .main').click();
  }
  await page.getByText('10 of 10 lessons done').waitFor();
  await page.reload();
  await page.getByText('10 of 10 lessons done').waitFor();
  await guest.end();
  await server.end();
});

test('the contents introduce the five, and lead to a game with one of them', async () => {
  const server = await serve();
  const guest = await visitor();
  const page = await guest.open(server.url);
  await go(page, '#/school');
  await page.locator('.program h3').last().waitFor();
  assert.deepEqual(await page.locator('.program h3').allTextContents(), ['boundary', 'automaton', 'sequences', 'trapper', 'masked']);
  assert.equal(await page.locator('.program cite').count(), 5);
  for (const room of ['Search theatre', 'Race', 'Evaluation X-ray']) await page.locator('.rooms').getByText(room).waitFor();
  await page.locator('.program', { hasText: 'masked' }).last().getByText('Play it').click();
  await page.getByText('The game of its document: 15×15, Standard, Swap2.').waitFor();
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('goren.new') ?? '{}'));
  assert.deepEqual([stored.opponent, stored.classic, stored.rule, stored.size], ['classic', 'masked', 'standard', 15]);
  // Between programs it is one of the two as well.
  assert.equal(stored.left, 'classic masked');
  await guest.end();
  await server.end();
});

test('an experiment is not run before a guess, and is about the stones on the board', async () => {
  const server = await serve();
  const guest = await visitor();
  const page = await guest.open(server.url);
  await go(page, '#/school/lesson/1');
  // It says that it is disabled, and shows why.
  await page.getByRole('button', { name: 'Run it' }).click({ force: true });
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'guess');
  assert.equal(await page.locator('.measured').count(), 0);
  const first = await experiment(page, '30784');
  // What one gets by multiplying out.
  assert.deepEqual(first, ['32', '1,024', '30,784']);
  await page.getByText('Your guess was close.').waitFor();
  await page.locator('.experiment').getByText('32 + 32 · 31 + 32 · 31 · 30 = 30,784').waitFor();
  await point(page, 'a1').click();
  await page.waitForFunction(() => document.querySelectorAll('.stage .stone').length === 5);
  const second = await experiment(page, '1000');
  assert.equal(second[0], '31');
  assert.notDeepEqual(second.slice(1), first.slice(1));
  await guest.end();
  await server.end();
});

test('what pruning saves is what two searches count', async () => {
  const server = await serve();
  const guest = await visitor();
  const page = await guest.open(server.url);
  await go(page, '#/school/lesson/2');
  const [pruned, whole] = (await experiment(page, '20')).map((text) => Number(text.replaceAll(',', '')));
  assert.ok(pruned < whole / 5);
  const says = (await page.locator('.experiment').textContent()) ?? '';
  assert.ok(says.includes(`${Math.round(whole / pruned)} times fewer moves`), says);
  await guest.end();
  await server.end();
});

test('the table and deepening pay in the position of their lesson', async () => {
  const server = await serve();
  const guest = await visitor();
  const page = await guest.open(server.url);
  await go(page, '#/school/lesson/8');
  const [both, untabled, neither] = (await experiment(page, '20000')).map((text) => Number(text.replaceAll(',', '')));
  assert.ok(untabled > 1.5 * both && neither > 1.5 * both, `${both}, ${untabled}, ${neither}`);
  await page.locator('.experiment').getByText('The last depth at once, with neither, took').waitFor();
  await guest.end();
  await server.end();
});

test('order, selection, the mask and a solver pay in the positions of their lessons', async () => {
  const server = await serve();
  const guest = await visitor();
  const page = await guest.open(server.url);
  const measured = async (/** @type {number} */ lesson) => {
    await go(page, `#/school/lesson/${lesson}`);
    await page.getByText(`Lesson ${lesson} of 10`).waitFor();
    return (await experiment(page, '20')).map((text) => Number(text.replace('more than ', '').replaceAll(',', '').replace('−', '-')));
  };
  const says = async () => (await page.locator('.experiment').textContent()) ?? '';
  const [ordered, plain] = await measured(3);
  assert.ok(ordered < plain / 2, `${ordered}, ${plain}`);
  assert.match(await says(), /Good order saved .*Both searches found the same value/);
  const [kept, map, board] = await measured(5);
  assert.ok(kept < map && 10 * map < board, `${kept}, ${map}, ${board}`);
  const [hidden, bare] = await measured(7);
  assert.ok(hidden < bare, `${hidden}, ${bare}`);
  assert.match(await says(), /The mask takes .* away/);
  const [proof, search] = await measured(9);
  assert.ok(proof < search, `${proof}, ${search}`);
  assert.match(await says(), /A win in \d+ moves \(\d+ plies\), proved: .* and saw no win/);
  await guest.end();
  await server.end();
});

test('on a phone a lesson is read, its experiment run, and the next one reached', async () => {
  const server = await serve();
  const guest = await visitor({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await guest.open(server.url);
  await go(page, '#/school/lesson/4');
  const measured = await experiment(page, '100');
  assert.equal(Number(measured[1].replaceAll(',', '')) - Number(measured[0].replaceAll(',', '')), Number(measured[2].replaceAll(',', '')));
  await page.locator('button.sum').first().tap();
  await page.locator('.stage .line').first().waitFor({ state: 'attached' });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await page.locator('.turn .main').tap();
  await page.getByText('Lesson 5 of 10').waitFor();
  await guest.end();
  await server.end();
});
