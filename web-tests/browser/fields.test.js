// Whatever was typed counts before anything acts: in every field of every page, however one leaves it.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { go, hear, point, study, table } from './hands.js';
import { states } from './states.js';
import { serve, visitor } from './studio.js';
import { fields, watch } from './typing.js';

/** @typedef {import('playwright-core').Page} Page */

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
before(async () => {
  server = await serve();
});
after(() => server.end());

/** The kinds of things that a person clicks with the mouse after typing; those that may lead away come last. */
const KINDS = {
  'a button of the bar': '.bar button',
  'a box': 'input[type=checkbox]',
  'a folded part': 'summary',
  'a choice': 'input[type=radio]',
  'a tab': '[role=tab]',
  'a tool': '.tools button, .node-tools button',
  'a button': 'main button[type=button]:not(.tools *), dialog button[type=button]:not(.top *)',
  'a submit button': 'button[type=submit], form button:not([type])',
  'a link': '.bar nav a, main a',
  'the board': '.stage goren-board',
};
const STAY = ['a button of the bar', 'a box', 'a folded part'];

/** Where the first of a kind can be clicked; sent to the browser whole. @param {string} kind */
function place(kind) {
  for (const element of document.querySelectorAll(kind)) {
    if (!element.checkVisibility()) continue;
    element.scrollIntoView({ block: 'nearest' });
    const { left, top, right, bottom } = element.getBoundingClientRect();
    // A field that is being left may be beside the board's middle, never on it.
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const hit = document.elementFromPoint(x, y);
    if (hit && (element.contains(hit) || hit.contains(element))) return { x, y };
  }
  return null;
}

/**
 * Brings a state about from the beginning: what was done before is forgotten.
 * @param {Page} page
 * @param {() => Promise<unknown>} show
 */
async function begin(page, show) {
  await page.reload();
  await page.locator('.bar').waitFor();
  await page.evaluate(watch);
  await show();
}

/** Opens what is folded and finds a field, which may wait for an answer of the server. @param {Page} page @param {string} name */
async function find(page, name) {
  for (let i = 0; i < 100; i++) {
    await page.evaluate(() => document.querySelectorAll('details').forEach((each) => (each.open = true)));
    if ((await page.evaluate(fields)).some((field) => field.name === name)) return;
    await page.waitForTimeout(50);
  }
  assert.fail(`${name} is not there again`);
}

/** A field, the page it is on and how it is shown. @typedef {{ name: string, state: string, page: Page, show: () => Promise<unknown> }} Shown */

/** The lobby of a guest, with a game to sit down at. @param {Page} page @param {Awaited<ReturnType<typeof visitor>>} guest */
async function lobby(page, guest) {
  // A machine without a network invites nobody: the key of guests is in the folder, and this machine is reached all the same.
  const folder = await mkdtemp(join(tmpdir(), 'goren-'));
  const network = await serve(['--data', folder, '--lan']);
  const key = (await readFile(join(folder, 'goren.key'), 'utf8')).split('\n')[1];
  await page.goto(network.url);
  await page.waitForFunction(() => localStorage.getItem('goren.token'));
  await table(page, { first: { kind: 'person', name: 'Ann' }, second: { kind: 'person', name: 'Bo' } });
  const other = await guest.open(`${network.origin}/#token=${key}`);
  return {
    page: other,
    show: async () => {
      await go(other, '#/');
      await other.locator('.mode').waitFor();
    },
    end: async () => {
      await network.end();
      await rm(folder, { recursive: true });
    },
  };
}

/** Types in a field and clicks something of every kind; what did not count. @param {Shown} shown */
async function typedInVain({ name, state, page, show }) {
  /** @type {string[]} */
  const found = [];
  let fresh = true;
  for (const [kind, selector] of Object.entries(KINDS)) {
    if (fresh) await begin(page, show);
    await find(page, name);
    fresh = false;
    if (!(await page.evaluate(place, selector))) continue;
    fresh = !STAY.includes(kind);
    const field = page.locator(`[data-typed="${name}"]`);
    const [type, held] = await field.evaluate((field) => [/** @type {any} */ (field).type, /** @type {any} */ (field).value]);
    const text = type === 'number' ? (held === '3' ? '4' : '3') : `Ann ${kind.length}`;
    await field.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
    // Typing may bring more to the page, and move what was found.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    const at = await page.evaluate(place, selector);
    if (!at) continue;
    await page.mouse.click(at.x, at.y);
    for (const fault of await page.evaluate(() => /** @type {any} */ (window).typedInVain.splice(0)))
      found.push(`${state}, ${name}, then ${kind}: ${fault}`);
    if (kind !== 'a button of the bar') continue;
    // Drawn anew, a field shows what the page believes.
    const believed = (/** @type {string[]} */ [name, text]) => {
      const field = /** @type {HTMLInputElement | null} */ (document.querySelector(`[data-typed="${name}"]`));
      return field && field !== document.activeElement && field.value === text;
    };
    await page
      .waitForFunction(believed, [name, text], { timeout: 3000 })
      .catch(async () => found.push(`${state}, ${name}: shows ${await field.inputValue()} for ${text}`));
  }
  return found;
}

