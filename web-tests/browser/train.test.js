import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { go, point, serve, visitor } from './studio.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../../web/wire-types').PuzzleView} Puzzle */

const SIZES = /** @type {const} */ ([
  ['desktop', { width: 1280, height: 800 }],
  ['phone', { width: 390, height: 844 }],
]);

/** Calls the server as the page does. @param {Page} page @param {string} path @param {unknown} [body] @returns {Promise<any>} */
function api(page, path, body) {
  return page.evaluate(
    async ([path, body]) => {
      const headers = { Authorization: `Bearer ${localStorage.getItem('goren.token')}` };
      const options = body === undefined ? { headers } : { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) };
      return (await fetch(`/api/train${path}`, options)).json();
    },
    /** @type {[string, unknown]} */ ([path, body]),
  );
}

/** The easiest puzzle of a kind. @param {Page} page @param {string} kind @returns {Promise<Puzzle>} */
async function easiest(page, kind) {
  return (await api(page, '/sheet', { kind, count: 60, seed: 1 })).puzzles[0];
}

/** @param {string} name */
const at = (name) => /** @type {[number, number]} */ ([name.charCodeAt(0) - 97, Number(name.slice(1)) - 1]);
/** @param {[number, number]} place */
const named = ([x, y]) => `${String.fromCharCode(97 + x)}${y + 1}`;
/** @param {string} text */
const split = (text) => text.match(/[a-v]\d+/g) ?? [];

/** The stones that the board shows, by colour. @param {Page} page @returns {Promise<[string[], string[]]>} */
function shown(page) {
  return page.evaluate(() => {
    const { stones } = /** @type {any} */ (document.querySelector('.stage goren-board')).model;
    const of = (/** @type {string} */ stone) => stones.filter((/** @type {any} */ each) => each.stone === stone).map((/** @type {any} */ each) => each.point);
    return /** @type {[string[], string[]]} */ ([of('black'), of('white')]);
  });
}

/** Where points of a puzzle are on a board that shows it turned, mirrored and shifted. @param {Puzzle} puzzle @param {[string[], string[]]} board */
function image(puzzle, board) {
  const last = puzzle.size - 1;
  const sorted = (/** @type {string[]} */ names) => [...names].sort().join();
  for (let turn = 0; turn < 8; turn++) {
    const turned = (/** @type {string} */ name) => {
      let [x, y] = at(name);
      if (turn & 1) [x, y] = [y, x];
      return /** @type {[number, number]} */ ([turn & 2 ? last - x : x, turn & 4 ? last - y : y]);
    };
    const least = (/** @type {[number, number][]} */ all, /** @type {number} */ i) => Math.min(...all.map((each) => each[i]));
    const whole = split(puzzle.stones.join('')).map(turned);
    const there = board.flat().map(at);
    const [dx, dy] = [least(there, 0) - least(whole, 0), least(there, 1) - least(whole, 1)];
    const map = (/** @type {string} */ name) => {
      const [x, y] = turned(name);
      return named([x + dx, y + dy]);
    };
    if ([0, 1].every((i) => sorted(split(puzzle.stones[i]).map(map)) === sorted(board[i]))) return map;
  }
  throw new Error(`the board does not show ${puzzle.puzzle}`);
}

/** Clicks a point, twice where a touch asks for it. @param {Page} page @param {string} name */
async function play(page, name) {
  await point(page, name).click({ force: true });
  const confirm = page.locator('.stage .confirm');
  if (await confirm.isVisible()) await confirm.click();
}

/** Waits until the server has judged. @param {Page} page */
async function judged(page) {
  await page.locator('.verdict h2').waitFor({ timeout: 60000 });
}

/** Opens a puzzle. @param {Page} page @param {Puzzle} puzzle */
async function open(page, puzzle) {
  await go(page, `#/train/solve?mode=one&id=${puzzle.puzzle}`);
  await page.locator('.puzzle .task').waitFor();
  return image(puzzle, await shown(page));
}

