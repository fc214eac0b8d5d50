// Home: a board to begin on, the game that waits, recent games, and the ways in from files.

import { icon } from '../icons.js';
import { field } from '../controls.js';
import { t } from '../strings.js';
import { BoardPage } from '../page.js';
import { openFile } from '../save.js';
import { h } from '../render.js';
import { ago, outcome } from '../format.js';
import { Draft, clockName, order, quickForm } from './new/form.js';
import { listed } from './games.js';
import { levelField } from './new.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../wire-types').Head} Head */

/** The game that waits for its next move. @param {App} app */
function waiting(app) {
  return app.games?.find((head) => head.ongoing);
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
            card(
              `#/game/${each.table}`,
              'persons',
              t('games.players', { black: each.black, white: each.white }),
              t(each.free.length ? 'room.free' : 'room.watch'),
            ),
          ),
        )
      : h('p', { class: 'quiet' }, t('room.none')),
    h('div', { class: 'row' }, h('button', { type: 'button', onclick: () => void app.refresh() }, t('room.refresh'))),
  );
}

/** @param {string} href @param {string} mark @param {string} title @param {string} about */
function card(href, mark, title, about) {
  return h('a', { class: 'mode', href, key: href }, icon(mark), h('b', null, title), h('span', null, about));
}

/** @param {Head} head */
function about(head) {
  return t('home.waiting', {
    black: head.black,
    white: head.white,
    moves: t('games.moves', { count: head.moves }),
    ago: ago(head.changed, Date.now()),
  });
}

/** The games played last, newest first. @param {App} app */
function recent(app) {
  /** @type {Set<string>} */
  const series = new Set();
  const games = listed(app.games ?? [])
    .filter((head) => head.kind === 'game' && !head.ongoing)
    // Of a series its newest game stands for all.
    .filter((head) => !head.series || (!series.has(head.series) && series.add(head.series)))
    .slice(0, 4);
  if (!games.length) return null;
  return h(
    'section',
    { class: 'stack tight', key: 'recent', 'aria-labelledby': 'recent-title' },
    h(
      'div',
      { class: 'row between' },
      h('h2', { id: 'recent-title' }, t('home.recent')),
      h('a', { href: '#/games' }, t('home.all_games')),
    ),
    h(
      'ul',
      { class: 'recent' },
      games.map((head) =>
        h(
          'li',
          { key: head.id },
          h(
            'a',
            { href: `#/analyse/${head.id}` },
            h('b', null, t('games.players', { black: head.black, white: head.white })),
            h('span', null, [outcome(head), ago(head.changed, Date.now())].filter(Boolean).join(' · ')),
          ),
        ),
      ),
    ),
  );
}

/** Files and pasted text. @param {Home} page */
function ways(page) {
  const { app } = page;
  return h(
    'section',
    { class: 'stack', key: 'ways', 'aria-labelledby': 'ways-title' },
    h('h2', { id: 'ways-title' }, t('home.study')),
    h(
      'div',
      { class: 'row' },
      h('a', { class: 'button', href: '#/analyse' }, icon('analyse'), t('home.analyse')),
      h(
        'button',
        { type: 'button', onclick: () => void openFile(app) },
        icon('open'),
        t('home.open'),
      ),
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
          page.pasted = event.target.value;
          app.paint();
        },
      }),
      page.pasted &&
        h(
          'button',
          { type: 'button', class: 'main', onclick: () => void app.open(page.pasted) },
          t('home.paste.open'),
        ),
    ),
  );
}

export class Home extends BoardPage {
  draft = new Draft(this.app);
  /** What was pasted into the field. */
  pasted = '';

  get title() {
    return t('nav.home');
  }

  enter() {
    const { app } = this;
    super.enter();
    if (app.wire.state === 'open') void app.refresh();
  }

  /** @param {string} [point] of the first stone; without one the program begins */
  play(point) {
    const now = quickForm(this.draft.form);
    const game = order(point ? now : { ...now, begins: 'white' }, 'program', this.app.preferences.name);
    return this.draft.begin(game, point);
  }

  /** @returns {import('../board.js').BoardModel} */
  board() {
    const { app } = this;
    const { preferences } = app;
    const { size } = this.draft.form;
    const owner = app.wire.role === 'owner';
    return {
      size,
      coordinates: preferences.coordinates,
      numbers: preferences.numbers,
      style: preferences.stones === 'marks' ? 'marks' : 'stones',
      touch: preferences.touch,
      stones: this.draft.firstStone(),
      hover: owner && !this.draft.starting ? 'black' : null,
      label: t(owner ? 'home.board' : 'board.label', { size }),
    };
  }

  /** @param {string} point */
  point(point) {
    const { app } = this;
    if (app.wire.role === 'owner') void this.play(point);
  }

  panel() {
    const { app } = this;
    if (app.wire.role === 'guest') return lobby(app);
    const head = waiting(app);
    const now = this.draft.form;
    return h(
      'div',
      { class: 'scroll pad stack wide' },
      h(
        'section',
        { class: 'stack', key: 'play', 'aria-labelledby': 'play-title' },
        h('h1', { id: 'play-title' }, t('home.title')),
        h('p', null, t('home.about')),
        levelField(this.draft),
        h(
          'p',
          { class: 'small quiet' },
          [t(`rule.${now.rule}`), t('size.square', { size: now.size }), clockName(now)].join(' · '),
        ),
        h(
          'div',
          { class: 'row' },
          h('button', { type: 'button', onclick: () => void this.play() }, t('home.white')),
          h('a', { class: 'button', href: '#/new' }, t('new.more')),
        ),
      ),
      head &&
        h(
          'nav',
          { class: 'modes', key: 'continue', 'aria-label': t('home.continue') },
          card(`#/game/${head.id}`, 'play', t('home.continue'), about(head)),
        ),
      recent(app),
      ways(this),
    );
  }
}