test('what is typed in any field counts before whatever is clicked next acts', async () => {
  const guest = await visitor();
  const page = await guest.context.newPage();
  const heard = hear(page);
  await page.goto(server.url);
  await page.locator('.panel').waitFor();
  /** Where each field was seen first. @type {Map<string, Shown>} */
  const seen = new Map();
  for (const [state, { show }] of Object.entries(states(page, heard))) {
    await show();
    for (const { name } of await page.evaluate(fields)) if (!seen.has(name)) seen.set(name, { name, state, page, show });
  }
  assert.ok(seen.size >= 25, [...seen.keys()].join(', '));
  const found = [];
  for (const shown of seen.values()) found.push(...(await typedInVain(shown)));
  assert.deepEqual(found, []);
  // What was typed is no game and no date, and the server has said so.
  const errors = guest.errors.splice(0).filter((error) => !error.includes('status of 400'));
  assert.deepEqual(errors, []);
  await guest.end();
});

test('the name that a guest types in the lobby counts before whatever is clicked next acts', async () => {
  const [owner, guest] = [await visitor(), await visitor()];
  const room = await lobby(await owner.context.newPage(), guest);
  await room.show();
  const { page, show } = room;
  assert.deepEqual((await page.evaluate(fields)).map((field) => field.name), ['guest-name']);
  assert.deepEqual(await typedInVain({ name: 'guest-name', state: 'lobby', page, show }), []);
  // It is the name that the guest sits down with.
  await begin(page, show);
  await page.locator('#guest-name').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Gina');
  await page.locator('.mode').click();
  await page.locator('.note-box').getByRole('button', { name: 'Bo' }).click();
  await page.locator('.seat', { hasText: 'Gina' }).waitFor();
  await guest.end();
  await owner.end();
  await room.end();
});

/**
 * Waits until a comment is stored, on one move and no other.
 * @param {Page} page
 * @param {string} table
 * @param {string} point as SGF has it
 * @param {string} text
 */
async function stored(page, table, point, text) {
  let sgf = '';
  for (let i = 0; i < 100 && !sgf.includes(text); i++) {
    if (i) await page.waitForTimeout(50);
    sgf = await page.evaluate(async (table) => {
      const headers = { Authorization: `Bearer ${localStorage.getItem('goren.token')}` };
      return (await fetch(`/api/games/${table}/export?format=sgf`, { headers })).text();
    }, table);
  }
  const nodes = [...sgf.matchAll(/;[BW]\[(\w\w)\]((?:[A-Z]+(?:\[[^\]]*\])+)*)/g)];
  const owners = nodes.filter(([, , rest]) => rest.includes(text)).map(([, owner]) => owner);
  assert.deepEqual(owners, [point], `${text}: ${sgf}`);
}

/** What a page asks the server for from now on. @param {Page} page */
function asked(page) {
  /** @type {any[]} */
  const messages = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => messages.push(JSON.parse(String(payload)))));
  return messages;
}

test('a new game starts with the numbers that were typed', async () => {
  const guest = await visitor();
  const page = await guest.context.newPage();
  const messages = asked(page);
  await page.goto(server.url);
  await page.locator('.panel').waitFor();
  const start = async (/** @type {string} */ mode, /** @type {object} */ stored, /** @type {Record<string, string>} */ typed) => {
    await page.evaluate((stored) => localStorage.setItem('goren.new', JSON.stringify(stored)), stored);
    await go(page, '#/help');
    await page.locator('.reading').waitFor();
    await go(page, `#/new/${mode}`);
    for (const [id, text] of Object.entries(typed)) {
      await page.locator(`#${id}`).click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
    }
    await page.locator('button[type=submit]').click();
    await page.locator('.seat.near').waitFor();
    return messages.findLast((message) => message.type === 'create').game;
  };
  assert.equal((await start('person', { more: true, clock: 'game' }, { increment: '30', minutes: '7' })).clock, '7m+30s');
  assert.equal((await start('person', { more: true, clock: 'game' }, { minutes: '7', increment: '30' })).clock, '7m+30s');
  assert.equal((await start('person', { more: true, clock: 'move' }, { turn: '12' })).clock, '12s');
  assert.deepEqual((await start('person', { more: true, traps: 'random' }, { count: '20' })).traps, { random: 20 });
  const programs = { left: 'goren 1', right: 'goren 1', size: 9 };
  assert.equal((await start('match', programs, { games: '4' })).games, 4);
  // More than there can be is as much as there can be.
  assert.equal((await start('person', { more: true, clock: 'game' }, { minutes: '700' })).clock, '600m+5s');
  await guest.end();
});

