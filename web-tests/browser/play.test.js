import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { table } from './hands.js';
import { atLeast, begin, emptyPoints, go, myTurn, point, serve, stones, visitor } from './studio.js';

/** Two persons at one board. @type {Pick<import('./hands.js').NewGame, 'first' | 'second'>} */
const two = { first: { kind: 'person', name: 'Ann' }, second: { kind: 'person', name: 'Bo' } };

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
before(async () => {
  server = await serve();
});
after(() => server.end());

test('a whole game against level 3 by mouse ends with a row', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await begin(page, 'program', { level: 3 });
  const result = page.locator('.note-box.result');
  for (let turn = 0; turn < 100 && !(await result.count()); turn++) {
    await myTurn(page);
    if (await result.count()) break;
    const free = await emptyPoints(page);
    // Scattered stones never make a row, so that the program has to.
    const choice = free.find((each) => /^[adgjm](1|4|7|10|13)$/.test(each) || /^[bekn](15|2)$/.test(each)) ?? free[0];
    const before = await stones(page);
    await point(page, choice).click();
    await atLeast(page, before + 1);
  }
  assert.equal(await result.locator('h2').innerText(), 'You lost');
  assert.match(await result.innerText(), /Five in a row, \w+–\w+\. \d+ moves\./);
  assert.equal(await result.getAttribute('data-tone'), 'lost');
  assert.equal(await page.locator('.stage .lit .win').count(), 1);
  await guest.end();
});

test('a game is begun, played and left by keyboard alone', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await page.keyboard.press('n');
  await page.getByRole('heading', { name: 'New game' }).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.seat.near').waitFor();
  // The keyboard is on the board, and the game has been introduced.
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'gridcell');
  await page.locator('#live', { hasText: 'You – goren 2. You play Black. Your turn' }).waitFor({ state: 'attached' });
  const result = page.locator('.note-box.result');
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  assert.match(await focused(), /^h8, empty/);
  await page.keyboard.press('Enter');
  await atLeast(page, 2);
  assert.match(await focused(), /^h8, Black, move 1/);
  await page.keyboard.press('Home');
  await page.keyboard.press('PageDown');
  for (let turn = 0; turn < 100 && !(await result.count()); turn++) {
    await myTurn(page);
    if (await result.count()) break;
    const before = await stones(page);
    for (let step = 0; step < 30 && !/, empty$/.test(await focused()); step++)
      await page.keyboard.press(step % 14 === 13 ? 'ArrowUp' : 'ArrowRight');
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      (least) =>
        document.querySelectorAll('.stage .stones > .stone').length > least ||
        document.querySelector('.note-box.result'),
      before,
    );
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
  }
  assert.match(await result.innerText(), /You (won|lost)\s+Five in a row/);
  await guest.end();
});

test('swap2, when the person begins: three stones, then the program chooses', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await begin(page, 'program', { opening: 'swap2', begins: 'black', level: 3 });
  for (const each of ['h8', 'i9', 'g10']) {
    await page.locator('.note-box h2', { hasText: 'Place a' }).waitFor();
    const before = await stones(page);
    await point(page, each).click();
    await atLeast(page, before + 1);
  }
  // It takes a colour, or places two more and lets the person choose.
  const taken = page.locator('.note-box', { hasText: /goren 3 took (Black|White)\. You play (White|Black)\./ });
  const left = page.getByRole('button', { name: 'Take Black' });
  await taken.or(left).first().waitFor();
  await guest.end();
});

test('swap2, when the program begins: the person sees the balance and chooses', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await begin(page, 'program', { opening: 'swap2', begins: 'white', level: 3 });
  await page.getByRole('button', { name: 'Take Black' }).waitFor();
  assert.equal(await stones(page), 3);
  await page.getByRole('button', { name: 'Show the balance' }).click();
  await page.getByText(/^Black \d+% \(.+\)$/).waitFor();
  await page.getByRole('button', { name: 'Take Black' }).click();
  // Black is taken, so White, the program, moves.
  await atLeast(page, 4);
  await page.locator('.seat.near[aria-label*="Black"]').waitFor();
  await guest.end();
});

