// A game in progress: persons, programs, or both; its opening, clocks, hints and end.

import { moveList, walkKey, walkTools } from '../move-list.js';
import { check, labelled } from '../controls.js';
import { nearSeat, seatRow } from '../seat.js';
import { t } from '../strings.js';
import { noTable, tableBoard } from '../table-view.js';
import { company, otherSeat } from '../tree.js';
import { h } from '../render.js';
import { litLines, whyList } from '../judgement.js';
import { low } from './analysis/engine.js';
import { advice, heading, hint, note, offer, result, room, undo } from './game/notes.js';
import { opening, openingSteps } from './game/opening.js';
import { helped, live, mine, seats, speaker } from './game/turn.js';
import { seriesScore, watching } from './game/watch.js';
import { timeControl } from '../format.js';
import { sharing } from '../later.js';
import { theBoard } from '../focus.js';
import { refusalText } from '../refusals.js';
import { TablePage } from '../table-page.js';
import { introduction } from '../telling.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../tree.js').Game} Game */
/** @typedef {import('../wire-types').HintView} HintView */

/** @param {GamePage} page @param {'resign' | 'draw'} step */
function confirmed(page, step) {
  const { app } = page;
  if (page.sure === step) {
    page.sure = null;
    const shown = live(app);
    if (!shown) return;
    const seat = speaker(app, shown.game);
    void app.playing.act(step === 'resign' ? `resign ${seat}` : step, seat);
  } else {
    page.sure = step;
    setTimeout(() => {
      page.sure = null;
      app.paint();
    }, 4000);
  }
  app.paint();
}

/**
 * What has to be said twice before it is done.
 * @param {GamePage} page
 * @param {'resign' | 'draw'} step
 * @param {boolean} disabled
 */
function grave(page, step, disabled) {
  const sure = page.sure === step;
  return labelled(
    step === 'draw' ? 'draw' : 'flag',
    t(sure ? `tool.${step}_sure` : `tool.${step}`),
    t(`tool.${step}.title`),
    () => confirmed(page, step),
    { key: step, disabled, class: `labelled plain ${sure ? 'danger' : ''}` },
  );
}

/** Does what helps a player, or says why not. @param {App} app @param {Game} game @param {() => void} help */
function help(app, game, help) {
  if (helped(app, game)) help();
  else if (!game.hints) app.toast(t('room.no_hints'));
}

/** @param {GamePage} page @param {string} table @param {Game} game */
function tools(page, table, game) {
  const { app } = page;
  const isOwner = app.wire.role === 'owner';
  const plays = seats(app, game).length > 0;
  const over = Boolean(game.result);
  return h(
    'div',
    { class: 'tools', key: 'tools', role: 'toolbar', 'aria-label': t('tools.label') },
    plays && [
      labelled('undo', t('tool.undo'), t('tool.undo.title'), () => void undo(app), {
        disabled: !game.can_undo,
        key: 'undo',
      }),
      game.can_redo &&
        isOwner &&
        labelled('redo', t('tool.redo'), t('tool.redo'), () => void app.ask({ type: 'redo', table }), { key: 'redo' }),
      !over &&
        helped(app, game) &&
        labelled('hint', t('tool.hint'), t('tool.hint.title'), () => void hint(page), {
          disabled: !mine(app, game),
          key: 'hint',
        }),
    ],
    !over &&
      isOwner &&
      labelled(
        game.paused ? 'play' : 'pause',
        t(game.paused ? 'tool.resume' : 'tool.pause'),
        t('tool.pause.title'),
        () => void app.ask({ type: 'pause', table, on: !game.paused }),
        { key: 'pause' },
      ),
    !over && plays && [grave(page, 'draw', game.in_opening), grave(page, 'resign', false)],
    helped(app, game) &&
      labelled('analyse', t('tool.analyse'), t('tool.analyse.title'), () => app.go(`#/analyse/${table}`), {
        key: 'analyse',
      }),
    isOwner && labelled('export', t('tool.share'), t('tool.share.title'), () => void sharing(app).then((part) => part?.share(app)), { key: 'share' }),
  );
}

