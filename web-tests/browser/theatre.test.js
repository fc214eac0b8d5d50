// The theatre, the race and the exercises: what the page shows is what the server searched, by mouse, keyboard and touch.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { study } from './hands.js';
import { go, serve, visitor } from './studio.js';

/** @typedef {import('playwright-core').Page} Page */

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
before(async () => {
  server = await serve();
});
after(() => server.end());

/**
 * Opens a room of the school; collects the parts of searches on the way.
 * @param {string} hash
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
async function enter(hash, options) {
  const guest = await visitor(options);
  const page = await guest.context.newPage();
  /** @type {import('../../web/wire-types').WatchView[]} */
  const parts = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const message = JSON.parse(String(payload));
      if (message.type === 'watch') parts.push(message);
    }),
  );
  await page.goto(server.url);
  await page.locator('.bar').waitFor();
  await go(page, hash);
  return { guest, page, parts };
}

/** @param {Page} page */
const strip = (page) => page.locator('goren-strip');

/** @param {Page} page @param {string} name */
async function number(page, name) {
  return Number(await strip(page).getAttribute(`aria-${name}`));
}

/** Waits until the strip stands between two times. @param {Page} page @param {number} from @param {number} to */
function stands(page, from, to) {
  return page.waitForFunction(
    ([from, to]) => {
      const now = Number(document.querySelector('goren-strip')?.getAttribute('aria-valuenow'));
      return now >= from && now <= to;
    },
    [from, to],
  );
}

/** Waits until another line is looked at. @param {Page} page @param {string} line */
function elsewhere(page, line) {
  return page.waitForFunction((line) => document.querySelector('.because .line')?.textContent !== line, line);
}

/** @param {Page} page */
const finished = (page) => page.locator('.status strong', { hasText: 'plays' }).waitFor({ timeout: 60000 });

