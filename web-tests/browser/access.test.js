import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { hear } from './hands.js';
import { states } from './states.js';
import { go, serve, visitor } from './studio.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** @param {import('playwright-core').Page} page @returns {Promise<string[]>} */
async function violations(page) {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (window).axe.run(document);
    return violations.map(
      (/** @type {any} */ each) =>
        `${each.id}: ${each.help} ${each.nodes.map((/** @type {any} */ node) => node.html.slice(0, 160)).join(' | ')}`,
    );
  });
}

for (const [colorScheme, viewport] of /** @type {const} */ ([
  ['light', { width: 1280, height: 800 }],
  ['dark', { width: 390, height: 844 }],
])) {
  test(`nothing that a page shows violates accessibility (${colorScheme}, ${viewport.width} wide)`, async () => {
    const server = await serve();
    const guest = await visitor({ colorScheme, viewport });
    const page = await guest.context.newPage();
    const heard = hear(page);
    await page.goto(server.url);
    await page.locator('.panel').waitFor();
    /** @type {Record<string, string[]>} */
    const found = {};
    // Only states whose name has this in it.
    const only = process.env.STATE;
    for (const [name, { show }] of Object.entries(states(page, heard))) {
      if (only && !name.includes(only)) continue;
      await show();
      const wrong = await violations(page);
      if (wrong.length) found[name] = wrong;
    }
    await guest.context.close();
    await server.end();
    assert.deepEqual(found, {});
  });
}

test('the board has one tab stop', async () => {
  const server = await serve();
  const guest = await visitor();
  const page = await guest.open(server.url);
  await go(page, '#/new');
  assert.equal(await page.locator('.stage [role=gridcell][tabindex="0"]').count(), 1);
  assert.equal(await page.locator('.stage [role=row]').count(), 15);
  await guest.end();
  await server.end();
});
