// What the form of a new game remembers, and the game it asks for.

import { inCentre, place } from '../../points.js';
import { t } from '../../strings.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../wire-types').NewGame} NewGame */
/** @typedef {import('../../wire-types').Player} Player */

const defaults = {
  rule: /** @type {import('../../wire-types').Rule} */ ('freestyle'),
  size: 15,
  opening: /** @type {import('../../wire-types').Opening} */ ('free'),
  traps: 'none',
  count: 6,
  drawn: /** @type {string[]} */ ([]),
  /** What a classic is set up with, by seat and name: `opponent masked`. */
  setups: /** @type {Record<string, Setup>} */ ({}),
  /** The person's own game, while that of a classic is set. */
  own: /** @type {Ground | null} */ (null),
  /** The classic whose game was asked for on another page, until the server has said what that is. */
  asked: '',
  opponent: 'level',
  level: 2,
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
  /** Which of two programs begins. */
  starts: 'left',
  games: 1,
  speed: 400,
  black: '',
  white: '',
  more: false,
};
/** @typedef {typeof defaults} Form */
/** A game's rule, board, opening and traps. @typedef {{ rule: import('../../wire-types').Rule, size: number, opening: import('../../wire-types').Opening, traps: string, count: number }} Ground */
/** @typedef {'opponent' | 'left' | 'right'} Slot */
/** What differs from a classic's own way. @typedef {{ variant?: string, weighting?: string, depth?: number, with?: string[], without?: string[] }} Setup */

/** How long programs wait before each move at the least, in milliseconds. */
export const SPEEDS = [1500, 400, 0];

/** Clocks that need no numbers: minutes for the game and seconds added for each move. */
export const quick = ['1+0', '5+3', '10+5'];

const KEY = 'goren.new';

