// New game: who plays whom, and, for those who care, by which rule, opening and clock.

import { check, choices, disc, field, number } from '../controls.js';
import { icon } from '../icons.js';
import { levelAbout, levelTitle, winsOfTen } from '../levels.js';
import { t } from '../strings.js';
import { h } from '../render.js';
import { playerName } from '../format.js';
import { classicSetup } from './new/classic.js';
import { SPEEDS, begin, classicAt, clockName, firstStone, form, ground, order, quick, set, traps } from './new/form.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('./new/form.js').Form} Form */
/** @typedef {import('./new/form.js').Slot} Slot */

/** @param {App} app @param {'games' | 'turn' | 'minutes' | 'increment' | 'count'} key @param {number} least @param {number} most */
function numeral(app, key, least, most) {
  return number(key, form(app)[key], least, most, (value) => set(app, { [key]: value }));
}

/** @param {App} app @param {string} id @param {keyof Form} key @param {[string, string][]} options */
function select(app, id, key, options) {
  return h(
    'select',
    { id, onchange: (/** @type {any} */ event) => set(app, { [key]: event.target.value }) },
    options.map(([value, text]) => h('option', { key: value, value, selected: value === form(app)[key] }, text)),
  );
}

/** Sets who plays, and with a classic its own rule and board. @param {App} app @param {Slot} slot @param {Partial<Form>} change */
function seat(app, slot, change) {
  set(app, { ...change, ...ground({ ...form(app), ...change }, slot, app.agents?.classics ?? []) });
}

/** @param {App} app @param {Slot} slot @param {'classic' | 'left' | 'right'} key @param {[string, string][]} options */
function program(app, slot, key, options) {
  return h(
    'select',
    { id: key, onchange: (/** @type {any} */ event) => seat(app, slot, { [key]: event.target.value }) },
    options.map(([value, text]) => h('option', { key: value, value, selected: value === form(app)[key] }, text)),
  );
}

/** The game of the classic that was asked for on another page, once it is known. @param {App} app */
function settle(app) {
  if (form(app).asked && app.agents) seat(app, 'opponent', { asked: '' });
}

/** The classic on a seat: its summary and its settings. @param {App} app @param {Slot} slot */
function seated(app, slot) {
  const classic = app.agents?.classics.find((each) => each.word === classicAt(form(app), slot));
  return classic && [h('p', { class: 'small quiet', key: `${slot}-about` }, `${classic.summary}.`), classicSetup(app, slot, classic)];
}

/** @type {import('../wire-types').Agents} */
const nobody = { levels: [], classics: [], engines: [] };

/** Every program there is. @param {App} app @returns {[string, string][]} */
function programs(app) {
  const agents = app.agents ?? nobody;
  return [
    ...agents.levels.map(({ level }) => option(`goren ${level}`, levelTitle(level))),
    ...agents.classics.map((each) => option(`classic ${each.word}`, playerName({ kind: 'classic', word: each.word }))),
    ...agents.engines.map((each) => option(`engine ${each.name}`, each.name)),
  ];
}

/** @param {string} value @param {string} text @returns {[string, string]} */
function option(value, text) {
  return [value, text];
}

/** The level, as a slider with its words. @param {App} app */
export function levelField(app) {
  const { level } = form(app);
  return h(
    'div',
    { class: 'field', key: 'level' },
    h('label', { for: 'level', class: 'level' }, levelTitle(level)),
    h('input', {
      type: 'range',
      id: 'level',
      min: 1,
      max: 10,
      value: level,
      'aria-valuetext': `${levelTitle(level)}. ${levelAbout(level)}`,
      oninput: (/** @type {any} */ event) => set(app, { level: Number(event.target.value) }),
    }),
    h('p', { class: 'small quiet' }, levelAbout(level)),
  );
}

/** How a level stands against the one below it. @param {import('../wire-types').Agents['levels']} levels @param {number} level */
function beaten(levels, level) {
  const rated = (/** @type {number} */ wanted) => levels.find((each) => each.level === wanted)?.elo ?? null;
  const [mine, below] = [rated(level), rated(level - 1)];
  if (mine === null || below === null) return null;
  const count = winsOfTen(mine, below);
  return h('p', { class: 'small quiet' }, t(count < 10 ? 'level.beats' : 'level.beats.all', { count, level: level - 1 }));
}

