// New game: who plays whom, and, for those who care, by which rule, opening and clock.

import { check, choices, disc, field, number } from '../controls.js';
import { icon } from '../icons.js';
import { levelAbout, levelTitle, winsOfTen } from '../levels.js';
import { t } from '../strings.js';
import { BoardPage } from '../page.js';
import { h } from '../render.js';
import { RULES } from '../rules.js';
import { playerName } from '../format.js';
import { classicSetup } from './new/classic.js';
import { Draft, SPEEDS, classicAt, clockName, ground, order, quick, traps } from './new/form.js';

/** @typedef {import('./new/form.js').Form} Form */
/** @typedef {import('./new/form.js').Slot} Slot */

/** @param {Draft} draft @param {'games' | 'turn' | 'minutes' | 'increment' | 'count'} key @param {number} least @param {number} most */
function numeral(draft, key, least, most) {
  return number(key, draft.form[key], least, most, (value) => draft.set({ [key]: value }));
}

/** @param {Draft} draft @param {string} id @param {keyof Form} key @param {[string, string][]} options */
function select(draft, id, key, options) {
  return h(
    'select',
    { id, onchange: (/** @type {any} */ event) => draft.set({ [key]: event.target.value }) },
    options.map(([value, text]) => h('option', { key: value, value, selected: value === draft.form[key] }, text)),
  );
}

/** Sets who plays, and with a classic its own rule and board. @param {Draft} draft @param {Slot} slot @param {Partial<Form>} change */
function seat(draft, slot, change) {
  draft.set({ ...change, ...ground({ ...draft.form, ...change }, slot, draft.app.agents?.classics ?? []) });
}

/** @param {Draft} draft @param {Slot} slot @param {'classic' | 'left' | 'right'} key @param {[string, string][]} options */
function program(draft, slot, key, options) {
  return h(
    'select',
    { id: key, onchange: (/** @type {any} */ event) => seat(draft, slot, { [key]: event.target.value }) },
    options.map(([value, text]) => h('option', { key: value, value, selected: value === draft.form[key] }, text)),
  );
}

/** The game of the classic that was asked for on another page, once it is known. @param {Draft} draft */
function settle(draft) {
  if (draft.form.asked && draft.app.agents) seat(draft, 'opponent', { asked: '' });
}

/** The classic on a seat: its summary and its settings. @param {Draft} draft @param {Slot} slot */
function seated(draft, slot) {
  const classic = draft.app.agents?.classics.find((each) => each.word === classicAt(draft.form, slot));
  return classic && [h('p', { class: 'small quiet', key: `${slot}-about` }, `${classic.summary}.`), classicSetup(draft, slot, classic)];
}

/** @type {import('../wire-types').Agents} */
const nobody = { levels: [], classics: [], engines: [] };

/** Every program there is. @param {Draft} draft @returns {[string, string][]} */
function programs(draft) {
  const agents = draft.app.agents ?? nobody;
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

/** The level, as a slider with its words. @param {Draft} draft */
export function levelField(draft) {
  const { level } = draft.form;
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
      oninput: (/** @type {any} */ event) => draft.set({ level: Number(event.target.value) }),
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

/** @param {Draft} draft */
function opponent(draft) {
  const now = draft.form;
  const agents = draft.app.agents ?? nobody;
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
      seat(draft, 'opponent', {
        opponent: value,
        classic: now.classic || agents.classics[0]?.word || '',
        engine: now.engine || agents.engines[0]?.name || '',
      }),
    ),
    now.opponent === 'level' &&
      h(
        'div',
        { class: 'stack tight', key: 'level' },
        levelField(draft),
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
            draft,
            'opponent',
            'classic',
            agents.classics.map((each) => option(each.word, playerName({ kind: 'classic', word: each.word }))),
          ),
        ),
        seated(draft, 'opponent'),
      ),
    now.opponent === 'engine' &&
      field(
        'engine',
        t('new.engine'),
        select(
          draft,
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
      (value) => draft.set({ begins: value }),
    ),
    check(t('new.coach'), now.coach, (on) => draft.set({ coach: on })),
  );
}

