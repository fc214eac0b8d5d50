// The games played and opened: found again by looks, names and results; renamed, shared, deleted and brought back.

import { icon } from '../icons.js';
import { tool } from '../controls.js';
import { Reading } from '../page.js';
import { openFile } from '../save.js';
import { selection } from '../selection.js';
import { closeDialog, modal } from '../dialog.js';
import { sharing } from '../later.js';
import { number, t } from '../strings.js';
import { h } from '../render.js';
import { call } from '../wire.js';
import { ago, outcome } from '../format.js';
import { thumbnail } from '../thumbnail.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../wire-types').Head} Head */
/** What is looked for in the list. @typedef {{ search: string, kind: string, rule: string, result: string, player: string }} Wanted */

/** How many entries are drawn at a time. */
const STEP = 60;

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

/** The entries that are wanted. @param {Head[]} heads @param {Wanted} wanted */
export function found(heads, wanted) {
  const words = wanted.search.toLowerCase().split(/\s+/).filter(Boolean);
  return heads.filter((head) => {
    if (wanted.kind && head.kind !== wanted.kind) return false;
    if (wanted.rule && head.rule !== wanted.rule) return false;
    if (wanted.result && result(head) !== wanted.result) return false;
    if (wanted.player && head.black !== wanted.player && head.white !== wanted.player) return false;
    if (!words.length) return true;
    const text = [title(head), head.black, head.white, outcome(head), t(`rule.${head.rule}`), `${head.size}×${head.size}`]
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
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

/** @param {GamesPage} page @param {Head} head */
function item(page, head) {
  const { app, chosen } = page;
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
          h('span', { class: head.ongoing ? 'outcome going' : 'outcome' }, head.ongoing ? t('games.ongoing') : outcome(head)),
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
      tool('export', t('games.share', { title: name }), () => page.share(head)),
      tool('edit', t('games.rename_title', { title: name }), () => rename(app, head)),
      tool('trash', t('games.delete', { title: name }), () => void page.remove([head.id])),
    ),
  );
}

/**
 * @param {GamesPage} page
 * @param {'kind' | 'rule' | 'result' | 'player'} name
 * @param {[string, string][]} options
 */
function filter(page, name, options) {
  const { wanted } = page;
  return h(
    'select',
    {
      key: name,
      'aria-label': t(`games.filter.${name}`),
      'data-set': wanted[name] !== '',
      onchange: (/** @type {any} */ event) => page.look({ [name]: event.target.value }),
    },
    [['', t(`games.filter.${name}.any`)], ...options].map(([value, shown]) =>
      h('option', { value, selected: value === wanted[name], key: value }, shown),
    ),
  );
}

/** @param {GamesPage} page @param {Head[]} heads */
function filters(page, heads) {
  const { wanted } = page;
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
      oninput: (/** @type {any} */ event) => page.look({ search: event.target.value }),
    }),
    filter(page, 'kind', [
      ['game', t('games.filter.kind.game')],
      ['study', t('games.filter.kind.study')],
    ]),
    filter(page, 'result', [
      ['ongoing', t('games.ongoing')],
      ['black', t('black.wins')],
      ['white', t('white.wins')],
      ['draw', t('draw')],
      ['none', t('games.filter.result.none')],
    ]),
    rules.length > 1 &&
      filter(
        page,
        'rule',
        rules.map((rule) => [rule, t(`rule.${rule}`)]),
      ),
    most.length > 1 &&
      filter(
        page,
        'player',
        most.map(([name]) => [name, name]),
      ),
  );
}

/** The end of what is drawn: more is drawn when it comes near. @param {GamesPage} page @returns {(end: Element) => void} */
const watchEnd = (page) => (end) => {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting) || !page.isShown) return;
      page.shown += STEP;
      page.app.paint();
      // It may still be near.
      observer.unobserve(end);
      observer.observe(end);
    },
    { rootMargin: '800px' },
  );
  observer.observe(end);
};

/** @param {GamesPage} page */
function list(page) {
  const { app, chosen, wanted, shown } = page;
  if (app.games === null) return h('p', { class: 'empty row', key: 'loading' }, h('span', { class: 'pulse' }), t('table.loading'));
  const all = listed(app.games);
  if (!all.length)
    return h(
      'div',
      { class: 'empty', key: 'empty' },
      h('p', null, t('games.none')),
      h('a', { class: 'button main', href: '#/new' }, t('new.title')),
    );
  const heads = found(all, wanted);
  return [
    filters(page, all),
    heads.length
      ? h(
          'ul',
          { class: 'library', key: 'list' },
          heads.slice(0, shown).map((head) => item(page, head)),
        )
      : h('p', { class: 'empty', key: 'nothing' }, t('games.nothing')),
    heads.length > shown && h('div', { class: 'end', key: 'end', made: watchEnd(page) }),
    selection(app, 'games', chosen, heads.map(({ id }) => id), () => void page.remove([...chosen])),
  ];
}

/** How many games there are, and how many of them are shown. @param {GamesPage} page @param {Head[]} heads */
function counted({ wanted }, heads) {
  const { length } = found(heads, wanted);
  return length === heads.length ? number(length) : t('games.found', { count: length, all: number(heads.length) });
}

export class GamesPage extends Reading {
  /** @type {Wanted} */
  wanted = { search: '', kind: '', rule: '', result: '', player: '' };
  /** @type {Set<string>} */
  chosen = new Set();
  /** How many entries are drawn so far. */
  shown = STEP;

  get title() {
    return t('nav.games');
  }

  enter() {
    super.enter();
    void this.app.refresh();
  }

  /** Looks for something else. @param {Partial<Wanted>} change */
  look(change) {
    Object.assign(this.wanted, change);
    this.shown = STEP;
    this.app.paint();
  }

  /** Deletes games, and offers to bring them back. @param {string[]} ids */
  async remove(ids) {
    const { app } = this;
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
      for (const id of ids) this.chosen.delete(id);
      await app.refresh();
      app.toast(t('games.deleted', { count: ids.length }), {
        text: t('games.undo'),
        run: () => void restore(),
      });
    } catch (error) {
      app.fail(error);
    }
  }

  /** Opens the game's table and the dialog to share it. @param {Head} head */
  share(head) {
    const { app } = this;
    app.show(head.id);
    const begin = () => {
      if (app.table?.id !== head.id || !this.isShown || app.missing) return;
      if (app.table.state) void sharing(app).then((part) => part?.share(app, 'link'));
      else setTimeout(begin, 30);
    };
    begin();
  }

  article() {
    const { app } = this;
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
          all.length > 0 && h('span', { class: 'quiet' }, ` ${counted(this, all)}`),
        ),
        h(
          'div',
          { class: 'row' },
          h('a', { href: '#/library' }, t('games.library')),
          h('button', { type: 'button', onclick: () => void openFile(app) }, icon('open'), t('home.open')),
        ),
      ),
      list(this),
    );
  }
}
