// The head of a room of the school: its name, and the way back.

import { t } from '../strings.js';
import { h } from '../render.js';

/** @param {string} title @param {import('../render.js').Loose} [more] what stands between */
export function head(title, more) {
  return h(
    'div',
    { class: 'head', key: 'head' },
    h('h1', { class: 'grow' }, title),
    more,
    h('a', { class: 'small', href: '#/school' }, t('school.title')),
  );
}
