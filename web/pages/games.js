// The games played and opened: found again by looks, names and results; renamed, shared, deleted and brought back.

import { icon } from '../icons.js';
import { tool } from '../controls.js';
import { chooseFile, save } from '../save.js';
import { closeDialog, modal } from '../dialog.js';
import { sharing } from '../later.js';
import { number, t } from '../strings.js';
import { h } from '../render.js';
import { call } from '../wire.js';
import { ago } from '../format.js';
import { thumbnail } from '../thumbnail.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../wire-types').Head} Head */
/**
 * What the list shows.
 * @typedef {object} Library
 * @property {string} search
 * @property {string} kind
 * @property {string} rule
 * @property {string} result
 * @property {string} player
 * @property {Set<string>} chosen
 * @property {number} shown how many entries are drawn so far
 */

/** How many entries are drawn at a time. */
const STEP = 60;

/** @param {App} app @returns {Library} */
function library(app) {
  app.own.library ??= { search: '', kind: '', rule: '', result: '', player: '', chosen: new Set(), shown: STEP };
  return app.own.library;
}

/** What tells one game from another: its name, its players, its first moves or how many stones stand. @param {Head} head */
export function title(head) {
  const named = head.event || players(head);
  if (named) return named;
  if (head.begins) return head.begins.split(' ').length < head.moves ? `${head.begins} …` : head.begins;
  const count = (head.stones ?? []).join('').match(/[a-z]\d+/g)?.length ?? 0;
  return count ? t('games.position', { count }) : t('games.study');
}

/** The games that are worth a place in the list: not those that ended before the first move. @param {Head[]} heads */
export function listed(heads) {
  return heads.filter((head) => head.kind !== 'game' || head.ongoing || head.moves > 0 || head.series);
}

/** @param {Head} head */
function players(head) {
  if (!head.black && !head.white) return '';
  return t('games.players', { black: head.black || t('black'), white: head.white || t('white') });
}

/** @param {Head} head */
function result(head) {
  if (head.ongoing) return 'ongoing';
  return head.result ? (head.winner ?? 'draw') : 'none';
}

