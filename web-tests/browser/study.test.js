import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { atLeast, go, point, serve, stones, visitor } from './studio.js';

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
before(async () => {
  server = await serve();
});
after(() => server.end());

/** Opens pasted text as a study. @param {import('playwright-core').Page} page @param {string} text @param {number} count */
async function paste(page, text, count) {
  await go(page, '#/');
  await page.getByLabel('Or paste a game').fill(text);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.locator('#tab-moves').waitFor();
  await page.getByRole('button', { name: 'End (End)' }).click({ force: true });
  await atLeast(page, count);
}

test('the engine shows lines, plays its best move and stops', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await paste(page, 'h8 i9 i7 g9 h9', 5);
  await page.getByRole('button', { name: 'Start the engine' }).click();
  await page
    .locator('.lines .value', { hasText: /%|wins/ })
    .first()
    .waitFor();
  assert.ok((await page.locator('.stage .ghosts .stone').count()) >= 1);
  const line = page.locator('.lines button.value').first();
  await line.hover();
  await page.locator('.stage .ghosts .preview').first().waitFor();
  await page.mouse.move(700, 5);
  await page.keyboard.press('Space');
  await atLeast(page, 6);
  await page.getByRole('button', { name: 'Stop the engine' }).click();
  await page.getByRole('button', { name: 'Start the engine' }).waitFor();
  await guest.end();
});

test('either colour can be placed at any time, and the past can be varied', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await go(page, '#/analyse');
  await page.locator('#tab-moves').waitFor();
  await point(page, 'h8').click();
  await atLeast(page, 1);
  await point(page, 'i9').click({ modifiers: ['Shift'] });
  await atLeast(page, 2);
  assert.match((await point(page, 'i9').getAttribute('aria-label')) ?? '', /Black/);
  await point(page, 'a1').click({ button: 'right' });
  await page.waitForFunction(() => document.querySelectorAll('.stage .stones > .stone').length === 1);
  await point(page, 'g7').click();
  await page.locator('.variation').waitFor();
  await page.getByRole('button', { name: 'Add a comment' }).click();
  await page.locator('#comment').fill('<img src=x onerror=alert(1)> better');
  await page.locator('#comment').blur();
  await page.getByText('<img src=x onerror=alert(1)> better').first().waitFor();
  assert.equal(await page.locator('img').count(), 0);
  await guest.end();
});

test('an empty board is not kept, and Analyse does not lead away from an analysis', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  const count = () =>
    page.evaluate(async () => {
      const headers = { Authorization: `Bearer ${localStorage.getItem('goren.token')}` };
      return (await (await fetch('/api/games', { headers })).json()).games.length;
    });
  const analyse = page.locator('.bar').getByRole('link', { name: 'Analyse' });
  await analyse.click();
  await page.locator('#tab-moves').waitFor();
  const before = await count();
  const scratch = page.url();
  await go(page, '#/games');
  await analyse.click();
  await page.locator('#tab-moves').waitFor();
  assert.equal(page.url(), scratch);
  await point(page, 'h8').click();
  await atLeast(page, 1);
  await analyse.click();
  assert.equal(page.url(), scratch);
  assert.equal(await count(), before + 1);
  await go(page, '#/games');
  await analyse.click();
  await page.locator('#tab-moves').waitFor();
  assert.notEqual(page.url(), scratch);
  assert.equal(await count(), before + 1);
  await guest.end();
});

test('threats, forbidden points and forced wins are shown with their lines', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await paste(page, '#rule=renju&size=15&moves=h8a1g8c1i9e1i10g1', 8);
  await page.waitForFunction(() => document.querySelectorAll('.stage .forbidden > g').length >= 1);
  await point(page, 'i8').click();
  await page.getByRole('heading', { name: 'i8 is forbidden: two open threes' }).waitFor();
  await page.keyboard.press('x');
  await page.locator('.stage .marks .mark').first().waitFor();
  await page.locator('#tab-threats').click();
  await page.locator('.legend li').first().hover();
  await paste(page, '#rule=freestyle&size=15&black=h8g8f8&white=a1c1&side=black', 5);
  await page.locator('#tab-solve').click();
  await page.getByRole('button', { name: 'Win by fours' }).click();
  await page.getByRole('heading', { name: /Black wins by fours in \d moves \(\d plies\)/ }).waitFor();
  await page.getByText('Proved, and checked by the rules alone').first().waitFor();
  await page.getByRole('button', { name: 'Show on the board' }).click();
  await page.locator('.stage .ghosts .preview').first().waitFor();
  await guest.end();
});

