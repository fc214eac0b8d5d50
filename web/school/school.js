// The school: its contents, and the rooms below it.

import './strings.js';
import { icon } from '../icons.js';
import { Draft } from '../pages/new/form.js';
import { Reading } from '../page.js';
import { h } from '../render.js';
import { t } from '../strings.js';
import { LabPage } from './lab.js';
import { LessonPage, done, lessons } from './lessons.js';
import { named, stones } from './position.js';
import { Predict } from './predict.js';
import { RacePage } from './race.js';
import { Theatre } from './theatre.js';
import { PROGRAMS, XrayPage } from './xray.js';

/** @typedef {import('../app.js').App} App */

/** Each room with its icon, the key of its title and the key of a line about it. @type {[string, string, string, string][]} */
const tools = [
  ['theatre', 'play', 'theatre.title', 'school.theatre.about'],
  ['race', 'versus', 'race.title', 'school.race.about'],
  ['predict', 'hint', 'predict.title', 'school.predict.about'],
  ['xray', 'eye', 'xray.title', 'school.xray.about'],
  ['lab', 'analyse', 'school.lab.title', 'school.lab.about'],
];

function course() {
  const past = done();
  return h(
    'section',
    { key: 'course', class: 'stack', 'aria-labelledby': 'course-title' },
    h(
      'div',
      { class: 'row between' },
      h('h2', { id: 'course-title' }, t('lesson.course')),
      h('span', { class: 'small quiet' }, t('lesson.progress', { done: past.length, count: lessons.length })),
    ),
    h(
      'ol',
      { class: 'lessons' },
      lessons.map((_, i) =>
        h(
          'li',
          { key: String(i) },
          h(
            'a',
            { href: `#/school/lesson/${i + 1}` },
            h('span', { class: 'nth', 'aria-hidden': 'true' }, past.includes(i + 1) ? icon('check') : String(i + 1)),
            h('span', null, t(`lesson.${i + 1}.title`)),
            past.includes(i + 1) && h('span', { class: 'unseen' }, t('lesson.done')),
          ),
        ),
      ),
    ),
  );
}

/** @param {App} app @param {string} name */
function program(app, name) {
  const setup = named(new URLSearchParams(PROGRAMS[name]), { rule: 'freestyle', size: 15 });
  const { size, traps } = setup;
  return h(
    'section',
    { key: name, class: 'program', 'aria-labelledby': `about-${name}` },
    h('goren-board', {
      inert: true,
      model: { size, traps, stones: stones(setup).map(({ point, stone }) => ({ point, stone })), coordinates: false },
    }),
    h(
      'div',
      { class: 'stack tight' },
      h('h3', { id: `about-${name}` }, name),
      h('p', null, t(`school.program.${name}`)),
      h('p', { class: 'small quiet' }, h('cite', null, t(`school.cite.${name}`))),
      h(
        'p',
        { class: 'row small' },
        h('a', { href: `#/school/xray?classic=${name}` }, t('school.open_xray')),
        h('a', { href: `#/school/theatre?classic=${name}` }, t('school.open_theatre')),
        h(
          'a',
          {
            href: '#/new/program',
            // The form of a new game begins with this program and the game of its document.
            onclick: () => new Draft(app).set({ opponent: 'classic', classic: name, asked: name, left: `classic ${name}` }),
          },
          t('school.play'),
        ),
      ),
    ),
  );
}

export class School extends Reading {
  // Such as `theatre` for `#/school/theatre`, each from a module of its own.
  static rooms = { theatre: Theatre, race: RacePage, predict: Predict, xray: XrayPage, lesson: LessonPage, lab: LabPage };

  get title() {
    return t('school.title');
  }

  article() {
    const { app } = this;
    return h(
      'article',
      { key: 'school', class: 'school' },
      h('header', { key: 'head', class: 'stack tight' }, h('h1', null, t('school.title')), h('p', null, t('school.about'))),
      course(),
      h(
        'section',
        { key: 'tools', class: 'stack', 'aria-labelledby': 'tools-title' },
        h('h2', { id: 'tools-title' }, t('school.tools')),
        h(
          'div',
          { class: 'rooms' },
          tools.map(([room, mark, title, about]) =>
            h('a', { key: room, class: 'mode', href: `#/school/${room}` }, icon(mark), h('b', null, t(title)), h('span', null, t(about))),
          ),
          app.about?.fleet &&
            h('a', { key: 'fleet', class: 'mode', href: '#/fleet' }, icon('engines'), h('b', null, t('nav.fleet')), h('span', null, t('school.fleet.about'))),
        ),
      ),
      h(
        'section',
        { key: 'programs', class: 'stack wide', 'aria-labelledby': 'programs-title' },
        h('h2', { id: 'programs-title' }, t('school.programs')),
        Object.keys(PROGRAMS).map((name) => program(app, name)),
      ),
    );
  }
}
