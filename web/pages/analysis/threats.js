// Threats seen through: what each side could make, with its line.

import { figures } from '../../figures.js';
import { icon } from '../../icons.js';
import { disc } from '../../controls.js';
import { t } from '../../strings.js';
import { h } from '../../render.js';
import { moves, winLength } from '../../format.js';
import { address, classicOf, programOf } from '../../thought.js';
import { light, play, show } from './act.js';
import { proofLink } from './engine.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../analyse.js').Analyse} Analyse */
/** @typedef {import('../../points.js').Stone} Stone */
/** @typedef {import('../../figures.js').Figure} Figure */

/** The figure of each kind of threat, strongest first. @type {[string, Figure][]} */
export const threats = [
  ['five', 'star'],
  ['open_four', 'diamond'],
  ['double', 'hexagon'],
  ['four', 'square'],
  ['open_three', 'triangle'],
];

/** @param {Analyse} page */
export function threatTab(page) {
  const { app } = page;
  const xray = app.look?.xray;
  if (!xray) return h('p', { class: 'pad row' }, h('span', { class: 'pulse' }), t('xray.looking'));
  const side = app.look?.side ?? 'black';
  const { proved } = app.analyst;
  // Whoever can win first need not block.
  const wins = (xray[side].fours_win ?? []).length > 0 || proved?.winner === side;
  return h(
    'div',
    { class: 'pad stack', key: 'threats' },
    proved
      ? h(
          'p',
          { class: 'row' },
          h(
            'span',
            { class: 'tag accent' },
            t(`solve.win_${proved.by}`, { stone: t(proved.winner), length: winLength(proved.moves) }),
          ),
          proofLink(app, proved),
        )
      : wins &&
        h(
          'p',
          { class: 'row' },
          h('span', { class: 'tag accent' }, t('xray.wins', { stone: t(side) })),
          t('xray.wins_in', { length: winLength(moves((xray[side].fours_win ?? []).length)) }),
        ),
    !wins &&
      xray.must_block.length > 0 &&
      h('p', { class: 'row' }, h('span', { class: 'tag accent' }, t('xray.must_block')), xray.must_block.join(' ')),
    !wins && !proved && xray.danger === 'lost' && h('p', null, h('span', { class: 'tag accent' }, t('xray.lost'))),
    !wins && !proved && xray.danger === 'unknown' && h('p', { class: 'quiet small' }, t('xray.unknown')),
    /** @type {Stone[]} */ (['black', 'white']).map((stone) =>
      h(
        'section',
        { class: 'stack', key: stone },
        h('h2', { class: 'row' }, disc(stone), t(stone)),
        winButton(page, stone, xray[stone].fours_win ?? []),
        h(
          'ul',
          { class: 'legend' },
          threats.map(([kind, figure]) => {
            const points = xray[stone].points.filter((each) => each.class === kind);
            return (
              points.length > 0 &&
              h(
                'li',
                { key: kind, class: 'row' },
                h(
                  'svg',
                  { viewBox: '-14 -14 28 28', class: 'sign', 'aria-hidden': 'true' },
                  h('path', { class: `mark ${figure} ${stone}`, d: figures[figure] }),
                ),
                h('span', null, t(`threat.${kind}`)),
                points.map((each) =>
                  h(
                    'button',
                    {
                      type: 'button',
                      class: 'inline',
                      key: each.point,
                      onclick: () => void play(page, each.point, stone),
                      onpointerenter: () => light(page, each),
                      onpointerleave: () => light(page, null),
                      onfocus: () => light(page, each),
                      onblur: () => light(page, null),
                    },
                    each.point,
                  ),
                ),
              )
            );
          }),
        ),
        xray[stone].points.length === 0 &&
          h('p', { class: 'quiet small' }, t('xray.none')),
      ),
    ),
    toTheatre(app),
  );
}

/** The way to the search theatre and the X-ray of an evaluation, with what is on the board and the classic that plays. @param {App} app */
function toTheatre({ table }) {
  if (!table?.state) return null;
  const word = classicOf(table, table.at);
  const name = programOf(word ?? '');
  return h(
    'p',
    { key: 'theatre', class: 'stack tight' },
    h('a', { href: address('theatre', table, table.at, word) }, word ? t('thought.search', { name }) : t('analyse.theatre')),
    h('a', { href: address('xray', table, table.at, word) }, word ? t('thought.counts', { name }) : t('analyse.evaluation')),
  );
}

/** A win by fours of one side, if it were to move. @param {Analyse} page @param {Stone} stone @param {string[]} line */
function winButton(page, stone, line) {
  return (
    line.length > 0 &&
    h(
      'button',
      {
        type: 'button',
        onclick: () => show(page, line, stone),
        onpointerenter: () => show(page, line, stone),
        onpointerleave: () => show(page, null),
      },
      icon('best'),
      t('xray.fours_win', { length: winLength(moves(line.length)), point: line[0] }),
    )
  );
}