/** @param {App} app */
function opponent(app) {
  const now = form(app);
  const agents = app.agents ?? nobody;
  /** @type {[string, string][]} */
  const kinds = [
    ['level', t('new.level')],
    ['classic', t('new.classic')],
  ];
  if (agents.engines.length) kinds.push(['engine', t('new.engine')]);
  return h(
    'div',
    { class: 'stack wide', key: 'opponent' },
    choices('opponent', t('new.opponent'), kinds, now.opponent, (value) =>
      seat(app, 'opponent', {
        opponent: value,
        classic: now.classic || agents.classics[0]?.word || '',
        engine: now.engine || agents.engines[0]?.name || '',
      }),
    ),
    now.opponent === 'level' &&
      h(
        'div',
        { class: 'stack tight', key: 'level' },
        levelField(app),
        beaten(agents.levels, now.level),
      ),
    now.opponent === 'classic' &&
      h(
        'div',
        { class: 'stack tight', key: 'classic' },
        h('p', { class: 'small quiet', key: 'about' }, t('new.classic.about')),
        field(
          'classic',
          t('new.classic'),
          program(
            app,
            'opponent',
            'classic',
            agents.classics.map((each) => option(each.word, playerName({ kind: 'classic', word: each.word }))),
          ),
        ),
        seated(app, 'opponent'),
      ),
    now.opponent === 'engine' &&
      field(
        'engine',
        t('new.engine'),
        select(
          app,
          'engine',
          'engine',
          agents.engines.map((each) => option(each.name, each.name)),
        ),
      ),
    choices(
      'begins',
      now.opening === 'free' ? t('new.colour') : t('new.who_begins'),
      now.opening === 'free'
        ? [
            ['black', [disc('black'), t('black')]],
            ['random', [disc('both'), t('new.random')]],
            ['white', [disc('white'), t('white')]],
          ]
        : [
            ['black', t('new.i_begin')],
            ['random', t('new.random')],
            ['white', t('new.they_begin')],
          ],
      now.begins,
      (value) => set(app, { begins: value }),
    ),
    check(t('new.coach'), now.coach, (on) => set(app, { coach: on })),
  );
}

/** @param {App} app */
function match(app) {
  const now = form(app);
  const all = programs(app);
  return h(
    'div',
    { class: 'stack', key: 'match' },
    field('left', t('new.first_program'), program(app, 'left', 'left', all)),
    seated(app, 'left'),
    field('right', t('new.second_program'), program(app, 'right', 'right', all)),
    seated(app, 'right'),
    choices(
      'starts',
      t('new.who_begins'),
      [option('left', t('new.first_program')), option('random', t('new.random')), option('right', t('new.second_program'))],
      now.starts,
      (value) => set(app, { starts: value }),
    ),
    field('games', t('new.games'), numeral(app, 'games', 1, 1000)),
    choices(
      'speed',
      t('new.speed'),
      SPEEDS.map((ms) => option(String(ms), t(`new.speed.${ms}`))),
      String(now.speed),
      (value) => set(app, { speed: Number(value) }),
    ),
    now.games > 1 && h('p', { class: 'small quiet' }, t('new.series')),
  );
}

/** @param {App} app */
function persons(app) {
  const now = form(app);
  const name = (/** @type {'black' | 'white'} */ key) =>
    field(
      key,
      now.opening === 'free' ? t(key) : t(key === 'black' ? 'new.first' : 'new.second'),
      h('input', {
        type: 'text',
        id: key,
        value: now[key],
        maxlength: 40,
        autocomplete: 'off',
        oninput: (/** @type {any} */ event) => set(app, { [key]: event.target.value }),
      }),
    );
  return h('div', { class: 'pair', key: 'persons' }, name('black'), name('white'));
}

const sizes = ['15', '19', '20'];

