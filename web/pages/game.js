// A game in progress: persons, programs, or both; its opening, clocks, hints and end.

import { icon } from '../icons.js';
import { moveList, walkKey, walkTools } from '../move-list.js';
import { check, tool } from '../controls.js';
import { nearSeat, seatRow } from '../seat.js';
import { t } from '../strings.js';
import { noTable, tableBoard } from '../table-view.js';
import { company, otherSeat } from '../tree.js';
import { h } from '../render.js';
import { litLines, whyList } from '../judgement.js';
import { explain, forbidden } from './forbidden.js';
import { advice, hint, offer, result, room, undo } from './game/notes.js';
import { opening } from './game/opening.js';
import { live, mine, speaker } from './game/turn.js';
import { seriesScore, watching } from './game/watch.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../tree.js').Game} Game */

/** @param {App} app @param {'resign' | 'draw'} step */
function confirmed(app, step) {
  if (app.own.sure === step) {
    app.own.sure = null;
    const shown = live(app);
    if (!shown) return;
    const seat = speaker(app, shown.game);
    void app.act(step === 'resign' ? `resign ${seat}` : step, seat);
  } else {
    app.own.sure = step;
    setTimeout(() => {
      app.own.sure = null;
      app.paint();
    }, 4000);
  }
  app.paint();
}

/** @param {App} app @param {string} table @param {Game} game */
function tools(app, table, game) {
  const { persons } = company(game);
  const over = Boolean(game.result);
  const sure = app.own.sure;
  return h(
    'div',
    { class: 'tools', key: 'tools', role: 'toolbar', 'aria-label': t('tools.label') },
    persons.length > 0 && [
      tool('undo', t('tool.undo'), () => void undo(app), {
        disabled: !game.can_undo,
        key: 'undo',
      }),
      tool('redo', t('tool.redo'), () => void app.ask({ type: 'redo', table }), {
        disabled: !game.can_redo,
        key: 'redo',
      }),
      tool('hint', t('tool.hint'), () => void hint(app), { disabled: over || !mine(app, game), key: 'hint' }),
    ],
    !over &&
      tool(
        game.paused ? 'play' : 'pause',
        t(game.paused ? 'tool.resume' : 'tool.pause'),
        () => void app.ask({ type: 'pause', table, on: !game.paused }),
        { key: 'pause' },
      ),
    !over &&
      persons.length > 0 && [
        sure === 'draw'
          ? h(
              'button',
              { type: 'button', class: 'danger', key: 'draw', onclick: () => confirmed(app, 'draw') },
              t('tool.draw_sure'),
            )
          : tool('hand', t('tool.draw'), () => confirmed(app, 'draw'), { key: 'draw', disabled: game.in_opening }),
        sure === 'resign'
          ? h(
              'button',
              { type: 'button', class: 'danger', key: 'resign', onclick: () => confirmed(app, 'resign') },
              t('tool.resign_sure'),
            )
          : tool('flag', t('tool.resign'), () => confirmed(app, 'resign'), { key: 'resign' }),
      ],
    h('span', { class: 'space' }),
    app.wire.role === 'owner' &&
      h(
        'a',
        {
          class: 'button icon plain',
          key: 'analyse',
          href: `#/analyse/${table}`,
          'aria-label': t('tool.analyse'),
          title: t('tool.analyse'),
        },
        icon('analyse'),
      ),
  );
}

