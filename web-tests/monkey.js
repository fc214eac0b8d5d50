// Random people at the studio, its owner and a guest: they click, touch, type, paste, reload, go back, open tabs, lose the network, and the
// server is killed under them. After each thing they do, what must always hold is checked. `node monkey.js [--minutes N] [--seed S]`.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { texts as library } from '../web/library/strings.js';
import { texts as help } from '../web/pages/help-strings.js';
import { texts as settings } from '../web/pages/settings-strings.js';
import { texts as proof } from '../web/proof/strings.js';
import { texts as review } from '../web/review/strings.js';
import { texts as school } from '../web/school/strings.js';
import { english } from '../web/strings.js';
import { texts as train } from '../web/train/strings.js';
import { PROOF, ask } from './browser/hands.js';
import { serve } from './browser/server.js';
import { fields, watch } from './browser/typing.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {Awaited<ReturnType<typeof serve>>} Server */

/** How many things one life does, with a server and a store of its own. */
const LIFE = 250;
/** The part of them that a guest does. */
const GUEST = 0.2;

/** Numbers from 0 to 1 that are the same for the same seeds. @param {number[]} seeds */
function chance(...seeds) {
  let state = seeds.reduce((sum, seed) => Math.imul(sum ^ seed, 0x9e3779b1) + 0x7f4a7c15, 0x2545f491);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const KEYS = 'ArrowLeft ArrowRight ArrowUp ArrowDown Enter Space Escape Tab Shift+Tab Home End PageDown Backspace Delete'
  .split(' ')
  .concat(...'nlxhupfmb?[]0123456789');
const TEXTS = [
  'h8 i9 g7',
  'Ann',
  '<img src=x onerror=alert(1)>',
  '日本語 ✓ 🀄',
  '   ',
  'x'.repeat(300),
  '-1',
  '99999999999',
  '5m+3s',
];
const PASTES = [
  'h8 i9 i7 g9 h9 h10 g8',
  'h8i9g7',
  '(;GM[4]FF[4]SZ[15]RU[renju];B[hh];W[ig](;B[ii];W[gg])(;B[hi]))',
  '#rule=renju&size=15&moves=h8h9h10i10',
  '#rule=freestyle&size=9&black=a1b2&white=c3&side=white',
  'Piskvorky 20x20, 11:11, 0\n10,10,0\n11,11,0\n',
  PROOF,
  'nothing of the kind',
  '{"size":15',
  '. . .\n. X .\n. O .',
  'z99 z98',
];
const SIZES = [
  [320, 640],
  [390, 844],
  [844, 390],
  [720, 450],
  [768, 1024],
  [1280, 800],
  [1920, 1080],
];
const HASHES = ['', '#/', '#/new', '#/new/match', '#/new/person', '#/analyse', '#/games', '#/settings', '#/help', '#/school', '#/school/theatre', '#/school/race', '#/school/predict', '#/school/xray', '#/school/lesson/3', '#/school/lab', '#/train', '#/train/solve', '#/train/solve?mode=daily', '#/train/solve?mode=one&id=nowhere0', '#/train/rush', '#/train/swap2', '#/train/own', '#/train/sheet', '#/library', '#/library/practice', '#/library?position=nothing', '#/proof', '#/proof/nowhere', '#/game/nowhere000', '#/no-such-page'];

const prefixes = [...new Set(Object.keys({ ...english, ...help, ...settings, ...library, ...proof, ...review, ...school, ...train }).map((key) => key.split('.')[0]))].filter((prefix) => prefix.length > 1);
/** What no person should ever read or hear. */
const RAW = `(?<![\\w./-])(?:${prefixes.join('|')})\\.[a-z_0-9-]{2,}(?:\\.[a-z_0-9-]+)*(?![\\w/])|\\{[a-z_]+\\}|\\bundefined\\b|\\bNaN\\b|\\[object `;

/**
 * What is wrong with a page by itself. Sent to the browser whole.
 * @param {string} raw
 * @returns {Promise<string[]>}
 */
async function look(raw) {
  /** @type {string[]} */
  const faults = [];
  if (location.protocol === 'about:') return faults;
  const pattern = new RegExp(raw);
  const say = (/** @type {string | null | undefined} */ text, /** @type {string} */ where) => {
    const found = text && pattern.exec(text);
    if (found) faults.push(`${where} has \`${found[0]}\` in "${text.slice(0, 120)}"`);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (parent?.closest('textarea, [data-free], script')) continue;
    say(walker.currentNode.nodeValue, parent?.localName ?? 'text');
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt], [aria-valuetext]'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext'])
      say(element.getAttribute(name), name);
  say(document.title, 'title');
  // A board is fitted to its place in the frame after.
  for (let i = 0; i < 20 && document.documentElement.scrollWidth > innerWidth + 1; i++)
    await new Promise((resolve) => setTimeout(resolve, 50));
  if (document.documentElement.scrollWidth > innerWidth + 1)
    faults.push(`the page is ${document.documentElement.scrollWidth} pixels wide on ${innerWidth}`);
  if (!document.querySelector('main')) faults.push('the page is blank');
  const live = document.getElementById('live')?.textContent ?? '';
  if (live.length > 600) faults.push(`${live.length} characters are spoken`);
  return faults;
}

