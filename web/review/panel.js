// What a review says: both players, the decisive moments, every mistake with its lines, and trying again.

import { disc, tool } from '../controls.js';
import { decimal, percent } from '../format.js';
import { h } from '../render.js';
import { learn, t } from '../strings.js';
import { lineMoves, show } from '../pages/analysis/act.js';
import { choose, explained, mistakes, retried, reviewOf, walkMistakes } from '../pages/analysis/findings.js';
import { begin, retryBox } from './retry.js';
import { texts } from './strings.js';
import { beside, escapeWords } from './words.js';

export { attempt, showOn } from './retry.js';

learn(texts);

/** @typedef {import('../pages/analyse.js').Analyse} Analyse */
/** @typedef {import('../pages/analysis/findings.js').Mistake} Mistake */
/** @typedef {import('../wire-types').ReviewView} ReviewView */

const KINDS = /** @type {const} */ (['forbidden', 'missed_win', 'missed_defence', 'mistake', 'inaccuracy']);

/** @param {Analyse} page */
export function panel(page) {
  const { app } = page;
  const review = reviewOf(app);
  if (!review) return null;
  const now = retried(page);
  if (now) return retryBox(page, now);
  const found = mistakes(app);
  return h(
    'section',
    { class: 'findings', key: 'findings', 'aria-label': t('review.summary') },
    summary(page, review),
    review.running && review.judged === review.positions && h('p', { class: 'pad-inline small quiet' }, t('review.proving')),
    !review.running &&
      !review.done &&
      h(
        'p',
        { class: 'pad-inline small', role: 'status' },
        t('review.partial', { done: review.judged, count: review.positions }),
      ),
    review.done && !found.length && h('p', { class: 'pad-inline quiet' }, t('review.clean')),
    found.length > 0 && [
      h(
        'div',
        { class: 'row between mistakes-head', key: 'head' },
        h('h2', null, t('review.mistakes')),
        h(
          'span',
          { class: 'row' },
          tool('back', t('review.previous'), () => walkMistakes(page, -1), { key: 'previous' }),
          tool('forward', t('review.next'), () => walkMistakes(page, 1), { key: 'next' }),
        ),
      ),
      h('ol', { key: 'list' }, found.map((move) => item(page, move))),
    ],
  );
}

/** Both players and the decisive moments. @param {Analyse} page @param {ReviewView} review */
function summary(page, review) {
  const { app } = page;
  const { state } = app.table ?? {};
  const { turning_point: turning, last_escape: escape } = review;
  const goTo = (/** @type {number} */ number) => () => {
    const move = review.moves[number - 1];
    if (!move) return;
    if (move.finding) choose(page, move);
    else page.visit(move.node);
  };
  const turned = turning === undefined ? undefined : review.moves[turning - 1];
  return h(
    'div',
    { class: 'review-summary stack tight', key: 'summary' },
    h(
      'table',
      { class: 'players' },
      h('caption', { class: 'unseen' }, t('review.summary')),
      h(
        'tbody',
        null,
        review.players.map(({ stone, accuracy, counts }) =>
          h(
            'tr',
            { key: stone },
            h('th', { scope: 'row' }, disc(stone), h('span', { class: 'who' }, state?.[stone] || t(stone))),
            h(
              'td',
              { class: 'accuracy' },
              h('span', { class: 'small quiet' }, `${t('review.accuracy')} `),
              accuracy === undefined
                ? t('review.accuracy.none')
                : t('review.accuracy.value', { value: decimal(accuracy, 1) }),
            ),
            h(
              'td',
              { class: 'small' },
              KINDS.filter((kind) => counts[kind] > 0)
                .map((kind) => t(`count.${kind}`, { count: counts[kind] }))
                .join(', ') || (review.done ? t('review.flawless') : ''),
            ),
          ),
        ),
      ),
    ),
    turned &&
      h(
        'button',
        { type: 'button', class: 'finding moment', key: 'turning', onclick: goTo(turned.number) },
        t('review.turning', { number: turned.number, point: turned.point ?? t('moves.pass') }),
      ),
    escape &&
      h(
        'button',
        { type: 'button', class: 'finding moment', key: 'escape', onclick: goTo(escape.number) },
        h('span', null, escapeWords(escape).head),
        h('span', { class: 'why small' }, escapeWords(escape).said),
      ),
    h(
      'details',
      { class: 'small', key: 'how' },
      h('summary', null, t('review.how')),
      h('p', { class: 'quiet' }, t('review.how.text')),
    ),
  );
}

/** @param {Analyse} page @param {Mistake} move */
function item(page, move) {
  const current = explained(page)?.node === move.node;
  const { finding } = move;
  return h(
    'li',
    { key: String(move.node) },
    h(
      'button',
      {
        type: 'button',
        class: 'finding',
        'aria-current': current ? 'true' : null,
        onclick: () => choose(page, move),
      },
      h(
        'span',
        { class: 'what' },
        h('span', { class: `kind ${finding.kind}`, 'aria-hidden': 'true' }),
        disc(move.stone),
        h('b', null, `${move.number} ${move.point ?? t('moves.pass')}`),
        h('span', { class: `tag ${finding.kind === 'inaccuracy' ? '' : 'accent'}` }, t(`kind.${finding.kind}`)),
        h('span', { class: 'cost' }, t('review.cost', { before: percent(move.before), after: percent(move.black) })),
      ),
      h('span', { class: 'why small' }, beside(move)),
    ),
    current &&
      h(
        'div',
        { class: 'detail stack tight', key: 'detail' },
        h(
          'div',
          { class: 'row' },
          h('button', { type: 'button', class: 'main', onclick: () => begin(page, move) }, t('retry.start')),
        ),
        line(page, 'review.better', finding.line ?? [], move),
        finding.allowed && move.point && line(page, 'review.punished', [move.point, ...finding.allowed.line], move),
      ),
  );
}

/** A line that can be stepped through on the board. @param {Analyse} page @param {string} title @param {string[]} points @param {Mistake} move */
function line(page, title, points, move) {
  const { app } = page;
  if (!points.length) return null;
  const shown = page.preview?.points ?? [];
  const mine = shown.length > 0 && shown.every((point, i) => point === points[i]);
  const step = (/** @type {number} */ by) => () => {
    const count = Math.min(Math.max((mine ? shown.length : 0) + by, 0), points.length);
    show(page, count ? points.slice(0, count) : null, move.stone);
    if (count) app.announce(points[count - 1]);
  };
  return h(
    'div',
    { class: 'review-line', key: title },
    h('span', { class: 'small quiet' }, t(title)),
    h('span', { class: 'pv wrap' }, lineMoves(page, points, move.stone)),
    h(
      'span',
      { class: 'line-steps' },
      tool('back', t('review.step.back'), step(-1), { key: 'b', disabled: !mine }),
      tool('forward', t('review.step.on'), step(1), { key: 'f', disabled: mine && shown.length === points.length }),
    ),
  );
}