/**
 * Everything the game has to say now. It stands beside the board or below it, whatever the list of moves does.
 * @param {GamePage} page
 * @param {NonNullable<ReturnType<typeof live>>} shown
 */
function strip(page, { table, game }) {
  const { app } = page;
  const why = page.why?.node === table.at ? page.why : null;
  const notes = [
    game.trouble && !game.result && note('fault', { role: 'alert' }, heading('warn', t('game.fault')), h('p', null, refusalText(game.trouble))),
    result(app, game),
    game.paused &&
      note(
        'paused',
        {},
        heading('pause', t('game.paused')),
        app.wire.role === 'owner' &&
          h(
            'div',
            { class: 'row' },
            h(
              'button',
              { type: 'button', class: 'main', onclick: () => void app.ask({ type: 'pause', table: table.id, on: false }) },
              t('tool.resume'),
            ),
          ),
      ),
    table.at !== game.node &&
      note(
        'past',
        {},
        h(
          'p',
          { class: 'row between' },
          t('game.past', { number: table.board(table.at).ply, of: table.board(game.node).ply }),
          h('button', { type: 'button', onclick: () => page.visit(game.node) }, t('game.present')),
        ),
      ),
    offer(app, game),
    room(app, game),
    opening(page, game),
    why &&
      note(
        'why',
        { role: 'status' },
        h('h2', null, t('why.title', { point: why.point, kind: t(`forbidden.${why.judgement.verdict}`) })),
        whyList(why.judgement),
        h('p', { class: 'small quiet' }, t('why.again')),
      ),
    advice(page, game),
  ]
    .flat()
    .filter(Boolean);
  return notes.length > 0 && h('div', { class: 'strip', key: 'strip', tabindex: '0', 'aria-label': t('strip.label'), role: 'region' }, notes);
}

export class GamePage extends TablePage {
  /** What the person was asked to confirm. @type {'resign' | 'draw' | null} */
  sure = null;
  /** What was asked for at a node, and what came of it. @type {{ node: number, waiting: boolean, answer: HintView | null } | null} */
  hint = null;
  /** Whom an opening favours, in words. @type {{ node: number, text: string } | null} */
  balance = null;

  get title() {
    const state = this.app.table?.state;
    return state ? t('game.title', { black: state.black, white: state.white }) : t('game.loading');
  }

  get isReady() {
    return Boolean(this.app.table?.game || this.app.missing);
  }

  get introduction() {
    const { table, seat } = this.app;
    return table?.game ? introduction(table, table.game, seat) : this.title;
  }

  /** The moves played and no other: what was tried in analysis stays there. */
  get line() {
    const { table } = this.app;
    return table?.game ? table.path(table.game.node) : super.line;
  }

  enter() {
    super.enter();
    const { table } = this.app;
    if (table?.game) table.at = table.game.node;
  }

  /** @param {import('../tree.js').Table} table @param {boolean} first */
  heard(table, first) {
    // A game begins with how it stands, whatever was looked at last.
    if (first && table.game) table.at = table.game.node;
  }

  follow() {
    const { table } = this.app;
    if (table?.game && !this.line.includes(table.at)) table.at = table.game.node;
    super.follow();
  }

  focus() {
    theBoard()?.focusPoint();
  }

  judged() {
    const { app } = this;
    const shown = live(app);
    if (!shown || company(shown.game).persons.length) return undefined;
    return shown.game.steps.findLast((step) => step.black !== undefined)?.black ?? null;
  }

  far() {
    return seatRow(this.app, otherSeat(nearSeat(this.app)), 'far');
  }

  near() {
    return seatRow(this.app, nearSeat(this.app), 'near');
  }