test('placing two more lets the program choose', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await begin(page, 'program', { opening: 'swap2', begins: 'white', level: 3 });
  await page.getByRole('button', { name: 'Place two more' }).click();
  for (let i = 0; i < 2; i++) {
    await page.locator('.note-box h2', { hasText: 'Place a' }).waitFor();
    const before = await stones(page);
    await point(page, (await emptyPoints(page))[i * 7]).click();
    await atLeast(page, before + 1);
  }
  await page.getByText(/You play (Black|White)\./).waitFor();
  await guest.end();
});

test('traps are drawn before the game and cannot be played on', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await begin(page, 'program', { traps: 'draw', drawn: ['h8', 'c3', 'a1'], level: 3 });
  assert.equal(await page.locator('.stage .trap').count(), 3);
  assert.equal(await point(page, 'h8').getAttribute('aria-label'), 'h8, trap');
  await point(page, 'h8').click();
  assert.equal(await stones(page), 0);
  await point(page, 'i8').click();
  await atLeast(page, 2);
  await guest.end();
});

test('a click on the board of a new game sets a trap only with the tool for traps', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await page.evaluate(() => localStorage.setItem('goren.new', JSON.stringify({ begins: 'white' })));
  await go(page, '#/new');
  await point(page, 'd4').click();
  await page.getByText('More options').click();
  await page.getByText('Place them').click();
  await point(page, 'c3').click();
  await page.locator('.stage .trap').waitFor();
  assert.equal(await page.locator('.stage .trap').count(), 1);
  await point(page, 'c3').click();
  await page.waitForFunction(() => !document.querySelector('.stage .trap'));
  await point(page, 'e5').click();
  await page.locator('.stage .trap').waitFor();
  // The traps are remembered, the tool is not.
  await go(page, '#/');
  await page.getByRole('heading', { name: 'Five in a row' }).waitFor();
  await go(page, '#/new');
  await page.getByRole('button', { name: 'Edit traps' }).waitFor();
  await point(page, 'd4').click();
  assert.equal(await page.locator('.stage .trap').count(), 1);
  await guest.end();
});

test('a stone on the board of the home page begins a game at the last level', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await begin(page, 'program', { level: 4, traps: 'random' });
  await go(page, '#/');
  await page.getByRole('link', { name: 'Continue your game' }).waitFor();
  await point(page, 'g9').click();
  await atLeast(page, 2);
  assert.match(page.url(), /#\/game\//);
  assert.match((await point(page, 'g9').getAttribute('aria-label')) ?? '', /^g9, Black, move 1/);
  assert.match(await page.locator('.seat.far').innerText(), /goren 4/);
  assert.equal(await page.locator('.stage .trap').count(), 0);
  await guest.end();
});

test('home begins a game by keyboard', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await page.keyboard.press('b');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await atLeast(page, 2);
  assert.match((await point(page, 'g8').getAttribute('aria-label')) ?? '', /^g8, Black, move 1/);
  await guest.end();
});

test('home begins a game by touch, confirmed', async () => {
  const guest = await visitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await guest.open(server.url);
  await point(page, 'h8').tap();
  await page.locator('.stage .hover .stone').waitFor();
  assert.match(page.url(), /#?\/?$/);
  await point(page, 'h8').tap();
  await atLeast(page, 2);
  await guest.end();
});

test('a renju game ends by a forbidden move, explained before and after', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await begin(page, 'person', { rule: 'renju' });
  const moves = ['h8', 'a1', 'g8', 'c1', 'i9', 'e1', 'i10', 'g1'];
  for (const [i, each] of moves.entries()) {
    await point(page, each).click();
    await played(page, i + 1);
  }
  await page.waitForFunction(() =>
    document.querySelector('.stage [data-point="i8"]')?.getAttribute('aria-label')?.includes('forbidden'),
  );
  await point(page, 'i8').click();
  await page.getByRole('heading', { name: 'i8 is forbidden: two open threes' }).waitFor();
  assert.equal(await page.locator('.stage .lit .why').count(), 2);
  assert.equal(await stones(page), 8);
  await point(page, 'i8').click();
  await page.getByRole('heading', { name: 'White won' }).waitFor();
  await page.locator('.result', { hasText: 'i8 was forbidden: two open threes.' }).waitFor();
  assert.equal(await page.locator('.stage .lit .why').count(), 2);
  await guest.end();
});

