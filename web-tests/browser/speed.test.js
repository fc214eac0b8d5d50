import assert from 'node:assert/strict';
import { test } from 'node:test';
import { count } from '../speed.js';
import { scattered, table } from './hands.js';
import { go, serve, visitor } from './studio.js';

/** A build whose pages are bundled: a release. */
const bundled = process.env.GOREN_BUNDLED;

for (const hash of ['#/', '#/games', '#/settings', '#/new', '#/analyse'])
  test(`nothing is asked for twice on the first load of ${hash}`, async () => {
    const server = await serve();
    const guest = await visitor();
    const page = await guest.context.newPage();
    const counted = await count(page);
    // The list of games is what a page asks for last.
    const listed = () => page.waitForResponse((response) => response.url().includes('/api/games'));
    await Promise.all([listed(), page.goto(server.url)]);
    await page.goto(`${server.origin}/${hash}`);
    await page.waitForLoadState('networkidle');
    counted.forget();
    await Promise.all([listed(), page.reload()]);
    await page.waitForLoadState('networkidle');
    const urls = counted.all.map((request) => request.url).filter((url) => !/^data:|icon/.test(url));
    assert.deepEqual(urls.filter((url, i) => urls.indexOf(url) < i), []);
    assert.ok(urls.some((url) => url.endsWith('/ws')));
    await guest.end();
    await server.end();
  });

test('a first visit takes ten requests and 75 KB at most, and a reload asks for no script again', { skip: !bundled }, async () => {
  const server = await serve(['--memory'], 0, bundled);
  const guest = await visitor();
  const page = await guest.context.newPage();
  const counted = await count(page);
  await page.goto(server.url);
  await page.locator('.panel button, .panel a').first().waitFor();
  await page.waitForLoadState('networkidle');
  const what = counted.sent.map(({ url, bytes }) => `${bytes} ${url}`).join('\n');
  assert.ok(counted.sent.length <= 10, what);
  assert.ok(counted.bytes > 20000 && counted.bytes <= 75000, `${counted.bytes} bytes\n${what}`);
  counted.forget();
  await page.reload();
  await page.locator('.panel button, .panel a').first().waitFor();
  await page.waitForLoadState('networkidle');
  assert.deepEqual(
    counted.sent.map(({ url }) => url).filter((url) => /\.(js|css)$/.test(url)),
    [],
  );
  await guest.end();
  await server.end();
});

test('what a release loads later works', { skip: !bundled }, async () => {
  const server = await serve(['--memory'], 0, bundled);
  const guest = await visitor();
  const page = await guest.open(server.url);
  await go(page, '#/school');
  await page.waitForFunction(() => document.title.startsWith('School'));
  await go(page, '#/train');
  await page.locator('.ways').waitFor();
  await go(page, `#/game/${await table(page, { first: { kind: 'person' }, second: { kind: 'person' } }, scattered(3))}`);
  await page.getByRole('button', { name: /^Share/ }).click();
  await page.locator('dialog[open] .preview').waitFor();
  await guest.end();
  await server.end();
});
