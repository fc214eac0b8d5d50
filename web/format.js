// Numbers, results and names as a player reads them.

import { other } from './points.js';
import { number, t } from './strings.js';

/** @typedef {import('./points.js').Stone} Stone */
/** @typedef {import('./wire-types').LineView} Line */

/** @param {number} chance from 0 to 1 */
export function percent(chance) {
  return number(Math.round(chance * 100) / 100, { style: 'percent' });
}

/** So many decimals, and no groups: `0.40`. @param {number} value @param {number} most @param {number} [least] */
export function decimal(value, most, least = most) {
  return number(value, { useGrouping: false, minimumFractionDigits: least, maximumFractionDigits: most });
}

/** `950`, `12.3 k`, `4.56 M`. @param {number} count */
export function amount(count) {
  if (count < 1000) return number(count);
  const power = count < 1e6 ? 1 : count < 1e9 ? 2 : 3;
  const digits = { minimumSignificantDigits: 3, maximumSignificantDigits: 3 };
  return t(`amount.${power}`, { amount: number(count / 1000 ** power, digits) });
}

/** Moves of the winner in so many plies. @param {number} plies */
export function moves(plies) {
  return Math.ceil(plies / 2);
}

/** How far off a win is, as people count: `11 moves`. @param {number} count moves of the winner */
export function winLength(count) {
  return t('win.moves', { count });
}

/** The same with the plies that a search counts: `11 moves (21 plies)`. @param {number} plies */
export function wholeLength(plies) {
  return `${winLength(moves(plies))} (${t('win.plies', { count: plies })})`;
}

/**
 * What a line is worth: Black's chance, or who wins and in how many moves. Every number on every page is from this one
 * point of view.
 * @param {Line} line
 */
export function worth(line) {
  if (line.decided_in === undefined || !line.winner) return percent(line.black);
  const length = winLength(moves(line.decided_in));
  return t(line.proved ? `proved_in.${line.winner}` : `wins_in.${line.winner}`, { length });
}

/** The short form of `worth` for a stone: `61%`, or `B8` where Black wins in eight. @param {Line} line */
export function mark(line) {
  if (line.decided_in === undefined || !line.winner) return percent(line.black);
  return t(`mark.${line.winner}`, { count: moves(line.decided_in) });
}

const SECONDS = { ms: 0.001, s: 1, m: 60, h: 3600 };

/** The seconds of a duration such as `90s` or `1h`. @param {string} duration */
function inSeconds(duration) {
  const [, count, unit] = /^([\d.]+)(ms|s|m|h)$/.exec(duration) ?? ['', '0', 's'];
  return Number(count) * SECONDS[/** @type {keyof typeof SECONDS} */ (unit)];
}

/**
 * A clock as people write it, minutes and the seconds that each move adds: `5+3`, `30 s per move`.
 * @param {import('./wire-types').TimeControl} control such as `5m+3s`, `1h+5s/30s` or `30s`
 */
export function timeControl(control) {
  const [, game, increment, turn] = /^(?:(.+)\+(.+?)(?:\/|$))?(.*)$/.exec(control) ?? [];
  const seconds = decimal(inSeconds(turn), 3, 0);
  if (!game) return t('clock.each', { seconds });
  const both = `${decimal(inSeconds(game) / 60, 3, 0)}+${decimal(inSeconds(increment), 3, 0)}`;
  return turn ? t('clock.both', { game: both, seconds }) : both;
}

/** @param {string[]} row */
export function span(row) {
  return row.length ? `${row[0]}–${row[row.length - 1]}` : '';
}

/**
 * How a game ended.
 * @param {Pick<import('./wire-types').ResultView, 'ending' | 'winner' | 'row'> & { why?: { point: string, verdict: string } }} result
 * @param {import('./wire-types').FaultKind} [fault] how the loser failed, if that is how
 */
