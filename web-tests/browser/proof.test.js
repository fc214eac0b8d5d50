import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { PROOF, proved, study } from './hands.js';
import { go, point, serve, visitor } from './studio.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** @typedef {import('playwright-core').Page} Page */

/** The moves shown so far. @param {Page} page @param {string} moves */
function shows(page, moves) {
  return page.waitForFunction(
    (moves) => [...document.querySelectorAll('.proof .pv .move')].map((each) => each.textContent).join(' ') === moves,
    moves,
  );
}

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test(`a win that was found is walked through, saved and opened again (${viewport.width} wide)`, async () => {
    const server = await serve();
    const guest = await visitor({ viewport });
    const page = await guest.open(server.url);
    // Black to move, with two open twos that cross on h8.
    const id = await study(page, '#rule=freestyle&size=15&black=h9h10i8j8&white=a1c2e1g1&side=black');
    await go(page, `#/analyse/${id}`);
    await page.locator('#tab-solve').click();
    await page.getByRole('button', { name: 'Win by threats' }).click();
    await page.getByRole('link', { name: 'Walk through the proof' }).click();
    await page.getByText(/Checked by the rules alone: [\d,]+ positions/).waitFor();
    await page.getByText('Black wins by threats.').waitFor();
    // Replies are numbered on the board, and each leads to its answer.
    await page.locator('.replies li').nth(1).waitFor();
    const reply = page.locator('.replies li button').first();
    const chosen = await reply.textContent();
    await reply.click();
    await page.waitForFunction(
      (chosen) => document.querySelectorAll('.proof .pv .move')[1]?.textContent === chosen,
      chosen,
    );
    assert.equal(await page.locator('.proof .pv .move').count(), 3);
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => document.querySelectorAll('.proof .pv .move').length === 1);
    // The file is a proof that the server checks when it is opened.
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save proof' }).click()]);
    const text = readFileSync(await download.path(), 'utf8');
    assert.match(text, /^goren-proof 1\nrule freestyle\n/);
    await go(page, '#/proof');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Open a proof file' }).click(),
    ]);
    await chooser.setFiles({ name: 'win.proof', mimeType: 'text/plain', buffer: Buffer.from(text) });
    await page.getByText('Black wins by threats.').waitFor();
    await guest.end();
    await server.end();
  });

  test(`every reply shows its answer, to the five (${viewport.width} wide)`, async () => {
    const server = await serve();
    const guest = await visitor({ viewport });
    const page = await guest.open(server.url);
    await go(page, `#/proof/${await proved(page, PROOF)}`);
    await page.getByText('Checked by the rules alone: 433 positions.').waitFor();
    await shows(page, 'h8');
    // A listed reply, by a click on the board.
    await point(page, 'k8').click();
    await shows(page, 'h8 k8 h7');
    // Back and forward by keys, which remember the way.
    await page.keyboard.press('ArrowLeft');
    await shows(page, 'h8');
    await page.keyboard.press('ArrowRight');
    await shows(page, 'h8 k8 h7');
    await page.keyboard.press('Home');
    await shows(page, 'h8');
    // Any other move, and then one that loses at once.
    await point(page, 'a15').click();
    await shows(page, 'h8 a15 k8');
    await page.getByRole('button', { name: /^Lose at once/ }).click();
    await page.getByText('Five in a row: Black has won.').waitFor();
    assert.equal(await page.locator('.proof .pv .move').count(), 5);
    // The place is in the address.
    await page.reload();
    await page.getByText('Five in a row: Black has won.').waitFor();
    await page.evaluate(axe);
    const wrong = await page.evaluate(async () => (await /** @type {any} */ (window).axe.run(document)).violations);
    assert.deepEqual(wrong, []);
    await guest.end();
    await server.end();
  });
}

test('a proof with a hole is refused with its place', async () => {
  const server = await serve();
  const guest = await visitor();
  const page = await guest.open(server.url);
  await go(page, '#/proof');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Open a proof file' }).click(),
  ]);
  const buffer = Buffer.from(PROOF.replace('g8,k8', 'k8'));
  await chooser.setFiles({ name: 'hole.proof', mimeType: 'text/plain', buffer });
  await page.locator('.toast', { hasText: 'after h8 g8 k8: no answer to l8' }).waitFor();
  // The browser itself notes the refusal; nothing else is wrong.
  assert.deepEqual(guest.errors.filter((each) => !/status of 400/.test(each)), []);
  await guest.context.close();
  await server.end();
});