test('what Solve has proved every panel tells, with the same number', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await paste(page, '#rule=freestyle&size=15&black=h9g9i8i7&white=a1a3c15e15&side=black', 8);
  await page.locator('#tab-solve').click();
  await page.getByRole('button', { name: 'Win by threats' }).click();
  await page.getByRole('heading', { name: 'Black wins by threats in 3 moves (5 plies)' }).waitFor();
  const engine = page.locator('section.engine');
  await engine.getByText('Black wins in 3 moves, proved').waitFor();
  await page.locator('#tab-threats').click();
  await page.locator('#tab-panel').getByText('Black wins by threats in 3 moves').waitFor();
  assert.equal(await page.getByText('Found by search, not proved yet').count(), 0);
  // After the first move of the proof White has lost, and that is known, too.
  await engine.getByRole('link', { name: 'Proved by threats: see the proof' }).click();
  await page.getByText('Black wins in at most 3 moves (5 plies).').waitFor();
  await guest.end();
});

test('whoever can win by fours is not told to block', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  // Both have an open three, and it is Black's turn.
  await paste(page, '#rule=freestyle&size=15&black=h8g8f8&white=h12g12f12&side=black', 6);
  await page.locator('#tab-threats').click();
  await page.locator('#tab-panel').getByText(/Black wins by fours in \d moves/).waitFor();
  assert.equal(await page.getByText('Must block').count(), 0);
  await paste(page, '#rule=freestyle&size=15&black=h8g8f8&white=a1c1f1&side=white', 6);
  await page.locator('#tab-threats').click();
  await page.getByText('Must block').waitFor();
  await guest.end();
});

test('what is not known has no share on the bar', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await paste(page, 'h8 i9 i7', 3);
  await page.getByRole('img', { name: 'not known yet' }).waitFor();
  assert.equal(await page.locator('.engine .numbers').innerText(), 'Start it for chances and best lines.');
  assert.equal(await page.locator('.evalbar .black-share').count(), 0);
  assert.ok(await page.locator('.evalbar .half').isHidden());
  await guest.end();
});

test('a position is set up freely and analysed', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await go(page, '#/analyse');
  await page.locator('#tab-edit').click();
  await point(page, 'h8').click();
  await point(page, 'h9').click();
  await page.getByLabel('White', { exact: true }).first().check();
  await point(page, 'c3').click();
  await page.getByLabel('Trap').check();
  await point(page, 'd4').click();
  await page.getByRole('button', { name: 'Use this position' }).click();
  await page.locator('#tab-moves[aria-selected=true]').waitFor();
  await atLeast(page, 3);
  assert.equal(await page.locator('.stage .trap').count(), 1);
  await guest.end();
});

test('a review judges every move and its graph leads to them', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await paste(page, 'h8 i9 i7 g9 h9 h10 a1', 7);
  await page.getByRole('button', { name: 'Review game' }).click();
  await page.locator('.graph .curve').first().waitFor({ timeout: 120000 });
  await page.locator('.findings .players').waitFor({ timeout: 120000 });
  // What the percentages are can be seen.
  const box = await page.locator('.players .accuracy').getByText('Accuracy').first().boundingBox();
  assert.ok(box && box.width > 30, JSON.stringify(box));
  await page.getByRole('button', { name: 'Review again' }).waitFor({ timeout: 120000 });
  // What the review has proved has its proof; elsewhere the engine offers only what the review has not said.
  await page.locator('.engine .chance').waitFor();
  await page.locator('.engine .numbers').getByRole('link', { name: 'Proved by threats: see the proof', exact: true }).waitFor();
  await page.locator('.graph').click({ position: { x: 2, y: 20 } });
  await page.waitForFunction(() => document.querySelectorAll('.stage .stones > .stone').length === 0);
  await page.locator('.engine .chance').waitFor();
  assert.equal(await page.locator('.engine .numbers').innerText(), 'Start it for best lines.');
  await page.locator('.graph').focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.querySelectorAll('.stage .stones > .stone').length === 1);
  await guest.end();
});

