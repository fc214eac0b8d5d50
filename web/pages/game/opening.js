// An opening rule, step by step: what is asked, what was done, and the balance on request.

import { icon } from '../../icons.js';
import { disc } from '../../controls.js';
import { askText, choiceText, deed } from '../../steps.js';
import { t } from '../../strings.js';
import { company, seatOf } from '../../tree.js';
import { h } from '../../render.js';
import { balanceText } from '../../format.js';
import { helped, live, mine } from './turn.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../game.js').GamePage} GamePage */
/** @typedef {import('../../tree.js').Game} Game */

/** What the opening rule asks for now, with the steps that led here. @param {GamePage} page @param {Game} game */
export function opening(page, game) {
  const { app } = page;
  const { turn } = game;
  if (!turn) return null;
  if (!game.in_opening && turn.ask === 'place') return agreed(app, game);
  const asked = mine(app, game);
  const { name } = seatOf(game, turn.seat);
  return h(
    'section',
    { class: 'note-box', key: 'opening', 'aria-label': t(`opening.${game.opening}`) },
    h(
      'h2',
      null,
      asked && company(game).programs.length ? askText(turn) : t('opening.asked', { name, ask: askText(turn) }),
    ),
    turn.ask === 'choose' &&
      asked &&
      h(
        'div',
        { class: 'row', key: 'choices' },
        turn.choices.map((step) =>
          h(
            'button',
            {
              type: 'button',
              key: step,
              onclick: () => void app.playing.act(step),
            },
            step.startsWith('take') && disc(step.split(' ')[1]),
            choiceText(step),
          ),
        ),
      ),
    turn.ask === 'declare' &&
      asked &&
      h(
        'div',
        { class: 'row', key: 'declare' },
        Array.from({ length: turn.count }, (_, i) =>
          h(
            'button',
            {
              type: 'button',
              key: String(i),
              onclick: () => void app.playing.act(`declare ${i + 1}`),
            },
            String(i + 1),
          ),
        ),
      ),
    asked &&
      helped(app, game) &&
      game.steps.length > 0 &&
      h(
        'div',
        { class: 'row', key: 'balance' },
        h(
          'button',
          { type: 'button', class: 'plain', onclick: () => void balance(page) },
          icon('target'),
          t('opening.balance'),
        ),
        page.balance?.node === game.node && h('span', { role: 'status' }, page.balance.text),
      ),
  );
}

/** What was done in the opening so far, and what its rule is. @param {Game} game */
export function openingSteps(game) {
  if (!game.in_opening) return null;
  return h(
    'section',
    { class: 'pad stack tight', key: 'steps' },
    h(
      'ol',
      { class: 'steps' },
      game.steps.map((step) =>
        h('li', null, deed(seatOf(game, step.seat).name, step.step)),
      ),
    ),
    h(
      'p',
      { class: 'small quiet' },
      h('b', null, t(`opening.${game.opening}`)),
      ': ',
      t(`opening.${game.opening}.about`),
    ),
  );
}

/** For two moves after an opening: who chose what, and which colour one plays now. @param {App} app @param {Game} game */
function agreed(app, game) {
  const recent = game.steps.slice(-3);
  const choice = recent.findLast((each) => /^(take|pick)/.test(each.step));
  const { persons, programs } = company(game);
  if (!choice) return null;
  const own = persons.length && programs.length ? seatOf(game, persons[0]) : null;
  return h(
    'section',
    { class: 'note-box', key: 'agreed', role: 'status' },
    h(
      'p',
      null,
      deed(seatOf(game, choice.seat).name, choice.step),
      own && ['. ', t('opening.you_play', { stone: t(own.stone) })],
    ),
  );
}

/** @param {GamePage} page */
async function balance(page) {
  const { app } = page;
  const shown = live(app);
  if (!shown) return;
  const { table, game } = shown;
  const { node } = game;
  page.balance = { node, text: t('opening.weighing') };
  app.paint();
  const answer = await app.ask({ type: 'balance', at: { table: table.id } });
  page.balance = answer && { node, text: balanceText(answer.black) };
  app.paint();
}
