// Times as players read them, and clocks that go on between two messages.

import { decimal } from './format.js';

/** @typedef {import('./tree.js').Seat} Seat */
/** @typedef {{ left: number | null, spent: number, turn: number, running: boolean }} Hands */

/**
 * What a seat's clock shows now.
 * @param {import('./wire-types').ClockView} clock `game.clock` of a `table` message
 * @param {number} now the message's `now`
 * @param {number} since how long ago the message came, by this page's clock
 * @param {Seat} seat
 * @param {Seat} [mover] whose turn it is, also while the clock stands
 * @returns {Hands}
 */
export function hands(clock, now, since, seat, mover = clock.running) {
  const index = seat === 'first' ? 0 : 1;
  const running = clock.running === seat;
  const turn = mover === seat ? clock.turn_spent_ms + (running ? now - clock.at + since : 0) : 0;
  const limits = [clock.left_ms[index], mover === seat || clock.left_ms[index] === null ? clock.turn_ms : null].filter(
    (limit) => typeof limit === 'number',
  );
  const left = limits.length ? Math.max(0, Math.min(...limits) - turn) : null;
  return { left, spent: clock.spent_ms[index] + turn, turn, running };
}

/**
 * `1:05`, `1:02:33`; below ten seconds with tenths where asked for.
 * @param {number} ms
 * @param {boolean} [tenths]
 */
export function time(ms, tenths = false) {
  if (tenths && ms < 10000) return `0:0${decimal(Math.floor(ms / 100) / 10, 1)}`;
  const seconds = Math.floor(ms / 1000);
  const two = (/** @type {number} */ value) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  return hours
    ? `${hours}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
    : `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

/** How long a move took: `0.4 s`, `12 s`, `2:10`. @param {number} ms */
export function took(ms) {
  if (ms < 9950) return `${decimal(ms / 1000, 1)} s`;
  return ms < 60000 ? `${Math.round(ms / 1000)} s` : time(ms);
}

/** A time that was measured, as finely as it is short: `412 µs`, `4.12 ms`, `412 ms`, `4.12 s`. @param {number} ms */
export function measured(ms) {
  if (ms < 1) return `${Math.round(ms * 1000)} µs`;
  if (ms < 10) return `${decimal(ms, 2)} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 60000 ? `${decimal(ms / 1000, 2)} s` : time(ms);
}