test('the game is named, its rule changes and the moves stay', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await paste(page, 'h8 a1 i8 a3 j9 a5 j10 a7 j8', 9);
  await page.getByRole('button', { name: 'Edit the game details' }).click();
  await page.getByLabel('Event').fill('Club final');
  await page.getByLabel('Event').blur();
  await page.locator('.about-game', { hasText: 'Club final' }).waitFor();
  await page.locator('.about-game', { hasText: 'Freestyle · 15×15' }).waitFor();
  await page.getByLabel('Rule').selectOption('renju');
  await page.locator('.toast', { hasText: 'Move 9, j8, is forbidden here.' }).waitFor();
  await page.getByRole('heading', { name: 'j8 was forbidden: two open threes' }).waitFor();
  assert.ok((await page.locator('.stage .lit .line.why').count()) >= 2);
  await page.locator('.toast button', { hasText: 'Undo' }).click();
  await page.locator('.about-game', { hasText: 'Freestyle' }).waitFor();
  await atLeast(page, 9);
  await guest.end();
});

test('what was deleted comes back', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await paste(page, 'h8 i9 g7 a1', 4);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'Delete from here on' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.moves button').length === 1);
  await page.locator('.toast', { hasText: '3 moves deleted.' }).getByRole('button', { name: 'Undo' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.moves button').length === 4);
  await guest.end();
});

test('a line is added up to the move that is pressed, and as a whole', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await paste(page, '#rule=freestyle&size=15&black=h8g8f8&white=a1c1&side=black', 5);
  await page.locator('#tab-solve').click();
  await page.getByRole('button', { name: 'Win by fours' }).click();
  const moves = page.locator('.note-box .pv .move');
  await moves.first().waitFor();
  const count = await moves.count();
  await moves.last().hover();
  await page.waitForFunction(
    (all) => document.querySelectorAll('.stage .ghosts .preview').length === all,
    count,
  );
  await page.getByRole('button', { name: 'Add to the moves' }).click();
  await page.locator('.toast', { hasText: `Line added: ${count} moves.` }).waitFor();
  assert.equal(await stones(page), 5);
  await moves.nth(1).click();
  await atLeast(page, 7);
  await page.locator('#tab-moves').click();
  await page.waitForFunction((all) => document.querySelectorAll('.moves button').length === all, count);
  assert.equal(await page.locator('.variation').count(), 0);
  await guest.end();
});

test('marks are drawn, kept and exported', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await paste(page, 'h8 i9', 2);
  await point(page, 'c3').click({ modifiers: ['Alt'] });
  await page.locator('.stage .marks .circle.drawn').waitFor();
  await page.getByRole('button', { name: 'Draw marks on the board' }).click();
  await page.getByRole('button', { name: 'letter' }).click();
  await point(page, 'd4').click();
  await point(page, 'h8').click();
  await page.waitForFunction(() => document.querySelectorAll('.stage .marks .label').length === 2);
  assert.equal(await stones(page), 2);
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll('.stage .marks .label').length === 2);
  const sgf = await page.evaluate(async () => {
    const id = location.hash.split('/').pop();
    const headers = { Authorization: `Bearer ${localStorage.getItem('goren.token')}` };
    return (await fetch(`/api/games/${id}/export?format=sgf`, { headers })).text();
  });
  assert.match(sgf, /CR\[cm\]/);
  assert.match(sgf, /LB\[dl:A\]\[hh:B\]/);
  await guest.end();
});

