// Pictures of the pages: `GOREN=path/to/goren node screenshots.js FOLDER` for the README, `--all FOLDER` for every page at eleven sizes.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { hear } from './browser/hands.js';
import { serve } from './browser/server.js';
import { SIZES, states } from './browser/states.js';

const all = process.argv[2] === '--all';
const folder = process.argv[all ? 3 : 2] ?? 'screenshots';
/**
 * The README's pictures.
 * @type {{ name: string, state: string, size: [number, number], scheme: 'light' | 'dark' }[]}
 */
const own = [
  { name: 'analysis', state: 'analysis, engine on', size: [1440, 900], scheme: 'light' },
  { name: 'theatre', state: 'theatre', size: [1440, 900], scheme: 'light' },
  { name: 'home-phone', state: 'home', size: [390, 844], scheme: 'dark' },
];

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
    const pictures = all
      ? SIZES.map((size) => ({ name: `${state.replace(/\W+/g, '-')}-${size.join('x')}-${colorScheme}`, size }))
      : own.filter((each) => each.state === state && each.scheme === colorScheme);
    if (!pictures.length) continue;
    await page.setViewportSize({ width: 1280, height: 800 });
    await show();
    for (const { name, size } of pictures) {
      await page.setViewportSize({ width: size[0], height: size[1] });
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      await page.screenshot({ path: join(folder, `${name}.png`) });
    }
  }
  await context.close();
}
await browser.close();
await server.end();