export function ending(result, fault = 'crash') {
  const winner = result.winner ? t(`${result.winner}.wins`) : '';
  const point = result.why?.point ?? '';
  switch (result.ending) {
    case 'five':
      return t('ending.five', { winner, row: span(result.row ?? []) });
    case 'forbidden':
      return t('ending.forbidden', { winner, point, kind: t(`forbidden.${result.why?.verdict ?? 'move'}`) });
    case 'resignation':
      return t('ending.resignation', { winner });
    case 'time':
      return t('ending.time', { winner });
    case 'agreement':
      return t('ending.agreement');
    case 'full_board':
      return t('ending.full_board');
    case 'no_legal_move':
      return result.winner ? t('ending.no_legal_move.win', { winner }) : t('ending.no_legal_move');
    case 'move_limit':
      return t('ending.move_limit');
    case 'agreed_win':
      return t('ending.agreed_win', { winner });
    case 'agreed_draw':
      return t('ending.agreed_draw');
    case 'fault':
      return t(`ending.fault.${fault}`, { winner, loser: result.winner ? t(other(result.winner)) : '' });
  }
}

/** How a game of the list ended; nothing while it goes on. @param {Pick<import('./wire-types').Head, 'result' | 'winner'>} head */
export function outcome({ result, winner }) {
  if (!result) return '';
  const { ending: kind, row, point, why, fault } = result;
  if (!kind) return winner ? t(`${winner}.wins`) : t('draw');
  return ending({ ending: kind, winner, row, ...(point && why && { why: { point, verdict: why } }) }, fault);
}

/** What a hint says of its move. @param {Extract<import('./wire-types').HintView, { stage: 'why' }>} hint */
export function hintText({ point, reason }) {
  const length = 'moves' in reason ? winLength(reason.moves) : '';
  if (reason.code === 'win') return t(`hint.reason.win.${reason.by}`, { point, length });
  return t(`hint.reason.${reason.code}`, { point, length, stone: 'stone' in reason ? t(reason.stone) : '' });
}

/** How even a position is, in words. @param {number} black Black's chance */
export function balanceText(black) {
  const word =
    black >= 0.9 ? 'black_wins' : black >= 0.6 ? 'black_better' : black > 0.4 ? 'even' : black > 0.1 ? 'white_better' : 'white_wins';
  return t(`opening.chance.${word}`, { chance: percent(black) });
}

/**
 * The end of a game, as the person who sees it would tell it.
 * @param {import('./tree.js').Game} game
 * @param {import('./tree.js').Seat | null} me the seat of the one person it is told to
 * @returns {{ title: string, how: string, tone: 'won' | 'lost' | 'even' }}
 */
export function story(game, me) {
  const result = /** @type {import('./wire-types').ResultView} */ (game.result);
  const { ending, why } = result;
  const tone = !result.seat || !me ? 'even' : result.seat === me ? 'won' : 'lost';
  const name = (/** @type {boolean} */ winner) =>
    game.seats.find((seat) => (seat.stone === result.winner) === winner)?.name ?? '';
  const title = !result.seat
    ? t('draw')
    : tone === 'won'
      ? t('result.you_won')
      : tone === 'lost'
        ? t('result.you_lost')
        : t('result.won', { name: name(true) });
  const key = ending === 'no_legal_move' && result.winner ? 'how.no_legal_move.win' : `how.${ending}`;
  const how = t(key, {
    row: span(result.row ?? []),
    point: why?.point ?? '',
    kind: t(`forbidden.${why?.verdict ?? 'move'}`),
    loser: name(false),
  });
  return { title, how, tone };
}

/** Things said one after another, each with its full stop. @param {string[]} said */
export function sentences(said) {
  return said.map((each) => (/[.!?…]$/.test(each) ? each : `${each}.`)).join(' ');
}

/** @param {number} then milliseconds since 1970 @param {number} now */
export function ago(then, now) {
  const minutes = Math.max(0, Math.round((now - then) / 60000));
  if (minutes < 1) return t('ago.now');
  if (minutes < 60) return t('ago.minutes', { count: minutes });
  if (minutes < 60 * 24) return t('ago.hours', { count: Math.round(minutes / 60) });
  return new Date(then).toLocaleDateString();
}

/** @param {import('./wire-types').Player} player */
export function playerName(player) {
  if (player.kind === 'person') return player.name || t('player.you');
  if (player.kind === 'goren') return t('player.goren', { level: player.level });
  return player.kind === 'classic' ? t('player.classic', { word: player.word.split(':')[0] }) : player.name;
}