/** The sizes people play on, and a slider for every other. @param {App} app */
function size(app) {
  const now = form(app);
  const free = app.own.anySize || !sizes.includes(String(now.size));
  return h(
    'div',
    { class: 'stack tight', key: 'size' },
    choices(
      'sizes',
      t('new.size'),
      [...sizes.map((each) => option(each, t('size.square', { size: each }))), option('any', t('new.size.other'))],
      free ? 'any' : String(now.size),
      (value) => {
        app.own.anySize = value === 'any';
        if (value === 'any') app.paint();
        else set(app, { size: Number(value) });
      },
    ),
    free &&
      h(
        'div',
        { class: 'field', key: 'any' },
        h('label', { for: 'size' }, t('size.square', { size: now.size })),
        h('input', {
          type: 'range',
          id: 'size',
          min: 5,
          max: 22,
          value: now.size,
          'aria-valuetext': t('size.square', { size: now.size }),
          oninput: (/** @type {any} */ event) => set(app, { size: Number(event.target.value) }),
        }),
      ),
  );
}

/** @param {App} app */
function clock(app) {
  const now = form(app);
  const custom = now.clock === 'move' || now.clock === 'game';
  return h(
    'div',
    { class: 'stack tight', key: 'clock' },
    choices(
      'clock',
      t('new.clock'),
      [option('none', t('clock.none')), ...quick.map((each) => option(each, each)), option('game', t('clock.custom'))],
      custom ? 'game' : now.clock,
      (value) => set(app, { clock: value }),
    ),
    h('p', { class: 'small quiet' }, t('clock.about')),
    custom && [
      choices(
        'clock-kind',
        t('clock.kind'),
        [option('game', t('clock.game')), option('move', t('clock.move'))],
        now.clock,
        (value) => set(app, { clock: value }),
      ),
      now.clock === 'move'
        ? field('turn', t('clock.seconds'), numeral(app, 'turn', 1, 3600))
        : h(
            'div',
            { class: 'pair', key: 'game-clock' },
            field('minutes', t('clock.minutes'), numeral(app, 'minutes', 1, 600)),
            field('increment', t('clock.increment'), numeral(app, 'increment', 0, 600)),
          ),
    ],
  );
}

/** @param {App} app */
function trapping(app) {
  const now = form(app);
  return h(
    'div',
    { class: 'stack tight', key: 'traps' },
    choices(
      'traps',
      t('new.traps'),
      [
        ['none', t('new.traps.none')],
        ['random', t('new.traps.random')],
        ['draw', t('new.traps.draw')],
      ],
      now.traps,
      (value) => {
        app.own.trapping = value === 'draw';
        set(app, { traps: value });
      },
    ),
    h('p', { class: 'small quiet' }, t('new.traps.about')),
    now.traps === 'random' && field('count', t('new.traps.count'), numeral(app, 'count', 1, 60)),
    now.traps === 'draw' &&
      h(
        'div',
        { class: 'row', key: 'drawn' },
        h(
          'button',
          {
            type: 'button',
            'aria-pressed': app.own.trapping ? 'true' : 'false',
            onclick: () => {
              app.own.trapping = !app.own.trapping;
              app.paint();
            },
          },
          icon('edit'),
          t('new.traps.edit'),
        ),
        h('span', { class: 'small quiet grow' }, t('new.traps.hint', { count: traps(now).length })),
        now.drawn.length > 0 &&
          h('button', { type: 'button', class: 'plain', onclick: () => set(app, { drawn: [] }) }, t('new.traps.clear')),
      ),
  );
}