test('a classic and the engine play a whole game by themselves', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await begin(page, 'match', { left: 'classic boundary', right: 'goren 5', speed: 0 });
  await page.locator('.evalbar').waitFor();
  await page.locator('.note-box.result h2').waitFor({ timeout: 120000 });
  assert.match(await page.locator('.note-box.result h2').innerText(), /(goren 5|classic.*|boundary.*) won|Draw/);
  assert.match(await page.locator('.seat.far').innerText(), /expects \d+%/);
  await guest.end();
});

test('soosorv-8 leads two persons through every step', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await begin(page, 'person', { rule: 'renju', opening: 'soosorv-8', black: 'Ann', white: 'Bo' });
  const asked = (/** @type {string} */ text) => page.locator('.note-box h2', { hasText: text }).waitFor();
  await asked('Ann: Place a black stone in the centre');
  await point(page, 'h8').click();
  await asked('in the central 3×3');
  await point(page, 'h9').click();
  await asked('in the central 5×5');
  await point(page, 'h10').click();
  await asked('Bo: Choose how to continue');
  await page.getByRole('button', { name: 'Take White' }).click();
  await asked('Bo: Place a white stone');
  await point(page, 'j7').click();
  await asked('Bo: Choose how many');
  await page.locator('.note-box').getByRole('button', { name: '2', exact: true }).click();
  await asked('Ann: Choose how to continue');
  await page.getByRole('button', { name: 'Take Black' }).click();
  await asked('Ann: Offer a fifth move (2 to go)');
  await point(page, 'g7').click();
  await asked('Ann: Offer a fifth move (1 to go)');
  await point(page, 'g9').click();
  await asked('Bo: Pick one of the lettered');
  assert.deepEqual(await page.locator('.stage .ghosts text').allTextContents(), ['A', 'B']);
  await point(page, 'g9').click();
  await atLeast(page, 5);
  await point(page, 'a1').click();
  await atLeast(page, 6);
  await guest.end();
});

test('an engine that dies loses with its reason shown', async () => {
  const broken = await serve(['--memory', '--engine', 'name=broken cmd="false"']);
  const guest = await visitor();
  const page = await guest.open(broken.url);
  await begin(page, 'program', { opponent: 'engine', engine: 'broken', begins: 'black' });
  await point(page, 'h8').click();
  await page.locator('.note-box', { hasText: /stopped|What happened/ }).waitFor();
  await guest.end();
  await broken.end();
});

test('undo, redo, hint, pause and resignation work from the panel', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await begin(page, 'program', { level: 1 });
  await point(page, 'h8').click();
  await atLeast(page, 2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.stage .stones > .stone').length === 0);
  // What was taken back is not listed as played.
  assert.equal(await page.locator('.moves button').count(), 0);
  await page.getByRole('button', { name: 'Redo' }).click();
  await atLeast(page, 2);
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByRole('button', { name: 'Show the move' }).click();
  await page.getByRole('button', { name: /^Play [a-o]\d+$/ }).waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('heading', { name: 'Paused' }).waitFor();
  await page.locator('.note-box').getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Resign?' }).click();
  await page.getByRole('heading', { name: 'You lost' }).waitFor();
  await page.locator('.result', { hasText: 'You resigned.' }).waitFor();
  await page.getByRole('button', { name: 'Play again' }).click();
  await page.locator('.seat.near[aria-label*="White"]').waitFor();
  await guest.end();
});