test('a search is replayed step by step, and a cut-off says why', async () => {
  const { guest, page, parts } = await enter('#/school/theatre?classic=masked&depth=2&position=fight');
  await finished(page);
  const events = parts.flatMap((part) => part.events);
  assert.equal(await number(page, 'valuemax'), events.length);
  const { counters } = parts[parts.length - 1];
  assert.equal(counters.nodes, events.filter(({ e }) => e === 'enter').length);
  await page.locator('.status', { hasText: `${counters.nodes} nodes, ${counters.cutoffs} cut-offs` }).waitFor();

  await page.keyboard.press('ArrowRight');
  await stands(page, 2, 2);
  await page.locator('.because .step', { hasText: /^Tries / }).waitFor();
  await page.locator('.stage .ghosts .stone').waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.locator('.because .step', { hasText: 'The search begins, 2 plies deep.' }).waitFor();

  await page.keyboard.press('c');
  const at = events.findIndex(({ e }) => e === 'cut');
  await stands(page, at + 1, at + 1);
  const cut = /** @type {{ rest: string[] }} */ (/** @type {unknown} */ (events[at]));
  const said = await page.locator('.because .reasons').innerText();
  assert.match(said, /brings the value down to/);
  assert.match(said, /Black has that by playing \w+ at the root/);
  assert.match(said, new RegExp(`Saved: ${cut.rest.length} moves? not searched`));
  assert.equal(await page.locator('.stage .marks .cut').count(), cut.rest.length);

  // Up to the parent, down to its best, and to the one beside it.
  await page.keyboard.press('ArrowUp');
  await page.locator('.because h2', { hasText: 'Root' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await elsewhere(page, 'Root');
  const best = await page.locator('.because .line').innerText();
  await page.keyboard.press('.');
  await elsewhere(page, best);

  await page.keyboard.press('End');
  await page.locator('.because .step', { hasText: /^Done: / }).waitFor();
  await guest.end();
});

test('a program that looks less far than its document says why', async () => {
  const { guest, page } = await enter('#/school/theatre?classic=sequences');
  await finished(page);
  await page.locator('.set-up > summary').click();
  await page.getByText('Its document looks 5 plies ahead. Fewer are shown at first').waitFor();
  await go(page, '#/school/theatre?classic=masked');
  await finished(page);
  assert.equal(await page.getByText('Its document looks').count(), 0);
  await guest.end();
});

test('a move that was not searched says where it is from', async () => {
  const { guest, page } = await enter('#/school/theatre?classic=trapper&moves=h8');
  await page.getByText('It plays g9 from its opening book, without searching.').waitFor();
  await go(page, '#/school/theatre?classic=trapper&moves=h8a1i8a3j8a5k8a7');
  await page.getByText('It plays g8 without searching: it wins at once.').waitFor();
  await go(page, '#/school/theatre?classic=trapper&moves=a1h8a3i8o5j8o7k8');
  await page.getByText('It plays g8 without searching: it stops a win at once.').waitFor();
  await guest.end();
});

test('the film plays, changes its speed and pauses', async () => {
  const { guest, page } = await enter('#/school/theatre?classic=automaton&depth=3');
  await finished(page);
  const before = await number(page, 'valuenow');
  await page.keyboard.press('+');
  await page.keyboard.press('Space');
  await stands(page, before + 6, 1e9);
  await page.getByRole('button', { name: 'Pause (Space)' }).click();
  await page.getByRole('button', { name: 'Play (Space)' }).waitFor();
  assert.equal(await page.locator('.speed').inputValue(), '2');
  await guest.end();
});

test('a search of many nodes is folded, says so, and opens', async () => {
  const { guest, page, parts } = await enter('#/school/theatre?classic=sequences&depth=5&position=crowd');
  await finished(page);
  const { nodes } = parts[parts.length - 1].counters;
  const shown = parts.flatMap((part) => part.events).filter(({ e }) => e === 'enter').length;
  assert.ok(nodes > 50000 && shown < 16000, `${shown} of ${nodes}`);
  await page.locator('.status', { hasText: 'the rest are folded into counts' }).waitFor();
  const before = await number(page, 'valuemax');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowDown');
  const open = page.getByRole('button', { name: 'Open them' });
  for (let steps = 0; !(await open.isVisible()) && steps < 60; steps++) await page.keyboard.press(',');
  await open.click();
  await page.waitForFunction((before) => Number(document.querySelector('goren-strip')?.getAttribute('aria-valuemax')) > before, before, { timeout: 60000 });
  await guest.end();
});

test('a long search can be stopped', async () => {
  const { guest, page } = await enter('#/school/theatre?classic=sequences&depth=6&position=opening&without=pruning');
  await page.getByRole('button', { name: 'Stop the search' }).click();
  await page.locator('.status', { hasText: 'The search was stopped early.' }).waitFor();
  await guest.end();
});

test('program, depth and switches are chosen, and the address has them', async () => {
  const { guest, page, parts } = await enter('#/school/theatre?moves=h8i9g7h9&classic=masked&depth=2');
  await finished(page);
  await page.locator('.set-up > summary').click();
  await page.getByLabel('Pruning (alpha–beta)').uncheck();
  await page.waitForURL(/without=pruning/);
  await page.locator('.status', { hasText: ', 0 cut-offs' }).waitFor();
  for (const name of await page.getByLabel('Program').locator('option').allTextContents()) assert.doesNotMatch(name, /\./);
  await page.getByLabel('Program').selectOption('miniature');
  await page.waitForURL(/classic=miniature.*moves=h8i9g7h9/);
  await page.locator('.set-up', { hasText: 'A small version of our own engine' }).waitFor();
  await finished(page);
  assert.ok(parts.some((part) => part.events.some((event) => event.e === 'enter' && event.effort === 'scout')));
  await guest.end();
});

test('a position of one’s own goes to the theatre', async () => {
  const { guest, page } = await enter('#/help');
  const id = await study(page, 'h8 i9 g7 h9 i8');
  await go(page, `#/analyse/${id}`);
  await page.locator('#tab-threats').click();
  await page.keyboard.press('End');
  await page.getByRole('link', { name: 'Watch a program search this position' }).click();
  await finished(page);
  assert.equal(await page.locator('.stage .stones > .stone').count(), 5);
  await page.locator('.because', { hasText: 'White is to move' }).waitFor();
  await guest.end();
});

test('a reading of the document is chosen, and shown where it plays differently', async () => {
  const { guest, page } = await enter('#/school/theatre?classic=boundary&depth=2&position=fight');
  await finished(page);
  await page.locator('.set-up > summary').click();
  await page.getByLabel('Reading').selectOption('printed');
  await page.waitForURL(/variant=printed/);
  await page.getByRole('button', { name: 'Go to a position where it shows' }).click();
  await page.waitForURL(/moves=/);
  await finished(page);
  await guest.end();
});

test('on a phone the theatre is watched by touch', async () => {
  const { guest, page } = await enter('#/school/theatre?classic=boundary&depth=2', PHONE);
  await finished(page);
  await page.getByRole('button', { name: 'Next cut-off' }).tap();
  await page.locator('.because .reasons', { hasText: 'not searched' }).waitFor();
  const box = await page.locator('goren-layers').boundingBox();
  assert.ok(box);
  const line = await page.locator('.because .line').innerText();
  // The first move of the first row.
  await page.touchscreen.tap(box.x + 20, box.y + 56);
  await elsewhere(page, line);
  const track = await strip(page).boundingBox();
  assert.ok(track);
  await page.touchscreen.tap(track.x + track.width / 2, track.y + 20);
  const half = (await number(page, 'valuemax')) / 2;
  await stands(page, half * 0.9, half * 1.1);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
  await guest.end();
});

for (const [where, options] of /** @type {const} */ ([
  ['a wide screen', {}],
  ['a phone', PHONE],
])) {
  test(`two settings race on ${where}`, async () => {
    const { guest, page, parts } = await enter('#/school/race?classic=masked&depth=2&position=fight', options);
    await page.locator('.verdict', { hasText: 'times as many nodes' }).waitFor();
    const [first, second] = parts.filter((part) => part.end).map((part) => part.counters.nodes).sort((a, b) => a - b);
    assert.ok(second > first);
    const times = second / first;
    await page.locator('.verdict', { hasText: times < 10 ? times.toFixed(1) : String(Math.round(times)) }).waitFor();
    await page.locator('.verdict', { hasText: 'same value' }).waitFor();
    assert.equal(await page.locator('.lane[data-done]').count(), 2);
    // The same switches on both sides: a dead heat.
    await page.getByLabel('Second: Pruning (alpha–beta)').check();
    await page.locator('.verdict', { hasText: `Both take ${first} nodes` }).waitFor();
    await guest.end();
  });

  test(`exercises are answered and revealed on ${where}`, async () => {
    const { guest, page } = await enter('#/school/predict?seed=2&number=1', options);
    await page.locator('.options button').first().waitFor();
    await page.locator('.options button').first().click();
    await page.locator('.score', { hasText: /[01] of 1 right/ }).waitFor();
    await page.locator('.reveal').waitFor();
    assert.equal(await page.locator('.options .right').count(), 1);
    await page.getByRole('button', { name: 'Next exercise' }).click();
    await page.waitForURL(/number=2/);
    await page.locator('.options button:enabled').first().waitFor();
    await page.keyboard.press('b');
    await page.locator('.score', { hasText: /[012] of 2 right/ }).waitFor();
    await guest.end();
  });
}

test('the answer to an exercise leads to that move in the theatre, and back to the exercise', async () => {
  const { guest, page } = await enter('#/school/predict?seed=4&number=1');
  await page.locator('.options button').first().waitFor();
  await page.keyboard.press('a');
  const reveal = await page.locator('.reveal').innerText();
  await page.getByRole('link', { name: 'See it in the theatre' }).click();
  await finished(page);
  const said = await page.locator('.because .reasons p').first().innerText();
  assert.ok(reveal.includes(said), `${reveal} has ${said}`);
  await page.goBack();
  await page.locator('.score', { hasText: 'of 1 right' }).waitFor();
  await guest.end();
});

test('every room leads back to the school', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  for (const room of ['theatre', 'race', 'predict', 'xray', 'lab', 'lesson/1']) {
    await go(page, `#/school/${room}`);
    await page.locator('main').getByRole('link', { name: 'School', exact: true }).click();
    await page.getByRole('heading', { name: 'School', exact: true }).waitFor();
    await go(page, `#/school/${room}`);
    await page.locator('main h1').waitFor();
    await page.locator('.bar').getByRole('link', { name: 'School' }).click();
    await page.getByRole('heading', { name: 'School', exact: true }).waitFor();
  }
  await guest.end();
});
