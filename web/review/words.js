// A review in plain words.

import { t } from '../strings.js';
import { percent, winLength } from '../format.js';
import { other } from '../points.js';

/** @typedef {import('../wire-types').ForcedWin} ForcedWin */
/** @typedef {import('../pages/analysis/findings.js').Mistake} Mistake */

/** @param {ForcedWin} win */
export function winWords(win) {
  return t('wrong.win', { way: t(`way.${win.by}`), length: winLength(win.moves) });
}

/** What is to be said beside a move's number, name and cost: for a mistake only what was better. @param {Mistake} move */
export function beside({ finding }) {
  const { kind, best, missed, allowed, holds = [], undecided = [], why } = finding;
  const better = (/** @type {string} */ how, named = best) => (named ? t(`wrong.better.${how}`, { best: named }) : '');
  const stopping =
    holds.length === 1 && !undecided.length
      ? better('only', holds[0])
      : holds.length
        ? better('stopped', best && holds.includes(best) ? best : holds[0])
        : better('better');
  return kind === 'forbidden'
    ? t('wrong.forbidden', { why: t(`forbidden.${why ?? 'move'}`), better: better('possible') })
    : kind === 'missed_win' && missed
      ? t(allowed ? 'wrong.missed_both' : 'wrong.missed_win', {
          win: winWords(missed),
          other: allowed ? winWords(allowed) : '',
          better: better('won'),
        })
      : kind === 'missed_defence' && allowed
        ? t('wrong.missed_defence', { win: winWords(allowed), better: stopping })
        : best
          ? t('wrong.beside.better', { best })
          : '';
}

/** The most points that are named; the rest are counted. */
const MOST = 4;

/** Some points, as a person would list them. @param {string[]} points */
export function listed(points) {
  const some = points.slice(0, MOST);
  const more = points.length - some.length;
  if (more) some.push(t('review.others', { count: more }));
  const last = some.pop() ?? '';
  return some.length ? t('review.or', { points: some.join(', '), last }) : last;
}

/**
 * The last escape: what is proved of the moves before it, and what is not.
 * @param {import('../wire-types').LastEscape} escape
 */
export function escapeWords(escape) {
  const { win, wins = [], holds, undecided = [], complete } = escape;
  const isNamed = wins.length > 0 || holds.length > 0;
  const point = escape.point ?? t('moves.pass');
  const count = undecided.length;
  const said = [
    t('review.escape.after', { point }),
    win && t('review.escape.wins', { points: listed(wins), win: winWords(win) }),
    holds.length && t('review.escape.holds', { points: listed(holds), other: t(other(escape.stone)) }),
    complete && (count ? t(isNamed ? 'review.escape.more' : 'review.escape.open', { count, last: undecided[0] ?? '' }) : t('review.escape.rest')),
    !complete && !isNamed && t('review.escape.unseen'),
  ];
  return {
    head: t(isNamed ? 'review.escape' : 'review.escape.lost', { number: escape.number, stone: t(escape.stone), point }),
    said: said.filter(Boolean).join(' '),
  };
}

/**
 * What came of a move that was tried.
 * @param {import('../wire-types').Attempt} attempt
 * @param {Mistake} move
 */
export function verdictWords(attempt, move) {
  const { point, verdict, win, chance, better } = attempt;
  const { best, missed, allowed } = move.finding;
  const isBest = best === point && ['wins', 'holds', 'good', 'worse'].includes(verdict);
  const fell = verdict !== 'wins' && verdict !== 'loses' && verdict !== 'same' && missed;
  const key = fell ? 'no_win' : isBest ? `${verdict}.best` : verdict === 'loses' && allowed ? 'loses.too' : verdict;
  return t(`retry.${key}`, {
    played: move.point ?? t('wrong.pass'),
    point,
    way: win ? t(`way.${win.by}`) : '',
    length: win ? winLength(win.moves) : '',
    other: t(other(move.stone)),
    chance: percent(chance),
    better: percent(better),
  });
}