/** @returns {Form} */
function load() {
  try {
    const stored = { ...defaults, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
    // Any number could be typed once.
    const speed = SPEEDS.find((ms) => stored.speed >= ms / 2) ?? defaults.speed;
    return { ...stored, speed };
  } catch {
    return { ...defaults };
  }
}

/** The traps that a board of this size and opening rule can have. @param {Form} form */
export function traps(form) {
  const guarded = form.opening === 'soosorv-8' || form.opening === 'taraguchi-10' ? 9 : 0;
  return form.drawn.filter((point) => {
    const spot = place(point);
    return spot && spot.x < form.size && spot.y < form.size && !(guarded && inCentre(point, form.size, guarded));
  });
}

/** What a classic on a seat is set up with. @param {Form} form @param {Slot} slot @param {string} name @returns {Setup} */
export function setup(form, slot, name) {
  return form.setups[`${slot} ${name}`] ?? {};
}

/** A classic with its settings, as text: `masked:variant=printed,without=pruning+masking,depth=3`. @param {string} name @param {Setup} setup */
export function word(name, setup) {
  const options = [
    setup.variant && `variant=${setup.variant}`,
    setup.weighting && `weighting=${setup.weighting}`,
    setup.with?.length && `with=${setup.with.join('+')}`,
    setup.without?.length && `without=${setup.without.join('+')}`,
    setup.depth && `depth=${setup.depth}`,
  ].filter(Boolean);
  return options.length ? `${name}:${options.join(',')}` : name;
}

/** The classic's name on a seat, if one sits there. @param {Form} form @param {Slot} slot */
export function classicAt(form, slot) {
  if (slot === 'opponent') return form.opponent === 'classic' ? form.classic : '';
  return form[slot].startsWith('classic ') ? form[slot].slice('classic '.length) : '';
}

/** The game of a classic's document. @param {import('../../wire-types').ClassicView} classic @returns {Ground} */
export function home({ rule, size, opening, traps }) {
  return { rule, size, opening, traps: traps ? 'random' : 'none', count: traps || defaults.count };
}

/** Whether the form asks for the game of a classic's document, on whatever points its traps are. @param {Form} form @param {import('../../wire-types').ClassicView} classic */
export function isHome(form, classic) {
  const { rule, size, opening, traps } = home(classic);
  return form.rule === rule && form.size === size && form.opening === opening && (form.traps === 'none') === (traps === 'none');
}

/**
 * The game of the document of the classic that was just chosen; the person's own again if no classic is left.
 * @param {Form} form after the choice
 * @param {Slot} slot
 * @param {import('../../wire-types').ClassicView[]} classics
 * @returns {Partial<Form>}
 */
export function ground(form, slot, classics) {
  /** @type {Slot[]} */
  const slots = slot === 'opponent' ? [slot] : [slot, 'left', 'right'];
  const name = slots.map((each) => classicAt(form, each)).find(Boolean);
  const classic = classics.find((each) => each.word === name);
  if (!classic) return form.own ? { ...form.own, own: null } : {};
  const { rule, size, opening, traps, count } = form;
  return { ...home(classic), own: form.own ?? { rule, size, opening, traps, count } };
}

/**
 * An agent's name in a list, such as `goren 3` or `classic boundary`, as a player.
 * @param {string} name
 * @param {Setup} [setup] of a classic
 * @returns {Player}
 */
export function player(name, setup = {}) {
  const [kind, ...rest] = name.split(' ');
  const text = rest.join(' ');
  if (kind === 'goren') return { kind, level: Number(text) };
  return kind === 'classic' ? { kind, word: word(text, setup) } : { kind: 'engine', name: text };
}

/** The clock as the wire writes it. @param {Form} form */
function clock(form) {
  if (form.clock === 'move') return `${form.turn}s`;
  if (form.clock === 'game') return `${form.minutes}m+${form.increment}s`;
  return quick.includes(form.clock) ? `${form.clock.replace('+', 'm+')}s` : 'none';
}

/** The clock as people write it. @param {Form} form */
export function clockName(form) {
  if (form.clock === 'move') return t('clock.each', { seconds: form.turn });
  if (form.clock === 'game') return `${form.minutes}+${form.increment}`;
  return quick.includes(form.clock) ? form.clock : t('clock.off');
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
  /** @type {NewGame} */
  const game = {
    rule: form.rule,
    size: form.size,
    opening: form.opening,
    clock: clock(form),
    traps: form.traps === 'random' ? { random: form.count } : form.traps === 'draw' ? traps(form) : [],
  };
  if (mode === 'match') {
    const side = (/** @type {'left' | 'right'} */ slot) => player(form[slot], setup(form, slot, classicAt(form, slot)));
    const turned = form.starts === 'random' ? coin >= 0.5 : form.starts === 'right';
    const [first, second] = [side('left'), side('right')];
    return { ...game, first: turned ? second : first, second: turned ? first : second, games: form.games, speed: form.speed };
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
        ? { kind: 'classic', word: word(form.classic, setup(form, 'opponent', form.classic)) }
        : { kind: 'engine', name: form.engine };
  const begins = form.begins === 'random' ? coin < 0.5 : form.begins === 'black';
  return { ...game, coach: form.coach, first: begins ? person : program, second: begins ? program : person };
}

/** The form of a game that begins with a click on the board: the last level, rule, size and clock, and nothing else. @param {Form} form */
export function quickForm(form) {
  return { ...form, ...form.own, opponent: 'level', opening: /** @type {const} */ ('free'), traps: 'none', begins: 'black' };
}

/** A game that is being set up: the form as it is kept in this browser, and the game once it is asked for. */
export class Draft {
  form = load();
  /** The point of the first stone of a game that is being created, or `begin`. @type {string | undefined} */
  starting;
  /** Whether a click on the board sets a trap. */
  trapping = false;
  /** Whether the sizes that few play on are shown. */
  anySize = false;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  /** @param {Partial<Form>} change */
  set(change) {
    Object.assign(this.form, change);
    localStorage.setItem(KEY, JSON.stringify(this.form));
    this.app.paint();
  }

  /**
   * Begins a game, with its first stone where one was chosen. The stone is on the board before the server has answered.
   * @param {NewGame} game
   * @param {string} [point] of the first stone
   */
  async begin(game, point) {
    const { app } = this;
    if (this.starting) return;
    this.starting = point ?? 'begin';
    app.paint();
    const answer = await app.ask({ type: 'create', game });
    if (!answer) {
      this.starting = undefined;
      return app.paint();
    }
    if (point) {
      app.show(answer.table);
      app.playing.place(point, 'black');
      await app.ask({ type: 'act', table: answer.table, step: point, ply: 0 });
    }
    app.go(`#/game/${answer.table}`);
  }

  /** The stone that has just been chosen to begin with. @returns {import('../../board.js').Placed[]} */
  firstStone() {
    const point = this.starting;
    return point && place(point) ? [{ point, stone: 'black', number: 1 }] : [];
  }
}
