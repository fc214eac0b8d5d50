// Analysis: the engine's lines and chances, threats seen through, forced wins, a free editor, and the tree.

import { icon } from '../icons.js';
import { walkKey, walkTools } from '../move-list.js';
import { undo } from './analysis/undo.js';
import { tool } from '../controls.js';
import { other } from '../points.js';
import { nearSeat, seatRow } from '../seat.js';
import { t } from '../strings.js';
import { noTable, tableBoard } from '../table-view.js';
import { otherSeat } from '../tree.js';
import { h } from '../render.js';
import { litLines } from '../judgement.js';
import { mark } from '../format.js';
import { light, play, playBest, preview, show } from './analysis/act.js';
import { edit, editTab, edited } from './analysis/editor.js';
import { about, aboutForm } from './analysis/about.js';
import { engine, lines, low, spoken, switchEngine } from './analysis/engine.js';
import { explained, explainedGhosts, retried, walkMistakes } from './analysis/findings.js';
import { graph } from './analysis/graph.js';
import { drawMark } from './analysis/marks.js';
import { movesTab } from './analysis/moves.js';
import { solveTab } from './analysis/solver.js';
import { threatTab, threats } from './analysis/threats.js';
import { choosePoint, tuneTab } from './analysis/tune.js';
import { explain, forbidden } from './forbidden.js';
import { exploring, reviewing, sharing } from '../later.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../points.js').Stone} Stone */

/** @param {App} app @returns {string} */
function tab(app) {
  return app.own.tab ?? 'moves';
}

/** @param {App} app @param {string} next */
function turnTo(app, next) {
  app.own.tab = next;
  app.own.preview = null;
  if (next !== 'edit') app.own.edit = null;
  if (next !== 'tune') app.own.choosing = null;
  if (next !== 'moves') app.own.pen = null;
  app.xray = next === 'threats' || app.own.xrayKept === true;
  app.paint();
}

/** @param {App} app */
function tabs(app) {
  const names = ['moves', 'explore', 'threats', 'solve', 'tune', 'edit'];
  const now = tab(app);
  return h(
    'div',
    {
      class: 'tabs',
      role: 'tablist',
      key: 'tabs',
      'aria-label': t('analyse.tabs'),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
        if (!by) return;
        event.preventDefault();
        event.stopPropagation();
        const next = names[(names.indexOf(now) + by + names.length) % names.length];
        turnTo(app, next);
        requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(`tab-${next}`)?.focus()));
      },
    },
    names.map((name) =>
      h(
        'button',
        {
          type: 'button',
          role: 'tab',
          id: `tab-${name}`,
          key: name,
          'aria-selected': name === now ? 'true' : 'false',
          'aria-controls': 'tab-panel',
          tabindex: name === now ? '0' : '-1',
          onclick: () => turnTo(app, name),
        },
        t(`tab.${name}`),
      ),
    ),
  );
}

/** @param {App} app */
function toggleXray(app) {
  app.own.xrayKept = !app.xray;
  app.xray = !app.xray;
  app.announce(t(app.xray ? 'xray.on' : 'xray.off'));
  app.paint();
}

/**
 * The moves that follow in the tree: the main one a ring, the others dots.
 * @param {import('../tree.js').Table} table
 * @param {Set<string>} marked points that carry a mark already
 * @param {Set<string>} held points that carry a ghost
 */
function nextMoves(table, marked, held) {
  const next = (table.node(table.at).next ?? []).map((node) => table.node(node).point ?? '');
  return next
    .map((point, i) => ({ point, figure: /** @type {const} */ ('dot'), tone: i ? 'next' : 'next main', says: t('board.next') }))
    .filter(({ point }) => point && !marked.has(point) && !held.has(point));
}

/**
 * What the engine is doing: moves searched at this depth, the one it is at, and those that lose.
 * @param {import('../wire-types').AnalysisView} analysis
 * @param {Set<string>} marked
 * @returns {import('../board.js').Mark[]}
 */
function searching({ now, searched = [], lost = [], lines }, marked) {
  const held = new Set([...marked, ...lines.map((line) => line.pv[0])]);
  const free = (/** @type {string} */ point) => !held.has(point);
  return [
    ...searched.filter(free).map((point) => ({ point, figure: /** @type {const} */ ('dot'), tone: 'searched' })),
    ...lost.filter(free).map((point) => ({ point, figure: /** @type {const} */ ('cross'), tone: 'lost' })),
    ...(now && free(now) ? [{ point: now, figure: /** @type {const} */ ('dot'), tone: 'searching' }] : []),
  ];
}