/** Where to click for one of the controls that can be seen; sent to the browser whole. @param {number} luck */
function control(luck) {
  const found = [];
  for (const element of document.querySelectorAll(
    'a[href], button:not(:disabled), input, select, textarea, summary, label',
  )) {
    if (element.closest('goren-board') || !element.checkVisibility()) continue;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const hit = x > 0 && y > 0 && x < innerWidth && y < innerHeight && document.elementFromPoint(x, y);
    if (hit && (element.contains(hit) || hit.contains(element))) found.push({ element, x, y });
  }
  const pick = found[Math.floor(luck * found.length)];
  if (!pick) return null;
  const { element, x, y } = pick;
  const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 30);
  return { x, y, name: `${element.localName}${element.id && `#${element.id}`} "${name}"` };
}

/** The stones the board shows, and the table it shows; sent to the browser whole. */
function shown() {
  const [, page, table] = location.hash.split(/[/?]/);
  if ((page !== 'game' && page !== 'analyse') || !table) return null;
  if (document.querySelector('#tab-edit[aria-selected=true]')) return null;
  if (!document.querySelector('.tools') || document.querySelector('.bar .state')) return null;
  const stones = [];
  for (const cell of document.querySelectorAll('.stage [role=gridcell]')) {
    const found = /^(\w+), (Black|White)(?:,|$)/.exec(cell.getAttribute('aria-label') ?? '');
    if (found) stones.push(`${found[1]}${found[2][0]}`);
  }
  return { table, stones: stones.sort().join(' ') };
}

/**
 * All positions of a table as the server has it.
 * @param {Page} page
 * @param {string} table
 * @returns {Promise<string[] | null>} `null` if there is no such table
 */
async function stored(page, table) {
  const update = await page.evaluate(
    (table) =>
      new Promise((resolve) => {
        const socket = new WebSocket(`ws://${location.host}/ws`);
        socket.onopen = () =>
          socket.send(JSON.stringify({ id: 0, type: 'hello', token: localStorage.getItem('goren.token') }));
        socket.onclose = () => resolve('closed');
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          if (message.type === 'welcome') socket.send(JSON.stringify({ id: 1, type: 'join', table, seq: 0, epoch: 0 }));
          if (message.type === 'refused') resolve(null);
          if (message.type === 'table') resolve(message);
          if (message.type === 'refused' || message.type === 'table') socket.close();
        };
      }),
    table,
  );
  if (update === 'closed') return [];
  if (!update) return null;
  /** @type {Map<number, any>} */
  const nodes = new Map(update.nodes.map((/** @type {any} */ node) => [node.node, node]));
  return [...nodes.values()].map((node) => {
    const path = [];
    for (let at = node; at; at = nodes.get(at.parent ?? -1)) path.unshift(at);
    /** @type {Map<string, string>} */
    const board = new Map();
    for (const { setup = [], point, stone } of path) {
      for (const [where, colour] of setup) board.set(where, colour ?? '');
      if (point && stone) board.set(point, stone);
    }
    const stones = [...board].filter(([, colour]) => colour);
    return stones
      .map(([point, colour]) => `${point}${colour === 'black' ? 'B' : 'W'}`)
      .sort()
      .join(' ');
  });
}

/** What must never be. */
export class Fault extends Error {
  /** @param {string} message @param {Page} [page] where it can be seen */
  constructor(message, page) {
    super(message);
    this.page = page;
  }
}

class Monkey {
  /** @type {string[]} */
  errors = [];
  /** The owner's pages. @type {Page[]} */
  tabs = [];
  /** The page of somebody else on the network. @type {Page | null} */
  guest = null;
  /** @type {Server} */
  server = /** @type {any} */ (null);
  /** Whether the server is down on purpose. */
  away = false;

