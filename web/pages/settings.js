// Settings: how it looks and sounds, how touch works, and how hard the engine may work.

import { check, choices, field } from '../controls.js';
import { t } from '../strings.js';
import { h } from '../render.js';
import { quietBoard } from '../table-view.js';

/** @typedef {import('../app.js').App} App */

/** @type {import('../app.js').Page} */
export const settings = {
  title: () => t('nav.settings'),
  tall: true,
  board: quietBoard,
  point: () => {},
  panel: (app) => {
    const { preferences } = app;
    const pick = (/** @type {keyof typeof preferences} */ key, /** @type {string[]} */ values) =>
      choices(
        key,
        t(`set.${key}`),
        values.map((value) => [value, t(`set.${key}.${value}`)]),
        String(preferences[key]),
        (value) => app.prefer({ [key]: value }),
      );
    const range = (
      /** @type {keyof typeof preferences} */ key,
      /** @type {number} */ min,
      /** @type {number} */ max,
      /** @type {number} */ step,
      /** @type {string} */ text,
    ) =>
      field(
        key,
        text,
        h('input', {
          type: 'range',
          id: key,
          min,
          max,
          step,
          value: preferences[key],
          oninput: (/** @type {any} */ event) => {
            app.prefer({ [key]: Number(event.target.value) });
            if (key === 'volume') app.sound('stone');
          },
        }),
      );
    const threads = app.about?.threads ?? 8;
    return [
      h('div', { class: 'head', key: 'head' }, h('h1', null, t('nav.settings'))),
      h(
        'div',
        { class: 'scroll pad stack wide', key: 'scroll' },
        field(
          'name',
          t('set.name'),
          h('input', {
            type: 'text',
            id: 'name',
            value: preferences.name,
            maxlength: 40,
            autocomplete: 'off',
            placeholder: t('player.you'),
            oninput: (/** @type {any} */ event) => app.prefer({ name: event.target.value }),
          }),
        ),
        pick('mode', ['system', 'light', 'dark']),
        pick('board', ['kaya', 'walnut', 'slate', 'paper']),
        pick('stones', ['slate', 'flat', 'jade', 'marks']),
        h(
          'div',
          { class: 'field', key: 'shown' },
          h('span', { class: 'label' }, t('set.shown')),
          check(t('set.numbers'), preferences.numbers, (on) => app.prefer({ numbers: on })),
          check(t('set.coordinates'), preferences.coordinates, (on) => app.prefer({ coordinates: on })),
        ),
        h(
          'div',
          { class: 'field', key: 'sounds' },
          h('span', { class: 'label' }, t('set.sounds')),
          check(t('set.sound'), preferences.sound, (on) => app.prefer({ sound: on })),
        ),
        range('volume', 0, 1, 0.05, t('set.volume')),
        pick('touch', ['direct', 'confirm', 'magnify']),
        range('lines', 1, 8, 1, t('set.lines', { count: preferences.lines })),
        range(
          'threads',
          0,
          threads,
          1,
          preferences.threads ? t('set.threads', { count: preferences.threads }) : t('set.threads.auto'),
        ),
        range('memory', 64, 2048, 64, t('set.memory', { count: preferences.memory })),
        app.about && h('p', { class: 'small quiet', key: 'version' }, t('set.version', { version: app.about.version })),
      ),
    ];
  },
};
