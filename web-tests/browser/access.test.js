import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { atLeast, begin, go, point, serve, visitor } from './studio.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
before(async () => {
  server = await serve();
});
after(() => server.end());

/** @param {import('playwright-core').Page} page @param {string} where */
async function audit(page, where) {
  await page.evaluate(axe);
  const violations = await page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (window).axe.run(document);
    return violations.map(
      (/** @type {any} */ each) =>
        `${each.id}: ${each.help} ${each.nodes.map((/** @type {any} */ node) => node.html.slice(0, 160)).join(' | ')}`,
    );
  });
  assert.deepEqual(violations, [], where);
}

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`no page has an accessibility violation (${colorScheme})`, async () => {
    const guest = await visitor({ colorScheme });
    const page = await guest.open(server.url);
    for (const [hash, sign] of [
      ['#/', '#paste'],
      ['#/new', '#new'],
      ['#/new/match', '#left'],
      ['#/games', '.games h1'],
      ['#/settings', '#volume'],
      ['#/help', '.pictures'],
    ]) {
      await go(page, hash);
      await page.locator(sign).waitFor();
      await audit(page, hash);
    }
    await begin(page, 'program', { level: 1, opening: 'free', clock: 'game' });
    await point(page, 'h8').click();
    await atLeast(page, 2);
    await audit(page, 'a game');
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Resign?' }).click();
    await page.getByRole('heading', { name: 'You lost' }).waitFor();
    await audit(page, 'a game that is over');
    await page.keyboard.press('l');
    await page.getByRole('button', { name: 'Start the engine' }).click();
    await page
      .locator('.lines .value', { hasText: /%|win|loss/ })
      .first()
      .waitFor();
    for (const tab of ['moves', 'threats', 'solve', 'edit']) {
      await page.locator(`#tab-${tab}`).click();
      await audit(page, `analysis, ${tab}`);
    }
    await page.getByRole('button', { name: 'Share or export this game' }).click();
    for (const tab of ['picture', 'link', 'text', 'file']) {
      await page.locator(`#share-tab-${tab}`).click();
      await audit(page, `share, ${tab}`);
    }
    await page.keyboard.press('Escape');
    await go(page, '#/games');
    await page.locator('.library .choose').first().check({ force: true });
    await audit(page, 'games, one selected');
    await guest.end();
  });
}

test('the first load is below 150 KB compressed', async () => {
  const guest = await visitor();
  /** @type {Promise<number>[]} */
  const sizes = [];
  guest.context.on('response', (response) => {
    if (response.ok() && !response.url().includes('/api/'))
      sizes.push(
        response.body().then(
          (body) => gzipSync(body).length,
          () => 0,
        ),
      );
  });
  await guest.open(server.url);
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  assert.ok(total > 10000 && total < 150000, `${total} bytes`);
  await guest.end();
});

test('the board has one tab stop', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await go(page, '#/new');
  assert.equal(await page.locator('.stage [role=gridcell][tabindex="0"]').count(), 1);
  assert.equal(await page.locator('.stage [role=row]').count(), 15);
  await guest.end();
});
