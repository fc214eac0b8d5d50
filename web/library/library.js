// The library: collections of games, searched by what they say and by what stood on the board; imports, exports, the repertoire.

import './strings.js';
import { refusalText } from '../refusals.js';
import { check, field, tool } from '../controls.js';
import { icon } from '../icons.js';
import { Reading } from '../page.js';
import { RULES } from '../rules.js';
import { chooseFile } from '../save.js';
import { selection } from '../selection.js';
import { number, t } from '../strings.js';
import { h } from '../render.js';
import { call } from '../wire.js';
import { thumbnail } from '../thumbnail.js';
import { Explorer as TheExplorer, gameTitle, openGame } from './explorer.js';
import { blank, drawing, drawn, next } from './pattern.js';
import { Practice } from './practice.js';
import { leftOut } from './words.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../wire-types').LibraryView} LibraryView */
/** @typedef {import('../wire-types').LibraryGame} LibraryGame */
/** @typedef {import('./pattern.js').Cell} Cell */

/** The explorer of analysis, which is loaded with this page. */
export const Explorer = TheExplorer;

/** The largest file that is sent to the server, in bytes. */
const MOST = 64 * 1024 * 1024;

const FORM = { player: '', event: '', result: '', rule: '', opening: '', since: '', until: '', position: '', either_colour: false };

/** What the page shows; kept while the program is open, so that one finds the results again. */
class Shelf {
  /** @type {LibraryView | null} */
  view = null;
  failed = '';
  form = { ...FORM };
  /** @type {Cell[]} */
  cells = blank();
  /** @type {LibraryGame[] | null} */
  games = null;
  total = 0;
  complete = true;
  unreadable = 0;
  searching = false;
  /** Why the last search could not be made. */
  refused = '';
  /** @type {Set<number>} */
  chosen = new Set();
}

/** @param {LibraryPage} page @param {'player' | 'event' | 'since' | 'until' | 'position'} name @param {Record<string, any>} [more] */
function text(page, name, more = {}) {
  const { shelf } = page;
  return field(
    `find-${name}`,
    t(`library.find.${name}`),
    h('input', {
      type: 'text',
      id: `find-${name}`,
      value: shelf.form[name],
      autocomplete: 'off',
      spellcheck: 'false',
      oninput: (/** @type {any} */ event) => page.set({ [name]: event.target.value }),
      ...more,
    }),
  );
}

/** @param {LibraryPage} page @param {'result' | 'rule' | 'opening'} name @param {[string, string][]} options */
function select(page, name, options) {
  const { shelf } = page;
  return field(
    `find-${name}`,
    t(`library.find.${name}`),
    h(
      'select',
      { id: `find-${name}`, onchange: (/** @type {any} */ event) => page.set({ [name]: event.target.value }) },
      [['', t(`library.find.${name}.any`)], ...options].map(([value, shown]) =>
        h('option', { value, key: value, selected: value === shelf.form[name] }, shown),
      ),
    ),
  );
}

