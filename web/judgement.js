// A judgement of a forbidden point, in lines on the board and in words.

import { t } from './strings.js';
import { h } from './render.js';

/** @typedef {import('./wire-types').JudgementView} JudgementView */

/**
 * The lines of a judgement, lit on the board: what counts, and what only looks like it.
 * @param {JudgementView} judgement
 * @returns {import('./board.js').Lit[]}
 */
export function litLines(judgement) {
  return judgement.lines
    .filter((line) => line.stones.length > 2)
    .map((line) => ({ points: line.stones, tone: line.counts ? 'why' : 'fake' }));
}

/**
 * A judgement in words: each line, what it makes, and why a three does not count.
 * @param {JudgementView} judgement
 */
export function whyList(judgement) {
  const lines = judgement.lines.filter((line) => line.stones.length > 2);
  return h(
    'ul',
    { class: 'steps-plain small stack' },
    lines.map((line) =>
      h(
        'li',
        null,
        h('b', null, t(`shape.${line.shape.replaceAll(' ', '_')}`)),
        ' ',
        line.stones.join(' '),
        !line.counts && [' · ', reasonNot(line)],
      ),
    ),
  );
}

/** @param {import('./wire-types').JudgedLineView} line */
function reasonNot(line) {
  const blocked = (line.extensions ?? []).find((each) => each.obstacle);
  if (!blocked) return t('why.not_counted');
  return t(blocked.obstacle === 'five' ? 'why.five' : 'why.forbidden', {
    point: blocked.point,
    kind: t(`forbidden.${blocked.why?.verdict ?? 'move'}`),
  });
}