/** Finds the move by the hints, and plays it. @param {Page} page */
async function helped(page) {
  await page.keyboard.press('h');
  await page.locator('.verdict', { hasText: 'Look around here.' }).waitFor();
  await page.keyboard.press('h');
  const star = await page.locator('.verdict p', { hasText: /^Play / }).textContent();
  const found = /Play (\w+)\./.exec(star ?? '')?.[1] ?? '';
  const before = (await shown(page)).flat().length;
  await play(page, found);
  await page.waitForFunction(
    (before) => /** @type {any} */ (document.querySelector('.stage goren-board')).model.stones.length > before && document.querySelector('.verdict h2') && !document.querySelector('.verdict [role=status]'),
    before,
    { timeout: 60000 },
  );
}

for (const [size, viewport] of SIZES) {
  test(`a puzzle is answered wrongly and rightly, and its answer is stepped through (${size})`, async () => {
    const server = await serve();
    const guest = await visitor({ viewport });
    const page = await guest.open(server.url);
    await go(page, '#/train');
    await page.locator('.ways').waitFor();
    const puzzle = await easiest(page, 'fours');
    const map = await open(page, puzzle);
    // A corner that nobody needs: the server says why not, and the page shows it.
    const taken = new Set((await shown(page)).flat());
    const corner = ['a1', 'o1', 'a15', 'o15'].find((each) => !taken.has(each) && !puzzle.answers.map(map).includes(each)) ?? '';
    await play(page, corner);
    await judged(page);
    await page.locator('.verdict', { hasText: 'Not that' }).waitFor();
    assert.match((await page.locator('.verdict').textContent()) ?? '', /rating \d+ \(−\d+\), provisional · comes again tomorrow/);
    assert.ok((await page.locator('.stage .ghosts > *').count()) >= 1, 'the wrong move is shown');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.verdict').waitFor({ state: 'detached' });
    // Any of the answers will do; the rest is found with hints.
    await play(page, map(puzzle.answers[0]));
    await judged(page);
    for (let moves = 0; moves < 12 && !(await page.locator('.verdict h2', { hasText: 'Solved' }).isVisible()); moves++) await helped(page);
    await page.locator('.verdict h2', { hasText: 'Solved' }).waitFor();
    await page.getByRole('button', { name: 'Step through it' }).click();
    await page.locator('.walk-line').waitFor();
    await page.keyboard.press('Home');
    const start = taken.size;
    const isAt = (/** @type {number} */ count) => /** @type {any} */ (document.querySelector('.stage goren-board')).model.stones.length === count;
    await page.waitForFunction(isAt, start);
    assert.equal(await page.locator('.stage .marks .star').count(), puzzle.answers.length, 'every answer is marked');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(isAt, start + 2);
    await page.getByText('Training', { exact: true }).click();
    await page.locator('.figure', { hasText: 'Solved' }).getByText('of 1 tried').waitFor();
    await guest.end();
    await server.end();
  });
}

test('a win by threats stops where fours win, is played on, and another answer is refuted', async () => {
  const server = await serve();
  const guest = await visitor();
  const page = await guest.open(server.url);
  await go(page, '#/train');
  await page.locator('.ways').waitFor();
  const puzzle = await easiest(page, 'threats');
  const map = await open(page, puzzle);
  await play(page, map(puzzle.line[0]));
  await judged(page);
  const solved = page.locator('.verdict h2', { hasText: 'Solved' });
  for (let moves = 0; moves < 12 && !(await solved.isVisible()); moves++) await helped(page);
  await solved.waitFor();
  const on = page.getByRole('button', { name: 'Play on' });
  if (await on.isVisible()) {
    await on.click();
    await page.locator('.verdict').waitFor({ state: 'detached' });
    for (let moves = 0; moves < 16 && !(await solved.isVisible()); moves++) await helped(page);
    await solved.waitFor();
  }
  await page.keyboard.press('a');
  await page.locator('.walk-line').waitFor();
  await page.keyboard.press('Home');
  await page.locator('.stage .marks .star').first().waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowRight');
  await page.locator('.stage .marks .star').first().waitFor({ state: 'detached' });
  // Anywhere else for the side that loses: the server shows the win.
  const taken = new Set((await shown(page)).flat());
  await play(page, ['a1', 'o1', 'a15', 'o15'].find((each) => !taken.has(each)) ?? '');
  await page.locator('.verdict p', { hasText: /^(Black|White) wins by (fours|threats) in \d+ moves?\.$/ }).waitFor({ timeout: 60000 });
  await page.getByRole('button', { name: 'Back to the main line' }).click();
  await page.getByText(/Proved by a tree of \d+ winning moves, checked by the rules alone\./).waitFor({ timeout: 60000 });
  // A four has one reply; the first move that is none has several, and the proof answers each.
  const replies = page.locator('.replies button');
  await page.keyboard.press('ArrowRight');
  await page.locator('.walk-line li:nth-child(1) [aria-current=step]').waitFor();
  for (let moves = 3; (await replies.count()) === 1 && moves < puzzle.line.length; moves += 2) {
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.locator(`.walk-line li:nth-child(${moves}) [aria-current=step]`).waitFor();
  }
  await replies.nth(1).waitFor();
  await guest.end();
  await server.end();
});