test('on a phone a touch proposes and a second one places, and nothing needs scrolling', async () => {
  const guest = await visitor({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
  const page = await guest.open(server.url);
  await begin(page, 'program', { level: 1 });
  const touch = async () => point(page, 'h8').tap();
  await touch();
  assert.equal(await stones(page), 0);
  await page.locator('.stage .hover .stone').waitFor();
  assert.equal(await page.locator('.confirm').innerText(), 'Tap again to place');
  await touch();
  await atLeast(page, 2);
  await myTurn(page);
  await point(page, 'a1').tap();
  await page.getByRole('button', { name: 'Place a stone on a1' }).tap();
  await atLeast(page, 3);
  assert.match((await point(page, 'a1').getAttribute('aria-label')) ?? '', /^a1, Black/);
  assert.equal(await page.locator('.confirm').isVisible(), false);
  for (const part of ['.stage goren-board', '.seat.far .used', '.seat.near .used', '.tools']) {
    const box = await page.locator(part).boundingBox();
    assert.ok(box && box.y >= 0 && box.x >= 0 && box.y + box.height <= 640 && box.x + box.width <= 360, part);
  }
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  await guest.end();
});

/** Waits until the server has so many moves; a stone is on the board before. @param {import('playwright-core').Page} page @param {number} count */
async function played(page, count) {
  await page.waitForFunction((least) => document.querySelectorAll('.moves button').length >= least, count);
}

/** Two players at one screen, a stone after another. @param {import('playwright-core').Page} page @param {number} count */
async function scatter(page, count) {
  for (let i = 0; i < count; i++) {
    const each = 'abcdefghijklmno'[(i * 2) % 15] + (1 + 2 * Math.floor(i / 8));
    await point(page, each).click();
    await played(page, i + 1);
  }
}

/** Whether all of an element lies within the window. @param {import('playwright-core').Page} page @param {string} selector */
async function inSight(page, selector) {
  const box = await page.locator(selector).first().boundingBox();
  const size = page.viewportSize();
  assert.ok(box && size, selector);
  assert.ok(box.x >= 0 && box.y >= 0 && box.height > 0, `${selector} ${JSON.stringify(box)}`);
  assert.ok(box.x + box.width <= size.width && box.y + box.height <= size.height, `${selector} ${JSON.stringify(box)}`);
}

for (const [width, height] of [
  [1280, 800],
  [390, 844],
  [844, 390],
]) {
  test(`the result and the current move stay in sight after a long game (${width}×${height})`, async () => {
    const guest = await visitor({ viewport: { width, height } });
    const page = await guest.open(server.url);
    await begin(page, 'person', {});
    await scatter(page, 52);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Resign?' }).click();
    await page.getByRole('heading', { name: 'White won' }).waitFor();
    for (const part of ['.result h2', '.result button', '.result a[href*=review]', '.moves [aria-current]', '.tools'])
      await inSight(page, part);
    const [current, tools] = await Promise.all(
      ['.moves [aria-current]', '.tools'].map((part) => page.locator(part).boundingBox()),
    );
    assert.ok(current && tools && current.y + current.height <= tools.y);
    await guest.end();
  });
}

test('only a game of programs is told by the times of its moves', async () => {
  const guest = await visitor();
  const ended = async (/** @type {object} */ game, /** @type {string[]} */ steps = []) => {
    // A page of its own: the end of another game would be taken for this one's.
    const page = await guest.open(server.url);
    await go(page, `#/game/${await table(page, game, steps)}`);
    await page.locator('.note-box.result h2').waitFor({ timeout: 120000 });
    return page.locator('.panel').innerText();
  };
  const program = { kind: /** @type {const} */ ('goren'), level: 1 };
  const own = await ended({ first: { kind: 'person', name: 'You' }, second: program }, ['h8', 'resign first']);
  assert.match(own, /You lost/);
  assert.doesNotMatch(own, /a move|Save log|µs/);
  const theirs = await ended({ first: program, second: program, size: 9, speed: 0 });
  assert.match(theirs, /goren 1: [\d.]+ (µs|ms|s) a move · goren 1: [\d.]+ (µs|ms|s) a move/);
  assert.match(theirs, /Save log \(CSV\)/);
  await guest.end();
});

test('the end is told to the one who plays, and marked once', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await begin(page, 'person', { black: 'Ann', white: 'Bo' });
  for (const [i, each] of 'a1 a3 b1 b3 c1 c3 d1 d3 e1'.split(' ').entries()) {
    await point(page, each).click();
    await played(page, i + 1);
  }
  await page.getByRole('heading', { name: 'Ann won' }).waitFor();
  assert.equal(await page.locator('.result').getAttribute('data-tone'), 'even');
  assert.equal(await page.locator('.stage .ring').count(), 0);
  await page.locator('#live', { hasText: 'Ann won. Five in a row, a1–e1.' }).waitFor({ state: 'attached' });
  await guest.end();
});

test('a loss on time is said in words', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await begin(page, 'program', { level: 1, clock: 'move', turn: 1 });
  await page.getByRole('heading', { name: 'You lost' }).waitFor();
  await page.locator('.result', { hasText: 'You ran out of time.' }).waitFor();
  await page.locator('#live', { hasText: 'You lost. You ran out of time.' }).waitFor({ state: 'attached' });
  await guest.end();
});

