// What a page is. The router makes one for each visit, has it entered, draws what it shows, and has it left again.
//
// A page holds its own state and ends with the visit; what outlives it is kept by the app (`app.kept`). Only what a page does,
// when it is entered, when something happens to it or may have (`follow`), asks the server: `view` and all that it draws with
// only read.
//
// A part of a page that has no state is a function that describes it; one that has is an object that the page holds.

import { h } from './render.js';
import { t } from './strings.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./board.js').BoardModel} BoardModel */
/** @typedef {import('./tree.js').Table} Table */
/** @typedef {import('./render.js').Loose} Loose */
/** Where the address leads: the page, what stands after its name, and what is asked of it. @typedef {{ page: string, id: string, query: URLSearchParams }} Route */
/** @typedef {(new (app: App) => Page) & { rooms: Rooms }} PageClass */
/** Pages below a page, by the word after its name in the address. @typedef {Record<string, PageClass>} Rooms */

export class Page {
  /** @type {Rooms} */
  static rooms = {};

  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  /** Whether it is the page that is shown, and not one that was left. */
  get isShown() {
    return this.app.page === this;
  }

  /** @returns {string} */
  get title() {
    return '';
  }

  /** Whether there is what it is about; until then nobody is told that the page has come. */
  get isReady() {
    return true;
  }

  /** What is said when it has come. */
  get introduction() {
    return this.title;
  }

  /** The nodes of the table that one walks along from the node shown. @returns {number[]} */
  get line() {
    const { table } = this.app;
    return table ? table.line(table.at) : [];
  }

  /** Takes the keyboard, when that has lost its place. */
  focus() {
    const heading = /** @type {HTMLElement | null} */ (document.querySelector('main h1'));
    heading?.setAttribute('tabindex', '-1');
    heading?.focus();
  }

  /** The visit begins; a page without a table leaves the one before. */
  enter() {
    this.app.show('');
  }

  /** The address asks the same page for something else. */
  turn() {}

  /** What the address asks for can be asked of the server: after `enter` and `turn`, and whenever the connection is there again. */
  connected() {}

  /** Something may have changed: what it needs to know now is asked for, before it is drawn. */
  follow() {}

  /** The table shown has said how it stands. @param {Table} _table @param {boolean} _first for the first time @param {number} _at the node that was shown before */
  heard(_table, _first, _at) {}

  /** A table that was to be shown is not there; whether the page shows another in its place. @param {string} _table @returns {boolean} */
  lost(_table) {
    return false;
  }

  /** The visit ends, and with it all that it has begun. */
  leave() {}

  /** What it shows. @returns {Loose} */
  view() {
    return null;
  }

  /** A key was pressed; whether it means something here. @param {string} _key @returns {boolean} */
  key(_key) {
    return false;
  }

  /** A point of its board was chosen. @param {string} _point @param {boolean} _apart for the other colour @param {boolean} _marking to draw on it */
  point(_point, _apart, _marking) {}

  /** The pointer is over a point of its board, or over none. @param {string | null} _point */
  hover(_point) {}

  /** The board was asked to go back. */
  back() {}
}

/** A page to read, without a board. */
export class Reading extends Page {
  /** @returns {Loose} */
  article() {
    return null;
  }

  view() {
    return h('main', { class: 'reading', key: 'reading', tabindex: '0' }, this.article());
  }
}

/** A page with a board, and a panel beside it. */
export class BoardPage extends Page {
  /** Whether the sheet needs more room than the board on a phone, or all of it. @returns {'tall' | 'form' | null} */
  get sheet() {
    return null;
  }

  /** @returns {BoardModel} */
  board() {
    return { size: 15 };
  }

  /** Black's chance, for the bar beside the board; `undefined` for no bar. @returns {number | null | undefined} */
  judged() {
    return undefined;
  }

  /** What stands above the board. @returns {Loose} */
  far() {
    return null;
  }

  /** What stands below it. @returns {Loose} */
  near() {
    return null;
  }

  /** @returns {Loose} */
  panel() {
    return null;
  }

  view() {
    const { app } = this;
    const judged = this.judged();
    return h(
      'main',
      { class: 'table', key: 'table', 'data-sheet': this.sheet },
      h(
        'div',
        { class: `stage ${judged === undefined ? '' : 'judged'}`, key: 'stage' },
        judged !== undefined && chanceBar(judged),
        h('goren-board', { key: 'board', made: (/** @type {Element} */ board) => listen(app, board), model: this.board() }),
      ),
      this.far(),
      this.near(),
      h(
        'section',
        { class: 'panel', key: 'panel', 'aria-label': this.title },
        h('div', { class: 'sheet', key: app.route.page }, this.panel()),
      ),
    );
  }
}

/** Black's chance beside the board. @param {number | null} judged */
function chanceBar(judged) {
  const share = judged === null ? null : Math.round(judged * 1000) / 10;
  return h(
    'div',
    {
      class: 'evalbar',
      key: 'evalbar',
      role: share === null ? 'img' : 'meter',
      'aria-label': t(share === null ? 'engine.bar_unknown' : 'engine.bar'),
      'aria-valuemin': share === null ? null : '0',
      'aria-valuemax': share === null ? null : '100',
      'aria-valuenow': share === null ? null : String(Math.round(share)),
      'data-unknown': share === null,
    },
    share !== null && h('div', { class: 'black-share', style: { '--share': `${share}%`, height: `${share}%` } }),
    h('div', { class: 'half' }),
  );
}

/** Hands what happens on the board to the page that is shown: pages with a board share its element. @param {App} app @param {Element} board */
function listen(app, board) {
  const on = (/** @type {string} */ name, /** @type {(detail: any) => void} */ run) =>
    board.addEventListener(name, (event) => run(/** @type {CustomEvent} */ (event).detail));
  on('point', ({ point, apart, marking }) => app.page.point(point, apart, marking ?? false));
  on('hover', (point) => app.page.hover(point));
  on('back', () => app.page.back());
  on('proposed', (point) => app.announce(t('board.again', { point })));
}
