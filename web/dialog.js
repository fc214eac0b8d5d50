// A dialog over the page.

import { around, handOn } from './focus.js';
import { icon } from './icons.js';
import { t } from './strings.js';
import { h } from './render.js';

/** @typedef {import('./app.js').App} App */

/**
 * A dialog over the page; Escape closes it.
 * @param {App} app
 * @param {string} title
 * @param {import('./render.js').Loose} content
 */
export function modal(app, title, content) {
  return h(
    'dialog',
    {
      key: 'dialog',
      'aria-labelledby': 'dialog-title',
      made: (/** @type {HTMLDialogElement} */ element) => {
        const opener = around(document.activeElement);
        queueMicrotask(() => {
          if (!element.isConnected) return;
          element.showModal();
          // To a field if it asks for something, else to its title: Tab leads on from there.
          const first = element.querySelector('input[type=text]') ?? element.querySelector('h2');
          /** @type {HTMLElement | null} */ (first)?.focus();
        });
        element.addEventListener('close', () => {
          app.dialog = null;
          app.paint();
          // What opened it may be gone meanwhile, such as a game in the list; that shows once the page is drawn anew.
          requestAnimationFrame(() => {
            if (document.activeElement === document.body) handOn(opener);
          });
        });
      },
      // A click beside it closes it too.
      onclick: (/** @type {MouseEvent} */ event) => {
        if (event.target === event.currentTarget) closeDialog();
      },
    },
    h(
      'div',
      { class: 'sheet' },
      h(
        'div',
        { class: 'row between top', key: 'top' },
        h('h2', { id: 'dialog-title', tabindex: '-1' }, title),
        h(
          'button',
          { type: 'button', class: 'icon plain', 'aria-label': t('dialog.close'), title: t('dialog.close'), onclick: closeDialog },
          icon('close'),
        ),
      ),
      content,
    ),
  );
}

export function closeDialog() {
  document.querySelector('dialog')?.close();
}