test('what was tried in analysis is not shown as the game', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await begin(page, 'program', { level: 1 });
  await point(page, 'h8').click();
  await atLeast(page, 2);
  const game = page.url();
  await page.keyboard.press('l');
  await page.locator('#tab-moves').waitFor();
  const free = (await emptyPoints(page))[0];
  await point(page, free).click();
  await atLeast(page, 3);
  await page.goto(game);
  await page.waitForFunction(() => document.querySelectorAll('.stage .stones > .stone').length === 2);
  assert.equal(await page.locator('.moves button').count(), 2);
  await page.keyboard.press('End');
  await point(page, free).click();
  await atLeast(page, 4);
  await guest.end();
});

test('an untimed game has no running clock', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await begin(page, 'program', { level: 1 });
  assert.equal(await page.locator('.clock').count(), 0);
  assert.match(await page.locator('.seat.near').innerText(), /to move/);
  await guest.end();
});

test('a hint marks only empty points', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await begin(page, 'program', { level: 1 });
  await point(page, 'h8').click();
  await atLeast(page, 2);
  await myTurn(page);
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByText('The move is one of the marked points.').waitFor();
  const labels = await page
    .locator('.stage [role=gridcell]')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? '').filter((each) => /hint/.test(each)));
  assert.ok(labels.length > 0);
  for (const label of labels) assert.match(label, /^\w+, hint$/);
  await guest.end();
});

test('the settings show a board with stones, whatever game is open', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await begin(page, 'program', { level: 1 });
  await go(page, '#/settings');
  await page.locator('#volume').waitFor();
  await atLeast(page, 4);
  await page.getByText('Walnut').click();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.board), 'walnut');
  await guest.end();
});

test('without coordinates the board has no margin for them, and its points stay where the stones are drawn', async () => {
  const guest = await visitor({ hasTouch: true });
  const page = await guest.open(server.url);
  /** Where the stone on a1 lies: from the edge of the wood, and from the middle of its point, in cells. */
  const corner = () =>
    page.evaluate(() => {
      const box = (/** @type {string} */ of) => /** @type {Element} */ (document.querySelector(of)).getBoundingClientRect();
      const [wood, point, face] = ['.stage .plank', '.stage [data-point="a1"]', '.stage .stones .face'].map(box);
      const middle = (/** @type {DOMRect} */ { left, right }) => (left + right) / 2;
      return { edge: (middle(point) - wood.left) / point.width, off: Math.abs(middle(face) - middle(point)) / point.width };
    });
  await begin(page, 'person', {});
  await point(page, 'a1').click();
  await played(page, 1);
  const before = await corner();
  assert.ok(Math.abs(before.edge - 1) < 0.02 && before.off < 0.02, JSON.stringify(before));
  const game = new URL(page.url()).hash;
  await go(page, '#/settings');
  await page.getByLabel('Show coordinates').uncheck();
  await go(page, game);
  await page.waitForFunction(() => document.querySelectorAll('.stage .face').length === 1 && !document.querySelector('.coordinate'));
  const after = await corner();
  assert.ok(after.edge > 0.55 && after.edge < 0.75 && after.off < 0.02, JSON.stringify(after));
  // What confirms a touch is as far along itself as its point is along the board.
  await point(page, 'o15').tap();
  const [confirm, board, spot] = await Promise.all(
    ['.confirm', 'goren-board', '[data-point="o15"]'].map((each) => page.locator(`.stage ${each}`).boundingBox()),
  );
  assert.ok(confirm && board && spot);
  const along = (spot.x + spot.width / 2 - board.x) / board.width;
  assert.ok(Math.abs(confirm.x - board.x - along * (board.width - confirm.width)) < 1, JSON.stringify([confirm, board, spot]));
  await guest.end();
});