/** @param {LibraryPage} page @param {LibraryView} view */
function form(page, view) {
  const { app, shelf } = page;
  const isOpen = shelf.form.position !== '' || drawing(shelf.cells) !== '';
  return h(
    'form',
    {
      class: 'stack find',
      key: 'form',
      role: 'search',
      'aria-label': t('library.find'),
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void page.search(0);
      },
    },
    h(
      'div',
      { class: 'find-fields' },
      text(page, 'player'),
      text(page, 'event'),
      select(page, 'result', [
        ['black', t('black.wins')],
        ['white', t('white.wins')],
        ['draw', t('draw')],
        ['unknown', t('library.find.result.unknown')],
      ]),
      select(page, 'rule', RULES.map((rule) => [rule, t(`rule.${rule}`)])),
      select(page, 'opening', view.openings.map(({ code, name }) => [code, `${name} (${code})`])),
      h('div', { class: 'pair' }, text(page, 'since', { placeholder: '2020-05-31' }), text(page, 'until', { placeholder: '2024' })),
    ),
    h(
      'details',
      { key: 'more', open: isOpen ? true : undefined },
      h('summary', null, t('library.find.more')),
      h(
        'div',
        { class: 'find-more' },
        h(
          'div',
          { class: 'stack tight' },
          text(page, 'position', { 'aria-describedby': 'find-position-about' }),
          h('p', { class: 'small quiet', id: 'find-position-about' }, t('library.find.position.about')),
        ),
        h(
          'div',
          { class: 'stack tight' },
          h('p', { class: 'label' }, t('library.find.pattern')),
          drawn(shelf.cells, (place) => {
            // Two presses may come before the page is drawn again.
            shelf.cells = shelf.cells.with(place, next(shelf.cells[place]));
            app.paint();
          }),
          h('p', { class: 'small quiet' }, t('library.find.pattern.about')),
          check(t('library.find.pattern.either'), shelf.form.either_colour, (either_colour) => page.set({ either_colour })),
        ),
      ),
    ),
    h(
      'div',
      { class: 'row' },
      h('button', { class: 'main', disabled: shelf.searching }, t('library.find.go')),
      h(
        'button',
        {
          type: 'button',
          class: 'plain',
          onclick: () => {
            shelf.form = { ...FORM };
            shelf.cells = blank();
            void page.search(0);
          },
        },
        t('library.find.clear'),
      ),
    ),
    shelf.refused && h('p', { role: 'alert', key: 'refused' }, shelf.refused),
  );
}

/** The import under way, or what came of the last one. @param {App} app @param {LibraryView} view */
function importing(app, view) {
  const now = view.import;
  if (!now) return null;
  const { name, state, share, games, added, duplicates, faulty, faults, unsearched, error } = now;
  return h(
    'section',
    { class: 'importing stack tight', key: 'importing', 'aria-label': t('library.import.label') },
    h(
      'div',
      { class: 'row between' },
      h('b', null, t(`library.import.${state}`, { name })),
      state === 'running' &&
        h(
          'button',
          { type: 'button', key: 'stop', onclick: () => void call('library/stop', { method: 'POST' }).catch((bad) => app.fail(bad)) },
          icon('stop'),
          t('library.import.stop'),
        ),
    ),
    state === 'running' && h('progress', { key: 'bar', max: 100, value: Math.round(share * 100), 'aria-label': t('library.import.running', { name }) }),
    error
      ? h('p', { role: 'alert', key: 'error' }, refusalText(error))
      : h('p', { class: 'small', key: 'counts' }, t('library.import.counts', { count: games, added: number(added), duplicates: number(duplicates) })),
    unsearched > 0 && h('p', { class: 'small', key: 'unsearched' }, t('library.import.unsearched', { count: unsearched })),
    faulty > 0 &&
      h(
        'details',
        { key: 'faults' },
        h('summary', null, t('library.import.faulty', { count: faulty })),
        h(
          'ul',
          { class: 'small faults' },
          faults.map(({ game, reason }, i) => h('li', { key: String(i) }, t('library.import.fault', { game, reason }))),
        ),
      ),
  );
}

/** @param {LibraryView} view */
function repertoire({ repertoire: { moves, due } }) {
  return h(
    'section',
    { class: 'importing row between', key: 'repertoire', 'aria-labelledby': 'repertoire-title' },
    h(
      'div',
      { class: 'grow' },
      h('h2', { id: 'repertoire-title' }, t('repertoire.title')),
      h('p', { class: 'small quiet' }, moves ? t('repertoire.counts', { moves, due }) : t('repertoire.none')),
    ),
    moves > 0 && h('a', { class: due ? 'button main' : 'button', href: '#/library/practice' }, t('repertoire.practise')),
  );
}

/** @type {WeakMap<LibraryGame, import('../render.js').Description>} */
const pictures = new WeakMap();

/** @param {LibraryGame} game */
function pictureOf(game) {
  const made = pictures.get(game) ?? thumbnail(game.size, game.stones);
  pictures.set(game, made);
  return made;
}