/** @param {Draft} draft */
function match(draft) {
  const now = draft.form;
  const all = programs(draft);
  return h(
    'div',
    { class: 'stack', key: 'match' },
    field('left', t('new.first_program'), program(draft, 'left', 'left', all)),
    seated(draft, 'left'),
    field('right', t('new.second_program'), program(draft, 'right', 'right', all)),
    seated(draft, 'right'),
    choices(
      'starts',
      t('new.who_begins'),
      [option('left', t('new.first_program')), option('random', t('new.random')), option('right', t('new.second_program'))],
      now.starts,
      (value) => draft.set({ starts: value }),
    ),
    field('games', t('new.games'), numeral(draft, 'games', 1, 1000)),
    choices(
      'speed',
      t('new.speed'),
      SPEEDS.map((ms) => option(String(ms), t(`new.speed.${ms}`))),
      String(now.speed),
      (value) => draft.set({ speed: Number(value) }),
    ),
    now.games > 1 && h('p', { class: 'small quiet' }, t('new.series')),
  );
}

/** @param {Draft} draft */
function persons(draft) {
  const now = draft.form;
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
        oninput: (/** @type {any} */ event) => draft.set({ [key]: event.target.value }),
      }),
    );
  return h('div', { class: 'pair', key: 'persons' }, name('black'), name('white'));
}

const sizes = ['15', '19', '20'];

/** The sizes people play on, and a slider for every other. @param {Draft} draft */
function size(draft) {
  const now = draft.form;
  const free = draft.anySize || !sizes.includes(String(now.size));
  return h(
    'div',
    { class: 'stack tight', key: 'size' },
    choices(
      'sizes',
      t('new.size'),
      [...sizes.map((each) => option(each, t('size.square', { size: each }))), option('any', t('new.size.other'))],
      free ? 'any' : String(now.size),
      (value) => {
        draft.anySize = value === 'any';
        if (value === 'any') draft.app.paint();
        else draft.set({ size: Number(value) });
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
          oninput: (/** @type {any} */ event) => draft.set({ size: Number(event.target.value) }),
        }),
      ),
  );
}

/** @param {Draft} draft */
function clock(draft) {
  const now = draft.form;
  const custom = now.clock === 'move' || now.clock === 'game';
  return h(
    'div',
    { class: 'stack tight', key: 'clock' },
    choices(
      'clock',
      t('new.clock'),
      [option('none', t('clock.none')), ...quick.map((each) => option(each, each)), option('game', t('clock.custom'))],
      custom ? 'game' : now.clock,
      (value) => draft.set({ clock: value }),
    ),
    h('p', { class: 'small quiet' }, t('clock.about')),
    custom && [
      choices(
        'clock-kind',
        t('clock.kind'),
        [option('game', t('clock.game')), option('move', t('clock.move'))],
        now.clock,
        (value) => draft.set({ clock: value }),
      ),
      now.clock === 'move'
        ? field('turn', t('clock.seconds'), numeral(draft, 'turn', 1, 3600))
        : h(
            'div',
            { class: 'pair', key: 'game-clock' },
            field('minutes', t('clock.minutes'), numeral(draft, 'minutes', 1, 600)),
            field('increment', t('clock.increment'), numeral(draft, 'increment', 0, 600)),
          ),
    ],
  );
}

