// Help: the rules with pictures, the opening rules, the keys.

import './help-strings.js';
import { icon } from '../icons.js';
import { t } from '../strings.js';
import { Reading } from '../page.js';
import { h } from '../render.js';
import { RULES } from '../rules.js';

/** @typedef {import('../board.js').BoardModel} BoardModel */

/** @param {string} black @param {string} white @param {Partial<BoardModel>} more @returns {BoardModel} */
function model(black, white, more) {
  const stones = (/** @type {string} */ points, /** @type {'black' | 'white'} */ stone) =>
    points
      .split(' ')
      .filter(Boolean)
      .map((point) => ({ point, stone }));
  return { size: 9, coordinates: false, stones: [...stones(black, 'black'), ...stones(white, 'white')], ...more };
}

/** @type {[string, BoardModel][]} */
const pictures = [
  ['five', model('c3 d4 e5 f6 g7', 'c4 d5 e6 e4', { lit: [{ points: ['c3', 'd4', 'e5', 'f6', 'g7'], tone: 'win' }] })],
  ['open_three', model('d5 e5 f5', '', { lit: [{ points: ['d5', 'e5', 'f5'], tone: 'threat' }] })],
  ['four', model('c5 d5 e5 f5', 'b5', { marks: [{ point: 'g5', figure: 'star', stone: 'black' }] })],
  [
    'double_three',
    model('d5 c5 e3 e4', 'g7', {
      forbidden: [{ point: 'e5', says: '' }],
      lit: [
        { points: ['c5', 'd5', 'e5'], tone: 'why' },
        { points: ['e3', 'e4', 'e5'], tone: 'why' },
      ],
    }),
  ],
  [
    'double_four',
    model('b5 c5 d5 e2 e3 e4', 'a5 e1', {
      forbidden: [{ point: 'e5', says: '' }],
      lit: [
        { points: ['b5', 'c5', 'd5', 'e5'], tone: 'why' },
        { points: ['e2', 'e3', 'e4', 'e5'], tone: 'why' },
      ],
    }),
  ],
  [
    'overline',
    model('b5 c5 d5 f5 g5', 'd6 f4', {
      forbidden: [{ point: 'e5', says: '' }],
      lit: [{ points: ['b5', 'c5', 'd5', 'e5', 'f5', 'g5'], tone: 'why' }],
    }),
  ],
  ['trap', model('c5 d5 e5 f5', 'b5 g4', { traps: ['g5', 'c7', 'f2'] })],
];

const keys = [
  ['Tab', 'key.tab'],
  ['← → ↑ ↓', 'key.arrows_board'],
  ['Enter', 'key.enter'],
  ['← →', 'key.walk'],
  ['[ ]', 'key.brackets'],
  ['Home End', 'key.ends'],
  ['Space', 'key.space'],
  ['l', 'key.l'],
  ['x', 'key.x'],
  [', .', 'key.mistakes'],
  ['h', 'key.h'],
  ['a', 'key.a'],
  ['u, Ctrl Z', 'key.u'],
  ['p', 'key.p'],
  ['f', 'key.f'],
  ['m', 'key.m'],
  ['n', 'key.n'],
  ['b', 'key.b'],
  ['?', 'key.help'],
];

export class Help extends Reading {
  get title() {
    return t('nav.help');
  }

  article() {
    return h(
      'article',
      null,
      h('h1', null, t('help.title')),
      h('p', null, t('help.goal')),
      h(
        'div',
        { class: 'pictures' },
        pictures.map(([name, picture]) =>
          h(
            'figure',
            { key: name },
            h('goren-board', { model: { ...picture, label: t(`help.${name}`) }, inert: true }),
            h('figcaption', null, t(`help.${name}`)),
          ),
        ),
      ),
      h('p', null, t('help.tip')),
      h('h2', null, t('help.rules')),
      h(
        'ul',
        { class: 'plain' },
        RULES.map((rule) =>
          h('li', { key: rule }, h('b', null, t(`rule.${rule}`)), ': ', t(`rule.${rule}.about`)),
        ),
      ),
      h('h2', null, t('help.openings')),
      h(
        'ul',
        { class: 'plain' },
        ['free', 'swap', 'swap2', 'soosorv-8', 'taraguchi-10'].map((rule) =>
          h('li', { key: rule }, h('b', null, t(`opening.${rule}`)), ': ', t(`opening.${rule}.about`)),
        ),
      ),
      h('h2', { id: 'keys' }, t('help.keys')),
      h(
        'dl',
        { class: 'keys' },
        keys.map(([names, text]) => [
          h(
            'dt',
            null,
            names.split(' ').map((name) => [h('kbd', null, name), ' ']),
          ),
          h('dd', null, t(text)),
        ]),
      ),
      h('h2', null, t('help.mouse')),
      h(
        'ul',
        { class: 'plain' },
        ['right', 'shift', 'alt', 'last', 'touch', 'drop'].map((each) => h('li', { key: each }, t(`mouse.${each}`))),
      ),
      h('h2', null, t('help.programs')),
      h('p', null, t('help.programs.about'), ' ', h('a', { href: '#/school' }, t('nav.school'))),
      h('p', null, h('a', { class: 'button main', href: '#/new' }, icon('play'), t('new.title'))),
    );
  }
}