  /** @param {import('playwright-core').Browser} browser @param {number} seed @param {string[]} log what was done, for whoever reads it */
  constructor(browser, seed, log) {
    this.browser = browser;
    this.seed = seed;
    this.log = log;
  }

  /** Lives for a while. @param {number} end when to stop at the latest */
  async live(end) {
    this.folder = await mkdtemp(join(tmpdir(), 'goren-monkey-'));
    this.server = await this.#serve(0);
    this.context = await this.#person();
    const others = await this.#person();
    try {
      await this.#open(this.server.url);
      // The second line of the key file lets guests in.
      const [, key] = (await readFile(join(this.folder, 'goren.key'), 'utf8')).split('\n');
      this.guest = await others.newPage();
      await this.guest.goto(`${this.server.origin}/#token=${key}`);
      await this.guest.locator('.bar').waitFor();
      for (let i = 0; i < LIFE && Date.now() < end; i++) {
        await this.#act(chance(this.seed, i));
        await this.#check();
        if (i % 12 === 11) await this.#settle();
      }
      // What was done last counts like everything before.
      await this.#settle();
    } catch (error) {
      const page = (error instanceof Fault && error.page) || this.tabs[this.tabs.length - 1];
      const picture = join(tmpdir(), `goren-monkey-${this.seed}.png`);
      await page?.screenshot({ path: picture }).catch(() => {});
      const isFault = error instanceof Fault || this.errors.length > 0;
      const reason = [...this.errors, error instanceof Fault ? error.message : /** @type {Error} */ (error).stack].join('\n');
      throw new (isFault ? Fault : Error)(`seed ${this.seed}, after ${this.log.length} actions: ${reason}\n  ${page?.url()}, picture ${picture}\n${this.log.slice(-25).map((line) => `  ${line}`).join('\n')}`);
    } finally {
      this.away = true;
      await this.context.close().catch(() => {});
      await others.close().catch(() => {});
      await this.server.end('SIGKILL');
      await rm(this.folder, { recursive: true, force: true });
    }
  }

  /** A browser of somebody's own. */
  async #person() {
    const context = await this.browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      hasTouch: true,
      acceptDownloads: true,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    context.setDefaultTimeout(15000);
    context.on('page', (page) => this.#watch(page));
    // After the page's own listeners, which the modules before have added.
    await context.addInitScript(`addEventListener('DOMContentLoaded', ${watch})`);
    return context;
  }

