// What the strip has to say about a game: its end, offers, hints, the coach, free seats.

import { icon } from '../../icons.js';
import { disc } from '../../controls.js';
import { t } from '../../strings.js';
import { company, mySeat, otherSeat, seatOf } from '../../tree.js';
import { h } from '../../render.js';
import { whyList } from '../../judgement.js';
import { hintText, story } from '../../format.js';
import { address, lastMove, programOf } from '../../thought.js';
import { sharing } from '../../later.js';
import { live, mine, seats } from './turn.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../game.js').GamePage} GamePage */
/** @typedef {import('../../tree.js').Game} Game */
/** @typedef {import('../../render.js').Loose} Loose */

/** @param {string} key @param {Record<string, any>} props @param {...Loose} children */
export function note(key, props, ...children) {
  return h('section', { class: 'note-box', key, ...props }, children);
}

/** @param {string} mark @param {string} text */
export function heading(mark, text) {
  return h('h2', null, icon(mark), text);
}

/** The seats that persons on the network can still take. @param {App} app @param {Game} game */
export function room(app, game) {
  const owner = app.wire.role === 'owner';
  if (game.result || (owner && !app.about?.lan)) return null;
  const { persons } = company(game);
  if (persons.length < 2) return null;
  const about = (/** @type {import('../../tree.js').Seat} */ seat) => seatOf(game, seat);
  // A guest who has left makes room for another; the owner can put off any.
  const free = app.seat ? [] : persons.filter((seat) => !about(seat).held || (!owner && about(seat).away && !about(seat).owners));
  const guests = owner ? persons.filter((seat) => about(seat).held && !about(seat).owners) : [];
  const own = owner && !guests.length && !free.length ? persons.filter((seat) => about(seat).owners) : [];
  const table = app.table?.id ?? '';
  const change = [
    ...guests.map((seat) =>
      h('button', { type: 'button', key: seat, onclick: () => void app.ask({ type: 'sit', table, seat, name: '' }) }, icon('close'), t('room.put_off', { name: about(seat).name })),
    ),
    ...own.map((seat) =>
      h('button', { type: 'button', key: seat, onclick: () => void app.ask({ type: 'stand', table, seat }) }, disc(about(seat).stone), t('room.free_seat', { name: about(seat).name })),
    ),
  ];
  const told = !game.hints && h('p', null, t('room.no_hints'));
  if (!free.length && (told || change.length))
    return h('section', { class: 'note-box', key: 'room' }, told, change.length > 0 && h('div', { class: 'row' }, change));
  if (!free.length) return null;
  return h(
    'section',
    { class: 'note-box', key: 'room' },
    h('h2', null, t('room.sit')),
    h(
      'div',
      { class: 'row' },
      free.map((seat) =>
        h(
          'button',
          { type: 'button', key: seat, onclick: () => void app.sit(seat) },
          disc(seatOf(game, seat).stone),
          seatOf(game, seat).name,
        ),
      ),
    ),
    app.invitation &&
      h('div', { class: 'row' }, h('button', { type: 'button', onclick: () => void sharing(app).then((part) => part?.invite(app)) }, icon('person'), t('room.invite'))),
  );
}

/** @param {GamePage} page */
export async function hint(page) {
  const { app } = page;
  const shown = live(app);
  if (!shown || !mine(app, shown.game)) return;
  const { node } = shown.game;
  const stage = page.hint?.node === node && page.hint.answer?.stage === 'where' ? 'why' : 'where';
  page.hint = { node, waiting: true, answer: null };
  app.paint();
  const answer = await app.ask({ type: 'hint', at: { table: shown.table.id }, stage });
  page.hint = answer && { node, waiting: false, answer };
  if (answer) app.announce(answer.stage === 'where' ? t('hint.where', { points: answer.area.join(' ') }) : hintText(answer));
  app.paint();
}

/** Takes back, or asks to. @param {App} app */
export async function undo(app) {
  if (app.table) await app.ask({ type: 'undo', table: app.table.id });
}

/** @param {App} app */
async function again(app) {
  const answer = app.table && (await app.ask({ type: 'again', table: app.table.id }));
  if (answer) app.go(`#/game/${answer.table}`);
}

