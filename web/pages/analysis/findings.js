// What a review found: each mistake with the side, the move, the better move and what it cost.

import { disc } from '../../controls.js';
import { t } from '../../strings.js';
import { h } from '../../render.js';
import { faultText, percent } from '../../format.js';
import { lineMoves } from './act.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../wire-types').MoveReview} MoveReview */

/** The review of the table shown, if there is one. @param {App} app */
export function reviewOf(app) {
  const { review } = app.analyst;
  return review && review.table === app.table?.id ? review : null;
}

/** The mistake that the board explains now: its move is not played yet. @param {App} app @returns {MoveReview | null} */
export function explained(app) {
  const { table } = app;
  const move = reviewOf(app)?.moves.find((each) => each.node === app.own.finding);
  return move && table && table.node(move.node).parent === table.at ? move : null;
}

/**
 * The mistake on the board: the move that was played, and the better line.
 * @param {MoveReview} move
 * @returns {import('../../board.js').Ghost[]}
 */
export function explainedGhosts(move) {
  const better = move.line ?? [];
  const other = /** @type {const} */ ({ black: 'white', white: 'black' });
  /** @type {import('../../board.js').Ghost[]} */
  const ghosts = better.map((point, i) => ({
    point,
    stone: i % 2 ? other[move.stone] : move.stone,
    text: String(i + 1),
    solid: true,
    best: i === 0,
  }));
  if (move.point && !better.includes(move.point))
    ghosts.push({ point: move.point, stone: move.stone, text: t(`sign.${move.word === 'good' ? 'mistake' : move.word}`) });
  return ghosts;
}

/** Black's chance before a move. @param {import('../../wire-types').ReviewView} review @param {MoveReview} move */
export function chanceBefore(review, move) {
  return move.number > 1 ? (review.moves[move.number - 2]?.black ?? review.start) : review.start;
}

/** @param {App} app */
export function findings(app) {
  const review = reviewOf(app);
  if (!review) return null;
  const found = review.moves.filter((move) => move.fault);
  if (!found.length)
    return !review.running && h('p', { class: 'pad quiet', key: 'findings' }, t('review.clean'));
  const now = explained(app);
  return h(
    'section',
    { class: 'findings', key: 'findings', 'aria-label': t('review.title') },
    h('h2', { class: 'pad-inline' }, t('review.title')),
    h(
      'ol',
      null,
      found.map((move) => {
        const current = now?.node === move.node;
        const parent = app.table?.node(move.node).parent;
        return h(
          'li',
          { key: String(move.node) },
          h(
            'button',
            {
              type: 'button',
              class: 'finding',
              'aria-current': current ? 'true' : null,
              onclick: () => {
                app.own.finding = move.node;
                if (parent !== undefined) app.visit(parent);
                app.paint();
              },
            },
            h(
              'span',
              { class: 'what' },
              disc(move.stone),
              h('b', null, `${move.number} ${move.point ?? t('moves.pass')}`),
              h('span', { class: 'unseen' }, t(move.stone)),
              h('span', { class: `tag ${move.word === 'inaccuracy' ? '' : 'accent'}` }, t(`word.${move.word}`)),
              h(
                'span',
                { class: 'cost' },
                t('review.cost', { before: percent(chanceBefore(review, move)), after: percent(move.black) }),
              ),
            ),
            h('span', { class: 'why small' }, faultText(move)),
          ),
          current &&
            (move.line ?? []).length > 0 &&
            h('p', { class: 'pv wrap', key: 'line' }, lineMoves(app, move.line ?? [], move.stone)),
        );
      }),
    ),
  );
}