/** What the folded part of the form holds, so that nothing in it comes as a surprise. @param {Form} now */
function folded(now) {
  return [
    now.opening !== 'free' && t(`opening.${now.opening}`),
    now.traps !== 'none' && t('new.traps'),
    clockName(now),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The rule and what it says. @param {App} app */
function ruling(app) {
  const now = form(app);
  return h(
    'div',
    { class: 'stack tight', key: 'rule' },
    field(
      'rule',
      t('new.rule'),
      select(
        app,
        'rule',
        'rule',
        ['freestyle', 'standard', 'renju', 'caro', 'caro6'].map((rule) => [rule, t(`rule.${rule}`)]),
      ),
    ),
    h('p', { class: 'small quiet' }, t(`rule.${now.rule}.about`)),
  );
}

/** @param {App} app */
function more(app) {
  const now = form(app);
  return h(
    'details',
    {
      key: 'more',
      open: now.more,
      ontoggle: (/** @type {any} */ event) => {
        if (event.target.open !== form(app).more) set(app, { more: event.target.open });
      },
    },
    h('summary', null, h('b', null, t('new.more')), ' ', h('span', { class: 'small quiet' }, folded(now))),
    h(
      'div',
      { class: 'stack wide' },
      clock(app),
      h(
        'div',
        { class: 'stack tight', key: 'opening' },
        field(
          'opening',
          t('new.opening'),
          select(
            app,
            'opening',
            'opening',
            ['free', 'swap', 'swap2', 'soosorv-8', 'taraguchi-10'].map((each) => [each, t(`opening.${each}`)]),
          ),
        ),
        h('p', { class: 'small quiet' }, t(`opening.${now.opening}.about`)),
      ),
      trapping(app),
    ),
  );
}

/** @param {App} app */
function mode(app) {
  return ['program', 'person', 'match'].includes(app.route.id) ? app.route.id : 'program';
}

/** @param {App} app */
function start(app) {
  return begin(app, order(form(app), mode(app), app.preferences.name));
}

/** Whether a click on the board can be the first move. @param {App} app */
function movesFirst(app) {
  const now = form(app);
  if (app.own.trapping || now.opening !== 'free') return false;
  return mode(app) === 'person' || (mode(app) === 'program' && now.begins === 'black');
}

/** @type {import('../adapted.js').Described} */
export const newGame = {
  title: () => t('new.title'),
  sheet: (app) => (app.own.trapping ? 'tall' : 'form'),
  enter: (app) => {
    app.show('');
    void app.refresh().then(() => settle(app));
  },
  board: (app) => {
    const now = form(app);
    const { preferences } = app;
    return {
      size: now.size,
      coordinates: preferences.coordinates,
      style: preferences.stones === 'marks' ? 'marks' : 'stones',
      touch: app.own.trapping ? 'direct' : preferences.touch,
      stones: firstStone(app),
      traps: now.traps === 'draw' ? traps(now) : [],
      hover: movesFirst(app) && !app.own.starting ? 'black' : null,
      label: t(app.own.trapping ? 'new.board.traps' : movesFirst(app) ? 'new.board.first' : 'board.label', {
        size: now.size,
      }),
    };
  },
  point: (app, point) => {
    const now = form(app);
    if (!app.own.trapping) {
      if (!movesFirst(app)) return app.toast(t('new.press_start'));
      if (now.traps === 'draw' && traps(now).includes(point)) return app.refuse(t('game.trap', { point }));
      return void begin(app, order(now, mode(app), app.preferences.name), now.traps === 'random' ? undefined : point);
    }
    const gone = now.drawn.includes(point);
    set(app, { drawn: gone ? now.drawn.filter((each) => each !== point) : [...now.drawn, point] });
    app.announce(traps(now).includes(point) ? t('new.trap_set', { point }) : t('new.trap_gone', { point }));
  },
  key: (app, key) => {
    if (key !== 'Enter') return false;
    void start(app);
    return true;
  },
  panel: (app) => {
    const which = mode(app);
    return [
      h('div', { class: 'head', key: 'head' }, h('h1', null, t('new.title'))),
      h(
        'form',
        {
          class: 'scroll pad stack wide',
          key: 'form',
          id: 'new',
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            void start(app);
          },
        },
        choices(
          'mode',
          t('new.mode'),
          [
            ['program', t('new.mode.program')],
            ['person', t('new.mode.person')],
            ['match', t('new.mode.match')],
          ],
          which,
          (value) => app.go(`#/new/${value}`),
        ),
        which === 'program' ? opponent(app) : which === 'person' ? persons(app) : match(app),
        ruling(app),
        size(app),
        more(app),
      ),
      h(
        'div',
        { class: 'tools', key: 'tools' },
        h('button', { type: 'submit', form: 'new', class: 'main grow', disabled: Boolean(app.own.starting) }, t('new.begin')),
      ),
    ];
  },
};
