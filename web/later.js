// Parts of the program that are loaded when somebody goes there.

import { t } from './strings.js';
import { h } from './render.js';
import { BoardPage, Reading } from './page.js';
import { quietBoard } from './table-view.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./page.js').PageClass} PageClass */

/** What a person is told of a part that could not be loaded. A browser remembers that for the life of the page, so the page is begun anew. */
function failure() {
  const reload = () => location.reload();
  return [
    h('p', { key: 'failed', role: 'alert' }, t('later.failed')),
    h('p', { key: 'again' }, h('button', { type: 'button', class: 'main', onclick: reload }, t('state.retry'))),
  ];
}

/** @param {App} app */
function sayFailed(app) {
  app.toast(t('later.failed'), { text: t('state.retry'), run: () => location.reload() });
}

/**
 * A page that stands in for one that is loaded when it is first entered.
 * @param {string} name under which pages are known
 * @param {string} title the key of its title
 * @param {string} style its style sheet
 * @param {() => Promise<PageClass>} load
 * @param {boolean} [besideBoard] whether it shows a board
 * @returns {PageClass}
 */
export function later(name, title, style, load, besideBoard = false) {
  let failed = false;
  const begin = async (/** @type {App} */ app) => {
    failed = false;
    try {
      const [page] = await Promise.all([load(), sheet(style)]);
      app.pages[name] = page;
      if (app.route.page === name) app.enter();
    } catch {
      failed = true;
    }
    app.paint();
  };
  const waiting = () => [
    h('h1', { key: 'title' }, t(title)),
    failed ? failure() : h('p', { key: 'opening', role: 'status' }, t('table.loading')),
  ];
  if (besideBoard)
    return class extends BoardPage {
      get title() {
        return t(title);
      }
      get sheet() {
        return /** @type {const} */ ('tall');
      }
      enter() {
        void begin(this.app);
      }
      board() {
        return quietBoard(this.app);
      }
      panel() {
        return waiting();
      }
    };
  return class extends Reading {
    get title() {
      return t(title);
    }
    enter() {
      void begin(this.app);
    }
    article() {
      return waiting();
    }
  };
}

/** The dialogs that hand a game on, loaded when one is asked for. @param {App} app */
export async function sharing(app) {
  try {
    return await import('./share.js');
  } catch {
    sayFailed(app);
    return null;
  }
}

/** A part of pages that is loaded when one of them first needs it; kept while the program is open. @template T */
class Part {
  /** @type {T | null} */
  module = null;
  failed = false;
  #asked = false;

  /** @param {App} app @param {string} style its style sheet @param {() => Promise<T>} load */
  constructor(app, style, load) {
    this.app = app;
    this.style = style;
    this.load = load;
  }

  /** Loads it, unless that has been done. */
  async want() {
    if (this.#asked) return;
    this.#asked = true;
    try {
      [this.module] = await Promise.all([this.load(), sheet(this.style)]);
    } catch {
      this.failed = true;
      this.fail();
    }
    this.app.paint();
  }

  /** It could not be loaded. */
  fail() {}

  /** What is shown in its place until it is there. */
  waiting() {
    if (this.failed) return h('div', { class: 'pad stack', key: 'later' }, failure());
    return h('p', { class: 'pad', key: 'later', role: 'status' }, t('table.loading'));
  }
}

/** The opening explorer, which comes with the library. @extends {Part<typeof import('./library/library.js')>} */
export class ExplorerPart extends Part {
  /** @param {App} app */
  constructor(app) {
    super(app, 'style/shelf.css', () => import('./library/library.js'));
  }
}

/** What a review says and asks. @extends {Part<typeof import('./review/panel.js')>} */
export class ReviewPart extends Part {
  /** @param {App} app */
  constructor(app) {
    super(app, 'style/review.css', () => import('./review/panel.js'));
  }

  fail() {
    sayFailed(this.app);
  }
}

/** Adds a style sheet to the page. @param {string} href */
function sheet(href) {
  return new Promise((done, failed) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.addEventListener('load', done);
    link.addEventListener('error', failed);
    link.href = href;
    document.head.append(link);
  });
}