test('moves are left out, and an analysis ends at its limit', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await paste(page, 'h8 i9 g9', 3);
  await page.locator('#tab-tune').click();
  await page.getByLabel('Depth', { exact: true }).check();
  await page.getByLabel('Depth in moves').fill('4');
  await page.getByLabel('Depth in moves').blur();
  await page.getByRole('button', { name: 'Start the engine' }).click();
  await page.locator('.engine .numbers', { hasText: 'Finished · depth 4' }).waitFor();
  // There is nothing left to stop.
  await page.getByRole('button', { name: 'Switch the engine off' }).waitFor();
  const best = (await page.locator('.lines .move').first().textContent()) ?? '';
  await page.getByLabel('All but these').check();
  await point(page, best).click();
  await page.locator('.engine .tag', { hasText: '1 left out' }).waitFor();
  await page.waitForFunction(
    (left) => document.querySelector('.lines .move') && document.querySelector('.lines .move')?.textContent !== left,
    best,
  );
  await guest.end();
});

test('what was analysed is shown again at once, and walking in one tab moves no other', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await paste(page, 'h8 i9 g9', 3);
  await page.getByRole('button', { name: 'Start the engine' }).click();
  const depth = () =>
    page.evaluate(() => Number(/depth (\d+)/.exec(document.querySelector('.engine .numbers')?.textContent ?? '')?.[1] ?? 0));
  await page.waitForFunction(
    () => Number(/depth (\d+)/.exec(document.querySelector('.engine .numbers')?.textContent ?? '')?.[1] ?? 0) >= 4,
    null,
    { timeout: 60000 },
  );
  const reached = await depth();
  const other = await guest.open(`${server.url.split('#')[0]}${new URL(page.url()).hash}`);
  await atLeast(other, 3);
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => document.querySelectorAll('.stage .stones > .stone').length === 2);
  assert.equal(await stones(other), 3);
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.querySelectorAll('.stage .stones > .stone').length === 3);
  assert.ok((await depth()) >= reached);
  await guest.end();
});

test('a mistake is shown before it was made, and the review is there after a reload', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await paste(page, 'h8 i9 h6 g9 h7 a1 h9 a2 h5', 9);
  await page.getByRole('button', { name: 'Review game' }).click();
  const mistake = page.locator('.finding', { hasText: '6 a1' });
  await mistake.waitFor({ timeout: 120000 });
  await page.getByRole('button', { name: 'Review again' }).waitFor({ timeout: 60000 });
  await page.reload();
  await mistake.click();
  await page.waitForFunction(() => document.querySelectorAll('.stage .stones > .stone').length === 5);
  await page.locator('.stage .ghosts .preview').first().waitFor();
  assert.match((await mistake.textContent()) ?? '', /missed defence.*Allowed a win by fours in 2 moves; h\d+ would have stopped it\.$/);
  assert.ok((await page.locator('.graph .dot').count()) >= 1);
  await guest.end();
});

test('a finished series has a score and a log', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await page.evaluate(() =>
    localStorage.setItem(
      'goren.new',
      JSON.stringify({ left: 'goren 1', right: 'goren 2', games: 2, speed: 0, size: 9 }),
    ),
  );
  await go(page, '#/new/match');
  await page.locator('button[type=submit]').click();
  await page.locator('table.scores tbody tr').first().waitFor({ timeout: 60000 });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save log (CSV)' }).click(),
  ]);
  assert.match(download.suggestedFilename(), /\.csv$/);
  await page.getByText(/goren 1: \d won · goren 2: \d won/).waitFor();
  // The points stand at the names, and the table where it can be seen.
  await page.getByText('Series: 2 of 2 games').waitFor({ timeout: 60000 });
  const scores = await page.locator('.seat .score').evaluateAll((all) => all.map((each) => Number((each.firstChild?.textContent ?? '').replace('½', '.5'))));
  assert.equal(scores.length, 2);
  assert.equal(scores[0] + scores[1], 2);
  const [panel, row] = [await page.locator('.panel').boundingBox(), await page.locator('table.scores tbody tr').last().boundingBox()];
  assert.ok(panel && row && row.y > panel.y && row.y + row.height < panel.y + panel.height, JSON.stringify([panel, row]));
  assert.doesNotMatch(await page.locator('table.scores tbody').innerText(), /\b0 µs|0\.00/);
  await guest.end();
});

