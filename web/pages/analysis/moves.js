// The tree of moves with its comments, and what a review found in it.

import { icon } from '../../icons.js';
import { moveList } from '../../move-list.js';
import { field } from '../../controls.js';
import { t } from '../../strings.js';
import { h } from '../../render.js';
import { whyList } from '../../judgement.js';
import { ending } from '../../format.js';
import { show } from './act.js';

/** @typedef {import('../../app.js').App} App */

/** What the review found worth saying. @param {App} app */
function reviewFindings(app) {
  const { review } = app.analyst;
  if (!review || review.table !== app.table?.id) return null;
  const findings = review.moves.filter((move) => move.text);
  if (!findings.length) return !review.running && h('p', { class: 'pad quiet', key: 'findings' }, t('review.clean'));
  return h(
    'section',
    { class: 'note-box', key: 'findings', 'aria-label': t('review.title') },
    h('h2', null, t('review.title')),
    h(
      'ul',
      { class: 'stack small' },
      findings.map((move) =>
        h(
          'li',
          { key: String(move.node) },
          h(
            'button',
            {
              type: 'button',
              class: 'finding',
              onclick: () => app.visit(move.node),
              onpointerenter: () => move.best && show(app, null),
            },
            h('span', { class: `tag ${move.word === 'inaccuracy' ? '' : 'accent'}` }, t(`word.${move.word}`)),
            move.text,
          ),
        ),
      ),
    ),
  );
}

/** @param {App} app */
export function movesTab(app) {
  const { table } = app;
  if (!table?.state) return null;
  const { state } = table;
  const node = table.node(table.at);
  const why = app.own.why?.node === table.at ? app.own.why : null;
  const removable = table.at !== 0 && !(table.game && table.path(table.game.node).includes(table.at));
  return [
    why &&
      h(
        'section',
        { class: 'note-box', key: 'why', role: 'status' },
        h('h2', null, t('why.title', { point: why.point, kind: t(`forbidden.${why.judgement.verdict}`) })),
        whyList(why.judgement),
      ),
    reviewFindings(app),
    (state.black || state.white) &&
      h(
        'p',
        { class: 'facts', key: 'players' },
        h(
          'span',
          { class: 'grow' },
          t('games.players', { black: state.black || t('black'), white: state.white || t('white') }),
        ),
        table.game?.result ? ending(table.game.result) : state.result,
      ),
    h('div', { key: 'moves' }, moveList(app)),
    h(
      'div',
      { class: 'pad stack', key: 'comment' },
      field(
        'comment',
        t('tree.comment'),
        h('textarea', {
          id: 'comment',
          key: `c${table.at}`,
          value: node.comment ?? '',
          maxlength: 10000,
          onchange: (/** @type {any} */ event) =>
            void app.ask({ type: 'comment', table: table.id, node: table.at, text: event.target.value }),
        }),
      ),
      h(
        'div',
        { class: 'row' },
        removable &&
          !table.line(0).includes(table.at) &&
          h(
            'button',
            { type: 'button', class: 'plain', key: 'promote', onclick: () => void change(app, 'promote') },
            t('tree.promote'),
          ),
        removable &&
          h(
            'button',
            { type: 'button', class: 'plain', key: 'prune', onclick: () => void change(app, 'prune') },
            icon('trash'),
            t('tree.prune'),
          ),
      ),
    ),
  ];
}

/** @param {App} app @param {'promote' | 'prune'} type */
async function change(app, type) {
  const { table } = app;
  const answer = table && (await app.ask({ type, table: table.id, node: table.at }));
  if (answer?.node !== undefined) app.visit(answer.node);
}
