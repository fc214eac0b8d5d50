// Every page and state at eleven sizes and with two fonts: nothing cut, nothing over another, nothing out of reach.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hear } from './hands.js';
import { measure } from './measure.js';
import { GIVEN, SIZES, states } from './states.js';
import { point, serve, visitor } from './studio.js';

/** @typedef {import('playwright-core').Page} Page */

const FONTS = ['DejaVu Sans', 'Liberation Sans'];

/** Leaves the picture of the board out: painting it at every size takes longer than everything else. @param {Page} page */
function unpainted(page) {
  return page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.insertRule('goren-board > svg { display: none }');
    document.adoptedStyleSheets = [sheet];
  });
}

/**
 * Measures what is shown at every size.
 * @param {Page} page
 * @param {string} name
 * @param {{ board?: number, seen?: string[] }} wanted
 * @param {Map<string, string[]>} found
 */
async function walk(page, name, { board = 0, seen = [] }, found) {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    for (const fault of new Set(await page.evaluate(measure, { fonts: FONTS, board, seen, given: GIVEN }))) {
      const [font, ...what] = fault.split(': ');
      const key = `${name}: ${what.join(': ')}`;
      const where = `${width}×${height} ${font === FONTS[0] ? 'wide' : 'narrow'}`;
      found.set(key, [...(found.get(key) ?? []), where]);
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
before(async () => {
  server = await serve(['--memory', '--lan']);
});
after(() => server.end());

test('nothing is cut, covered or out of reach on any page at any size', async () => {
  const guest = await visitor();
  const page = await guest.context.newPage();
  const heard = hear(page);
  await page.goto(server.url);
  await page.locator('.panel').waitFor();
  await unpainted(page);
  const widths = await page.evaluate((fonts) => {
    const context = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));
    return [...fonts, 'no such font'].map((font) => {
      context.font = `40px "${font}", monospace`;
      return context.measureText('Illegible').width;
    });
  }, FONTS);
  assert.equal(new Set(widths).size, 3, 'install the Debian packages fonts-dejavu-core and fonts-liberation');

  /** Where each fault was seen. @type {Map<string, string[]>} */
  const found = new Map();
  // Only states whose name has one of these in it: STATE='engine on,comment'.
  const only = process.env.STATE;
  for (const [name, { show, ...wanted }] of Object.entries(states(page, heard))) {
    if (only && !only.split(',').some((each) => name.includes(each))) continue;
    try {
      await show();
    } catch (error) {
      found.set(`${name}: cannot be shown: ${/** @type {Error} */ (error).message.split('\n')[0]}`, []);
      continue;
    }
    await walk(page, name, wanted, found);
  }
  if (server.guest && !only) {
    const lobby = await guest.open(server.guest);
    await lobby.locator('#guest-name').waitFor();
    await unpainted(lobby);
    await walk(lobby, 'lobby', {}, found);
    const stranger = await visitor();
    const outside = await stranger.open(`${server.origin}/#token=0000`);
    await outside.locator('main h1').waitFor();
    await unpainted(outside);
    await walk(outside, 'wrong key', {}, found);
    await stranger.context.close();
  }
  await server.end();
  if (!only) {
    await page.locator('.bar .state').waitFor();
    await walk(page, 'connection lost', {}, found);
  }
  await guest.context.close();

  if (found.size) assert.fail([...found].map(([fault, where]) => `${fault} (${where.join(', ')})`).join('\n'));
});

test('the question whether to place a stone stays on the screen of a small phone', async () => {
  const server = await serve();
  const guest = await visitor({ viewport: { width: 320, height: 640 }, hasTouch: true });
  const page = await guest.open(server.url);
  await page.evaluate((font) => document.documentElement.style.setProperty('--font', font), FONTS[0]);
  for (const each of ['o9', 'a9']) {
    await page.setViewportSize({ width: 768, height: 1024 });
    await point(page, each).tap();
    for (const width of [768, 320]) {
      await page.setViewportSize({ width, height: 640 });
      const box = await page.locator('.confirm').boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= width, JSON.stringify(box));
    }
  }
  await guest.end();
  await server.end();
});
