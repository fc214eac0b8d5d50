// The games played and opened: to go on with, to look at, to take elsewhere.

import { icon } from '../icons.js';
import { tool } from '../controls.js';
import { save } from '../save.js';
import { t } from '../strings.js';
import { h } from '../render.js';
import { call } from '../wire.js';
import { ago } from '../format.js';
import { quietBoard } from '../table-view.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../wire-types').Head} Head */

/** @param {App} app @param {Head} head @param {string} format */
async function take(app, head, format) {
  try {
    const file = await call(`games/${head.id}/export?format=${format}`);
    const lost = file.headers.get('Goren-Lost');
    await save(file);
    if (lost) app.toast(t('games.lost', { lost }));
  } catch (error) {
    app.fail(error);
  }
}

/** @param {App} app @param {string} id */
export async function share(app, id) {
  try {
    const text = await (await call(`games/${id}/export?format=link`)).text();
    const link = `${location.origin}/${text.startsWith('#') ? '' : '#'}${text}`;
    try {
      await navigator.clipboard.writeText(link);
      app.toast(t('games.copied'));
    } catch {
      // Without a clipboard the link is shown, to be copied by hand.
      app.own.link = { id, link };
      app.toast(link);
    }
  } catch (error) {
    app.fail(error);
  }
}

/** Deletes games, and offers to bring them back. @param {App} app @param {string[]} ids */
async function remove(app, ids) {
  const body = JSON.stringify({ ids });
  try {
    await call('games/delete', { method: 'POST', body });
    if (app.table && ids.includes(app.table.id)) app.show('');
    await app.refresh();
    app.toast(t('games.deleted', { count: ids.length }), {
      text: t('games.undo'),
      run: () => void call('games/restore', { method: 'POST', body }).then(() => app.refresh(), (error) => app.fail(error)),
    });
  } catch (error) {
    app.fail(error);
  }
}

/** @param {App} app @param {Head} head */
function item(app, head) {
  const href = head.ongoing && head.kind === 'game' ? `#/game/${head.id}` : `#/analyse/${head.id}`;
  const title =
    head.black || head.white
      ? t('games.players', { black: head.black || t('black'), white: head.white || t('white') })
      : head.event || t('games.study');
  const formats = (app.about?.formats ?? []).filter((format) => format.writes);
  // Games in progress are not shown in passing: a clock may start when a table is opened.
  const glance = () => {
    if (!head.ongoing) app.show(head.id);
  };
  return h(
    'li',
    { key: head.id, onpointerenter: glance },
    h(
      'div',
      { class: 'item' },
      h('a', { href, onfocus: glance }, title),
      h(
        'span',
        { class: 'about' },
        [
          t(`rule.${head.rule}`),
          `${head.size}×${head.size}`,
          t('games.moves', { count: head.moves }),
          head.ongoing ? t('games.ongoing') : head.result,
          ago(head.changed, Date.now()),
        ]
          .filter(Boolean)
          .join(' · '),
      ),
      h(
        'span',
        { class: 'acts' },
        tool('link', t('games.share', { title }), () => void share(app, head.id)),
        tool(
          'export',
          t('games.export', { title }),
          () => {
            app.own.exporting = app.own.exporting === head.id ? null : head.id;
            app.paint();
          },
          { 'aria-expanded': app.own.exporting === head.id ? 'true' : 'false' },
        ),
        tool('trash', t('games.delete', { title }), () => void remove(app, [head.id]), { key: 'trash' }),
      ),
    ),
    app.own.exporting === head.id &&
      h(
        'div',
        { class: 'row pad', key: 'formats' },
        formats.map((format) =>
          h(
            'button',
            { type: 'button', key: format.name, onclick: () => void take(app, head, format.name) },
            format.text,
          ),
        ),
      ),
    app.own.link?.id === head.id &&
      h(
        'div',
        { class: 'pad field', key: 'link' },
        h('label', { for: 'link' }, t('games.link')),
        h('input', { type: 'text', id: 'link', readonly: true, value: app.own.link.link }),
      ),
  );
}

/** @type {import('../app.js').Page} */
export const games = {
  title: () => t('nav.games'),
  tall: true,
  enter: (app) => void app.refresh(),
  board: quietBoard,
  point: () => {},
  panel: (app) => [
    h(
      'div',
      { class: 'head', key: 'head' },
      h('h1', null, t('nav.games')),
      app.games && h('span', { class: 'quiet' }, String(app.games.length)),
    ),
    h(
      'div',
      { class: 'scroll', key: 'scroll' },
      app.games === null
        ? h('p', { class: 'empty row' }, h('span', { class: 'pulse' }), t('table.loading'))
        : app.games.length === 0
          ? h(
              'div',
              { class: 'empty' },
              h('p', null, t('games.none')),
              h('a', { class: 'button main', href: '#/new' }, t('new.title')),
            )
          : h(
              'ul',
              { class: 'list' },
              app.games.map((head) => item(app, head)),
            ),
    ),
    h(
      'div',
      { class: 'tools', key: 'tools' },
      h('a', { class: 'button grow', href: '#/' }, icon('open'), t('home.open')),
    ),
  ],
};
