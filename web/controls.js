// The pieces that several pages are made of.

import { icon } from './icons.js';
import { t } from './strings.js';
import { h } from './render.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./render.js').Loose} Loose */
/** @typedef {import('./board.js').BoardModel} BoardModel */

/**
 * One of several, as a row of radio buttons.
 * @param {string} name
 * @param {string} legend
 * @param {[string, Loose][]} options value and what it shows
 * @param {string} value
 * @param {(value: string) => void} choose
 */
export function choices(name, legend, options, value, choose) {
  return h(
    'fieldset',
    { key: name },
    h('legend', null, legend),
    h(
      'div',
      { class: 'choices' },
      options.map(([each, shown]) =>
        h(
          'label',
          { key: each },
          h('input', { type: 'radio', name, value: each, checked: each === value, onchange: () => choose(each) }),
          shown,
        ),
      ),
    ),
  );
}

/**
 * @param {string} id
 * @param {string} label
 * @param {Loose} control
 */
export function field(id, label, control) {
  return h('div', { class: 'field', key: id }, h('label', { for: id }, label), control);
}

/**
 * @param {string} label
 * @param {boolean} checked
 * @param {(on: boolean) => void} change
 */
export function check(label, checked, change) {
  return h(
    'label',
    { class: 'check' },
    h('input', { type: 'checkbox', checked, onchange: (/** @type {any} */ event) => change(event.target.checked) }),
    label,
  );
}

/**
 * A button that is only an icon; its name is spoken and shown on hover.
 * @param {string} name of the icon
 * @param {string} label
 * @param {() => void} press
 * @param {Record<string, any>} [more]
 */
export function tool(name, label, press, more = {}) {
  return h(
    'button',
    { type: 'button', class: 'icon plain', 'aria-label': label, title: label, onclick: press, ...more },
    icon(name),
  );
}

/** @param {string} stone */
export function disc(stone) {
  return h('span', { class: `disc ${stone}`, 'aria-hidden': 'true' });
}

/** @param {App} app @returns {BoardModel} what every board of a table shows */
export function tableBoard(app) {
  const { preferences, table, pending, look } = app;
  /** @type {BoardModel} */
  const model = {
    size: 15,
    numbers: preferences.numbers,
    coordinates: preferences.coordinates,
    flipped: app.flipped,
    touch: preferences.touch,
    style: preferences.stones === 'marks' ? 'marks' : 'stones',
  };
  if (!table?.told) return model;
  const { stones, last } = table.board(table.at);
  model.size = table.told.size;
  model.traps = table.told.traps;
  model.stones = stones;
  model.last = last;
  model.lit = [];
  const result = table.game?.result;
  if (result?.row && table.at === table.game.node) model.lit.push({ points: result.row, tone: 'win' });
  else if (look?.row && look.key.startsWith(`${table.id}/${table.epoch}/${table.at}/`))
    model.lit.push({ points: look.row, tone: 'win' });
  if (pending && table.at === table.game?.node && !stones.some((stone) => stone.point === pending.point)) {
    model.stones = [...stones, { ...pending, number: stones.length + 1 }];
    model.last = pending.point;
  }
  const marks = table.node(table.at).marks ?? [];
  model.marks = marks
    .filter((mark) => mark.kind !== 'label')
    .map((mark) => ({
      point: mark.point,
      figure:
        /** @type {any} */ ({ cross: 'cross', square: 'square', triangle: 'triangle', selected: 'diamond' })[
          mark.kind
        ] ?? 'circle',
      tone: 'hint',
    }));
  return model;
}

/** A table that is not there: loading, lost, or gone. @param {App} app */
export function noTable(app) {
  if (app.missing) {
    return h(
      'div',
      { class: 'empty' },
      h('h1', null, t('table.gone')),
      h('p', null, app.missing),
      h('a', { class: 'button', href: '#/' }, t('nav.home')),
    );
  }
  return h('div', { class: 'empty' }, h('p', { class: 'row' }, h('span', { class: 'pulse' }), t('table.loading')));
}