test('the line that was the main one is made so again', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await paste(page, '(;GM[4]SZ[15];B[hh];W[ig](;B[gi];W[gg])(;B[ih];W[hg]))', 4);
  const main = () => page.locator('.moves > li > button').evaluateAll((all) => all.map((each) => each.textContent?.split(' ').at(-1)));
  const before = await main();
  await page.locator('.variation button').last().click();
  await page.getByRole('button', { name: 'Make this the main line' }).click();
  await page.locator('.toast', { hasText: 'This is the main line now.' }).waitFor();
  await page.waitForFunction((old) => document.querySelectorAll('.moves > li > button')[2]?.textContent?.endsWith(old ?? '') === false, before[2]);
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
  await page.waitForFunction((old) => document.querySelectorAll('.moves > li > button')[2]?.textContent?.endsWith(old ?? ''), before[2]);
  assert.deepEqual(await main(), before);
  await guest.end();
});

test('a part that could not be loaded is asked for again', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await paste(page, 'h8 i9', 2);
  await page.route('**/library/library.js', (route) => route.abort());
  await page.locator('#tab-explore').click();
  await page.getByText('This page couldn’t be loaded').waitFor();
  await page.unroute('**/library/library.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('#tab-explore').click();
  await page.locator('#tab-panel').getByText(/Games|library/).first().waitFor();
  guest.errors.splice(0);
  await guest.end();
});

test('a position in which the game is over is said to be so, and not searched', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await paste(page, 'h8 a1 i8 a3 j8 a5 k8 a7 l8', 9);
  await page.keyboard.press('l');
  await page.locator('.engine', { hasText: 'The game is over: Black won.' }).waitFor();
  assert.doesNotMatch(await page.locator('.engine').innerText(), /depth|positions/);
  await guest.end();
});

test('marks that were cleared come back to their own move', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await paste(page, 'h8 i9 g7', 3);
  await page.getByRole('button', { name: 'Draw marks on the board' }).click();
  await point(page, 'c3').click();
  await page.locator('.stage .marks .circle.drawn').waitFor();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.locator('.stage .marks .circle.drawn').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Back (←)' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.stage .stones > .stone').length === 2);
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Forward (→)' }).click();
  await page.locator('.stage .marks .circle.drawn').waitFor();
  await guest.end();
});

test('Control+z takes back the last steps, one at a time, but in a field the text', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await paste(page, 'h8 i9 g7 a1', 4);
  await point(page, 'c3').click({ modifiers: ['Alt'] });
  await page.locator('.stage .marks .circle.drawn').waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'Delete from here on' }).click();
  const moves = (/** @type {number} */ count) =>
    page.waitForFunction((count) => document.querySelectorAll('.moves button').length === count, count);
  await moves(2);
  await page.getByRole('button', { name: 'Add a comment' }).click();
  await page.locator('#comment').pressSequentially('ab');
  await page.keyboard.press('Control+z');
  await page.waitForFunction(() => /** @type {any} */ (document.querySelector('#comment')).value !== 'ab');
  assert.equal(await page.locator('.moves button').count(), 2);
  await page.locator('#comment').fill('better');
  await page.locator('#comment').blur();
  const told = page.locator('.moves', { hasText: 'better' });
  await told.waitFor();
  await page.keyboard.press('Control+z');
  await told.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await moves(4);
  await page.keyboard.press('End');
  await page.locator('.stage .marks .circle.drawn').waitFor();
  await page.keyboard.press('Control+z');
  await page.locator('.stage .marks .circle.drawn').waitFor({ state: 'detached' });
  assert.equal(await page.locator('.moves button').count(), 4);
  await guest.end();
});
