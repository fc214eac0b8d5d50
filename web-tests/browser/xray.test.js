import assert from 'node:assert/strict';
import { test } from 'node:test';
import { go, point, serve, visitor } from './studio.js';

/** @typedef {import('playwright-core').Page} Page */

const PROGRAMS = ['boundary', 'automaton', 'sequences', 'trapper', 'masked'];

/** A number as a page writes it. @param {string | null} text */
const number = (text) => Number((text ?? '').replaceAll(',', '').replace('−', '-').replace('+', ''));

/** What the sum shows at one moment: each row's part and total so far, and the value. @param {Page} page */
async function sum(page) {
  const shown = await page.evaluate(() => {
    const texts = (/** @type {string} */ what) => [...document.querySelectorAll(what)].map((each) => each.textContent);
    return { parts: texts('button.sum .part'), totals: texts('button.sum .total'), value: texts('#xray-value') };
  });
  return { parts: shown.parts.map(number), totals: shown.totals.map(number), value: number(shown.value[0]) };
}

/** Waits until the value shown is another one. @param {Page} page @param {number} old */
async function other(page, old) {
  await page.waitForFunction((old) => {
    const shown = document.getElementById('xray-value')?.textContent ?? '';
    return shown && Number(shown.replaceAll(',', '').replace('−', '-')) !== old;
  }, old);
  return sum(page);
}

/** @param {{ parts: number[], totals: number[], value: number }} shown */
function addsUp({ parts, totals, value }) {
  let total = 0;
  parts.forEach((part, i) => assert.equal((total += part), totals[i]));
  assert.equal(total, value);
}

test('the rows of every program add up to its value, and change with every stone', async () => {
  const server = await serve();
  const guest = await visitor();
  const page = await guest.open(server.url);
  for (const program of PROGRAMS) {
    await go(page, '#/help');
    await go(page, `#/school/xray?classic=${program}`);
    await page.locator('button.sum').first().waitFor();
    const before = await sum(page);
    addsUp(before);
    await page.getByRole('radio', { name: 'White', exact: true }).first().check();
    await page.getByText('Value for White').waitFor();
    addsUp(await sum(page));
  }
  // The worked example of masked.
  assert.equal((await sum(page)).value, 1887);
  await point(page, 'e10').click();
  const moved = await other(page, 1887);
  addsUp(moved);
  await point(page, 'e10').click();
  assert.equal((await other(page, moved.value)).value, 1887);
  await page.getByText('The second program’s').click();
  addsUp(await other(page, 1887));
  assert.match(page.url(), /weighting=program/);
  await guest.end();
  await server.end();
});

test('another reading of a document counts otherwise, and shows where', async () => {
  const server = await serve();
  const guest = await visitor();
  const page = await guest.open(server.url);
  await go(page, '#/school/xray?classic=boundary&size=15&rule=freestyle&moves=h8h9i8i9j8k10j7');
  await page.locator('button.sum').first().waitFor();
  const { value } = await sum(page);
  await page.getByText('As programmed').click();
  addsUp(await other(page, value));
  assert.match(page.url(), /variant=programmed/);
  const stones = await page.locator('.stage .stone').count();
  await page.getByText('Show where it differs').click();
  await page.waitForFunction((stones) => document.querySelectorAll('.stage .stone').length !== stones, stones);
  assert.ok(await page.getByRole('radio', { name: 'As programmed' }).isChecked());
  await guest.end();
  await server.end();
});

test('a single addition is put in, and the theatre takes it over', async () => {
  const server = await serve();
  const guest = await visitor();
  const page = await guest.open(server.url);
  await go(page, '#/school/xray?classic=boundary&size=15&rule=freestyle&moves=h8h9i8i9j8k10j7');
  await page.locator('button.sum').first().waitFor();
  const { value } = await sum(page);
  await page.locator('.additions > summary').click();
  await page.getByRole('checkbox', { name: 'own scores' }).check();
  addsUp(await other(page, value));
  await page.getByRole('link', { name: 'Watch it search this position' }).click();
  await page.locator('.set-up > summary').click();
  await page.locator('.additions > summary', { hasText: 'own scores' }).waitFor();
  assert.match(page.url(), /with=own-scores/);
  await guest.end();
  await server.end();
});