/** @param {LibraryPage} page @param {LibraryGame} game */
function item(page, game) {
  const { app, shelf } = page;
  const title = gameTitle(game);
  const facts = [
    t(`rule.${game.rule}`),
    `${game.size}×${game.size}`,
    t('games.moves', { count: game.moves }),
    game.opening,
    game.event,
    game.date,
    game.source === 'studio' && t('library.played'),
    game.at !== undefined && t('library.after', { at: game.at }),
  ];
  return h(
    'li',
    { key: String(game.id), 'data-chosen': shelf.chosen.has(game.id) },
    h(
      'button',
      { type: 'button', class: 'open plain', onclick: () => void openGame(app, game) },
      pictureOf(game),
      h(
        'span',
        { class: 'what' },
        h('b', null, title),
        h('span', { class: 'outcome' }, t(`library.result.${game.result}`)),
        h('span', { class: 'about' }, facts.filter(Boolean).map((fact) => h('span', null, fact))),
      ),
    ),
    h(
      'div',
      { class: 'foot' },
      h('input', {
        type: 'checkbox',
        class: 'choose',
        checked: shelf.chosen.has(game.id),
        'aria-label': t('library.choose', { title }),
        onchange: (/** @type {any} */ event) => {
          if (event.target.checked) shelf.chosen.add(game.id);
          else shelf.chosen.delete(game.id);
          app.paint();
        },
      }),
      // A game played here is deleted among one's own games.
      game.source !== 'studio' && tool('trash', t('library.remove', { title }), () => void page.remove([game.id]), { key: 'remove' }),
    ),
  );
}

/** @param {LibraryPage} page @param {LibraryView} view */
function results(page, view) {
  const { app, shelf } = page;
  const { chosen, games, total, searching } = shelf;
  if (!games) return h('p', { class: 'empty', key: 'searching', role: 'status' }, t('table.loading'));
  const left = leftOut(shelf).map((said) => h('p', { key: said }, said));
  if (!games.length) return [h('p', { class: 'empty', key: 'none' }, t(view.games ? 'library.found.none' : 'library.empty')), ...left];
  return [
    h('p', { key: 'count', class: 'quiet', 'aria-busy': searching ? 'true' : 'false' }, t('library.found', { count: total })),
    ...left,
    h('ul', { class: 'library', key: 'list' }, games.map((game) => item(page, game))),
    games.length < total &&
      h(
        'p',
        { key: 'more' },
        h('button', { type: 'button', disabled: searching, onclick: () => void page.search(games.length) }, t('library.more')),
      ),
    selection(app, 'library', chosen, games.map(({ id }) => id), () => void page.remove([...chosen])),
  ];
}

export class LibraryPage extends Reading {
  static rooms = { practice: Practice };

  shelf = this.app.kept(Shelf);
  /** Whether the import is being watched. */
  #watching = false;

  get title() {
    return t('library.title');
  }

  enter() {
    super.enter();
    const wanted = this.app.route.query.get('position');
    if (wanted) this.shelf.form = { ...FORM, position: wanted };
    void this.refresh().then(() => Promise.all([this.search(0), this.watch()]));
  }

  async refresh() {
    const { app, shelf } = this;
    try {
      shelf.view = await (await call('library')).json();
      shelf.failed = '';
    } catch (error) {
      shelf.failed = error instanceof Error ? error.message : '';
    }
    app.paint();
  }