/** @param {Draft} draft */
function trapping(draft) {
  const now = draft.form;
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
        draft.trapping = value === 'draw';
        draft.set({ traps: value });
      },
    ),
    h('p', { class: 'small quiet' }, t('new.traps.about')),
    now.traps === 'random' && field('count', t('new.traps.count'), numeral(draft, 'count', 1, 60)),
    now.traps === 'draw' &&
      h(
        'div',
        { class: 'row', key: 'drawn' },
        h(
          'button',
          {
            type: 'button',
            'aria-pressed': draft.trapping ? 'true' : 'false',
            onclick: () => {
              draft.trapping = !draft.trapping;
              draft.app.paint();
            },
          },
          icon('edit'),
          t('new.traps.edit'),
        ),
        h('span', { class: 'small quiet grow' }, t('new.traps.hint', { count: traps(now).length })),
        now.drawn.length > 0 &&
          h('button', { type: 'button', class: 'plain', onclick: () => draft.set({ drawn: [] }) }, t('new.traps.clear')),
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

/** The rule and what it says. @param {Draft} draft */
function ruling(draft) {
  const now = draft.form;
  return h(
    'div',
    { class: 'stack tight', key: 'rule' },
    field(
      'rule',
      t('new.rule'),
      select(
        draft,
        'rule',
        'rule',
        RULES.map((rule) => [rule, t(`rule.${rule}`)]),
      ),
    ),
    h('p', { class: 'small quiet' }, t(`rule.${now.rule}.about`)),
  );
}

/** @param {Draft} draft */
function more(draft) {
  const now = draft.form;
  return h(
    'details',
    {
      key: 'more',
      open: now.more,
      ontoggle: (/** @type {any} */ event) => {
        if (event.target.open !== draft.form.more) draft.set({ more: event.target.open });
      },
    },
    h('summary', null, h('b', null, t('new.more')), ' ', h('span', { class: 'small quiet' }, folded(now))),
    h(
      'div',
      { class: 'stack wide' },
      clock(draft),
      h(
        'div',
        { class: 'stack tight', key: 'opening' },
        field(
          'opening',
          t('new.opening'),
          select(
            draft,
            'opening',
            'opening',
            ['free', 'swap', 'swap2', 'soosorv-8', 'taraguchi-10'].map((each) => [each, t(`opening.${each}`)]),
          ),
        ),
        h('p', { class: 'small quiet' }, t(`opening.${now.opening}.about`)),
      ),
      trapping(draft),
    ),
  );
}

/** @param {Draft} draft */
function mode({ app }) {
  return ['program', 'person', 'match'].includes(app.route.id) ? app.route.id : 'program';
}

/** @param {Draft} draft */
function start(draft) {
  return draft.begin(order(draft.form, mode(draft), draft.app.preferences.name));
}

/** Whether a click on the board can be the first move. @param {Draft} draft */
function movesFirst(draft) {
  const now = draft.form;
  if (draft.trapping || now.opening !== 'free') return false;
  return mode(draft) === 'person' || (mode(draft) === 'program' && now.begins === 'black');
}

export class NewGame extends BoardPage {
  draft = new Draft(this.app);

  get title() {
    return t('new.title');
  }

  /** @returns {'tall' | 'form' | null} */
  get sheet() {
    return this.draft.trapping ? 'tall' : 'form';
  }

  connected() {
    void this.app.meet().then(() => this.isShown && settle(this.draft));
  }

  /** @returns {import('../board.js').BoardModel} */
  board() {
    const { app, draft } = this;
    const now = draft.form;
    const { preferences } = app;
    return {
      size: now.size,
      coordinates: preferences.coordinates,
      style: preferences.stones === 'marks' ? 'marks' : 'stones',
      touch: draft.trapping ? 'direct' : preferences.touch,
      stones: draft.firstStone(),
      traps: now.traps === 'draw' ? traps(now) : [],
      hover: movesFirst(draft) && !draft.starting ? 'black' : null,
      label: t(draft.trapping ? 'new.board.traps' : movesFirst(draft) ? 'new.board.first' : 'board.label', {
        size: now.size,
      }),
    };
  }

  /** @param {string} point */
  point(point) {
    const { app, draft } = this;
    const now = draft.form;
    if (!draft.trapping) {
      if (!movesFirst(draft)) return app.toast(t('new.press_start'));
      if (now.traps === 'draw' && traps(now).includes(point)) return app.refuse(t('game.trap', { point }));
      return void draft.begin(order(now, mode(draft), app.preferences.name), now.traps === 'random' ? undefined : point);
    }
    const gone = now.drawn.includes(point);
    draft.set({ drawn: gone ? now.drawn.filter((each) => each !== point) : [...now.drawn, point] });
    app.announce(traps(now).includes(point) ? t('new.trap_set', { point }) : t('new.trap_gone', { point }));
  }

  /** @param {string} key */
  key(key) {
    const { draft } = this;
    if (key !== 'Enter') return false;
    void start(draft);
    return true;
  }

  panel() {
    const { app, draft } = this;
    const which = mode(draft);
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
            void start(draft);
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
        which === 'program' ? opponent(draft) : which === 'person' ? persons(draft) : match(draft),
        ruling(draft),
        size(draft),
        more(draft),
      ),
      h(
        'div',
        { class: 'tools', key: 'tools' },
        h('button', { type: 'submit', form: 'new', class: 'main grow', disabled: Boolean(draft.starting) }, t('new.begin')),
      ),
    ];
  }
}
