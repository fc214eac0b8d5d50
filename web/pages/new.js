// New game: who plays whom, by which rule, on which board, with which clock.

import { check, choices, disc, field } from '../controls.js';
import { inCentre, place } from '../points.js';
import { t } from '../strings.js';
import { h } from '../render.js';
import { playerName } from '../format.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../wire-types').NewGame} NewGame */
/** @typedef {import('../wire-types').Player} Player */

const defaults = {
  rule: /** @type {import('../wire-types').Rule} */ ('freestyle'),
  size: 15,
  opening: /** @type {import('../wire-types').Opening} */ ('free'),
  traps: 'none',
  count: 6,
  drawn: /** @type {string[]} */ ([]),
  opponent: 'level',
  level: 3,
  classic: '',
  engine: '',
  begins: 'black',
  coach: false,
  clock: 'none',
  turn: 30,
  minutes: 10,
  increment: 5,
  left: 'goren 5',
  right: 'goren 5',
  games: 1,
  speed: 400,
  black: '',
  white: '',
};
/** @typedef {typeof defaults} Form */

const KEY = 'goren.new';

/** @returns {Form} */
function load() {
  try {
    return { ...defaults, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return { ...defaults };
  }
}

/** @param {App} app @returns {Form} */
function form(app) {
  app.own.form ??= load();
  return app.own.form;
}

/** @param {App} app @param {Partial<Form>} change */
function set(app, change) {
  Object.assign(form(app), change);
  localStorage.setItem(KEY, JSON.stringify(form(app)));
  app.paint();
}

/** The traps that a board of this size and opening rule can have. @param {Form} form */
export function traps(form) {
  const guarded = form.opening === 'soosorv-8' || form.opening === 'taraguchi-10' ? 9 : 0;
  return form.drawn.filter((point) => {
    const spot = place(point);
    return spot && spot.x < form.size && spot.y < form.size && !(guarded && inCentre(point, form.size, guarded));
  });
}

/** An agent's name in a list, such as `goren 3` or `classic boundary`, as a player. @param {string} name @returns {Player} */
export function player(name) {
  const [kind, ...rest] = name.split(' ');
  const word = rest.join(' ');
  if (kind === 'goren') return { kind, level: Number(word) };
  return kind === 'classic' ? { kind, word } : { kind: 'engine', name: word };
}

/**
 * The `create` message's game.
 * @param {Form} form
 * @param {string} mode
 * @param {string} name the person's
 * @param {number} [coin] below a half: Black
 * @returns {NewGame}
 */
export function order(form, mode, name, coin = Math.random()) {
  const clock =
    form.clock === 'move'
      ? `${form.turn}s`
      : form.clock === 'game'
        ? `${form.minutes}m+${form.increment}s`
        : 'none';
  /** @type {NewGame} */
  const game = {
    rule: form.rule,
    size: form.size,
    opening: form.opening,
    clock,
    traps: form.traps === 'random' ? { random: form.count } : form.traps === 'draw' ? traps(form) : [],
  };
  if (mode === 'match') {
    return { ...game, first: player(form.left), second: player(form.right), games: form.games, speed: form.speed };
  }
  if (mode === 'person') {
    return {
      ...game,
      first: { kind: 'person', name: form.black || t('black') },
      second: { kind: 'person', name: form.white || t('white') },
    };
  }
  /** @type {Player} */
  const person = { kind: 'person', name: name || t('player.you') };
  /** @type {Player} */
  const program =
    form.opponent === 'level'
      ? { kind: 'goren', level: form.level }
      : form.opponent === 'classic'
        ? { kind: 'classic', word: form.classic }
        : { kind: 'engine', name: form.engine };
  const begins = form.begins === 'random' ? coin < 0.5 : form.begins === 'black';
  return { ...game, coach: form.coach, first: begins ? person : program, second: begins ? program : person };
}

/** @param {App} app @param {string} id @param {keyof Form} key @param {number} least @param {number} most */
function number(app, id, key, least, most) {
  return h('input', {
    type: 'number',
    id,
    min: least,
    max: most,
    value: form(app)[key],
    onchange: (/** @type {any} */ event) => {
      const value = Math.round(Number(event.target.value));
      set(app, { [key]: Math.min(Math.max(Number.isFinite(value) ? value : least, least), most) });
      event.target.value = form(app)[key];
    },
  });
}

/** @param {App} app @param {string} id @param {keyof Form} key @param {[string, string][]} options */
function select(app, id, key, options) {
  return h(
    'select',
    { id, onchange: (/** @type {any} */ event) => set(app, { [key]: event.target.value }) },
    options.map(([value, text]) => h('option', { key: value, value, selected: value === form(app)[key] }, text)),
  );
}

/** @type {import('../wire-types').Agents} */
const nobody = { levels: [], classics: [], engines: [] };

/** Every program there is. @param {App} app @returns {[string, string][]} */
function programs(app) {
  const agents = app.agents ?? nobody;
  return [
    ...agents.levels.map((each) => option(`goren ${each.level}`, levelName(each))),
    ...agents.classics.map((each) => option(`classic ${each.word}`, playerName({ kind: 'classic', word: each.word }))),
    ...agents.engines.map((each) => option(`engine ${each.name}`, each.name)),
  ];
}

/** @param {string} value @param {string} text @returns {[string, string]} */
function option(value, text) {
  return [value, text];
}

/** @param {import('../wire-types').LevelView} level */
function levelName(level) {
  const name = playerName({ kind: 'goren', level: level.level });
  return level.elo === null ? name : t('level.elo', { name, elo: level.elo });
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
  const level = agents.levels.find((each) => each.level === now.level) ?? {
    level: now.level,
    elo: null,
  };
  const classic = agents.classics.find((each) => each.word === now.classic);
  return h(
    'div',
    { class: 'stack', key: 'opponent' },
    choices('opponent', t('new.opponent'), kinds, now.opponent, (value) =>
      set(app, {
        opponent: value,
        classic: now.classic || agents.classics[0]?.word || '',
        engine: now.engine || agents.engines[0]?.name || '',
      }),
    ),
    now.opponent === 'level' &&
      h(
        'div',
        { class: 'field', key: 'level' },
        h(
          'label',
          { for: 'level', class: 'row between' },
          h('span', null, levelName(level)),
          h('span', { class: 'quiet' }, t(`level.${now.level}`)),
        ),
        h('input', {
          type: 'range',
          id: 'level',
          min: 1,
          max: 10,
          value: now.level,
          'aria-valuetext': `${now.level}, ${t(`level.${now.level}`)}`,
          oninput: (/** @type {any} */ event) => set(app, { level: Number(event.target.value) }),
        }),
      ),
    now.opponent === 'classic' &&
      h(
        'div',
        { class: 'stack', key: 'classic' },
        field(
          'classic',
          t('new.classic'),
          select(
            app,
            'classic',
            'classic',
            agents.classics.map((each) => option(each.word, playerName({ kind: 'classic', word: each.word }))),
          ),
        ),
        classic && h('p', { class: 'small quiet' }, classic.summary),
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
    field('left', t('new.first_program'), select(app, 'left', 'left', all)),
    field('right', t('new.second_program'), select(app, 'right', 'right', all)),
    h(
      'div',
      { class: 'pair' },
      field('games', t('new.games'), number(app, 'games', 'games', 1, 1000)),
      field('speed', t('new.speed'), number(app, 'speed', 'speed', 0, 10000)),
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

/** @param {App} app */
async function begin(app) {
  const answer = await app.ask({ type: 'create', game: order(form(app), mode(app), app.preferences.name) });
  if (answer) app.go(`#/game/${answer.table}`);
}

/** @param {App} app */
function mode(app) {
  return ['program', 'person', 'match'].includes(app.route.id) ? app.route.id : 'program';
}

/** @type {import('../app.js').Page} */
export const newGame = {
  title: () => t('new.title'),
  tall: true,
  enter: (app) => app.show(''),
  board: (app) => {
    const now = form(app);
    const { preferences } = app;
    return {
      size: now.size,
      coordinates: preferences.coordinates,
      style: preferences.stones === 'marks' ? 'marks' : 'stones',
      touch: 'direct',
      traps: now.traps === 'draw' ? traps(now) : [],
      hover: null,
      label: t('new.board', { size: now.size }),
    };
  },
  point: (app, point) => {
    const now = form(app);
    const drawn = now.traps === 'draw' ? now.drawn : [];
    const gone = drawn.includes(point);
    set(app, { traps: 'draw', drawn: gone ? drawn.filter((each) => each !== point) : [...drawn, point] });
    app.announce(traps(now).includes(point) ? t('new.trap_set', { point }) : t('new.trap_gone', { point }));
  },
  key: (app, key) => {
    if (key !== 'Enter') return false;
    void begin(app);
    return true;
  },
  panel: (app) => {
    const now = form(app);
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
            void begin(app);
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
        h(
          'div',
          { class: 'stack tight', key: 'rule' },
          choices(
            'rule',
            t('new.rule'),
            ['freestyle', 'standard', 'renju', 'caro'].map((rule) => [rule, t(`rule.${rule}`)]),
            now.rule,
            (value) => set(app, { rule: /** @type {Form['rule']} */ (value) }),
          ),
          h('p', { class: 'small quiet' }, t(`rule.${now.rule}.about`)),
        ),
        h(
          'div',
          { class: 'field', key: 'size' },
          h('label', { for: 'size' }, t('new.size', { size: now.size })),
          h('input', {
            type: 'range',
            id: 'size',
            min: 5,
            max: 22,
            value: now.size,
            'aria-valuetext': `${now.size}×${now.size}`,
            oninput: (/** @type {any} */ event) => set(app, { size: Number(event.target.value) }),
          }),
        ),
        choices(
          'traps',
          t('new.traps'),
          [
            ['none', t('new.traps.none')],
            ['random', t('new.traps.random')],
            ['draw', t('new.traps.draw')],
          ],
          now.traps,
          (value) => set(app, { traps: value }),
        ),
        now.traps === 'random' && field('count', t('new.traps.count'), number(app, 'count', 'count', 1, 60)),
        now.traps === 'draw' &&
          h(
            'p',
            { class: 'small quiet row between', key: 'drawn' },
            t('new.traps.hint', { count: traps(now).length }),
            now.drawn.length > 0 &&
              h(
                'button',
                { type: 'button', class: 'plain', onclick: () => set(app, { drawn: [] }) },
                t('new.traps.clear'),
              ),
          ),
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
        choices(
          'clock',
          t('new.clock'),
          [
            ['none', t('clock.none')],
            ['move', t('clock.move')],
            ['game', t('clock.game')],
          ],
          now.clock,
          (value) => set(app, { clock: value }),
        ),
        now.clock === 'move' && field('turn', t('clock.seconds'), number(app, 'turn', 'turn', 1, 3600)),
        now.clock === 'game' &&
          h(
            'div',
            { class: 'pair', key: 'game-clock' },
            field('minutes', t('clock.minutes'), number(app, 'minutes', 'minutes', 1, 600)),
            field('increment', t('clock.increment'), number(app, 'increment', 'increment', 0, 600)),
          ),
      ),
      h(
        'div',
        { class: 'tools', key: 'tools' },
        h(
          'button',
          { type: 'submit', form: 'new', class: 'main grow' },
          t(which === 'match' ? 'new.begin_match' : 'new.begin'),
        ),
      ),
    ];
  },
};