/** The entries that are wanted. @param {Head[]} heads @param {Library} wanted */
export function found(heads, wanted) {
  const words = wanted.search.toLowerCase().split(/\s+/).filter(Boolean);
  return heads.filter((head) => {
    if (wanted.kind && head.kind !== wanted.kind) return false;
    if (wanted.rule && head.rule !== wanted.rule) return false;
    if (wanted.result && result(head) !== wanted.result) return false;
    if (wanted.player && head.black !== wanted.player && head.white !== wanted.player) return false;
    if (!words.length) return true;
    const text = [title(head), head.black, head.white, head.result ?? '', t(`rule.${head.rule}`), `${head.size}×${head.size}`]
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Deletes games, and offers to bring them back. @param {App} app @param {string[]} ids */
async function remove(app, ids) {
  const body = JSON.stringify({ ids });
  const restore = async () => {
    try {
      await call('games/restore', { method: 'POST', body });
      app.toast(t('games.restored'));
      await app.refresh();
    } catch (error) {
      app.fail(error);
    }
  };
  try {
    await call('games/delete', { method: 'POST', body });
    if (app.table && ids.includes(app.table.id)) app.show('');
    for (const id of ids) library(app).chosen.delete(id);
    await app.refresh();
    app.toast(t('games.deleted', { count: ids.length }), {
      text: t('games.undo'),
      run: () => void restore(),
    });
  } catch (error) {
    app.fail(error);
  }
}

/** @param {App} app */
async function openFile(app) {
  const file = await chooseFile();
  if (file) await app.open(file, file.name);
}

/** @param {App} app @param {string} format */
async function exportChosen(app, format) {
  const body = JSON.stringify({ ids: [...library(app).chosen] });
  try {
    const file = await call(`games/export?format=${format}`, { method: 'POST', body });
    const lost = file.headers.get('Goren-Lost');
    await save(file);
    if (lost) app.toast(t('share.file.lost', { lost }));
  } catch (error) {
    app.fail(error);
  }
}

/** Opens the game's table and the dialog to share it. @param {App} app @param {Head} head */
function shareHead(app, head) {
  app.show(head.id);
  const begin = () => {
    if (app.table?.id !== head.id || app.route.page !== 'games' || app.missing) return;
    if (app.table.state) void sharing(app).then((part) => part?.share(app, 'link'));
    else setTimeout(begin, 30);
  };
  begin();
}

/** @param {App} app @param {Head} head */
function rename(app, head) {
  const study = head.kind === 'study';
  const names = { event: head.event, black: head.black, white: head.white };
  const input = (/** @type {'event' | 'black' | 'white'} */ name) =>
    h(
      'div',
      { class: 'field', key: name },
      h('label', { for: `rename-${name}` }, t(`games.rename.${name}`)),
      h('input', {
        type: 'text',
        id: `rename-${name}`,
        value: names[name],
        maxlength: 80,
        autocomplete: 'off',
        oninput: (/** @type {any} */ event) => {
          names[name] = event.target.value;
        },
      }),
    );
  const keep = async () => {
    const { event, black, white } = names;
    closeDialog();
    if (await app.ask({ type: 'rename', table: head.id, event, ...(study ? { black, white } : {}) })) await app.refresh();
  };
  app.dialog = () =>
    modal(
      app,
      t('games.rename'),
      h(
        'form',
        {
          class: 'stack body',
          key: 'rename',
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            void keep();
          },
        },
        input('event'),
        study && [input('black'), input('white')],
        h('div', { class: 'row' }, h('button', { class: 'main' }, t('games.rename.save'))),
      ),
    );
  app.paint();
}

/** @type {WeakMap<Head, import('../render.js').Description>} */
const pictures = new WeakMap();

/** @param {Head} head */
function pictureOf(head) {
  const made = pictures.get(head) ?? thumbnail(head.size, head.stones ?? ['', '']);
  pictures.set(head, made);
  return made;
}

/** @param {App} app @param {Head} head */
function item(app, head) {
  const { chosen } = library(app);
  const name = title(head);
  const facts = [
    head.event && players(head),
    t(`rule.${head.rule}`),
    `${head.size}×${head.size}`,
    t('games.moves', { count: head.moves }),
    head.series && t('games.series', { score: head.series }),
    ago(head.changed, Date.now()),
  ];
  return h(
    'li',
    { key: head.id, 'data-chosen': chosen.has(head.id) },
    h(
      'a',
      { class: 'open', href: `#/${head.ongoing && head.kind === 'game' ? 'game' : 'analyse'}/${head.id}` },
      pictureOf(head),
      h(
        'span',
        { class: 'what' },
        h('b', null, name),
        (head.ongoing || head.result) &&
          h('span', { class: head.ongoing ? 'outcome going' : 'outcome' }, head.ongoing ? t('games.ongoing') : head.result),
        h(
          'span',
          { class: 'about' },
          facts.filter(Boolean).map((fact) => h('span', null, fact)),
        ),
      ),
    ),
    h(
      'div',
      { class: 'foot' },
      h('input', {
        type: 'checkbox',
        class: 'choose',
        checked: chosen.has(head.id),
        'aria-label': t('games.choose', { title: name }),
        onchange: (/** @type {any} */ event) => {
          if (event.target.checked) chosen.add(head.id);
          else chosen.delete(head.id);
          app.paint();
        },
      }),
      head.moves > 0 &&
        h(
          'a',
          {
            class: 'button icon plain',
            key: 'review',
            href: `#/analyse/${head.id}?review=1`,
            'aria-label': t('games.review', { title: name }),
            title: t('games.review', { title: name }),
          },
          icon('check'),
        ),
      tool('export', t('games.share', { title: name }), () => shareHead(app, head)),
      tool('edit', t('games.rename_title', { title: name }), () => rename(app, head)),
      tool('trash', t('games.delete', { title: name }), () => void remove(app, [head.id])),
    ),
  );
}

/**
 * @param {App} app
 * @param {'kind' | 'rule' | 'result' | 'player'} name
 * @param {[string, string][]} options
 */
function filter(app, name, options) {
  const wanted = library(app);
  return h(
    'select',
    {
      key: name,
      'aria-label': t(`games.filter.${name}`),
      'data-set': wanted[name] !== '',
      onchange: (/** @type {any} */ event) => {
        wanted[name] = event.target.value;
        wanted.shown = STEP;
        app.paint();
      },
    },
    [['', t(`games.filter.${name}.any`)], ...options].map(([value, shown]) =>
      h('option', { value, selected: value === wanted[name], key: value }, shown),
    ),
  );
}

/** @param {App} app @param {Head[]} heads */
function filters(app, heads) {
  const wanted = library(app);
  const rules = [...new Set(heads.map((head) => head.rule))].sort();
  /** @type {Map<string, number>} */
  const names = new Map();
  for (const name of heads.flatMap((head) => [head.black, head.white]))
    if (name) names.set(name, (names.get(name) ?? 0) + 1);
  const most = [...names].sort((one, other) => other[1] - one[1]).slice(0, 100);
  return h(
    'div',
    { class: 'filters', key: 'filters', role: 'search', 'aria-label': t('games.filter.label') },
    h('input', {
      type: 'search',
      key: 'search',
      'aria-label': t('games.search'),
      placeholder: t('games.search'),
      value: wanted.search,
      autocomplete: 'off',
      spellcheck: 'false',
      oninput: (/** @type {any} */ event) => {
        wanted.search = event.target.value;
        wanted.shown = STEP;
        app.paint();
      },
    }),
    filter(app, 'kind', [
      ['game', t('games.filter.kind.game')],
      ['study', t('games.filter.kind.study')],
    ]),
    filter(app, 'result', [
      ['ongoing', t('games.ongoing')],
      ['black', t('black.wins')],
      ['white', t('white.wins')],
      ['draw', t('draw')],
      ['none', t('games.filter.result.none')],
    ]),
    rules.length > 1 &&
      filter(
        app,
        'rule',
        rules.map((rule) => [rule, t(`rule.${rule}`)]),
      ),
    most.length > 1 &&
      filter(
        app,
        'player',
        most.map(([name]) => [name, name]),
      ),
  );
}

/** What can be done with the chosen ones. @param {App} app @param {Head[]} heads those shown */
function selection(app, heads) {
  const { chosen } = library(app);
  if (!chosen.size) return null;
  const formats = (app.about?.formats ?? []).filter((format) => format.several);
  return h(
    'div',
    { class: 'selection', key: 'selection', role: 'toolbar', 'aria-label': t('games.selection') },
    h('b', null, t('games.chosen', { count: chosen.size })),
    formats.map(({ name }) =>
      h(
        'button',
        { type: 'button', key: name, onclick: () => void exportChosen(app, name) },
        t('games.export', { format: t(`format.${name}`) }),
      ),
    ),
    h(
      'button',
      { type: 'button', class: 'danger', key: 'delete', onclick: () => void remove(app, [...chosen]) },
      icon('trash'),
      t('games.delete_chosen'),
    ),
    h('span', { class: 'space' }),
    chosen.size < heads.length &&
      h(
        'button',
        {
          type: 'button',
          class: 'plain',
          key: 'all',
          onclick: () => {
            for (const head of heads) chosen.add(head.id);
            app.paint();
          },
        },
        t('games.choose_all', { count: heads.length }),
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
      t('games.choose_none'),
    ),
  );
}

/** The end of what is drawn: more is drawn when it comes near. @param {App} app @returns {(end: Element) => void} */
const watchEnd = (app) => (end) => {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting) || app.route.page !== 'games') return;
      library(app).shown += STEP;
      app.paint();
      // It may still be near.
      observer.unobserve(end);
      observer.observe(end);
    },
    { rootMargin: '800px' },
  );
  observer.observe(end);
};

