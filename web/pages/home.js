// Home: the three ways to play, the game to go on with, and the ways in from files.

import { icon } from '../icons.js';
import { field } from '../controls.js';
import { t } from '../strings.js';
import { tableBoard } from '../table-view.js';
import { h } from '../render.js';
import { ago } from '../format.js';

/** @typedef {import('../app.js').App} App */

/** A finished game for an empty house. */
const shown = {
  moves: [
    'h8',
    'h9',
    'i9',
    'g7',
    'i7',
    'g9',
    'i8',
    'i10',
    'i6',
    'i5',
    'j8',
    'g8',
    'g6',
    'g10',
    'g11',
    'k8',
    'k7',
    'h10',
    'l6',
    'm5',
    'j7',
    'f11',
  ],
};

/** @param {App} app @returns {import('../board.js').BoardModel} */
function demonstration(app) {
  const { preferences } = app;
  return {
    size: 15,
    coordinates: preferences.coordinates,
    numbers: preferences.numbers,
    style: preferences.stones === 'marks' ? 'marks' : 'stones',
    stones: shown.moves.map((point, i) => ({ point, stone: i % 2 ? 'white' : 'black', number: i + 1 })),
    last: shown.moves[shown.moves.length - 1],
    label: t('home.board'),
  };
}

/** The board of the table shown, or a finished game; a click places nothing. @param {App} app */
export function quietBoard(app) {
  return { ...(app.table?.state ? tableBoard(app) : demonstration(app)), hover: null };
}

/** The game that waits for its next move. @param {App} app */
function waiting(app) {
  return app.games?.find((head) => head.ongoing);
}

/** @param {string} page @param {string} name @param {string} mark @param {boolean} [first] */
function mode(page, name, mark, first) {
  return h(
    'a',
    { class: `mode ${first ? 'first' : ''}`, href: page },
    icon(mark),
    h('b', null, t(`${name}.title`)),
    h('span', null, t(`${name}.about`)),
  );
}

/** What a guest on the network can do: join a table. @param {App} app */
function lobby(app) {
  return h(
    'div',
    { class: 'scroll pad stack wide' },
    h('h1', null, t('room.title')),
    field(
      'guest-name',
      t('set.name'),
      h('input', {
        type: 'text',
        id: 'guest-name',
        value: app.preferences.name,
        maxlength: 40,
        autocomplete: 'off',
        oninput: (/** @type {any} */ event) => app.prefer({ name: event.target.value }),
      }),
    ),
    app.rooms.length
      ? h(
          'nav',
          { class: 'modes', 'aria-label': t('room.title') },
          app.rooms.map((each) =>
            h(
              'a',
              { class: 'mode', key: each.table, href: `#/game/${each.table}` },
              icon('persons'),
              h('b', null, t('games.players', { black: each.black, white: each.white })),
              h('span', null, t(each.free.length ? 'room.free' : 'room.watch')),
            ),
          ),
        )
      : h('p', { class: 'quiet' }, t('room.none')),
    h('div', { class: 'row' }, h('button', { type: 'button', onclick: () => void app.refresh() }, t('room.refresh'))),
  );
}

/** @type {import('../app.js').Page} */
export const home = {
  title: () => t('nav.home'),
  tall: true,
  enter: (app) => {
    app.show('');
    void app.refresh().then(() => {
      const head = waiting(app);
      if (head && app.page === home) app.show(head.id);
    });
  },
  board: quietBoard,
  point: (app) => {
    const head = waiting(app);
    if (head) app.go(`#/game/${head.id}`);
  },
  panel: (app) => {
    if (app.wire.role === 'guest') return lobby(app);
    const head = waiting(app);
    return h(
      'div',
      { class: 'scroll pad stack wide' },
      h('div', { class: 'stack' }, h('h1', null, t('home.title')), h('p', { class: 'quiet' }, t('home.about'))),
      head &&
        h(
          'a',
          { class: 'mode first', href: `#/game/${head.id}`, key: 'continue' },
          icon('play'),
          h('b', null, t('home.continue')),
          h(
            'span',
            null,
            t('home.waiting', {
              black: head.black,
              white: head.white,
              moves: head.moves,
              ago: ago(head.changed, Date.now()),
            }),
          ),
        ),
      h(
        'nav',
        { class: 'modes', 'aria-label': t('home.modes'), key: 'modes' },
        mode('#/new/program', 'mode.program', 'versus', !head),
        mode('#/new/person', 'mode.person', 'persons'),
        mode('#/new/match', 'mode.match', 'engines'),
      ),
      h(
        'section',
        { class: 'stack', key: 'study', 'aria-labelledby': 'study-title' },
        h('h2', { id: 'study-title' }, t('home.study')),
        h(
          'div',
          { class: 'row' },
          h('button', { type: 'button', onclick: () => void app.study() }, icon('analyse'), t('home.analyse')),
          h(
            'button',
            { type: 'button', onclick: () => document.getElementById('file')?.click() },
            icon('open'),
            t('home.open'),
          ),
          h('input', {
            type: 'file',
            id: 'file',
            hidden: true,
            tabindex: '-1',
            'aria-label': t('home.open'),
            onchange: (/** @type {any} */ event) => {
              const [file] = event.target.files;
              if (file) void app.open(file, file.name);
              event.target.value = '';
            },
          }),
        ),
        h(
          'div',
          { class: 'field' },
          h('label', { for: 'paste' }, t('home.paste')),
          h('textarea', {
            id: 'paste',
            spellcheck: 'false',
            placeholder: t('home.paste.example'),
            oninput: (/** @type {any} */ event) => {
              app.own.pasted = event.target.value;
              app.paint();
            },
          }),
          app.own.pasted &&
            h(
              'button',
              { type: 'button', class: 'main', onclick: () => void app.open(app.own.pasted ?? '') },
              t('home.paste.open'),
            ),
        ),
      ),
    );
  },
};
