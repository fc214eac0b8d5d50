// Settings: how it looks and sounds, how touch works, and how hard the engine may work.

import './settings-strings.js';
import { check, choices, field } from '../controls.js';
import { percent } from '../format.js';
import { t } from '../strings.js';
import { BoardPage } from '../page.js';
import { h } from '../render.js';
import { quietBoard } from '../table-view.js';

/** @typedef {import('../app.js').App} App */

export class Settings extends BoardPage {
  get title() {
    return t('nav.settings');
  }

  get sheet() {
    return /** @type {const} */ ('tall');
  }

  board() {
    return quietBoard(this.app);
  }

  panel() {
    const { app } = this;
    const { preferences } = app;
    const pick = (/** @type {keyof typeof preferences} */ key, /** @type {string[]} */ values, pictured = false) =>
      choices(
        key,
        t(`set.${key}`),
        values.map((value) => [
          value,
          [pictured && h('span', { class: `swatch ${key}-${value}`, 'aria-hidden': 'true' }), t(`set.${key}.${value}`)],
        ]),
        String(preferences[key]),
        (value) => app.prefer({ [key]: value }),
        pictured ? 'pictured' : '',
      );
    const range = (
      /** @type {keyof typeof preferences} */ key,
      /** @type {number} */ min,
      /** @type {number} */ max,
      /** @type {number} */ step,
      /** @type {string} */ value,
    ) =>
      h(
        'div',
        { class: 'field', key },
        h('label', { for: key, class: 'row between' }, h('span', null, t(`set.${key}`)), h('output', null, value)),
        h('input', {
          type: 'range',
          id: key,
          min,
          max,
          step,
          value: preferences[key],
          'aria-valuetext': value,
          oninput: (/** @type {any} */ event) => {
            app.prefer({ [key]: Number(event.target.value) });
            if (key === 'volume') app.sound('stone');
          },
        }),
      );
    const group = (/** @type {string} */ name, /** @type {import('../render.js').Loose[]} */ ...controls) =>
      h(
        'section',
        { class: 'stack group', key: name, 'aria-labelledby': `set-${name}` },
        h('h2', { id: `set-${name}` }, t(`set.group.${name}`)),
        controls,
      );
    const threads = app.about?.threads ?? 8;
    return [
      h('div', { class: 'head', key: 'head' }, h('h1', null, t('nav.settings'))),
      h(
        'div',
        { class: 'scroll pad stack wide', key: 'scroll' },
        group(
          'look',
          pick('board', ['kaya', 'walnut', 'slate', 'paper'], true),
          pick('stones', ['slate', 'flat', 'jade', 'marks'], true),
          pick('mode', ['system', 'light', 'dark']),
          check(t('set.numbers'), preferences.numbers, (on) => app.prefer({ numbers: on })),
          check(t('set.coordinates'), preferences.coordinates, (on) => app.prefer({ coordinates: on })),
        ),
        group(
          'play',
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
          pick('touch', ['direct', 'confirm', 'magnify']),
          h('p', { class: 'small quiet', key: 'touch-about' }, t(`set.touch.${preferences.touch}.about`)),
        ),
        group(
          'sound',
          check(t('set.sound'), preferences.sound, (on) => app.prefer({ sound: on })),
          range('volume', 0, 1, 0.05, percent(preferences.volume)),
        ),
        group(
          'engine',
          range('lines', 1, 8, 1, String(preferences.lines)),
          range('threads', 0, threads, 1, preferences.threads ? String(preferences.threads) : t('set.threads.auto', { count: threads })),
          range('memory', 64, 2048, 64, t('set.memory.mib', { size: preferences.memory })),
        ),
        app.about && h('p', { class: 'small quiet', key: 'version' }, t('set.version', { version: app.about.version })),
      ),
    ];
  }
}