  /** All pages that are open. */
  #pages() {
    return this.guest ? [...this.tabs, this.guest] : this.tabs;
  }

  /** @param {number} port */
  async #serve(port) {
    const server = await serve(['--lan', '--data', /** @type {string} */ (this.folder)], port);
    void server.ended.then(() => this.away || this.errors.push('the server has ended by itself'));
    return server;
  }

  /** @param {string} url */
  async #open(url) {
    const page = await /** @type {import('playwright-core').BrowserContext} */ (this.context).newPage();
    await page.goto(url);
    await page.locator('.bar').waitFor();
    this.tabs.push(page);
    return page;
  }

  /** @param {Page} page */
  #watch(page) {
    page.on('pageerror', (error) => this.errors.push(`${error.message}\n${error.stack}`));
    page.on('console', (message) => {
      // The browser itself writes a line for each answer that is no and each connection that fails.
      const own = /Failed to load resource|WebSocket connection|ERR_|Cross-Origin-Opener-Policy/.test(message.text());
      if (message.type() === 'error' && !own) this.errors.push(message.text());
    });
    page.on('dialog', (dialog) => {
      this.errors.push(`a dialog of the browser: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('filechooser', () => {});
    page.on('crash', () => this.errors.push('the page has crashed'));
    page.on('response', (response) => {
      if (response.status() < 500) return;
      const answer = `${response.url()} answers ${response.status()}`;
      response.text().then(
        (body) => this.errors.push(`${answer}: ${body}`),
        () => this.errors.push(answer),
      );
    });
  }

  /** Does one thing. @param {() => number} luck */
  async #act(luck) {
    const isGuest = this.guest !== null && luck() < GUEST;
    const page = isGuest ? /** @type {Page} */ (this.guest) : this.tabs[Math.floor(luck() * this.tabs.length)];
    // A tab that nobody sees is not painted.
    await page.bringToFront();
    // Back can lead to before the beginning.
    if (!page.url().startsWith(this.server.origin)) await page.goto(isGuest ? this.server.origin : this.server.url);
    const one = (/** @type {any[]} */ of) => of[Math.floor(luck() * of.length)];
    const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 };
    const tab = isGuest ? 'guest' : `tab ${this.tabs.indexOf(page)}`;
    const note = (/** @type {string} */ text) => this.log.push(`${this.log.length} ${tab}: ${text}`);
    /** @type {[number, () => Promise<unknown>][]} */
    const things = [
      [
        30,
        async () => {
          const found = await page.evaluate(control, luck());
          if (!found) return note('nothing to click');
          const touch = luck() < 0.3;
          note(`${touch ? 'touch' : 'click'} ${found.name}`);
          await (touch ? page.touchscreen.tap(found.x, found.y) : page.mouse.click(found.x, found.y));
        },
      ],
      [
        25,
        async () => {
          const cell = await page.evaluate((luck) => {
            const cells = [...document.querySelectorAll('.stage [role=gridcell]')];
            const box = cells[Math.floor(luck * cells.length)]?.getBoundingClientRect();
            return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
          }, luck());
          if (!cell || cell.x > width || cell.y > height) return note('no point in sight');
          const how = one(['left', 'left', 'left', 'left', 'right', 'shift', 'touch', 'touch']);
          note(`${how} on the board at ${Math.round(cell.x)},${Math.round(cell.y)}`);
          if (how === 'touch') return page.touchscreen.tap(cell.x, cell.y);
          if (how === 'shift') await page.keyboard.down('Shift');
          await page.mouse.click(cell.x, cell.y, { button: how === 'right' ? 'right' : 'left' });
          if (how === 'shift') await page.keyboard.up('Shift');
        },
      ],
      [10, () => this.#type(page, luck, note)],
      [25, () => this.#key(page, one(KEYS), note)],
      [
        5,
        async () => {
          const text = one(TEXTS);
          note(`type "${text.slice(0, 20)}"`);
          await page.keyboard.insertText(text);
        },
      ],
      [
        4,
        async () => {
          const text = one(PASTES);
          note(`paste "${text.slice(0, 40)}"`);
          await page.evaluate((text) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData('text', text);
            (document.activeElement ?? document.body).dispatchEvent(
              new ClipboardEvent('paste', { clipboardData, bubbles: true }),
            );
          }, text);
        },
      ],
      [
        6,
        async () => {
          const games = await page.evaluate(() => [...document.querySelectorAll('a[href*="#/game/"], a[href*="#/analyse/"]')].map((a) => a.getAttribute('href')));
          const hash = one([...HASHES, ...games]);
          note(`go to ${hash}`);
          await page.evaluate((hash) => {
            location.hash = hash;
          }, hash);
        },
      ],
      [6, () => this.#game(page, luck, note)],
      [
        3,
        async () => {
          note('reload');
          await page.reload();
          await page.locator('.bar').waitFor();
        },
      ],
      [
        4,
        async () => {
          const way = one(['back', 'forward']);
          note(way);
          await page.evaluate((way) => (way === 'back' ? history.back() : history.forward()), way);
        },
      ],
      [
        3,
        async () => {
          const [width, height] = one(SIZES);
          note(`resize to ${width}×${height}`);
          await page.setViewportSize({ width, height });
        },
      ],
      [
        3,
        async () => {
          note('turn the wheel');
          await page.mouse.move(luck() * width, luck() * height);
          await page.mouse.wheel(0, (luck() - 0.5) * 1000);
        },
      ],
      [
        isGuest ? 0 : 2,
        async () => {
          if (this.tabs.length > 2) {
            note('close');
            this.tabs = this.tabs.filter((each) => each !== page);
            await page.close();
          } else {
            note('open another tab');
            await this.#open(page.url());
          }
        },
      ],
      [
        1,
        async () => {
          note('lose the network');
          await page.context().setOffline(true);
          await page.waitForTimeout(luck() * 1000);
          await page.context().setOffline(false);
        },
      ],
      [2, () => this.#kill(note)],
      [
        4,
        async () => {
          const ms = Math.round(luck() * 600);
          note(`wait ${ms} ms`);
          await page.waitForTimeout(ms);
        },
      ],
    ];
    let at = luck() * things.reduce((sum, [weight]) => sum + weight, 0);
    const thing = things.find(([weight]) => (at -= weight) < 0) ?? things[0];
    try {
      await thing[1]();
    } catch (error) {
      // A page that goes on to the next address while it is looked at is no fault.
      if (!/Execution context was destroyed|interrupted by another navigation|ERR_(ABORTED|INTERNET_DISCONNECTED)/.test(String(error))) throw error;
    }
  }

  /** Types into a field, and clicks something else with the mouse. @param {Page} page @param {() => number} luck @param {(text: string) => void} note */
  async #type(page, luck, note) {
    const all = (await page.evaluate(fields)).filter(({ x, y }) => {
      const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
      return x > 0 && y > 0 && x < width && y < height;
    });
    const field = all[Math.floor(luck() * all.length)];
    if (!field) return note('no field to type in');
    const text = field.type === 'number' ? String(Math.floor(luck() * 40)) : TEXTS[Math.floor(luck() * TEXTS.length)].slice(0, 40);
    await page.mouse.click(field.x, field.y);
    if (luck() < 0.7) await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
    const next = await page.evaluate(control, luck());
    note(`type "${text.slice(0, 20)}" into ${field.name}, then click ${next?.name ?? 'nothing'}`);
    if (next) await page.mouse.click(next.x, next.y);
  }

  /** @param {Page} page @param {string} key @param {(text: string) => void} note */
  async #key(page, key, note) {
    note(`press ${key}`);
    const focused = () =>
      page.evaluate(() => {
        const { activeElement: at } = document;
        return !at || at === document.body ? '' : `${at.localName}#${at.id}.${at.className} "${at.textContent?.slice(0, 20)}"`;
      });
    // What a click just before has set in motion is over first.
    await page.waitForTimeout(400);
    // Where the key arrives, since what was clicked can be gone by then.
    await page.evaluate(() => {
      const note = () => {
        const { activeElement: at } = document;
        /** @type {any} */ (window).pressedOn = !at || at === document.body ? '' : at.outerHTML.slice(0, 160);
      };
      addEventListener('keydown', note, { capture: true, once: true });
    });
    const url = page.url();
    await page.keyboard.press(key);
    const before = await page.evaluate(() => /** @type {any} */ (window).pressedOn ?? '');
    if (!before || /Tab/.test(key)) return;
    // Focus may follow what an answer of the server brings, and a busy machine takes its time.
    for (let i = 0; i < 60; i++) {
      if (await focused()) return;
      await page.waitForTimeout(100);
    }
    if (url !== page.url() && !/Enter|Space|[nl?]/.test(key)) return;
    throw new Fault(`the focus was on ${before} and is nowhere after ${key}${url === page.url() ? '' : ', which left the page'}`, page);
  }

  /** Begins a game of any kind. @param {Page} page @param {() => number} luck @param {(text: string) => void} note */
  async #game(page, luck, note) {
    const one = (/** @type {any[]} */ of) => of[Math.floor(luck() * of.length)];
    const person = { kind: 'person', name: one(['Ann', '', 'Maximiliane Featherstonehaugh of Cholmondeley']) };
    const program = one([
      { kind: 'goren', level: 1 + Math.floor(luck() * 4) },
      { kind: 'classic', word: 'boundary' },
    ]);
    const rule = one(['freestyle', 'standard', 'renju', 'caro']);
    const [first, second] = one([
      [person, person],
      [person, program],
      [program, person],
      [program, { kind: 'goren', level: 1 }],
    ]);
    const alone = first.kind !== 'person' && second.kind !== 'person';
    const game = {
      rule,
      size: one([15, 15, 9, 19, 5]),
      opening: one(['free', 'free', 'swap2']),
      traps: one([[], { random: 3 }]),
      first,
      second,
      clock: one(['none', '5m+3s', '20s']),
      coach: luck() < 0.3,
      ...(alone ? { games: one([1, 3]), speed: one([0, 300]) } : {}),
    };
    note(`begin ${JSON.stringify(game)}`);
    const answer = await ask(page, [{ type: 'create', game: /** @type {any} */ (game) }]).catch((error) => {
      if (/refused|opening|closed|too_|games_range/.test(String(error))) return null;
      throw error;
    });
    if (answer)
      await page.evaluate((table) => {
        location.hash = `#/game/${table}`;
      }, answer[0].table);
  }

  /** Kills the server in the middle of things; everything shown must come back. @param {(text: string) => void} note */
  async #kill(note) {
    const seen = [];
    for (const page of this.tabs) {
      const before = await page.evaluate(shown).catch(() => null);
      const positions = before && (await stored(page, before.table));
      // A stone that is on its way is not promised yet, and an empty study is not kept.
      if (before?.stones && positions?.includes(before.stones)) seen.push(before);
    }
    note('kill the server');
    this.away = true;
    await this.server.end('SIGKILL');
    this.server = await this.#serve(this.server.port);
    this.away = false;
    // The key stays with the folder: nothing is opened anew.
    const page = this.tabs[0];
    for (const { table, stones } of seen) {
      let positions = await stored(page, table);
      for (let i = 0; i < 50 && positions?.length === 0; i++) {
        await page.waitForTimeout(100);
        positions = await stored(page, table);
      }
      if (!positions?.includes(stones)) throw new Fault(`after a kill ${table} has lost ${stones}`);
    }
  }

  async #check() {
    for (const page of this.#pages()) {
      const faults = await page.evaluate(look, RAW).catch(() => /** @type {string[]} */ ([]));
      const vain = await page.evaluate(() => /** @type {any} */ (window).typedInVain?.splice(0) ?? []).catch(() => []);
      if (faults.length || vain.length) throw new Fault(`${page.url()}: ${[...faults, ...vain].join('; ')}`, page);
    }
    if (this.errors.length) throw new Fault(this.errors.splice(0).join('\n'));
  }

  /** Waits until every tab is connected and shows what is stored. */
  async #settle() {
    for (const page of this.#pages()) {
      if (!page.url().startsWith(this.server.origin)) continue;
      await page.bringToFront();
      const connected = () =>
        page.evaluate(() => document.querySelector('.bar') && !document.querySelector('.bar .state'));
      for (let i = 0; !(await connected().catch(() => false)); i++) {
        if (i > 100) throw new Fault(`${page.url()} does not connect again`);
        await page.waitForTimeout(100);
      }
      /** @type {{ table: string, stones: string } | null} */
      let seen = null;
      /** @type {string[] | null} */
      let positions = null;
      for (let i = 0; i < 30; i++) {
        seen = await page.evaluate(shown).catch(() => null);
        positions = seen && (await stored(page, seen.table).catch(() => null));
        if (!seen || positions?.includes(seen.stones)) break;
        await page.waitForTimeout(100);
      }
      if (seen && positions && !positions.includes(seen.stones))
        throw new Fault(`${page.url()} shows what is not stored: ${seen.stones}`);
    }
    await this.#check();
  }
}

