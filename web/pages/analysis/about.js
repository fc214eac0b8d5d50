// What game this is: rule, board, players, event and date, and a form to change them.

import { field, tool } from '../../controls.js';
import { t } from '../../strings.js';
import { h } from '../../render.js';
import { RULES } from '../../rules.js';
import { ending } from '../../format.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../analyse.js').Analyse} Analyse */

/** One line about the game. @param {Analyse} page */
export function about(page) {
  const { app } = page;
  const { table } = app;
  const state = table?.state;
  if (!table || !state) return null;
  const named = state.black || state.white;
  const players = named && t('games.players', { black: state.black || t('black'), white: state.white || t('white') });
  const result = table.game?.result ? ending(table.game.result, table.game.fault?.kind) : state.result && (state.result === 'draw' ? t('draw') : t(`${state.result}.wins`));
  const open = page.about;
  return h(
    'header',
    { class: 'about-game', key: 'about' },
    h(
      'p',
      { class: 'grow' },
      h('b', null, t(`rule.${state.rule}`)),
      [`${state.size}×${state.size}`, players, state.event, state.date, result]
        .filter(Boolean)
        .map((text) => [' · ', h('span', null, text)]),
    ),
    tool(
      open ? 'close' : 'edit',
      t(open ? 'about.close' : 'about.edit'),
      () => {
        page.about = !open;
        app.paint();
      },
      { key: 'edit', 'aria-expanded': open ? 'true' : 'false' },
    ),
  );
}

/** The form to change it, while it is wanted. @param {Analyse} page */
export function aboutForm(page) {
  const { app } = page;
  const { table } = app;
  const state = table?.state;
  if (!table || !state || !page.about) return null;
  const text = (/** @type {'black' | 'white' | 'event' | 'date'} */ name, /** @type {boolean} */ fixed) =>
    field(
      `about-${name}`,
      t(`about.${name}`),
      h('input', {
        type: 'text',
        id: `about-${name}`,
        value: state[name],
        maxlength: 80,
        autocomplete: 'off',
        disabled: fixed,
        onchange: (/** @type {any} */ event) =>
          void app.ask({ type: 'rename', table: table.id, [name]: event.target.value.trim() }),
      }),
    );
  const game = Boolean(table.game);
  return h(
    'div',
    { class: 'pad about-form', key: 'about-form' },
    text('black', game),
    text('white', game),
    text('event', false),
    text('date', false),
    field(
      'about-rule',
      t('new.rule'),
      h(
        'select',
        {
          id: 'about-rule',
          disabled: game,
          onchange: (/** @type {any} */ event) => void changeRule(app, event.target.value),
        },
        RULES.map((rule) =>
          h('option', { value: rule, key: rule, selected: rule === state.rule }, t(`rule.${rule}`)),
        ),
      ),
    ),
    game && h('p', { class: 'small quiet' }, t('about.game')),
  );
}

/** @param {App} app @param {import('../../wire-types').Rule} rule */
async function changeRule(app, rule) {
  const { table } = app;
  const before = table?.state?.rule;
  if (!table || !before || rule === before) return;
  const answer = await app.ask({ type: 'rule', table: table.id, rule });
  if (!answer) return app.paint();
  app.looking.forget();
  const back = { text: t('undo'), run: () => void changeRule(app, before) };
  const [first] = answer.forbidden;
  const changed = t('about.rule_changed', { rule: t(`rule.${rule}`) });
  if (first === undefined) return app.toast(changed, back);
  const { ply, last } = table.board(first);
  const forbidden = t('about.forbidden', { count: answer.forbidden.length, number: ply, point: last ?? '' });
  app.toast(`${changed} ${forbidden}`, back);
}