  /** @returns {import('../board.js').BoardModel} */
  board() {
    const { app } = this;
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
      // Letters, as on paper: a ring is the last move's.
      model.ghosts = points.map((point, i) => ({
        point,
        stone: 'black',
        text: String.fromCharCode(65 + i),
        says: t('board.offered'),
      }));
      const hint = this.hint?.node === game.node ? this.hint.answer : null;
      if (hint && turn) {
        if (hint.stage === 'where')
          for (const point of hint.area.filter((each) => !model.stones?.some((stone) => stone.point === each)))
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
    if (app.look && black && !game.result && state.rule === 'renju') model.forbidden = this.forbidden();
    const why = this.why;
    if (why && why.node === table.at) model.lit = litLines(why.judgement);
    return model;
  }

  /** @param {string} point */
  point(point) {
    const { app, why } = this;
    const shown = live(app);
    if (!shown) return;
    const { table, state, game } = shown;
    const { turn } = game;
    if (table.at !== game.node) {
      this.visit(game.node);
      return app.toast(t('game.back_to_now'));
    }
    if (game.result) return app.toast(t('game.over'));
    if (!turn || !mine(app, game) || app.pending) return app.refuse(t(game.paused ? 'game.paused' : 'game.wait'));
    if (state.traps.includes(point)) return app.refuse(t('game.trap', { point }));
    if (table.board(table.at).stones.some((stone) => stone.point === point)) return app.refuse(t('game.taken', { point }));
    const cross = app.look?.forbidden.some((each) => each.point === point);
    const black = turn.ask === 'place' && turn.stone === 'black';
    if (cross && black && state.rule === 'renju' && why?.point !== point) return void this.explain(point);
    this.why = null;
    if (turn.ask === 'place') void app.playing.act(point);
    else if (turn.ask === 'offer' || turn.ask === 'pick') void app.playing.act(`${turn.ask} ${point}`);
    else app.refuse(t('game.choose_first'));
  }

  /** @param {string} key */
  key(key) {
    const { app } = this;
    const shown = live(app);
    if (!shown) return false;
    const { table, game } = shown;
    const isOwner = app.wire.role === 'owner';
    const isOurs = seats(app, game).length > 0 || (isOwner && company(game).persons.length === 0);
    if (key === 'u' && game.can_undo && isOurs) void undo(app);
    else if (key === 'h') help(app, game, () => void hint(this));
    else if (key === 'l') help(app, game, () => app.go(`#/analyse/${table.id}`));
    else if (key === 'p' && !game.result && isOwner) void app.ask({ type: 'pause', table: table.id, on: !game.paused });
    else return walkKey(this, key);
    return true;
  }

  panel() {
    const { app } = this;
    const shown = live(app);
    if (!shown || app.missing) return noTable(app);
    const { table, state, game } = shown;
    const { persons, programs } = company(game);
    const isOwner = app.wire.role === 'owner';
    return [
      h('h1', { class: 'unseen', key: 'title' }, t('game.title', { black: state.black, white: state.white })),
      h('div', { class: 'facts', key: 'facts' }, h('span', { class: 'grow' }, facts(state)), walkTools(this)),
      strip(this, shown),
      !low().matches && seriesScore(app, game),
      h(
        'div',
        { class: 'scroll', key: 'scroll' },
        low().matches && seriesScore(app, game),
        h('div', { key: 'moves' }, moveList(this, true)),
        openingSteps(game),
        programs.length > 0 &&
          persons.length > 0 &&
          !game.result &&
          isOwner &&
          h(
            'div',
            { class: 'pad coach', key: 'coach-switch' },
            check(t('game.coach'), game.coach.on, (on) => void app.ask({ type: 'coach', table: table.id, on })),
          ),
      ),
      persons.length === 0 && !game.result && isOwner && watching(app, game),
      tools(this, table.id, game),
    ];
  }
}

/** @param {import('../tree.js').TableUpdate} state */
function facts(state) {
  const parts = [t(`rule.${state.rule}`), `${state.size}×${state.size}`];
  if (state.game?.opening && state.game.opening !== 'free') parts.push(t(`opening.${state.game.opening}`));
  if (state.game && state.game.clock.control !== 'none') parts.push(timeControl(state.game.clock.control));
  if (state.traps.length) parts.push(t('game.traps', { count: state.traps.length }));
  return parts.join(' · ');
}