/** @param {App} app */
function list(app) {
  if (app.games === null) return h('p', { class: 'empty row', key: 'loading' }, h('span', { class: 'pulse' }), t('table.loading'));
  const all = listed(app.games);
  if (!all.length)
    return h(
      'div',
      { class: 'empty', key: 'empty' },
      h('p', null, t('games.none')),
      h('a', { class: 'button main', href: '#/new' }, t('new.title')),
    );
  const wanted = library(app);
  const heads = found(all, wanted);
  return [
    filters(app, all),
    heads.length
      ? h(
          'ul',
          { class: 'library', key: 'list' },
          heads.slice(0, wanted.shown).map((head) => item(app, head)),
        )
      : h('p', { class: 'empty', key: 'nothing' }, t('games.nothing')),
    heads.length > wanted.shown && h('div', { class: 'end', key: 'end', made: watchEnd(app) }),
    selection(app, heads),
  ];
}

/** How many games there are, and how many of them are shown. @param {App} app @param {Head[]} heads */
function counted(app, heads) {
  const { length } = found(heads, library(app));
  return length === heads.length ? number(length) : t('games.found', { count: length, all: number(heads.length) });
}

/** @type {import('../adapted.js').Described} */
export const games = {
  title: () => t('nav.games'),
  enter: (app) => {
    app.show('');
    void app.refresh();
  },
  article: (app) => {
    const all = listed(app.games ?? []);
    return h(
      'article',
      { class: 'games' },
      h(
        'div',
        { class: 'row between', key: 'head' },
        h(
          'h1',
          null,
          t('nav.games'),
          all.length > 0 && h('span', { class: 'quiet' }, ` ${counted(app, all)}`),
        ),
        h(
          'div',
          { class: 'row' },
          h('a', { href: '#/library' }, t('games.library')),
          h('button', { type: 'button', onclick: () => void openFile(app) }, icon('open'), t('home.open')),
        ),
      ),
      list(app),
    );
  },
};