test('own puzzles are added, deleted, brought back, and solved with the keyboard alone', async () => {
  const server = await serve();
  const guest = await visitor();
  const page = await guest.open(server.url);
  await go(page, '#/train/own');
  await page.getByText('None yet.').waitFor();
  const line = { id: 'nzndkxa6', rule: 'freestyle', size: 15, position: 'h8a1i8c1j8e1', side: 'black', kind: 'fours', answers: ['g8', 'k8'], line: ['g8', 'f8', 'k8'], grade: 1, rating: 600, source: 'a test' };
  const { id } = line;
  assert.equal((await api(page, '/own', line)).puzzles.length, 1);
  await go(page, '#/train');
  await page.getByText('1 kept from your games').click();
  await page.locator('.puzzles li').waitFor();
  await page.getByRole('button', { name: `Delete ${id}` }).click();
  await page.locator('.puzzles li').waitFor({ state: 'detached' });
  await page.locator('.toast button').click();
  await page.locator('.puzzles li').waitFor();
  await page.getByText('Solve them').click();
  await page.locator('.puzzle .task').waitFor();
  const [puzzle] = (await api(page, '/own')).puzzles;
  const map = image(puzzle, await shown(page));
  // By keyboard alone: to the point, and a stone on it.
  await page.keyboard.press('b');
  const target = at(map('k8'));
  const centre = [7, 7];
  for (let x = centre[0]; x !== target[0]; x += Math.sign(target[0] - x)) await page.keyboard.press(target[0] > x ? 'ArrowRight' : 'ArrowLeft');
  for (let y = centre[1]; y !== target[1]; y += Math.sign(target[1] - y)) await page.keyboard.press(target[1] > y ? 'ArrowUp' : 'ArrowDown');
  await page.keyboard.press('Enter');
  await judged(page);
  await page.locator('.verdict h2', { hasText: 'Solved' }).waitFor();
  await guest.end();
  await server.end();
});

test('a puzzle under way is there after a reload, and one that is done gives way', async () => {
  const server = await serve();
  const guest = await visitor();
  const page = await guest.open(server.url);
  const underWay = () => page.evaluate(() => JSON.parse(sessionStorage.getItem('goren.puzzle') ?? '[]')[1]);
  await go(page, '#/train/solve?kind=fours');
  await page.waitForFunction(() => sessionStorage.getItem('goren.puzzle'));
  const [before, stones] = [await underWay(), (await shown(page)).flat().length];
  await page.reload();
  await page.locator('.puzzle .task').waitFor();
  assert.equal((await shown(page)).flat().length, stones);
  await page.getByRole('button', { name: 'Show the answer' }).click();
  await page.locator('.puzzle', { hasText: `puzzle ${before}` }).waitFor();
  await page.waitForFunction(() => !sessionStorage.getItem('goren.puzzle'));
  await page.getByRole('button', { name: 'Next puzzle' }).click();
  await page.waitForFunction((before) => ![undefined, before].includes(JSON.parse(sessionStorage.getItem('goren.puzzle') ?? '[]')[1]), before);
  await guest.end();
  await server.end();
});

test('three mistakes end a rush, and what was missed is listed', async () => {
  const server = await serve();
  const guest = await visitor();
  const page = await guest.open(server.url);
  await go(page, '#/train/rush');
  await page.getByText('5 minutes').click();
  await page.getByRole('button', { name: 'Start' }).click();
  for (let mistakes = 1; mistakes <= 3; mistakes++) {
    const board = page.locator('.task');
    await board.waitFor();
    await page.waitForFunction(() => !document.querySelector('.verdict'));
    const taken = new Set((await shown(page)).flat());
    const corner = ['a1', 'o1', 'a15', 'o15'].find((each) => !taken.has(each)) ?? '';
    await play(page, corner);
    if (mistakes < 3) await page.getByText(`${mistakes} of 3`).waitFor({ timeout: 60000 });
  }
  await page.locator('.verdict h2', { hasText: 'The rush is over' }).waitFor({ timeout: 60000 });
  assert.equal(await page.locator('[href*="mode=one"] .thumbnail').count(), 3);
  await page.getByRole('button', { name: 'Another rush' }).waitFor();
  await guest.end();
  await server.end();
});