test('a comment stands after the move it is about', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await page.locator('#paste').fill('(;GM[4]FF[4]SZ[15];B[hh];W[ii];B[hi]C[about the third];W[gg])');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.locator('.moves .note').waitFor();
  const parts = await page
    .locator('.moves :is(button, .note)')
    .evaluateAll((elements) => elements.map((element) => element.textContent?.replace(/^\d+ (Black|White) /, '') ?? ''));
  const note = parts.findIndex((text) => /about the third/.test(text));
  assert.deepEqual([parts[note - 1], parts[note + 1]], ['h7', 'g9']);
  await guest.end();
});

test('the keyboard keeps a place on every page, and the page is named', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await page.keyboard.press('n');
  await page.locator('#live', { hasText: 'New game' }).waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.activeElement?.localName === 'h1');
  await page.keyboard.press('?');
  await page.locator('#live', { hasText: 'Help' }).waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.activeElement?.localName === 'h1');
  await guest.end();
});

test('a stone on the board of a new game starts it, where it is the person who moves first', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await page.evaluate(() => localStorage.setItem('goren.new', JSON.stringify({ level: 1, clock: '5+3' })));
  await go(page, '#/new');
  await page.locator('#new').waitFor();
  await point(page, 'e5').click();
  await atLeast(page, 2);
  assert.match((await point(page, 'e5').getAttribute('aria-label')) ?? '', /^e5, Black, move 1/);
  assert.equal(await page.locator('.clock').count(), 2);
  assert.equal(await page.locator('.facts .grow').innerText(), 'Freestyle · 15×15 · 5+3');
  await guest.end();
});

test('a finished game opens at its end, whatever its review last looked at, and what is shared says which position it is', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  const id = await table(page, two, ['h8', 'a1', 'i8', 'a3', 'j8', 'a5', 'k8', 'a7', 'l8']);
  await go(page, `#/analyse/${id}`);
  await page.locator('#tab-moves').waitFor();
  await atLeast(page, 9);
  await page.locator('.moves button').nth(1).click();
  await page.waitForFunction(() => document.querySelectorAll('.stage .stones > .stone').length === 2);
  await page.getByRole('button', { name: 'Share or export this game' }).click();
  await page.getByText('The position after move 2 of 9.').waitFor();
  await page.keyboard.press('Escape');
  await go(page, `#/game/${id}`);
  await page.locator('.note-box.result').waitFor();
  await atLeast(page, 9);
  await page.reload();
  await page.locator('.note-box.result').waitFor();
  assert.equal(await stones(page), 9);
  await page.getByRole('button', { name: /^Share/ }).click();
  await page.getByText('The last position, after move 9.').waitFor();
  await page.locator('#share-tab-text').click();
  await page.getByText('The last position, after move 9.').waitFor();
  await guest.end();
});

