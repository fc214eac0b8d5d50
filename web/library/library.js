// The library: collections of games, searched by what they say and by what stood on the board; imports, exports, the repertoire.

import './strings.js';
import { check, field, tool } from '../controls.js';
import { icon } from '../icons.js';
import { chooseFile, save } from '../save.js';
import { number, t } from '../strings.js';
import { h } from '../render.js';
import { call } from '../wire.js';
import { thumbnail } from '../thumbnail.js';
import { explorerTab, gameTitle, openGame } from './explorer.js';
import { blank, drawing, drawn, next } from './pattern.js';
import { Practice } from './practice.js';
import { leftOut } from './words.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../wire-types').LibraryView} LibraryView */
/** @typedef {import('../wire-types').LibraryGame} LibraryGame */
/** @typedef {import('./pattern.js').Cell} Cell */

/** The explorer of analysis, which is loaded with this page. */
export const explorer = explorerTab;

/** The largest file that is sent to the server, in bytes. */
const MOST = 64 * 1024 * 1024;

const FORM = { player: '', event: '', result: '', rule: '', opening: '', since: '', until: '', position: '', either_colour: false };

/** What the page shows; kept while the program is open, so that one finds the results again. */
class Desk {
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
  /** Whether the import is being watched. */
  watching = false;
}

const desk = new Desk();

/** @param {App} app */
async function refresh(app) {
  try {
    desk.view = await (await call('library')).json();
    desk.failed = '';
  } catch (error) {
    desk.failed = error instanceof Error ? error.message : '';
  }
  app.paint();
}

/** Asks how the import stands until it is over. @param {App} app @param {boolean} [fresh] whether it has just begun */
async function watch(app, fresh = false) {
  if (desk.watching) return;
  desk.watching = true;
  const begun = fresh || desk.view?.import?.state === 'running';
  while (desk.view?.import?.state === 'running' && app.route.page === 'library') {
    await new Promise((done) => setTimeout(done, 250));
    await refresh(app);
  }
  desk.watching = false;
  const done = desk.view?.import;
  if (begun && done && done.state !== 'running') {
    app.announce(t(`library.import.${done.state}`, { name: done.name }));
    await search(app, 0);
  }
}

/** @param {App} app @param {File} file */
async function importFile(app, file) {
  if (file.size > MOST) return app.toast(t('library.import.large'));
  const { rule } = desk.form;
  const query = new URLSearchParams({ name: file.name, ...(rule ? { rule } : {}) });
  try {
    desk.view = await (await call(`library/import?${query}`, { method: 'POST', body: file })).json();
    app.paint();
    await watch(app, true);
  } catch (error) {
    app.fail(error);
  }
}

/** @param {App} app */
async function chooseImport(app) {
  const file = await chooseFile();
  if (file) await importFile(app, file);
}

/**
 * Finds games; from the start, or more of them.
 * @param {App} app
 * @param {number} skip
 * @param {number} [least] how many to show again, if there are so many
 */
async function search(app, skip, least = 0) {
  desk.searching = true;
  app.paint();
  const { position, opening, ...form } = desk.form;
  const line = /^[\s\d,+-]+$/.test(position);
  const body = JSON.stringify({
    ...form,
    opening: line && position.trim() ? position : opening,
    position: line ? '' : position,
    pattern: drawing(desk.cells),
    skip,
  });
  try {
    const found = await (await call('library/find', { method: 'POST', body })).json();
    desk.games = skip ? [...(desk.games ?? []), ...found.games] : found.games;
    desk.total = found.total;
    desk.complete = found.complete;
    desk.unreadable = found.unreadable;
    desk.refused = '';
    while (desk.games && desk.games.length < Math.min(least, desk.total)) {
      const more = await (await call('library/find', { method: 'POST', body: JSON.stringify({ ...JSON.parse(body), skip: desk.games.length }) })).json();
      if (!more.games.length) break;
      desk.games = [...desk.games, ...more.games];
    }
    if (!skip) {
      desk.chosen.clear();
      app.announce(t('library.found', { count: desk.total }));
    }
  } catch (error) {
    desk.refused = error instanceof Error ? error.message : '';
  }
  desk.searching = false;
  app.paint();
}

/** @param {App} app @param {Partial<typeof FORM>} change */
function set(app, change) {
  desk.form = { ...desk.form, ...change };
  app.paint();
}

