// An opening rule, step by step: what is asked, what was done, and the balance on request.

import { stepText } from '../../app.js';
import { icon } from '../../icons.js';
import { disc } from '../../controls.js';
import { t } from '../../strings.js';
import { company } from '../../tree.js';
import { h } from '../../render.js';
import { percent } from '../../format.js';
import { game } from '../game.js';
import { live, mine } from './turn.js';

/** @typedef {import('../../app.js').App} App */

/** What the opening rule asks for now, with the steps that led here. @param {App} app @param {any} game */
export function opening(app, game) {
  const { turn } = game;
  if (!turn) return null;
  if (!game.in_opening && turn.ask === 'place') return agreed(app, game);
  const asked = mine(app, game);
  const name = game.seats[turn.seat === 'first' ? 0 : 1].name;
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
        turn.choices.map((/** @type {string} */ step) =>
          h(
            'button',
            {
              type: 'button',
              key: step,
              onclick: () => void app.act(step),
            },
            step.startsWith('take') && disc(step.split(' ')[1]),
            stepText(step),
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
              onclick: () => void app.act(`declare ${i + 1}`),
            },
            String(i + 1),
          ),
        ),
      ),
    asked &&
      game.steps.length > 0 &&
      h(
        'div',
        { class: 'row', key: 'balance' },
        h(
          'button',
          { type: 'button', class: 'plain', onclick: () => void balance(app) },
          icon('target'),
          t('opening.balance'),
        ),
        app.own.balance?.node === game.node && h('span', { role: 'status' }, app.own.balance.text),
      ),
    h(
      'ol',
      { class: 'steps', key: 'steps' },
      game.steps.map((/** @type {any} */ step) =>
        h(
          'li',
          null,
          t('opening.done', { name: game.seats[step.seat === 'first' ? 0 : 1].name, step: stepText(step.step) }),
        ),
      ),
    ),
    h(
      'p',
      { class: 'small quiet', key: 'about' },
      h('b', null, t(`opening.${game.opening}`)),
      ': ',
      t(`opening.${game.opening}.about`),
    ),
  );
}

/** For two moves after an opening: who chose what, and which colour one plays now. @param {App} app @param {any} game */
function agreed(app, game) {
  const recent = game.steps.slice(-3);
  const choice = recent.findLast((/** @type {any} */ each) => /^(take|pick)/.test(each.step));
  const { persons, programs } = company(game);
  if (!choice) return null;
  const own = persons.length && programs.length ? game.seats[persons[0] === 'first' ? 0 : 1] : null;
  return h(
    'section',
    { class: 'note-box', key: 'agreed', role: 'status' },
    h(
      'p',
      null,
      t('opening.done', { name: game.seats[choice.seat === 'first' ? 0 : 1].name, step: stepText(choice.step) }),
      own && ['. ', t('opening.you_play', { stone: t(own.stone) })],
    ),
  );
}

/** @param {any} turn */
function askText(turn) {
  if (turn.ask === 'place')
    return t(turn.centre ? (turn.centre === 1 ? 'ask.place_centre' : 'ask.place_within') : 'ask.place', {
      stone: t(turn.stone),
      width: turn.centre,
    });
  return t(`ask.${turn.ask}`, { count: turn.count ?? 0 });
}

/** @param {App} app */
async function balance(app) {
  const table = live(app);
  if (!table) return;
  const { node } = table.game;
  app.own.balance = { node, text: t('opening.weighing') };
  app.paint();
  const answer = await app.ask({ type: 'balance', at: { table: table.id } });
  app.own.balance = answer && { node, text: t('opening.chance', { chance: percent(answer.black), text: answer.text }) };
  app.paint();
}
