// Pictures of the pages: `GOREN=path/to/goren node screenshots.js FOLDER` for the README, `--all FOLDER` for every page at ten sizes.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { hear } from './browser/hands.js';
import { serve } from './browser/server.js';
import { SIZES, states } from './browser/states.js';

const all = process.argv[2] === '--all';
const folder = process.argv[all ? 3 : 2] ?? 'screenshots';
/** The README's pictures: their names, and the states they show. */
const own = { home: 'home', analysis: 'analysis, engine on', new: 'new, program' };
const names = { wide: [1440, 900], tablet: [1024, 768], phone: [390, 844] };

await mkdir(folder, { recursive: true });
const server = await serve();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  const context = await browser.newContext({ colorScheme, deviceScaleFactor: 1, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const heard = hear(page);
  await page.goto(server.url);
  await page.locator('.panel').waitFor();
  for (const [state, { show }] of Object.entries(states(page, heard))) {
    const name = all ? state.replace(/\W+/g, '-') : Object.entries(own).find(([, each]) => each === state)?.[0];
    if (!name) continue;
    await page.setViewportSize({ width: 1280, height: 800 });
    await show();
    const sizes = all ? SIZES.map((size) => /** @type {const} */ ([size.join('x'), size])) : Object.entries(names);
    for (const [size, [width, height]] of sizes) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`) });
    }
  }
  await context.close();
}
await browser.close();
await server.end();
