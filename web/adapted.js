// A page that is still described by an object, as one of a class. It goes when the last of them is.

import { BoardPage, Reading } from './page.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./render.js').Loose} Loose */
/**
 * @typedef {object} Described
 * @property {(app: App) => string} title
 * @property {(app: App) => void} [enter]
 * @property {(app: App) => void} [leave]
 * @property {(app: App) => import('./board.js').BoardModel} [board]
 * @property {(app: App) => Loose} [far]
 * @property {(app: App) => Loose} [near]
 * @property {(app: App) => Loose} [panel]
 * @property {(app: App) => Loose} [article]
 * @property {(app: App) => number | null | undefined} [judged]
 * @property {boolean} [tall]
 * @property {(app: App) => 'tall' | 'form'} [sheet]
 * @property {(app: App, point: string, apart: boolean, marking: boolean) => void} [point]
 * @property {(app: App, point: string | null) => void} [hover]
 * @property {(app: App) => void} [back]
 * @property {(app: App, key: string) => boolean} [key]
 * @property {Record<string, Described | import('./page.js').PageClass>} [rooms]
 */

/** @param {Described | import('./page.js').PageClass} page @returns {import('./page.js').PageClass} */
export function adapted(page) {
  if (typeof page === 'function') return page;
  const rooms = Object.fromEntries(Object.entries(page.rooms ?? {}).map(([name, room]) => [name, adapted(room)]));
  if (page.article)
    return class extends Reading {
      static rooms = rooms;
      get title() {
        return page.title(this.app);
      }
      enter() {
        page.enter?.(this.app);
      }
      leave() {
        page.leave?.(this.app);
      }
      article() {
        return page.article?.(this.app);
      }
      key(/** @type {string} */ key) {
        return page.key?.(this.app, key) ?? false;
      }
    };
  return class extends BoardPage {
    static rooms = rooms;
    get title() {
      return page.title(this.app);
    }
    get sheet() {
      return page.sheet?.(this.app) ?? (page.tall ? 'tall' : null);
    }
    enter() {
      page.enter?.(this.app);
    }
    leave() {
      page.leave?.(this.app);
    }
    board() {
      return page.board?.(this.app) ?? { size: 15 };
    }
    judged() {
      return page.judged?.(this.app);
    }
    far() {
      return page.far?.(this.app) ?? null;
    }
    near() {
      return page.near?.(this.app) ?? null;
    }
    panel() {
      return page.panel?.(this.app);
    }
    point(/** @type {string} */ point, /** @type {boolean} */ apart, /** @type {boolean} */ marking) {
      page.point?.(this.app, point, apart, marking);
    }
    hover(/** @type {string | null} */ point) {
      page.hover?.(this.app, point);
    }
    back() {
      page.back?.(this.app);
    }
    key(/** @type {string} */ key) {
      return page.key?.(this.app, key) ?? false;
    }
  };
}