test('a program’s stone comes after one’s own has been seen', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await begin(page, 'program', { level: 1 });
  await page.evaluate(() => {
    const times = (/** @type {any} */ (window).stoneTimes = /** @type {number[]} */ ([]));
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof Element && node.matches('.stage .stones > .stone')) times.push(performance.now());
    }).observe(document.querySelector('.stage goren-board') ?? document.body, { childList: true, subtree: true });
  });
  await point(page, 'h8').click();
  await atLeast(page, 2);
  const [own, reply] = await page.evaluate(() => /** @type {any} */ (window).stoneTimes);
  assert.ok(reply - own >= 300, `${reply - own} ms`);
  await guest.end();
});

test('a click that places nothing says why, where it can be read', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  const said = (/** @type {string} */ text) => page.locator('.toast', { hasText: text }).waitFor();
  await go(page, `#/game/${await table(page, { ...two, traps: ['f10'] }, ['h8'])}`);
  await atLeast(page, 1);
  await point(page, 'f10').click();
  await said('f10 is a trap: nobody can play there');
  await point(page, 'h8').click();
  await said('h8 is taken');
  await page.keyboard.press('p');
  await page.getByRole('heading', { name: 'Paused' }).waitFor();
  await point(page, 'a1').click();
  await said('Paused');
  await go(page, `#/game/${await table(page, { ...two, rule: 'renju', opening: 'taraguchi-10' })}`);
  await page.locator('.seat.near').waitFor();
  await point(page, 'a1').click();
  await page.locator('.toast', { hasText: /^a1 is outside the centre: place it on h8/ }).waitFor();
  // A program that plays itself is nobody’s turn.
  const programs = { first: { kind: 'goren', level: 1 }, second: { kind: 'goren', level: 1 }, speed: 3000 };
  await go(page, `#/game/${await table(page, /** @type {any} */ (programs))}`);
  await page.locator('.seat.near').waitFor();
  await point(page, 'a1').click();
  await said('It’s not your turn');
  await guest.end();
});

test('a game that is entered is told with its last stone', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await go(page, `#/game/${await table(page, two, ['h8', 'a1'])}`);
  await page.locator('#live', { hasText: 'Ann – Bo. White a1.' }).waitFor({ state: 'attached' });
  await guest.end();
});

test('what was said of a page ends with it, and a failure with the next success', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await page.locator('.panel').waitFor();
  const paste = (/** @type {string} */ text) =>
    page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', text);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    }, text);
  await paste('nothing of the kind');
  await page.locator('.toast').waitFor();
  await paste('h8 i9 g7');
  await page.locator('#tab-moves').waitFor();
  assert.equal(await page.locator('.toast').count(), 0);
  await point(page, 'h8').click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete from here on' }).click();
  await page.locator('.toast').waitFor();
  await page.locator('.bar').getByRole('link', { name: 'Help' }).click();
  await page.locator('.reading').waitFor();
  assert.equal(await page.locator('.toast').count(), 0);
  // Several games are said on the page that they open.
  await paste('(;GM[4]SZ[15];B[hh])(;GM[4]SZ[15];B[gg])');
  await page.locator('.toast', { hasText: '2 games opened' }).waitFor();
  await go(page, '#/xyz');
  await page.locator('.toast', { hasText: 'There is no page “xyz”.' }).waitFor();
  guest.errors.splice(0);
  await guest.end();
});

test('a file that is dragged over the page is told where it may be dropped', async () => {
  const guest = await visitor();
  const page = await guest.open(server.url);
  await page.locator('.panel').waitFor();
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['h8 i9'], 'game.txt'));
    document.body.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }));
  });
  await page.getByText('Drop the file to open it').waitFor();
  await page.locator('.drop').waitFor({ state: 'detached' });
  await guest.end();
});

test('a stone that a broken touch has shown is gone', async () => {
  const guest = await visitor({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await guest.open(server.url);
  await page.locator('.panel').waitFor();
  await point(page, 'h8').waitFor();
  const box = await point(page, 'h8').boundingBox();
  assert.ok(box);
  const session = await guest.context.newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await page.locator('.stage .hover > *').first().waitFor();
  await session.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] });
  await page.waitForFunction(() => !document.querySelector('.stage .hover > *'));
  await guest.end();
});
