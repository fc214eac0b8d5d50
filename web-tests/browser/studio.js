// The browser that looks at the server under test, and its hands.

import assert from 'node:assert/strict';
import { after } from 'node:test';
import { chromium } from 'playwright-core';
import { go, point } from './hands.js';

export { serve } from './server.js';
export { go, point };

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'],
});
after(() => browser.close());

/**
 * A browser of its own that must never see an error.
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
export async function visitor(options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(20000);
  /** @type {string[]} */
  const errors = [];
  context.on('page', (page) => {
    page.on('pageerror', (error) => errors.push(`${error.message}\n${error.stack}`));
    page.on('console', (message) => {
      // A server that is away on purpose, a key that is wrong on purpose, and a plain address on the network are no fault of the page.
      const expected = /WebSocket connection|ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|Cross-Origin-Opener-Policy/.test(
        message.text(),
      );
      if (message.type() === 'error' && !expected) errors.push(message.text());
    });
  });
  return {
    context,
    errors,
    /** @param {string} url */
    async open(url) {
      const page = await context.newPage();
      await page.goto(url);
      await page.locator('.bar').waitFor();
      return page;
    },
    async end() {
      await context.close();
      assert.deepEqual(errors, []);
    },
  };
}

/** @typedef {import('playwright-core').Page} Page */

/** How many stones the board shows. @param {Page} page */
export function stones(page) {
  return page.locator('.stage .stones > .stone').count();
}

/** @param {Page} page @param {number} count */
export async function atLeast(page, count) {
  await page.waitForFunction((least) => document.querySelectorAll('.stage .stones > .stone').length >= least, count);
}

/**
 * Begins a game with what the form remembers.
 * @param {Page} page
 * @param {string} mode
 * @param {Record<string, any>} form
 */
export async function begin(page, mode, form) {
  await page.evaluate((stored) => localStorage.setItem('goren.new', JSON.stringify(stored)), form);
  await go(page, '#/');
  await page.getByRole('heading', { name: 'Five in a row' }).waitFor();
  await go(page, `#/new/${mode}`);
  await page.locator('button[type=submit]').click();
  await page.locator('.seat.near').waitFor();
}

/** Whether the person is asked to place a stone. @param {Page} page */
export function myTurn(page) {
  return page.waitForFunction(
    () => document.querySelector('.seat.near[data-turn]') || document.querySelector('.note-box.result'),
  );
}

/** The first empty points, row by row from the bottom, far from everything. @param {Page} page */
export function emptyPoints(page) {
  return page
    .locator('.stage [role=gridcell]')
    .evaluateAll((cells) =>
      cells
        .filter((cell) => /, empty$/.test(cell.getAttribute('aria-label') ?? ''))
        .map((cell) => /** @type {HTMLElement} */ (cell).dataset.point ?? ''),
    );
}
