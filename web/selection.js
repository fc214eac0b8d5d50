// What can be done with the games chosen in a list: written to a file, removed, more of them chosen.

import { icon } from './icons.js';
import { save } from './save.js';
import { t } from './strings.js';
import { h } from './render.js';
import { call } from './wire.js';

/** @typedef {import('./app.js').App} App */

/**
 * Saves games as one file, and says what its format cannot hold.
 * @param {App} app
 * @param {string} path of the call
 * @param {string} format
 * @param {(string | number)[]} ids
 */
async function exported(app, path, format, ids) {
  try {
    const file = await call(`${path}/export?format=${format}`, { method: 'POST', body: JSON.stringify({ ids }) });
    const lost = file.headers.get('Goren-Lost');
    await save(file);
    if (lost) app.toast(t('share.file.lost', { lost }));
  } catch (error) {
    app.fail(error);
  }
}

/**
 * The bar below a list in which games are chosen; nothing while none is.
 * @template {string | number} Id
 * @param {App} app
 * @param {'games' | 'library'} list whose texts and calls these are
 * @param {Set<Id>} chosen
 * @param {Id[]} shown
 * @param {() => void} remove
 */
export function selection(app, list, chosen, shown, remove) {
  if (!chosen.size) return null;
  const formats = (app.about?.formats ?? []).filter((format) => format.several);
  const plain = (/** @type {string} */ key, /** @type {string} */ text, /** @type {() => void} */ change) =>
    h(
      'button',
      {
        type: 'button',
        class: 'plain',
        key,
        onclick: () => {
          change();
          app.paint();
        },
      },
      text,
    );
  return h(
    'div',
    { class: 'selection', key: 'selection', role: 'toolbar', 'aria-label': t(`${list}.selection`) },
    h('b', null, t(`${list}.chosen`, { count: chosen.size })),
    formats.map(({ name }) =>
      h(
        'button',
        { type: 'button', key: name, onclick: () => void exported(app, list, name, [...chosen]) },
        t(`${list}.export`, { format: t(`format.${name}`) }),
      ),
    ),
    h('button', { type: 'button', class: 'danger', key: 'remove', onclick: remove }, icon('trash'), t(`${list}.remove_chosen`)),
    h('span', { class: 'space' }),
    shown.some((id) => !chosen.has(id)) && plain('all', t(`${list}.choose_all`, { count: shown.length }), () => shown.forEach((id) => chosen.add(id))),
    plain('none', t(`${list}.choose_none`), () => chosen.clear()),
  );
}