/** Whether this is a game in which a guest plays: nobody is helped until it is over. @param {App} app */
function isBarred(app) {
  return app.table?.game?.hints === false;
}

/** @type {import('../adapted.js').Described} */
export const analyse = {
  title: () => t('nav.analyse'),
  enter: (app) => {
    if (!app.route.id) {
      app.show('');
      return void app.scratch();
    }
    app.show(app.route.id);
    low().onchange = () => app.paint();
    if (sessionStorage.getItem('goren.engine') === 'on') app.analyst.toggle(true);
    if (app.route.query.get('review')) {
      const begin = () => {
        if (app.route.page !== 'analyse' || app.own.reviewed) return;
        if (!app.table?.state || app.wire.state !== 'open') return void setTimeout(begin, 50);
        app.own.reviewed = true;
        // One that is stored is done at once, or goes on.
        if (!app.analyst.review?.running) void app.analyst.judge();
      };
      begin();
    }
  },
  leave: (app) => {
    if (app.analyst.on) app.analyst.toggle(false);
    app.xray = false;
  },
  far: (app) => (app.table?.game?.result ? null : seatRow(app, otherSeat(nearSeat(app)), 'far')),
  near: (app) => (app.table?.game?.result ? null : seatRow(app, nearSeat(app), 'near')),
  judged: (app) => {
    if (isBarred(app)) return undefined;
    return app.analyst.here?.lines[0]?.black ?? app.analyst.chances.get(app.analyst.keyOf()) ?? null;
  },
  board: (app) => {
    const model = tableBoard(app);
    const { table, look, own } = app;
    if (!table?.state) return model;
    if (isBarred(app)) return { ...model, hover: null };
    const now = tab(app) === 'edit' ? edited(app) : null;
    if (now) {
      const stones = (/** @type {Stone} */ stone) => now[stone].map((point) => ({ point, stone }));
      return {
        ...model,
        size: now.size,
        traps: now.traps,
        stones: [...stones('black'), ...stones('white')],
        last: null,
        lit: [],
        marks: [],
        hover: now.tool === 'white' ? 'white' : now.tool === 'black' ? 'black' : null,
      };
    }
    const { side } = table.board(table.at);
    model.hover = own.pen || own.choosing || (look && look.outcome !== 'ongoing') ? null : side;
    if (table.state.rule === 'renju' && look) model.forbidden = forbidden(app);
    const analysis = app.analyst.here;
    const mistake = explained(app);
    const marked = new Set(model.marks?.map((each) => each.point));
    if (retried(app)) reviewing(app)?.showOn(app, model);
    else if (own.preview) model.ghosts = preview(own.preview.points, own.preview.side);
    else if (mistake) model.ghosts = explainedGhosts(mistake);
    else if (analysis) {
      const seen = new Set();
      model.ghosts = analysis.lines
        .filter((line) => line.pv.length && !seen.has(line.pv[0]) && seen.add(line.pv[0]))
        .map((line, i) => ({
          point: line.pv[0],
          stone: analysis.side,
          text: mark(line),
          spoken: spoken(line),
          best: i === 0,
        }));
      if (app.preferences.live && app.analyst.running) model.marks?.push(...searching(analysis, marked));
    }
    const held = new Set(model.ghosts?.map((ghost) => ghost.point));
    // A letter makes room for what the engine says about its point.
    for (const each of model.marks ?? [])
      if (each.text !== undefined && held.has(each.point)) each.tone = 'drawn badge';
    if (!own.preview && !mistake) model.marks?.push(...nextMoves(table, marked, held));
    const { chosen } = app.analyst;
    if (chosen)
      for (const point of chosen.points)
        model.marks?.push({ point, figure: chosen.mode === 'only' ? 'square' : 'cross', tone: `chosen-${chosen.mode}` });
    if (app.xray && look?.xray && !own.preview) {
      for (const stone of [side, other(side)]) {
        for (const { point, class: kind } of look.xray[stone].points) {
          const figure = threats.find(([name]) => name === kind)?.[1];
          if (!figure || held.has(point)) continue;
          held.add(point);
          model.marks?.push({
            point,
            figure,
            stone,
            says: t('board.threat', { stone: t(stone), kind: t(`threat.${kind}`) }),
          });
        }
      }
    }
    if (own.lit) model.lit = own.lit.lines.map((line) => ({ points: line.stones, tone: 'threat' }));
    const judgement = own.why?.node === table.at ? own.why?.judgement : look?.broken;
    if (judgement) model.lit = litLines(judgement);
    return model;
  },
  hover: (app, point) => {
    if (!app.xray || !app.look?.xray) return;
    const found =
      point && [...app.look.xray.black.points, ...app.look.xray.white.points].find((each) => each.point === point);
    if ((app.own.lit ?? null) !== (found || null)) light(app, found || null);
  },
  point: (app, point, apart, marking) => {
    const { table } = app;
    if (!table?.state || isBarred(app)) return;
    const pen = /** @type {import('../wire-types').MarkKind | null} */ (app.own.pen ?? null);
    if (marking || pen) return drawMark(app, point, pen ?? 'circle');
    if (app.own.choosing) return choosePoint(app, point);
    const now = tab(app) === 'edit' ? edited(app) : null;
    if (now) {
      app.own.edit = edit(now, point);
      return app.paint();
    }
    const { stones, last, side } = table.board(table.at);
    if (retried(app) && !stones.some((stone) => stone.point === point)) return void reviewing(app)?.attempt(app, point);
    if (point === last) {
      if (app.analyst.on) {
        playBest(app);
        return app.analyst.toggle(false);
      }
      return app.analyst.toggle(true);
    }
    if (table.state.traps.includes(point)) return app.refuse(t('game.trap', { point }));
    if (stones.some((stone) => stone.point === point)) return app.refuse(t('game.taken', { point }));
    const cross =
      table.state.rule === 'renju' && app.look?.forbidden.some((each) => each.point === point);
    const stone = apart ? other(side) : side;
    if (cross && stone === 'black' && app.own.why?.point !== point) return void explain(app, point);
    void play(app, point, apart ? stone : undefined);
  },
  back: (app) => {
    if (app.table?.state) app.visit(app.table.step(-1));
  },
  key: (app, key) => {
    if (isBarred(app)) return walkKey(app, key);
    if (key === 'l') switchEngine(app);
    else if (key === ' ') playBest(app);
    else if (key === 'x') toggleXray(app);
    else if (key === 'u') undo(app);
    else if (key === ',') walkMistakes(app, -1);
    else if (key === '.') walkMistakes(app, 1);
    else if (key === 'Escape') {
      app.own.pen = null;
      app.own.choosing = null;
      app.own.finding = undefined;
      app.own.retry = undefined;
      show(app, null);
    }
    else return walkKey(app, key);
    return true;
  },
  panel: (app) => {
    if (!app.table?.state || app.missing) return noTable(app);
    if (isBarred(app))
      return h(
        'div',
        { class: 'empty', key: 'barred' },
        h('h1', null, t('nav.analyse')),
        h('p', null, t('room.no_hints')),
        h('a', { class: 'button main', href: `#/game/${app.table.id}` }, t('tool.return')),
      );
    const now = tab(app);
    const body =
      now === 'threats'
        ? threatTab(app)
        : now === 'solve'
          ? solveTab(app)
          : now === 'explore'
            ? exploring(app)
          : now === 'tune'
            ? tuneTab(app)
            : now === 'edit'
            ? editTab(app)
            : movesTab(app);
    return [
      h('h1', { class: 'unseen', key: 'title' }, t('nav.analyse')),
      about(app),
      engine(app),
      // Where there is little room, who writes needs it.
      (!low().matches || (now === 'moves' && !app.own.commenting)) && lines(app),
      now !== 'edit' && now !== 'tune' && !low().matches && graph(app),
      tabs(app),
      h(
        'div',
        {
          class: 'scroll',
          key: 'scroll',
          role: 'tabpanel',
          id: 'tab-panel',
          'aria-labelledby': `tab-${now}`,
          tabindex: '0',
        },
        aboutForm(app),
        now === 'moves' && low().matches && !retried(app) && graph(app),
        body,
      ),
      h(
        'div',
        { class: 'tools', key: 'tools', role: 'toolbar', 'aria-label': t('tools.label') },
        walkTools(app),
        h('span', { class: 'space' }),
        tool('best', t('tool.best'), () => playBest(app), { key: 'best', disabled: !app.analyst.here?.lines.length }),
        tool('eye', t('tool.xray'), () => toggleXray(app), {
          key: 'xray',
          'aria-pressed': app.xray ? 'true' : 'false',
        }),
        tool('export', t('tool.share.title'), () => void sharing(app).then((part) => part?.share(app)), { key: 'share' }),
        tool(
          'flip',
          t('tool.flip'),
          () => {
            app.flipped = !app.flipped;
            app.paint();
          },
          { key: 'flip' },
        ),
        app.table.game &&
          !app.table.game.result &&
          h(
            'a',
            {
              class: 'button icon plain',
              key: 'return',
              href: `#/game/${app.table.id}`,
              'aria-label': t('tool.return'),
              title: t('tool.return'),
            },
            icon('versus'),
          ),
      ),
    ];
  },
};
