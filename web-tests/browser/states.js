// What the pages can show, and the sizes to look at them.

import { FLEET } from './fleet-view.js';
import { PROOF, ask, go, hear, point, proved, scattered, shelve, study, table } from './hands.js';

/** @typedef {import('playwright-core').Page} Page */

export const SIZES = [
  [320, 640],
  [360, 740],
  [390, 844],
  [844, 390],
  // 1024 × 768 and 1440 × 900 at 200 %
  [512, 384],
  [720, 450],
  [768, 1024],
  [1024, 768],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
];

const LONG = ['Maximiliane Featherstonehaugh of Cholmondeley', 'Bartholomew Papadopoulos-Wolfeschlegelstein'];
/** What marks the words that people wrote. */
export const GIVEN = ['Maximiliane', 'Bartholomew', 'World championship'];
/** @param {string} first @param {string} second @returns {Pick<import('./hands.js').NewGame, 'first' | 'second'>} */
const persons = (first, second) => ({ first: { kind: 'person', name: first }, second: { kind: 'person', name: second } });
const two = persons('Ann', 'Bo');
/** @param {number} level */
const against = (level) => ({ first: { kind: /** @type {const} */ ('person'), name: 'You' }, second: { kind: /** @type {const} */ ('goren'), level } });
const tree =
  '(;GM[4]FF[4]SZ[15]RU[renju]PB[Ann]PW[Bartholomew Papadopoulos]EV[World championship, seventh round]C[A game with everything a file can hold.];B[hh]' +
  ';W[ig]C[The indirect opening, with a comment that is long enough to be broken over several lines of the panel.]' +
  'LB[jj:A][kk:B]TR[aa]SQ[bb](;B[ii];W[gg];B[jj])(;B[hi];W[hg](;B[gh])(;B[jh];W[kh])))';

/**
 * What the pages can show: how to get there, and what has to be in sight then.
 * @param {Page} page
 * @param {ReturnType<typeof hear>} heard
 * @returns {Record<string, { show: () => Promise<unknown>, board?: number, seen?: string[] }>}
 */
