// A player beside the board: name, colour, clock, and what a program thinks of its game.

import { hands, measured, time } from './clock.js';
import { disc } from './controls.js';
import { t } from './strings.js';
import { company, mySeat, seatOf } from './tree.js';
import { h } from './render.js';
import { percent } from './format.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./tree.js').Seat} Seat */

/** The seat that sits at the bottom: the person's, or who began. @param {App} app @returns {Seat} */
export function nearSeat(app) {
  const game = app.table?.game;
  if (!game) return 'first';
  const mine = mySeat(game, app.seat);
  return mine ?? (app.flipped ? 'second' : 'first');
}

/**
 * The points of a seat in a series, a draw being half a point; `null` where there is none. The programs exchange seats after
 * each game.
 * @param {import('./tree.js').Game} game
 * @param {Seat} seat
 */
export function points({ series, result }, seat) {
  if (!series || series.games < 2) return null;
  const before = series.log.length - (result ? 1 : 0);
  const isFirstNamed = (seat === 'first') === (before % 2 === 0);
  return (isFirstNamed ? series.wins : series.losses) + series.draws / 2;
}

/** `3`, `2½`. @param {number} points */
export function halves(points) {
  const whole = Math.floor(points);
  return points === whole ? String(whole) : `${whole || ''}½`;
}

/**
 * A player: name, colour, times, and what a program thinks of its game.
 * @param {App} app
 * @param {Seat} seat
 * @param {'far' | 'near'} side
 */
export function seatRow(app, seat, side) {
  const { game, state, heard = 0 } = app.table ?? {};
  if (!game || !state) return null;
  const about = seatOf(game, seat);
  const clock = hands(game.clock, state.now, performance.now() - heard, seat, game.turn?.seat);
  const turn = game.turn?.seat === seat && !app.pending;
  const thinking = game.thinking === seat && !game.paused;
  const limited = clock.left !== null;
  // Classics often move within a millisecond.
  const used = about.player.kind === 'classic' ? measured : time;
  const scored = points(game, seat);
  const own = about.black === undefined ? null : about.stone === 'black' ? about.black : 1 - about.black;
  const facts = [
    about.away && !game.result ? t('seat.left') : '',
    thinking ? t('seat.thinking') : turn && !game.paused ? t('seat.turn') : '',
    limited ? t('seat.game_time', { time: used(clock.spent) }) : '',
    own !== null && company(game).persons.length === 0 ? t('seat.expects', { chance: percent(own) }) : '',
  ]
    .filter(Boolean)
    .join(' · ');
  // What its level means stands where nothing else is said: beside it there is no room for more.
  const says = facts || (about.player.kind === 'goren' ? t(`level.${about.player.level}`) : '');
  return h(
    'section',
    {
      class: `seat ${side}`,
      key: side,
      'data-turn': turn && !game.result,
      'aria-label': t('seat.label', { name: about.name, stone: t(about.stone) }),
    },
    disc(about.stone),
    h(
      'div',
      { class: 'who' },
      h('span', { class: 'name' }, about.name),
      (says || !game.result) && h('span', { class: 'about' }, says || '\u00a0'),
    ),
    thinking && h('span', { class: 'pulse', 'aria-hidden': 'true' }),
    scored !== null && h('span', { class: 'score', key: 'score', title: t('series.points') }, halves(scored), h('span', { class: 'unseen' }, ` ${t('series.points')}`)),
    h(
      'span',
      limited
        ? {
            class: 'clock',
            key: 'clock',
            role: 'timer',
            'aria-label': t('clock.left'),
            'data-running': clock.running,
            'data-low': (clock.left ?? 0) < 10000 && clock.running,
          }
        : { class: 'used', key: 'used', role: 'timer', 'aria-label': t('clock.spent'), title: t('clock.spent') },
      // Without a limit nothing counts while one thinks; the time used grows move by move.
      limited ? time(clock.left ?? 0, clock.running) : used(clock.spent - clock.turn),
    ),
  );
}
