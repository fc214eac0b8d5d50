// Forced wins of the side to move.

import { icon } from '../../icons.js';
import { t } from '../../strings.js';
import { h } from '../../render.js';
import { amount, decimal, wholeLength } from '../../format.js';
import { addLine, lineMoves, show } from './act.js';

/** @typedef {import('../analyse.js').Analyse} Analyse */

/**
 * A win: who, how and how soon, its line, and the way to the proof.
 * @param {Analyse} page
 * @param {{ winner: import('../../points.js').Stone, by: string, plies: number, line: string[], proof?: string }} win
 */
function winBox(page, { winner, by, plies, line, proof }) {
  const { app } = page;
  const side = app.look?.side ?? winner;
  return [
    h('h2', null, t(`solve.win_${by}`, { stone: t(winner), length: wholeLength(plies) })),
    h('p', { class: 'small row' }, proof && icon('check'), t(proof ? 'solve.proved' : 'solve.found')),
    h('p', { class: 'pv wrap' }, lineMoves(page, line, side)),
    h(
      'div',
      { class: 'row' },
      h(
        'button',
        {
          type: 'button',
          'aria-pressed': page.preview ? 'true' : 'false',
          onclick: () => show(page, page.preview ? null : line, side),
        },
        icon('eye'),
        t('solve.show'),
      ),
      h('button', { type: 'button', onclick: () => void addLine(page, line) }, icon('plus'), t('solve.add')),
      proof &&
        h(
          'a',
          { class: 'button', key: 'proof', href: `#/proof/${proof}?from=${app.table?.id ?? ''}` },
          icon('check'),
          t('solve.proof'),
        ),
    ),
  ];
}

/** @param {Analyse} page */
export function solveTab(page) {
  const { app } = page;
  const { solve } = app.analyst;
  const mine = solve && solve.key === app.analyst.keyOf() ? solve : null;
  const side = app.look?.side ?? app.table?.board(app.table.at).side ?? 'black';
  const answer = mine?.answer;
  const proved = app.analyst.proved ?? answer?.proved;
  const known = proved && { ...proved, line: proved.line ?? [] };
  const found = answer?.solved === 'win' && { winner: side, by: mine?.kind === 'vcf' ? 'fours' : 'threats', line: answer.line ?? [] };
  // What is proved is told with one number, whoever has proved it.
  const win = known ?? (found && { ...found, plies: found.line.length });
  return h(
    'div',
    { class: 'pad stack', key: 'solve' },
    !answer && !win && h('p', { class: 'small quiet' }, t('solve.about', { stone: t(side) })),
    h(
      'div',
      { class: 'row' },
      h(
        'button',
        { type: 'button', disabled: mine?.running, onclick: () => void app.analyst.find('vcf') },
        t('solve.vcf'),
      ),
      h(
        'button',
        { type: 'button', disabled: mine?.running, onclick: () => void app.analyst.find('vct') },
        t('solve.vct'),
      ),
      mine?.running &&
        h(
          'button',
          { type: 'button', class: 'plain', key: 'stop', onclick: () => void app.ask({ type: 'stop', what: 'solve' }) },
          icon('stop'),
          t('engine.stop'),
        ),
    ),
    mine?.running && h('p', { class: 'row', role: 'status' }, h('span', { class: 'pulse' }), t('solve.running')),
    (answer || win) &&
      h(
        'section',
        { class: 'note-box flat', role: 'status' },
        answer &&
          answer.solved !== 'win' &&
          h(
            'p',
            null,
            t(
              answer.solved === 'no_win'
                ? `solve.no_win.${mine?.kind}`
                : answer.stopped
                  ? 'solve.stopped'
                  : 'solve.unknown',
            ),
          ),
        win && winBox(page, win),
        answer &&
          h(
            'p',
            { class: 'small quiet' },
            t('solve.effort', { count: answer.nodes, amount: amount(answer.nodes), seconds: decimal(answer.ms / 1000, 2) }),
          ),
      ),
    h('p', { class: 'small', key: 'file' }, h('a', { href: '#/proof' }, t('solve.proof_file'))),
  );
}