export function states(page, heard) {
  const at = async (/** @type {string} */ hash, /** @type {string} */ sign) => {
    await page.evaluate(() => document.querySelector('dialog')?.close());
    await go(page, '#/help');
    await page.locator('.reading').waitFor();
    await go(page, hash);
    await page.locator(sign).first().waitFor();
  };
  const drawn = (/** @type {string} */ what) => page.locator(what).first().waitFor({ state: 'attached' });
  const game = async (/** @type {Promise<string>} */ made) => {
    const id = await made;
    await at(`#/game/${id}`, '.tools');
    return id;
  };
  const analysis = async (/** @type {Promise<string>} */ made) => {
    const id = await made;
    await at(`#/analyse/${id}`, '#tab-moves');
    await page.keyboard.press('End');
    return id;
  };
  const form = async (/** @type {string} */ mode, /** @type {object} */ stored) => {
    await page.evaluate((stored) => localStorage.setItem('goren.new', JSON.stringify(stored)), stored);
    await at(`#/new/${mode}`, '#new');
    await page.evaluate(() => document.querySelectorAll('details').forEach((each) => (each.open = true)));
  };
  const opened = () => analysis(study(page, 'h8 i9 i7 g9 h9 h10 g8 j8 f7 e6 j10 i6 g7 h7 f9 g10 e8 d7'));
  const hint = async () => {
    await game(table(page, two, scattered(32)));
    await page.keyboard.press('h');
    await drawn('.stage .marks > *');
  };
  /** A review with one of its mistakes on the board. */
  const mistake = async () => {
    const id = await study(page, 'h8 i9 h6 g9 h7 a1 h9');
    heard.forget();
    await at(`#/analyse/${id}?review=1`, '#tab-moves');
    await heard.until((message) => message.type === 'review' && !message.running, 180000);
    await page.locator('.finding', { hasText: 'missed defence' }).click();
    await page.locator('.findings .detail').waitFor();
  };
  const missed = async () => {
    await at('#/train/solve?kind=threats', '.puzzle .task');
    // A corner that is no answer to anything.
    const corner = await page.evaluate(() => {
      const { stones } = /** @type {any} */ (document.querySelector('.stage goren-board')).model;
      return ['a1', 'o1', 'a15', 'o15'].find((each) => !stones.some((/** @type {any} */ stone) => stone.point === each)) ?? '';
    });
    await point(page, corner).click({ force: true });
    const confirm = page.locator('.stage .confirm');
    if (await confirm.isVisible()) await confirm.click();
    await page.locator('.verdict[data-tone]').waitFor({ timeout: 60000 });
  };
  const shared = async () => {
    await analysis(study(page, tree));
    await page.getByRole('button', { name: 'Share or export this game' }).click();
    await page.locator('dialog[open]').waitFor();
  };
  const collection = [
    `(;GM[4]SZ[15]RU[renju]PB[${LONG[0]}]PW[${LONG[1]}]EV[World championship, seventh round]DT[2020-05-01]RE[B+R];B[hh];W[hg];B[ig];W[jj];B[kk])`,
    '(;GM[4]SZ[15]RU[renju]PB[Chen]PW[Ada]DT[2021]RE[W+R];B[hh];W[gh];B[gi];W[jj])',
    '(;GM[4]SZ[15]RU[renju]PB[Emil]PW[Chen]RE[0];B[hh];W[ig];B[jf];W[jj])',
    '(;GM[4]SZ[15];B[hh];W[hh])',
  ].join('\n');
  const explorer = async () => {
    await shelve(page, collection);
    await analysis(study(page, '(;GM[4]SZ[15]RU[renju];B[hh])'));
    await page.locator('#tab-explore').click();
    await page.locator('.explored-moves li').first().waitFor();
    const star = page.locator('button.star').first();
    if ((await star.getAttribute('aria-pressed')) === 'false') await star.click();
    await page.locator('button.star[aria-pressed=true]').first().waitFor();
  };
  return {
    home: { show: () => at('#/', '.panel') },
    // Before anything is stored.
    'no games': { show: () => at('#/games', '.empty') },
    help: { show: () => at('#/help', '.reading') },
    school: { show: () => at('#/school', '.reading .lessons') },
    lab: { show: () => at('#/school/lab', '.lab-card') },
    'fleet, none': { show: () => at('#/fleet', '.fleet-steps') },
    fleet: {
      show: async () => {
        await page.route(/\/api\/fleet\?/, (route) => route.fulfill({ json: FLEET }));
        await at('#/fleet', '.fleet-run');
      },
      seen: ['.fleet-state'],
    },
    'lab, claims': { show: () => at('#/school/lab?show=claims', '.lab-table') },
    'proof, no file': { show: () => at('#/proof', '.proof button') },
    proof: {
      show: async () => at(`#/proof/${await proved(page, PROOF)}`, '.replies li'),
      seen: ['.replies li'],
    },
    'proof, won': { show: async () => at(`#/proof/${await proved(page, PROOF)}?at=a15l8`, '.proof .claim') },
    xray: {
      show: async () => {
        await at('#/school/xray?classic=masked', 'button.sum');
        await page.locator('button.sum').first().click();
        await page.locator('.places .place').first().waitFor();
      },
    },
    'xray, automaton': {
      show: async () => {
        await at('#/school/xray?classic=automaton', '.tape li');
        await page.getByRole('button', { name: 'Read the next cell' }).click();
      },
    },
    'a lesson': { show: () => at('#/school/lesson/4', '.lesson button.sum') },
    'a lesson, measured': {
      show: async () => {
        await at('#/school/lesson/1', '#guess');
        await page.locator('#guess').fill('1000');
        await page.getByRole('button', { name: 'Run it' }).click();
        await page.locator('.measured').waitFor();
      },
    },
    'xray, boundary map': {
      show: async () => {
        await at('#/school/xray?classic=boundary', 'button.sum');
        await page.getByText('Boundary map').click();
        await drawn('.stage .spot');
      },
    },
    theatre: {
      show: async () => {
        await at('#/school/theatre?classic=trapper&depth=3&without=quick-win&position=fight', '.status strong');
        for (let cuts = 0; cuts < 3; cuts++) await page.keyboard.press('c');
      },
      board: 0.45,
    },
    'theatre, everything open': {
      show: async () => {
        await at('#/school/theatre?classic=miniature&depth=3&position=crowd&without=killers,history', '.status strong');
        await page.keyboard.press('End');
        await page.evaluate(() => document.querySelectorAll('details').forEach((each) => (each.open = true)));
      },
    },
    race: {
      show: async () => {
        await at('#/school/race?classic=boundary&depth=3', '.lanes');
        await page.locator('.verdict', { hasText: 'nodes' }).waitFor();
      },
    },
    predict: {
      show: async () => {
        await at('#/school/predict?seed=4&number=1', '.options button');
        await page.keyboard.press('b');
        await page.locator('.reveal').waitFor();
      },
    },
    train: { show: () => at('#/train', '.ways') },
    'train, a puzzle': { show: () => at('#/train/solve?kind=fours', '.puzzle .task'), board: 0.45 },
    'train, a wrong move': { show: missed, board: 0.45 },
    'train, the answer': {
      show: async () => {
        await missed();
        // The button waits until the move is judged, which a key does not.
        await page.getByRole('button', { name: 'Show the answer' }).click();
        await page.locator('.walk-line').waitFor();
        await page.keyboard.press('End');
      },
      board: 0.45,
    },
    'train, rush': { show: () => at('#/train/rush', '#rush-rule') },
    'train, rushing': {
      show: async () => {
        await at('#/train/rush', '#rush-rule');
        await page.getByRole('button', { name: 'Start' }).click();
        await page.locator('.task').waitFor();
      },
      board: 0.45,
    },
    'train, swap2': { show: () => at('#/train/swap2', '#swap-rule') },
    'train, swap2 judged': {
      show: async () => {
        await at('#/train/swap2', '#swap-rule');
        await page.waitForFunction(() => /** @type {any} */ (document.querySelector('.stage goren-board'))?.model.stones?.length === 3);
        await page.keyboard.press('2');
        await page.locator('.worths').waitFor({ timeout: 60000 });
      },
    },
    'train, own': { show: () => at('#/train/own', '.own button') },
    'train, sheet': { show: () => at('#/train/sheet', '.paper') },
    'train, progress': { show: () => at('#/train/progress', '.rating-graph') },
    'library, empty': { show: () => at('#/library', '.shelf .empty, .shelf .library') },
    'analysis, explorer': { show: explorer, board: 0.3 },
    library: {
      show: async () => {
        await shelve(page, collection);
        await at('#/library', '.shelf .library');
        await page.evaluate(() => document.querySelectorAll('details').forEach((each) => (each.open = true)));
        await page.locator('.drawing .cell').nth(16).click();
        await page.locator('.library .choose').first().check();
      },
    },
    'library, practice': {
      show: async () => {
        await explorer();
        await at('#/library/practice', '.sheet h1');
        await page.getByText('What do you play here').or(page.getByText('Nothing is left')).first().waitFor();
      },
    },
    settings: { show: () => at('#/settings', '#volume') },
    'new, program': { show: () => form('program', {}) },
    'new, classic with clock and traps': {
      show: () => form('program', { opponent: 'classic', classic: 'boundary', clock: 'game', traps: 'draw', opening: 'swap2', coach: true }),
    },
    'new, classics': {
      show: () =>
        form('match', {
          left: 'classic masked',
          right: 'classic boundary',
          rule: 'standard',
          setups: { 'right boundary': { variant: 'programmed', with: ['late-wins'], without: ['table'], depth: 3 } },
        }),
    },
    'new, two players': { show: () => form('person', { rule: 'renju', opening: 'taraguchi-10', traps: 'random', clock: 'move' }) },
    'new, programs': { show: () => form('match', { games: 5 }) },

    'game, fresh': { show: () => game(table(page, { ...against(3), clock: '10m+5s' })), board: 0.6 },
    'game, long names and clock': {
      show: () => game(table(page, { ...persons(LONG[0], LONG[1]), clock: '90m+30s', traps: ['m15', 'o15'], opening: 'free' }, scattered(12))),
      board: 0.6,
    },
    'game, long': { show: () => game(table(page, two, scattered(61))), board: 0.6 },
    'game, finished': { show: () => game(table(page, two, [...scattered(60), 'resign first'])), board: 0.6 },
    'game, five': {
      show: () => game(table(page, persons(LONG[0], LONG[1]), ['h8', 'a1', 'i8', 'a3', 'j8', 'a5', 'k8', 'a7', 'l8'])),
      board: 0.6,
    },
    'game, forbidden': {
      show: async () => {
        await game(table(page, { ...two, rule: 'renju' }, ['h8', 'a1', 'g8', 'c1', 'i9', 'e1', 'i10', 'g1']));
        await page.locator('.stage [data-point="i8"][aria-label*="forbidden"]').waitFor();
        await point(page, 'i8').click();
        await drawn('.stage .lit .why');
      },
      board: 0.6,
    },
    'game, lost by a forbidden move': {
      show: () => game(table(page, { ...two, rule: 'renju' }, ['h8', 'a1', 'g8', 'c1', 'i9', 'e1', 'i10', 'g1', 'i8'])),
      board: 0.6,
    },
    'game, paused': {
      show: async () => {
        const id = await game(table(page, { ...two, clock: '5m' }, scattered(34)));
        heard.forget();
        await ask(page, [{ type: 'join', table: id }, { type: 'pause', table: id, on: true }]);
        await heard.until((message) => message.game?.paused);
      },
      board: 0.6,
    },
    'game, draw offered': {
      show: async () => {
        const id = await game(table(page, two, scattered(33)));
        heard.forget();
        await ask(page, [{ type: 'join', table: id }, { type: 'act', table: id, step: 'draw', seat: 'first' }]);
        await heard.until((message) => message.game?.offer);
      },
      board: 0.6,
    },
    'game, hint': {
      show: hint,
      board: 0.6,
    },
    'game, hint with its reason': {
      show: async () => {
        await hint();
        await page.keyboard.press('h');
        await drawn('.stage .ghosts .preview');
      },
      board: 0.6,
    },
    'game, asked twice': {
      show: async () => {
        await game(table(page, two, scattered(8)));
        await page.getByRole('button', { name: /^Resign/ }).click();
      },
      board: 0.6,
    },
    'opening, choice': {
      show: () => game(table(page, { ...two, opening: 'swap2' }, ['h8', 'i9', 'g10'])),
      board: 0.6,
    },
    'opening, number of fifths': {
      show: () => game(table(page, { ...two, rule: 'renju', opening: 'soosorv-8' }, ['h8', 'h9', 'h10', 'take white', 'j7'])),
      board: 0.6,
    },
    'opening, pick': {
      show: () =>
        game(
          table(page, { ...two, rule: 'renju', opening: 'soosorv-8' }, [
            'h8', 'h9', 'h10', 'take white', 'j7', 'declare 2', 'take black', 'offer g7', 'offer g9',
          ]),
        ),
      board: 0.6,
    },
    'series, running': {
      show: async () => {
        await game(
          table(page, { first: { kind: 'goren', level: 1 }, second: { kind: 'classic', word: 'boundary' }, games: 40, speed: 100, size: 9 }),
        );
        await page.locator('.evalbar').waitFor();
      },
      board: 0.6,
    },
    'series, finished': {
      show: async () => {
        const id = await table(page, { first: { kind: 'goren', level: 1 }, second: { kind: 'goren', level: 2 }, games: 3, speed: 0, size: 9 });
        await game(Promise.resolve(id));
        await heard.until((message) => message.table === id && message.game?.series?.log.length === 3, 60000);
      },
      board: 0.6,
    },

    'analysis, empty': { show: () => at('#/analyse', '#tab-moves'), board: 0.6 },
    'analysis, engine off': { show: opened, board: 0.6 },
    'analysis, engine on': {
      show: async () => {
        await opened();
        heard.forget();
        await page.keyboard.press('l');
        await heard.until((message) => message.type === 'analysis' && message.depth >= 6);
      },
      board: 0.6,
    },
    'analysis, threats': {
      show: async () => {
        await opened();
        await page.locator('#tab-threats').click();
        await page.locator('#tab-panel h2').first().waitFor();
      },
      board: 0.6,
    },
    'analysis, solved': {
      show: async () => {
        await analysis(study(page, '#rule=freestyle&size=15&black=h8g8f8&white=a1c1&side=black'));
        await page.locator('#tab-solve').click();
        await page.locator('#tab-panel button').first().click();
        await page.locator('#tab-panel h2').first().waitFor();
      },
      board: 0.6,
    },
    'analysis, set up': {
      show: async () => {
        await opened();
        await page.locator('#tab-edit').click();
      },
      board: 0.6,
    },
    'analysis, tree with labels and comments': { show: () => analysis(study(page, tree)), board: 0.6 },
    'analysis, a comment being written': {
      show: async () => {
        await analysis(study(page, tree));
        if (!(await page.locator('#comment').isVisible())) await page.getByRole('button', { name: /the comment|a comment/ }).click();
        await page.locator('#comment').waitFor();
      },
      board: 0.3,
    },
    'analysis, the details': {
      show: async () => {
        await analysis(study(page, tree));
        await page.getByRole('button', { name: 'Edit the game details' }).click();
        await page.locator('#about-event').waitFor();
      },
      board: 0.3,
    },
    'analysis, how the engine thinks': {
      show: async () => {
        await opened();
        await page.locator('#tab-tune').click();
        await page.getByText('Time', { exact: true }).click();
        await page.locator('#limit-value').waitFor();
      },
      board: 0.3,
    },
    'analysis of a game': {
      show: async () => analysis(table(page, { ...persons(LONG[0], LONG[1]), clock: '10m' }, scattered(20))),
      board: 0.6,
    },
    review: {
      show: async () => {
        const id = await study(page, 'h8 i9 i7 g9 a1 h9');
        heard.forget();
        await at(`#/analyse/${id}?review=1`, '#tab-moves');
        await heard.until((message) => message.type === 'review' && !message.running, 180000);
        await page.locator('.findings .players').waitFor();
      },
      board: 0.6,
    },
    'review, a mistake': { show: mistake, board: 0.6 },
    'review, try it yourself': {
      show: async () => {
        await mistake();
        await page.getByRole('button', { name: 'Try it yourself' }).click();
        await page.locator('.retry').getByRole('button', { name: 'Hint' }).click();
        await page.locator('.retry .said-box p').waitFor();
      },
      board: 0.6,
    },

    games: { show: () => at('#/games', '.library li') },
    'games, some selected': {
      show: async () => {
        await at('#/games', '.library li');
        await page.locator('.library .choose').first().check({ force: true });
        await page.locator('.selection').waitFor();
      },
    },
    'games, rename': {
      show: async () => {
        await at('#/games', '.library li');
        await page
          .getByRole('button', { name: /^Rename/ })
          .first()
          .click({ force: true });
        await page.locator('dialog[open]').waitFor();
      },
    },
    'share, picture': { show: shared },
    'share, link': {
      show: async () => {
        await shared();
        await page.locator('#share-tab-link').click();
        await page.locator('dialog .code').waitFor();
      },
    },
    'share, text': {
      show: async () => {
        await shared();
        await page.locator('#share-tab-text').click();
      },
    },
    'share, file': {
      show: async () => {
        await shared();
        await page.locator('#share-tab-file').click();
      },
    },
    'home with a game to continue': { show: () => at('#/', '.panel') },
    'missing game': { show: () => at('#/game/nowhere000', '.panel h1, .panel h2') },
    'a message over the page': {
      show: async () => {
        await at('#/', '.panel');
        await page.evaluate(() => {
          const data = new DataTransfer();
          data.setData('text', 'nothing that could be read as a game of any kind, and long enough to be broken into lines');
          document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
        });
        await page.locator('.toast').waitFor();
      },
    },
  };
}
