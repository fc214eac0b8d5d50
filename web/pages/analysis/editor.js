// The free position editor.

import { icon } from '../../icons.js';
import { choices, disc, field } from '../../controls.js';
import { t } from '../../strings.js';
import { h } from '../../render.js';
import { RULES } from '../../rules.js';
import { restore } from './moves.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../analyse.js').Analyse} Analyse */
/** @typedef {import('../../points.js').Stone} Stone */

/**
 * A position being edited, as our JSON record, and the tool in hand.
 * @typedef {{ rule: import('../../wire-types').Rule, size: number, traps: string[], black: string[], white: string[], side: Stone, tool: string }} Edit
 */

/** A position to be edited: what the board shows. @param {App} app @returns {Edit | null} */
export function edited(app) {
  const { table } = app;
  if (!table?.state) return null;
  const { stones, side } = table.board(table.at);
  const of = (/** @type {Stone} */ stone) => stones.filter((each) => each.stone === stone).map((each) => each.point);
  const { rule, size, traps } = table.state;
  return { rule, size, traps: [...traps], black: of('black'), white: of('white'), side, tool: 'black' };
}

/**
 * A position with one point changed by the editor's tool.
 * @template {{ black: string[], white: string[], traps: string[], tool: string }} E
 * @param {E} edit
 * @param {string} point
 */
export function edit(edit, point) {
  const without = (/** @type {string[]} */ points) => points.filter((each) => each !== point);
  const key = /** @type {'black' | 'white' | 'traps'} */ (edit.tool);
  const there = key in edit && Array.isArray(edit[key]) && edit[key].includes(point);
  const next = { ...edit, black: without(edit.black), white: without(edit.white), traps: without(edit.traps) };
  if (!there && edit.tool !== 'erase') next[key] = [...next[key], point];
  return next;
}

/** @param {Analyse} page */
async function useEdited(page) {
  const { app } = page;
  const { table } = app;
  const { edit: now } = page;
  if (!now) return;
  const { tool: _, ...position } = now;
  page.tab = 'moves';
  page.edit = null;
  if (table?.state?.kind === 'study') {
    const moved = table.nodes.size > 1;
    const answer = await app.ask({ type: 'setup', table: table.id, position });
    if (answer) table.wanted = 0;
    if (answer && moved) app.toast(t('edit.used'), { text: t('undo'), run: () => void restore(app) });
  } else await app.study(position);
}

/** @param {Analyse} page */
export function editTab(page) {
  const { app, edit: now } = page;
  if (!now) return null;
  const set = (/** @type {Partial<Edit>} */ change) => {
    page.edit = { ...now, ...change };
    app.paint();
  };
  const inside = (/** @type {number} */ size) => (/** @type {string} */ point) =>
    point.charCodeAt(0) - 97 < size && Number(point.slice(1)) <= size;
  return h(
    'div',
    { class: 'pad stack', key: 'edit' },
    choices(
      'edit-tool',
      t('edit.tool'),
      [
        ['black', [disc('black'), t('black')]],
        ['white', [disc('white'), t('white')]],
        ['traps', t('edit.trap')],
        ['erase', t('edit.erase')],
      ],
      now.tool,
      (value) => set({ tool: value }),
    ),
    choices(
      'edit-side',
      t('edit.side'),
      [
        ['black', [disc('black'), t('black')]],
        ['white', [disc('white'), t('white')]],
      ],
      now.side,
      (value) => set({ side: /** @type {Stone} */ (value) }),
    ),
    choices(
      'edit-rule',
      t('new.rule'),
      RULES.map((rule) => [rule, t(`rule.${rule}`)]),
      now.rule,
      (value) => set({ rule: /** @type {Edit['rule']} */ (value) }),
    ),
    field(
      'edit-size',
      `${t('new.size')}: ${t('size.square', { size: now.size })}`,
      h('input', {
        type: 'range',
        id: 'edit-size',
        min: 5,
        max: 22,
        value: now.size,
        oninput: (/** @type {any} */ event) => {
          const size = Number(event.target.value);
          set({
            size,
            black: now.black.filter(inside(size)),
            white: now.white.filter(inside(size)),
            traps: now.traps.filter(inside(size)),
          });
        },
      }),
    ),
    h(
      'div',
      { class: 'row' },
      h('button', { type: 'button', class: 'main', onclick: () => void useEdited(page) }, icon('check'), t('edit.use')),
      h('button', { type: 'button', onclick: () => set({ black: [], white: [], traps: [] }) }, t('edit.clear')),
      h(
        'button',
        {
          type: 'button',
          class: 'plain',
          onclick: () => {
            page.edit = null;
            page.tab = 'moves';
            app.paint();
          },
        },
        t('edit.cancel'),
      ),
    ),
  );
}
