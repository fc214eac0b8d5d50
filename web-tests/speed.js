// How fast the pages are, in numbers: `GOREN=path/to/goren node speed.js`, with a release of goren.

import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { scattered, study } from './browser/hands.js';
import { serve } from './browser/server.js';

/** @typedef {import('playwright-core').Page} Page */

/**
 * Counts what a page asks for and what comes over the wire, heads included.
 * @param {Page} page
 */
export async function count(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  /** @type {Map<string, { url: string, bytes: number, cached: boolean }>} */
  let requests = new Map();
  session.on('Network.requestWillBeSent', ({ requestId, request }) =>
    requests.set(requestId, { url: request.url, bytes: 0, cached: false }),
  );
  session.on('Network.webSocketCreated', ({ requestId, url }) => requests.set(requestId, { url, bytes: 0, cached: false }));
  session.on('Network.requestServedFromCache', ({ requestId }) => {
    const request = requests.get(requestId);
    if (request) request.cached = true;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) request.bytes = encodedDataLength;
  });
  return {
    forget() {
      requests = new Map();
    },
    get all() {
      return [...requests.values()];
    },
    get sent() {
      return [...requests.values()].filter((request) => !request.cached);
    },
    get bytes() {
      return [...requests.values()].reduce((sum, request) => sum + request.bytes, 0);
    },
  };
}

/** @param {number[]} numbers @param {number} share */
const quantile = (numbers, share) => [...numbers].sort((a, b) => a - b)[Math.floor((numbers.length - 1) * share)];

/** @param {number[]} numbers */
const spread = (numbers) =>
  `median ${quantile(numbers, 0.5).toFixed(0)}, 95 % within ${quantile(numbers, 0.95).toFixed(0)} ms (${numbers.length})`;

/** How long from a click on the board until its stone is painted. @param {Page} page @param {string} point */
async function click(page, point) {
  await page.evaluate(() => {
    /** @type {any} */ (window).painted = new Promise((resolve) =>
      addEventListener(
        'click',
        (event) => {
          const look = () => {
            const { port1, port2 } = new MessageChannel();
            const stones = document.querySelectorAll('.stage .stones > .stone').length;
            port1.onmessage = () => resolve(performance.now() - event.timeStamp);
            if (stones > before) port2.postMessage(0);
            else requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        },
        { once: true, capture: true },
      ),
    );
    const before = document.querySelectorAll('.stage .stones > .stone').length;
  });
  await page.locator(`.stage [data-point="${point}"]`).click();
  return page.evaluate(() => /** @type {Promise<number>} */ (/** @type {any} */ (window).painted));
}

/** The times between frames over a while. @param {Page} page @param {number} ms @returns {Promise<number[]>} */
function frames(page, ms) {
  return page.evaluate(
    (ms) =>
      new Promise((resolve) => {
        /** @type {number[]} */
        const gaps = [];
        let last = performance.now();
        const end = last + ms;
        const next = (/** @type {number} */ now) => {
          gaps.push(now - last);
          last = now;
          if (now < end) requestAnimationFrame(next);
          else resolve(gaps);
        };
        requestAnimationFrame(next);
      }),
    ms,
  );
}

async function main() {
  const server = await serve();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  const say = (/** @type {string} */ what, /** @type {string | number} */ number) =>
    console.log(`${what.padEnd(34)}${number}`);
  const fresh = () => browser.newContext({ viewport: { width: 1440, height: 900 } });

  /** @type {number[][]} */
  const paints = [];
  for (let visit = 0; visit < 5; visit++) {
    const context = await fresh();
    const page = await context.newPage();
    const counted = await count(page);
    await page.goto(server.url);
    await page.locator('.stage [role=gridcell]').first().waitFor();
    await page.waitForLoadState('networkidle');
    paints.push(
      await page.evaluate(() => performance.getEntriesByType('paint').map((entry) => entry.startTime)),
    );
    if (visit === 0) {
      say('first load, requests', counted.sent.length);
      say('first load, bytes on the wire', counted.bytes);
      counted.forget();
      await page.reload();
      await page.locator('.stage [role=gridcell]').first().waitFor();
      await page.waitForLoadState('networkidle');
      say('reload, requests', counted.sent.length);
      say('reload, bytes on the wire', counted.bytes);
    }
    await context.close();
  }
  say('first paint', spread(paints.map(([first]) => first)));
  say('first contentful paint', spread(paints.map((entry) => entry[entry.length - 1])));

  const context = await fresh();
  const page = await context.newPage();
  await page.goto(server.url);
  await page.locator('.stage [role=gridcell]').first().waitFor();
  const id = await study(page, 'h8 i9 i7 g9');
  await page.evaluate((id) => {
    location.hash = `#/analyse/${id}`;
  }, id);
  await page.locator('#tab-moves').waitFor();
  await page.keyboard.press('End');
  await page.waitForTimeout(500);
  const quiet = [];
  for (const point of scattered(30)) quiet.push(await click(page, point));
  say('click to paint, engine off', spread(quiet));

  await page.keyboard.press('Home');
  await page.keyboard.press('End');
  await page.keyboard.press('l');
  await page.waitForTimeout(500);
  const gaps = await frames(page, 10000);
  say('frames a second while analysing', (gaps.length / 10).toFixed(1));
  say('frames over 50 ms, of the longest', `${gaps.filter((gap) => gap > 50).length}, ${Math.max(...gaps).toFixed(0)} ms`);
  await browser.close();
  await server.end();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