/** @type {import('../app.js').Page} */
export const game = {
  title: (app) => {
    const state = app.table?.state;
    return state ? t('game.title', { black: state.black, white: state.white }) : t('game.loading');
  },
  enter: (app) => app.show(app.route.id),
  judged: (app) => {
    const shown = live(app);
    if (!shown || company(shown.game).persons.length) return undefined;
    return shown.game.steps.findLast((step) => step.black !== undefined)?.black ?? null;
  },
  far: (app) => seatRow(app, otherSeat(nearSeat(app)), 'far'),
  near: (app) => seatRow(app, nearSeat(app), 'near'),
  board: (app) => {
    const model = tableBoard(app);
    const shown = live(app);
    if (!shown) return model;
    const { table, state, game } = shown;
    const present = table.at === game.node;
    const { side } = table.board(table.at);
    const { turn } = game;
    if (present && turn && mine(app, game) && !app.pending) {
      model.hover = turn.ask === 'place' ? turn.stone : turn.ask === 'offer' || turn.ask === 'pick' ? 'black' : null;
      model.area = (turn.ask === 'place' && turn.centre) || null;
    }
    if (present) {
      const points = turn?.ask === 'pick' ? turn.points : (game.offers ?? []);
      for (const point of points)
        model.marks?.push({ point, figure: 'circle', tone: 'pick', says: t('board.offered') });
      const hint = app.own.hint?.node === game.node ? app.own.hint.answer : null;
      if (hint && turn) {
        if (hint.stage === 'where')
          for (const point of hint.area)
            model.marks?.push({ point, figure: 'diamond', tone: 'hint', says: t('board.hint') });
        else
          model.ghosts = hint.pv.slice(0, 7).map((point, i) => ({
            point,
            stone: (side === 'black') === (i % 2 === 0) ? 'black' : 'white',
            text: String(i + 1),
            solid: true,
            best: i === 0,
          }));
      }
      if (game.result?.why) model.lit = litLines(game.result.why);
    }
    const black = present ? turn?.ask === 'place' && turn.stone === 'black' : side === 'black';
    if (app.look && black && !game.result && state.rule === 'renju') model.forbidden = forbidden(app);
    const why = app.own.why;
    if (why && why.node === table.at) model.lit = litLines(why.judgement);
    return model;
  },
  point: (app, point) => {
    const shown = live(app);
    if (!shown) return;
    const { table, state, game } = shown;
    const { turn } = game;
    if (table.at !== game.node) {
      app.visit(game.node);
      return app.toast(t('game.back_to_now'));
    }
    if (!turn || !mine(app, game) || app.pending) {
      if (!game.result) app.sound('illegal');
      return app.announce(game.result ? t('game.over') : game.paused ? t('game.paused') : t('game.wait'));
    }
    const { stones } = table.board(table.at);
    if (stones.some((stone) => stone.point === point) || state.traps.includes(point)) {
      app.sound('illegal');
      return app.announce(t('game.taken', { point }));
    }
    const cross = app.look?.forbidden.some((each) => each.point === point);
    const black = turn.ask === 'place' && turn.stone === 'black';
    if (cross && black && state.rule === 'renju' && app.own.why?.point !== point) return void explain(app, point);
    app.own.why = null;
    if (turn.ask === 'place') void app.act(point);
    else if (turn.ask === 'offer' || turn.ask === 'pick') void app.act(`${turn.ask} ${point}`);
    else app.announce(t('game.choose_first'));
  },
  back: (app) => {
    const shown = live(app);
    if (shown) app.visit(shown.table.step(-1));
  },
  key: (app, key) => {
    const shown = live(app);
    if (!shown) return false;
    const { table, game } = shown;
    if (key === 'u' && game.can_undo) void undo(app);
    else if (key === 'h') void hint(app);
    else if (key === 'l') app.go(`#/analyse/${table.id}`);
    else if (key === 'p' && !game.result) void app.ask({ type: 'pause', table: table.id, on: !game.paused });
    else return walkKey(app, key);
    return true;
  },
  panel: (app) => {
    const shown = live(app);
    if (!shown || app.missing) return noTable(app);
    const { table, state, game } = shown;
    const { persons, programs } = company(game);
    const why = app.own.why?.node === table.at ? app.own.why : null;
    return [
      h('h1', { class: 'unseen', key: 'title' }, t('game.title', { black: state.black, white: state.white })),
      h('div', { class: 'facts', key: 'facts' }, h('span', { class: 'grow' }, facts(state)), walkTools(app)),
      h(
        'div',
        { class: 'scroll', key: 'scroll' },
        game.paused &&
          h(
            'section',
            { class: 'note-box', key: 'paused' },
            h('h2', null, icon('pause'), t('game.paused')),
            h(
              'div',
              { class: 'row' },
              h(
                'button',
                {
                  type: 'button',
                  class: 'main',
                  onclick: () => void app.ask({ type: 'pause', table: table.id, on: false }),
                },
                t('tool.resume'),
              ),
            ),
          ),
        game.fault &&
          !game.result &&
          h(
            'section',
            { class: 'note-box', key: 'fault', role: 'alert' },
            h('h2', null, icon('warn'), t('game.fault')),
            h('p', null, game.fault),
          ),
        result(app, game),
        room(app, game),
        opening(app, game),
        offer(app, game),
        advice(app, game),
        why &&
          h(
            'section',
            { class: 'note-box', key: 'why', role: 'status' },
            h('h2', null, t('why.title', { point: why.point, kind: t(`forbidden.${why.judgement.verdict}`) })),
            whyList(why.judgement),
            h('p', { class: 'small quiet' }, t('why.again')),
          ),
        seriesScore(app, game),
        h('div', { key: 'moves' }, moveList(app)),
        programs.length > 0 &&
          persons.length > 0 &&
          !game.result &&
          h(
            'div',
            { class: 'pad', key: 'coach-switch' },
            check(t('new.coach'), game.coach.on, (on) => void app.ask({ type: 'coach', table: table.id, on })),
          ),
      ),
      persons.length === 0 && !game.result && watching(app, game),
      tools(app, table.id, game),
    ];
  },
};

/** @param {import('../tree.js').TableUpdate} state */
function facts(state) {
  const parts = [t(`rule.${state.rule}`), `${state.size}×${state.size}`];
  if (state.game?.opening && state.game.opening !== 'free') parts.push(t(`opening.${state.game.opening}`));
  if (state.traps.length) parts.push(t('game.traps', { count: state.traps.length }));
  return parts.join(' · ');
}