/**
 * Lives one life after the other until the time is over; throws the first fault.
 * @param {{ ms: number, seed: number, say?: (line: string) => void }} options
 */
export function soak({ ms, seed, say }) {
  const end = Date.now() + ms;
  const launch = () =>
    chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'],
    });
  return lives({ end, seed, say, launch, live: (browser, life, log) => new Monkey(browser, life, log).live(end) });
}

/**
 * The lives themselves. One that the browser cuts short by ending is counted apart and another browser begun, but a fault is a
 * fault, whatever became of the browser.
 * @template {{ isConnected(): boolean, close(): Promise<void> }} B
 * @param {{ end: number, seed: number, say?: (line: string) => void, launch: () => Promise<B>, live: (browser: B, life: number, log: string[]) => Promise<void> }} options
 */
export async function lives({ end, seed, say = () => {}, launch, live }) {
  let browser = await launch();
  let [actions, ends] = [0, 0];
  try {
    for (let life = seed; Date.now() < end; life++) {
      /** @type {string[]} */
      const log = [];
      let how = 'no fault';
      try {
        await live(browser, life, log);
      } catch (error) {
        if (error instanceof Fault || browser.isConnected()) throw error;
        how = 'cut short, since the browser itself ended';
        ends += 1;
        browser = await launch();
      }
      actions += log.length;
      say(`seed ${life}: ${log.length} actions, ${how}; ${actions} in all, the browser ended ${ends} times`);
    }
  } finally {
    await browser.close();
  }
  return { actions, ends };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const option = (/** @type {string} */ name, /** @type {number} */ otherwise) => {
    const at = process.argv.indexOf(name);
    return at < 0 ? otherwise : Number(process.argv[at + 1]);
  };
  const seed = option('--seed', Math.floor(Math.random() * 1e6));
  const minutes = option('--minutes', 1);
  try {
    const { actions, ends } = await soak({ ms: minutes * 60000, seed, say: (line) => console.log(line) });
    console.log(`${actions} actions in ${minutes} minutes, no fault; the browser ended ${ends} times`);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