test('a comment stays with the move it was typed for, however one leaves it', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await page.locator('.panel').waitFor();
  const id = await study(page, 'h8 i9 g7 g9');
  const move = (/** @type {string} */ point) => page.locator('.moves button', { hasText: new RegExp(` ${point}$`) }).first();
  /** Writes on a move. @param {string} point @param {string} text */
  const write = async (point, text) => {
    if (await move(point).getAttribute('aria-current') !== 'true') await move(point).click();
    if (!(await page.locator('#comment').isVisible())) await page.getByRole('button', { name: /(Add a|Edit the) comment/ }).click();
    await page.locator('#comment').click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
  };
  const open = async () => {
    await go(page, `#/analyse/${id}`);
    await move('g9').waitFor();
  };
  await open();
  await write('g9', 'left by a button');
  await page.getByRole('button', { name: 'Back (←)' }).click();
  await stored(page, id, 'gg', 'left by a button');
  await write('g7', 'left by another move');
  await move('h8').click();
  await stored(page, id, 'gi', 'left by another move');
  await write('i9', 'left by the board');
  await point(page, 'c3').click();
  await page.locator('.variation').waitFor();
  await stored(page, id, 'ig', 'left by the board');
  await write('h8', 'left by a step back');
  await point(page, 'a1').click({ button: 'right' });
  await stored(page, id, 'hh', 'left by a step back');
  await write('g7', 'left by a tab');
  await page.locator('#tab-solve').click();
  await stored(page, id, 'gi', 'left by a tab');
  await page.locator('#tab-moves').click();
  await write('g9', 'left by a link');
  await page.locator('.bar').getByRole('link', { name: 'Help' }).click();
  await stored(page, id, 'gg', 'left by a link');
  await open();
  await write('g9', 'left by the history');
  await page.goBack();
  await stored(page, id, 'gg', 'left by the history');
  await open();
  await write('i9', 'not left at all');
  await stored(page, id, 'ig', 'not left at all');
  await write('i9', 'left by reloading');
  await page.reload();
  await page.locator('.bar').waitFor();
  await stored(page, id, 'ig', 'left by reloading');
  await guest.end();
});

test('the details of a game that are being typed are stored when the page is left', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await page.locator('.panel').waitFor();
  const id = await study(page, 'h8 i9 g7 c3');
  await go(page, `#/analyse/${id}`);
  for (const [i, leave] of [() => page.reload(), () => go(page, '#/help')].entries()) {
    await page.getByRole('button', { name: 'Edit the game details' }).click();
    await page.locator('#about-event').click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(`Round ${i}`);
    await leave();
    await go(page, '#/games');
    await page.locator('.library b', { hasText: `Round ${i}` }).waitFor();
    await go(page, `#/analyse/${id}`);
  }
  await guest.end();
});

test('a comment that was typed while the server was away is stored when it is back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'goren-'));
  const first = await serve(['--data', folder]);
  const guest = await visitor();
  const page = await guest.open(first.url);
  await page.locator('.panel').waitFor();
  const id = await study(page, 'h8 i9 g7');
  await go(page, `#/analyse/${id}`);
  await page.getByRole('button', { name: 'Add a comment' }).click();
  await first.end('SIGKILL');
  await page.locator('.bar .state').waitFor();
  await page.locator('#comment').click();
  await page.keyboard.type('nobody was there');
  await page.getByRole('button', { name: 'Back (←)' }).click();
  const again = await serve(['--data', folder], first.port);
  await guest.open(again.url);
  await page.locator('.bar .state').waitFor({ state: 'detached' });
  await stored(page, id, 'gi', 'nobody was there');
  await guest.end();
  await again.end();
  await rm(folder, { recursive: true });
});