  /** Asks how the import stands until it is over. @param {boolean} [fresh] whether it has just begun */
  async watch(fresh = false) {
    const { app, shelf } = this;
    if (this.#watching) return;
    this.#watching = true;
    const begun = fresh || shelf.view?.import?.state === 'running';
    while (shelf.view?.import?.state === 'running' && this.isShown) {
      await new Promise((done) => setTimeout(done, 250));
      await this.refresh();
    }
    this.#watching = false;
    const done = shelf.view?.import;
    if (begun && done && done.state !== 'running') {
      app.announce(t(`library.import.${done.state}`, { name: done.name }));
      await this.search(0);
    }
  }

  /** @param {File} file */
  async importFile(file) {
    const { app, shelf } = this;
    if (file.size > MOST) return app.toast(t('library.import.large'));
    const { rule } = shelf.form;
    const query = new URLSearchParams({ name: file.name, ...(rule ? { rule } : {}) });
    try {
      shelf.view = await (await call(`library/import?${query}`, { method: 'POST', body: file })).json();
      app.paint();
      await this.watch(true);
    } catch (error) {
      app.fail(error);
    }
  }

  /** Lets the person choose what to import. */
  async choose() {
    const file = await chooseFile();
    if (file) await this.importFile(file);
  }

  /**
   * Finds games; from the start, or more of them.
   * @param {number} skip
   * @param {number} [least] how many to show again, if there are so many
   */
  async search(skip, least = 0) {
    const { app, shelf } = this;
    shelf.searching = true;
    app.paint();
    const { position, opening, ...form } = shelf.form;
    const line = /^[\s\d,+-]+$/.test(position);
    const body = JSON.stringify({
      ...form,
      opening: line && position.trim() ? position : opening,
      position: line ? '' : position,
      pattern: drawing(shelf.cells),
      skip,
    });
    try {
      const found = await (await call('library/find', { method: 'POST', body })).json();
      shelf.games = skip ? [...(shelf.games ?? []), ...found.games] : found.games;
      shelf.total = found.total;
      shelf.complete = found.complete;
      shelf.unreadable = found.unreadable;
      shelf.refused = '';
      while (shelf.games && shelf.games.length < Math.min(least, shelf.total)) {
        const more = await (await call('library/find', { method: 'POST', body: JSON.stringify({ ...JSON.parse(body), skip: shelf.games.length }) })).json();
        if (!more.games.length) break;
        shelf.games = [...shelf.games, ...more.games];
      }
      if (!skip) {
        shelf.chosen.clear();
        app.announce(t('library.found', { count: shelf.total }));
      }
    } catch (error) {
      shelf.refused = error instanceof Error ? error.message : '';
    }
    shelf.searching = false;
    app.paint();
  }

  /** @param {Partial<typeof FORM>} change */
  set(change) {
    this.shelf.form = { ...this.shelf.form, ...change };
    this.app.paint();
  }

  /** Removes games, and offers to bring them back. @param {number[]} ids */
  async remove(ids) {
    const { app, shelf } = this;
    /** @param {string} path @param {object} body */
    const ask = async (path, body) => (await call(`library/${path}`, { method: 'POST', body: JSON.stringify(body) })).json();
    try {
      const { removed, played, removal } = await ask('remove', { ids });
      const shown = shelf.games?.length ?? 0;
      await this.refresh();
      await this.search(0, shown);
      const text = [
        removed > 0 && t('library.removed', { count: removed }),
        played > 0 && t('library.removed.played', { count: played }),
      ];
      const restore = async () => {
        try {
          await ask('restore', { removal });
          app.toast(t('games.restored'));
          await this.refresh();
          await this.search(0, shown);
        } catch (error) {
          app.fail(error);
        }
      };
      app.toast(text.filter(Boolean).join(' '), removed > 0 ? { text: t('games.undo'), run: () => void restore() } : undefined);
    } catch (error) {
      app.fail(error);
    }
  }

  article() {
    const { app } = this;
    const { view, failed } = this.shelf;
    return h(
      'article',
      {
        class: 'games shelf',
        key: 'library',
        // A file dropped here is imported; elsewhere it is opened.
        ondrop: (/** @type {DragEvent} */ event) => {
          const file = event.dataTransfer?.files[0];
          if (!file) return;
          event.preventDefault();
          event.stopPropagation();
          void this.importFile(file);
        },
      },
      h(
        'div',
        { class: 'row between', key: 'head' },
        h('h1', null, t('library.title'), view && view.games > 0 && h('span', { class: 'quiet' }, ` ${number(view.games)}`)),
        h(
          'div',
          { class: 'row' },
          h('a', { href: '#/games' }, t('library.mine')),
          h('button', { type: 'button', onclick: () => void this.choose(), disabled: view?.import?.state === 'running' }, icon('open'), t('library.import')),
        ),
      ),
      h('p', { key: 'about', class: 'quiet' }, t('library.about'), ' ', t('library.import.drop')),
      failed && h('p', { key: 'failed', role: 'alert' }, failed),
      view && [importing(app, view), repertoire(view), form(this, view), results(this, view)],
    );
  }
}