test('the puzzle of the day, its run of days and the rating are there after the server was killed', async () => {
  const data = mkdtempSync(join(tmpdir(), 'goren-train-'));
  let server = await serve(['--data', data]);
  const guest = await visitor();
  const page = await guest.open(server.url);
  await go(page, '#/train');
  await page.locator('.daily').getByText('Solve it').click();
  await page.locator('.puzzle .task').waitFor();
  for (let moves = 0; moves < 16 && !(await page.locator('.verdict h2', { hasText: 'Solved' }).isVisible()); moves++) await helped(page);
  await page.locator('.verdict h2', { hasText: 'Solved' }).waitFor();
  await go(page, '#/train');
  await page.getByText('Solved today').waitFor();
  const rating = await page.locator('.figure dd').first().textContent();
  await server.end('SIGKILL');
  server = await serve(['--data', data]);
  const again = await guest.open(server.url);
  await go(again, '#/train');
  await again.getByText('Solved today').waitFor();
  assert.equal(await again.locator('.figure dd').first().textContent(), rating);
  assert.equal(await again.locator('.figure', { hasText: 'Days in a row' }).locator('dd').first().textContent(), '1');
  await again.getByText('Progress').click();
  await again.locator('.rating-graph').waitFor();
  await again.locator('.tries li').waitFor();
  await guest.end();
  await server.end();
  rmSync(data, { recursive: true });
});

test('a sheet has boards, answers apart, and prints without the bar', async () => {
  const server = await serve();
  const guest = await visitor();
  const page = await guest.open(server.url);
  await go(page, '#/train/sheet');
  await page.locator('.paper').waitFor();
  assert.equal(await page.locator('.paper li').count(), 12);
  assert.equal(await page.locator('.paper-answers li').count(), 12);
  const first = await page.locator('.paper').textContent();
  await page.getByRole('button', { name: 'Other puzzles' }).click();
  await page.waitForFunction((first) => document.querySelector('.paper')?.textContent !== first, first);
  await page.locator('#sheet-count').selectOption('6');
  await page.waitForFunction(() => document.querySelectorAll('.paper li').length === 6);
  await page.emulateMedia({ media: 'print' });
  assert.ok(!(await page.locator('.bar').isVisible()) && !(await page.getByRole('button', { name: 'Print' }).isVisible()));
  assert.ok(await page.locator('.paper svg').first().isVisible());
  await guest.end();
  await server.end();
});

for (const [size, viewport] of SIZES) {
  test(`the Swap2 trainer scores a choice and shows how even three stones are (${size})`, async () => {
    const server = await serve();
    const guest = await visitor({ viewport });
    const page = await guest.open(server.url);
    await go(page, '#/train/swap2');
    await page.waitForFunction(() => /** @type {any} */ (document.querySelector('.stage goren-board'))?.model.stones?.length === 3);
    await page.keyboard.press('1');
    await page.locator('.worths').waitFor({ timeout: 60000 });
    const points = Number(/^(\d+) of 10/.exec((await page.locator('.verdict h2').textContent()) ?? '')?.[1]);
    assert.ok(points >= 0 && points <= 10);
    await page.getByText(`${points} points in 1 round`).waitFor();
    await page.getByText('You place').click();
    for (const each of ['h8', 'i9', 'g10']) await play(page, each);
    await page.locator('.worths').waitFor({ timeout: 60000 });
    assert.match((await page.locator('.verdict h2').textContent()) ?? '', /^Black \d+% · White \d+%$/);
    await page.locator('.evalbar[aria-valuenow]').waitFor();
    await page.getByRole('button', { name: 'Clear the board' }).click();
    await page.waitForFunction(() => /** @type {any} */ (document.querySelector('.stage goren-board')).model.stones?.length === 0);
    await guest.end();
    await server.end();
  });
}
