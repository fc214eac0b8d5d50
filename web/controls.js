// The small controls of every page.

import { icon } from './icons.js';
import { h } from './render.js';

/** @typedef {import('./render.js').Loose} Loose */

/**
 * One of several, as a row of radio buttons.
 * @param {string} name
 * @param {string} legend
 * @param {[string, Loose][]} options value and what it shows
 * @param {string} value
 * @param {(value: string) => void} choose
 * @param {string} [kind] `pictured` for options with a picture above their name
 */
export function choices(name, legend, options, value, choose, kind = '') {
  return h(
    'fieldset',
    { key: name },
    h('legend', null, legend),
    h(
      'div',
      { class: `choices ${kind}` },
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
 * A whole number, which counts as it is typed, kept between its bounds.
 * @param {string} id
 * @param {number} value
 * @param {number} least
 * @param {number} most
 * @param {(value: number) => void} change
 * @param {Record<string, any>} [more]
 */
export function number(id, value, least, most, change, more = {}) {
  const typed = (/** @type {number} */ number) =>
    Number.isFinite(number) ? Math.min(Math.max(Math.round(number), least), most) : value;
  return h('input', {
    type: 'number',
    id,
    min: least,
    max: most,
    value,
    oninput: (/** @type {any} */ event) => change(typed(event.target.valueAsNumber)),
    onchange: (/** @type {any} */ event) => {
      event.target.value = typed(event.target.valueAsNumber);
    },
    ...more,
  });
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

/**
 * A button with its icon above its name, which is not shown where there is no room for it.
 * @param {string} name of the icon
 * @param {string} label
 * @param {string} title with the key, where there is one
 * @param {() => void} press
 * @param {Record<string, any>} [more]
 */
export function labelled(name, label, title, press, more = {}) {
  return h(
    'button',
    { type: 'button', class: 'labelled plain', 'aria-label': label, title, onclick: press, ...more },
    icon(name),
    h('span', null, label),
  );
}

/**
 * The head of a room: its name, and the way back.
 * @param {string} title
 * @param {string} href where the way back leads
 * @param {string} back what it is called
 * @param {Loose} [more] what stands between
 */
export function head(title, href, back, more) {
  return h(
    'div',
    { class: 'head', key: 'head' },
    h('h1', { class: 'grow' }, title),
    more,
    h('a', { class: 'small', href }, back),
  );
}

/** @param {string} stone */
export function disc(stone) {
  return h('span', { class: `disc ${stone}`, 'aria-hidden': 'true' });
}
