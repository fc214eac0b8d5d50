// Pictures for the README: `GOREN=path/to/goren node screenshots.js FOLDER`.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { serve } from './browser/server.js';

const folder = process.argv[2] ?? 'screenshots';
const game = '#rule=freestyle&size=15&moves=h8i9i7g9h9h10g8j8f7e6j10i6g7h7f9g10e8d7';
const sizes = {
  wide: { width: 1440, height: 900 },
  tablet: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
};

await mkdir(folder, { recursive: true });
const server = await serve();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  for (const [name, viewport] of Object.entries(sizes)) {
    const context = await browser.newContext({ viewport, colorScheme, deviceScaleFactor: 1, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const shoot = (/** @type {string} */ what) =>
      page.screenshot({ path: join(folder, `${what}-${name}-${colorScheme}.png`) });
    await page.goto(server.url);
    await page.locator('#paste').waitFor();
    await shoot('home');
    await page.evaluate((hash) => {
      location.hash = hash;
    }, game);
    await page.locator('#tab-moves').waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('l');
    await page.waitForFunction(() =>
      /depth (?!0|1\/)\d+/.test(document.querySelector('.engine .numbers')?.textContent ?? ''),
    );
    await page.waitForTimeout(1500);
    await shoot('analysis');
    await page.keyboard.press('l');
    await page.evaluate(() =>
      localStorage.setItem('goren.new', JSON.stringify({ level: 6, begins: 'white', clock: 'game' })),
    );
    await page.evaluate(() => {
      location.hash = '#/new/program';
    });
    await page.locator('#new').waitFor();
    await shoot('new');
    await context.close();
  }
}
await browser.close();
await server.end();