test('a row lights its cells, and a cell its rows', async () => {
  const server = await serve();
  const guest = await visitor();
  const page = await guest.open(server.url);
  await go(page, '#/school/xray?classic=masked');
  const row = page.locator('button.sum', { hasText: 'four in row' });
  await row.hover();
  await page.locator('.stage .line.own').nth(1).waitFor({ state: 'attached' });
  assert.equal(await page.locator('.stage .line').count(), 2);
  await row.click();
  await page.locator('.places .place').first().hover();
  await page.waitForFunction(() => document.querySelectorAll('.stage .line').length === 1);
  // The same with the keyboard alone.
  await page.locator('.places .place').nth(1).focus();
  await page.waitForFunction(() => document.querySelector('.place:focus')?.textContent === 'f9–j5');
  await row.click();
  await point(page, 'e10').hover();
  await page.locator('button.sum[data-touching]', { hasText: 'four in row' }).waitFor();
  assert.equal(await page.locator('button.sum[data-touching]', { hasText: 'broken three' }).count(), 0);
  await guest.end();
  await server.end();
});

test('the automaton walks along a line cell by cell and says what it finds', async () => {
  const server = await serve();
  const guest = await visitor();
  const page = await guest.open(server.url);
  await go(page, '#/school/xray?classic=automaton&size=7&rule=freestyle&moves=c4a1d4a3e4');
  const tape = page.locator('.tape li');
  await tape.first().waitFor();
  await page.locator('.walker select').selectOption({ label: 'a4–g4 · 1 found' });
  const says = page.locator('.walker [role=status]');
  const next = page.getByRole('button', { name: 'Read the next cell' });
  for (let i = 0; i < 6; i++) await next.click();
  await says.filter({ hasText: /^Found cbbbc: −1,000,000/ }).waitFor();
  assert.deepEqual(await page.locator('.tape li span').allTextContents(), ['1', '1', '2', '3', '4', '5', '']);
  await page.locator('.stage .line.read').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Back one cell' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.tape li[data-state]').length === 4);
  await guest.end();
  await server.end();
});

test('the score of a point is taken apart into rows of tables III and IV', async () => {
  const server = await serve();
  const guest = await visitor();
  const page = await guest.open(server.url);
  await go(page, '#/school/xray?classic=automaton');
  await page.getByText('Moves', { exact: true }).click();
  const first = page.locator('.ranks > li').first();
  await first.locator('.made li').first().waitFor();
  const number = (/** @type {string} */ text) => Number(text.replaceAll(',', '').replace('−', '-'));
  const total = number(await first.locator(':scope > span').innerText());
  const rows = await first.locator('.made li').allInnerTexts();
  assert.match(rows[0], /^table I(II|V), [abc]+, [a-o]\d+–[a-o]\d+: /);
  assert.equal(rows.reduce((sum, row) => sum + number(row.split(': ')[1]), 0), total);
  await guest.end();
  await server.end();
});

test('the boundary map, masked cells and the network’s policy are drawn', async () => {
  const server = await serve();
  const guest = await visitor();
  const page = await guest.open(server.url);
  await go(page, '#/school/xray?classic=boundary');
  await page.getByText('Boundary map').click();
  await page.locator('.stage .spot.watched').first().waitFor({ state: 'attached' });
  assert.equal(await page.locator('.stage .marks .rank').count(), 13);
  // Each with its weight.
  const weights = (await page.locator('.ranks span').allTextContents()).map(number);
  assert.deepEqual(weights, [...weights].sort((one, other) => Math.abs(other) - Math.abs(one)));
  assert.ok(weights.length === 13 && weights[0] >= 1000 && weights.includes(-100), weights.join());
  await page.getByText('Network', { exact: true }).click();
  await page.locator('.stage .spot.policy').first().waitFor({ state: 'attached' });
  assert.match((await page.locator('.beside').textContent()) ?? '', /gives Black \d+%/);
  await go(page, '#/help');
  await go(page, '#/school/xray?classic=masked&rule=standard&size=9&black=b5c5d5e5f5g5&white=b6c6');
  await page.locator('.stage .hatched .stroke').first().waitFor({ state: 'attached' });
  assert.equal(await page.locator('.stage .hatched > *').count(), 8);
  await guest.end();
  await server.end();
});

test('on a phone, a touch places a stone, and everything can be reached', async () => {
  const server = await serve();
  const guest = await visitor({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await guest.open(server.url);
  await go(page, '#/school/xray?classic=sequences');
  await page.locator('button.sum').first().waitFor();
  const { value } = await sum(page);
  await point(page, 'c3').tap();
  await page.locator('.confirm').tap();
  const placed = await other(page, value);
  addsUp(placed);
  await page.locator('button.sum').first().tap();
  await page.locator('.stage .line').first().waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Undo' }).tap();
  assert.equal((await other(page, placed.value)).value, value);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await guest.end();
  await server.end();
});