/** @param {App} app @param {'player' | 'event' | 'since' | 'until' | 'position'} name @param {Record<string, any>} [more] */
function text(app, name, more = {}) {
  return field(
    `find-${name}`,
    t(`library.find.${name}`),
    h('input', {
      type: 'text',
      id: `find-${name}`,
      value: desk.form[name],
      autocomplete: 'off',
      spellcheck: 'false',
      oninput: (/** @type {any} */ event) => set(app, { [name]: event.target.value }),
      ...more,
    }),
  );
}

/** @param {App} app @param {'result' | 'rule' | 'opening'} name @param {[string, string][]} options */
function select(app, name, options) {
  return field(
    `find-${name}`,
    t(`library.find.${name}`),
    h(
      'select',
      { id: `find-${name}`, onchange: (/** @type {any} */ event) => set(app, { [name]: event.target.value }) },
      [['', t(`library.find.${name}.any`)], ...options].map(([value, shown]) =>
        h('option', { value, key: value, selected: value === desk.form[name] }, shown),
      ),
    ),
  );
}

/** @param {App} app @param {LibraryView} view */
function form(app, view) {
  const rules = app.about?.rules ?? ['freestyle', 'standard', 'renju', 'caro', 'caro6'];
  const isOpen = desk.form.position !== '' || drawing(desk.cells) !== '';
  return h(
    'form',
    {
      class: 'stack find',
      key: 'form',
      role: 'search',
      'aria-label': t('library.find'),
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void search(app, 0);
      },
    },
    h(
      'div',
      { class: 'find-fields' },
      text(app, 'player'),
      text(app, 'event'),
      select(app, 'result', [
        ['black', t('black.wins')],
        ['white', t('white.wins')],
        ['draw', t('draw')],
        ['unknown', t('library.find.result.unknown')],
      ]),
      select(app, 'rule', rules.map((rule) => [rule, t(`rule.${rule}`)])),
      select(app, 'opening', view.openings.map(({ code, name }) => [code, `${name} (${code})`])),
      h('div', { class: 'pair' }, text(app, 'since', { placeholder: '2020-05-31' }), text(app, 'until', { placeholder: '2024' })),
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
          text(app, 'position', { 'aria-describedby': 'find-position-about' }),
          h('p', { class: 'small quiet', id: 'find-position-about' }, t('library.find.position.about')),
        ),
        h(
          'div',
          { class: 'stack tight' },
          h('p', { class: 'label' }, t('library.find.pattern')),
          drawn(desk.cells, (place) => {
            // Two presses may come before the page is drawn again.
            desk.cells = desk.cells.with(place, next(desk.cells[place]));
            app.paint();
          }),
          h('p', { class: 'small quiet' }, t('library.find.pattern.about')),
          check(t('library.find.pattern.either'), desk.form.either_colour, (either_colour) => set(app, { either_colour })),
        ),
      ),
    ),
    h(
      'div',
      { class: 'row' },
      h('button', { class: 'main', disabled: desk.searching }, t('library.find.go')),
      h(
        'button',
        {
          type: 'button',
          class: 'plain',
          onclick: () => {
            desk.form = { ...FORM };
            desk.cells = blank();
            void search(app, 0);
          },
        },
        t('library.find.clear'),
      ),
    ),
    desk.refused && h('p', { role: 'alert', key: 'refused' }, desk.refused),
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
      ? h('p', { role: 'alert', key: 'error' }, error)
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

/** @param {App} app @param {LibraryGame} game */
function item(app, game) {
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
    { key: String(game.id), 'data-chosen': desk.chosen.has(game.id) },
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
        checked: desk.chosen.has(game.id),
        'aria-label': t('library.choose', { title }),
        onchange: (/** @type {any} */ event) => {
          if (event.target.checked) desk.chosen.add(game.id);
          else desk.chosen.delete(game.id);
          app.paint();
        },
      }),
      // A game played here is deleted among one's own games.
      game.source !== 'studio' && tool('trash', t('library.remove', { title }), () => void remove(app, [game.id]), { key: 'remove' }),
    ),
  );
}

