// A game told as it goes on: how it stands when somebody comes to it, and what has happened since.

import { sentences, story } from './format.js';
import { deed, placed } from './steps.js';
import { t } from './strings.js';
import { company, mySeat, seatOf } from './tree.js';

/** @typedef {import('./tree.js').Game} Game */
/** @typedef {import('./tree.js').Seat} Seat */
/** @typedef {import('./tree.js').Table} Table */

/** Which game this is, how it stands and whose turn it is. @param {Table} table @param {Game} game @param {Seat | null} sat the seat that this page has taken */
export function introduction(table, game, sat) {
  const [first, second] = game.seats;
  const said = [t('game.title', { black: first.name, white: second.name })];
  const me = mySeat(game, sat);
  if (me && !game.in_opening) said.push(t('opening.you_play', { stone: t(seatOf(game, me).stone) }));
  const last = table.node(game.node);
  if (last.point && last.stone) said.push(t('said.move', { stone: t(last.stone), point: last.point }));
  if (game.result) {
    const { title, how } = story(game, me);
    said.push(title, how);
  } else if (game.paused) said.push(t('game.paused'));
  else if (game.turn && game.turn.seat === me) said.push(t('said.turn'));
  return sentences(said);
}

/**
 * What has happened in a game, in words and in sounds.
 * @param {Table} table
 * @param {Game} before
 * @param {Game} game
 * @param {Seat | null} sat
 */
export function news(table, before, game, sat) {
  const fresh = game.steps.slice(before.steps.length);
  const said = [];
  /** @type {('stone' | 'win' | 'loss')[]} */
  const sounds = [];
  for (const { step, seat, node } of fresh) {
    const who = seatOf(game, seat);
    const point = placed(step);
    if (point) {
      sounds.push('stone');
      const stone = node === undefined ? undefined : table.node(node).stone;
      said.push(t('said.move', { stone: t(stone ?? who.stone), point }));
    } else if (!game.result) said.push(deed(who.name, step));
  }
  if (game.steps.length < before.steps.length) said.push(t('said.undo'));
  const { persons, programs } = company(game);
  if (game.result && !before.result) {
    const { title, how, tone } = story(game, mySeat(game, sat));
    sounds.push(tone === 'lost' ? 'loss' : 'win');
    said.push(title, how);
  } else if (fresh.length && game.turn && persons.includes(game.turn.seat) && programs.length) said.push(t('said.turn'));
  return { said: sentences(said), sounds };
}