/** @param {App} app @param {Game} game */
export function result(app, game) {
  const { result, fault } = game;
  if (!result) return null;
  const { title, how, tone } = story(game, mySeat(game, app.seat));
  const moves = app.table?.board(game.node).ply ?? 0;
  return h(
    'section',
    { class: 'note-box result', key: 'result', 'data-tone': tone, 'aria-label': t('result.label') },
    h('h2', null, disc(result.winner ?? 'both'), title),
    h('p', null, how, ' ', h('span', { class: 'quiet' }, t('result.moves', { count: moves }))),
    fault && h('p', { class: 'small' }, t('result.fault', { fault: t(`fault.${fault.kind}`, { detail: fault.detail }) })),
    result.why && whyList(result.why),
    app.wire.role === 'owner' &&
      h(
        'div',
        { class: 'row' },
        h('button', { type: 'button', class: 'main', onclick: () => void again(app) }, icon('again'), t('result.again')),
        h('a', { class: 'button', href: `#/analyse/${app.table?.id}?review=1` }, icon('check'), t('result.review')),
        h('a', { class: 'button', href: `#/analyse/${app.table?.id}` }, icon('analyse'), t('tool.analyse')),
      ),
    app.wire.role === 'owner' && thought(app),
  );
}

/** What the classic thought that made the last move on the board. @param {App} app */
function thought({ table }) {
  const last = table?.state && lastMove(table, table.at);
  if (!table || !last) return null;
  const name = programOf(last.word);
  return h(
    'p',
    { class: 'row small', key: 'thought' },
    h('a', { href: address('theatre', table, last.before, last.word) }, t('thought.move', { name, point: last.point })),
    h('a', { href: address('xray', table, last.before, last.word) }, t('thought.counted', { name })),
  );
}

/** @param {App} app @param {Game} game */
export function offer(app, game) {
  if (!game.offer) return null;
  const { kind, by } = game.offer;
  const other = otherSeat(by);
  const asked = seats(app, game).includes(other);
  const { name } = seatOf(game, by);
  return h(
    'section',
    { class: 'note-box', key: 'offer' },
    h('p', null, t(`offer.${kind}`, { name })),
    asked &&
      h(
        'div',
        { class: 'row' },
        h(
          'button',
          {
            type: 'button',
            class: 'main',
            onclick: () => void (kind === 'draw' ? app.playing.act('draw', other) : undo(app)),
          },
          t('offer.accept'),
        ),
        h('button', { type: 'button', onclick: () => void app.playing.act('decline', other) }, t('offer.decline')),
      ),
  );
}

/** @param {GamePage} page @param {Game} game */
export function advice(page, game) {
  const { app, hint: asked } = page;
  const { last } = game.coach;
  const notes = [];
  if (asked && asked.node === game.node && game.turn) {
    const { answer } = asked;
    notes.push(
      h(
        'section',
        { class: 'note-box', key: 'hint', role: 'status' },
        !answer
          ? h('p', { class: 'row' }, h('span', { class: 'pulse' }), t('hint.thinking'))
          : answer.stage === 'where'
            ? [
                h('p', null, t('hint.look')),
                h(
                  'div',
                  { class: 'row' },
                  h('button', { type: 'button', onclick: () => void hint(page) }, t('hint.why')),
                ),
              ]
            : [
                h('p', null, hintText(answer)),
                h(
                  'div',
                  { class: 'row' },
                  h(
                    'button',
                    { type: 'button', class: 'main', onclick: () => void app.playing.act(answer.point) },
                    t('hint.play', { point: answer.point }),
                  ),
                ),
              ],
      ),
    );
  }
  if (last && game.coach.on && last.word !== 'good' && !game.result) {
    const number = app.table?.board(last.node).ply;
    notes.push(
      h(
        'section',
        { class: 'note-box', key: 'coach', role: 'status' },
        h('p', null, t(`coach.${last.word}`, { number: number ?? 0, point: app.table?.node(last.node).point ?? '' })),
        game.can_undo &&
          seats(app, game).length > 0 &&
          last.word !== 'lost' &&
          h(
            'div',
            { class: 'row' },
            h(
              'button',
              { type: 'button', onclick: () => void undo(app) },
              icon('undo'),
              t('coach.retry'),
            ),
          ),
      ),
    );
  }
  return notes;
}