/** Removes games, and offers to bring them back. @param {App} app @param {number[]} ids */
async function remove(app, ids) {
  /** @param {string} path @param {object} body */
  const ask = async (path, body) => (await call(`library/${path}`, { method: 'POST', body: JSON.stringify(body) })).json();
  try {
    const { removed, played, removal } = await ask('remove', { ids });
    const shown = desk.games?.length ?? 0;
    await refresh(app);
    await search(app, 0, shown);
    const text = [
      removed > 0 && t('library.removed', { count: removed }),
      played > 0 && t('library.removed.played', { count: played }),
    ];
    const restore = async () => {
      try {
        await ask('restore', { removal });
        app.toast(t('games.restored'));
        await refresh(app);
        await search(app, 0, shown);
      } catch (error) {
        app.fail(error);
      }
    };
    app.toast(text.filter(Boolean).join(' '), removed > 0 ? { text: t('games.undo'), run: () => void restore() } : undefined);
  } catch (error) {
    app.fail(error);
  }
}

/** @param {App} app @param {string} format */
async function exportChosen(app, format) {
  try {
    const body = JSON.stringify({ ids: [...desk.chosen] });
    const file = await call(`library/export?format=${format}`, { method: 'POST', body });
    const lost = file.headers.get('Goren-Lost');
    await save(file);
    if (lost) app.toast(t('share.file.lost', { lost }));
  } catch (error) {
    app.fail(error);
  }
}

/** @param {App} app @param {LibraryGame[]} shown */
function selection(app, shown) {
  const { chosen } = desk;
  if (!chosen.size) return null;
  const formats = (app.about?.formats ?? []).filter((format) => format.several);
  return h(
    'div',
    { class: 'selection', key: 'selection', role: 'toolbar', 'aria-label': t('library.selection') },
    h('b', null, t('library.chosen', { count: chosen.size })),
    formats.map(({ name }) =>
      h('button', { type: 'button', key: name, onclick: () => void exportChosen(app, name) }, t('library.export', { format: t(`format.${name}`) })),
    ),
    h('button', { type: 'button', class: 'danger', key: 'remove', onclick: () => void remove(app, [...chosen]) }, icon('trash'), t('library.remove_chosen')),
    h('span', { class: 'space' }),
    shown.some((game) => !chosen.has(game.id)) &&
      h(
        'button',
        {
          type: 'button',
          class: 'plain',
          key: 'all',
          onclick: () => {
            for (const game of shown) chosen.add(game.id);
            app.paint();
          },
        },
        t('library.choose_all', { count: shown.length }),
      ),
    h(
      'button',
      {
        type: 'button',
        class: 'plain',
        key: 'none',
        onclick: () => {
          chosen.clear();
          app.paint();
        },
      },
      t('library.choose_none'),
    ),
  );
}

/** @param {App} app @param {LibraryView} view */
function results(app, view) {
  const { games, total, searching } = desk;
  if (!games) return h('p', { class: 'empty', key: 'searching', role: 'status' }, t('table.loading'));
  const left = leftOut(desk).map((said) => h('p', { key: said }, said));
  if (!games.length) return [h('p', { class: 'empty', key: 'none' }, t(view.games ? 'library.found.none' : 'library.empty')), ...left];
  return [
    h('p', { key: 'count', class: 'quiet', 'aria-busy': searching ? 'true' : 'false' }, t('library.found', { count: total })),
    ...left,
    h('ul', { class: 'library', key: 'list' }, games.map((game) => item(app, game))),
    games.length < total &&
      h(
        'p',
        { key: 'more' },
        h('button', { type: 'button', disabled: searching, onclick: () => void search(app, games.length) }, t('library.more')),
      ),
    selection(app, games),
  ];
}

/** @type {import('../adapted.js').Described} */
export const library = {
  title: () => t('library.title'),
  enter: (app) => {
    app.show('');
    const wanted = app.route.query.get('position');
    if (wanted) desk.form = { ...FORM, position: wanted };
    void refresh(app).then(() => Promise.all([search(app, 0), watch(app)]));
  },
  article: (app) => {
    const { view, failed } = desk;
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
          void importFile(app, file);
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
          h('button', { type: 'button', onclick: () => chooseImport(app), disabled: view?.import?.state === 'running' }, icon('open'), t('library.import')),
        ),
      ),
      h('p', { key: 'about', class: 'quiet' }, t('library.about'), ' ', t('library.import.drop')),
      failed && h('p', { key: 'failed', role: 'alert' }, failed),
      view && [importing(app, view), repertoire(view), form(app, view), results(app, view)],
    );
  },
  rooms: { practice: Practice },
};
