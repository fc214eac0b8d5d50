// Analysis: the engine's lines and chances, threats seen through, forced wins, a free editor, and the tree.

import { icon } from '../icons.js';
import { walkKey, walkTools } from '../move-list.js';
import { Undo } from './analysis/undo.js';
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
import { explained, explainedGhosts, retried, reviewOf, walkMistakes } from './analysis/findings.js';
import { graph } from './analysis/graph.js';
import { drawMark } from './analysis/marks.js';
import { movesTab } from './analysis/moves.js';
import { solveTab } from './analysis/solver.js';
import { threatTab, threats } from './analysis/threats.js';
import { choosePoint, tuneTab } from './analysis/tune.js';
import { ExplorerPart, ReviewPart, sharing } from '../later.js';
import { Scratch } from '../scratch.js';
import { TablePage } from '../table-page.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../points.js').Stone} Stone */

/** @param {Analyse} page */
function tabs(page) {
  const names = ['moves', 'explore', 'threats', 'solve', 'tune', 'edit'];
  const now = page.tab;
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
        page.turnTo(next);
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
          onclick: () => page.turnTo(name),
        },
        t(`tab.${name}`),
      ),
    ),
  );
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

export class Analyse extends TablePage {
  tab = 'moves';
  /** The position that is being put together. @type {import('./analysis/editor.js').Edit | null} */
  edit = null;
  /** The line that is shown on the board. @type {{ points: string[], side: Stone } | null} */
  preview = null;
  /** The threat that is lit. @type {import('../wire-types').ThreatView | null} */
  lit = null;
  /** Whether the board shows threats. */
  xray = false;
  /** Whether that stays so when its tab is left. */
  #xrayKept = false;
  /** The node whose judgement by the review is shown on the board. @type {number | null} */
  finding = null;
  /** Another move that is tried in place of a mistake. @type {import('../review/retry.js').Retry | null} */
  retry = null;
  /** The line of the engine that is shown in full. @type {number | null} */
  open = null;
  /** Whether names, event and rule are being edited. */
  about = false;
  commenting = false;
  /** The mark that a click draws. @type {import('../wire-types').MarkKind | null} */
  pen = null;
  /** Whether clicks choose moves for the engine. @type {'only' | 'except' | null} */
  choosing = null;
  /** Moves after which a position is even. @type {{ key: string, waiting: boolean, points: string[], black: number } | null} */
  even = null;
  /** The move under the pointer in the graph. @type {number | null} */
  graphAt = null;
  /** Whether the review that the address asks for has begun. */
  #reviewed = false;
  scratch = this.app.kept(Scratch);
  reviewer = this.app.kept(ReviewPart);
  library = this.app.kept(ExplorerPart);
  /** @type {import('../library/explorer.js').Explorer | null} */
  #explorer = null;

  get title() {
    return t('nav.analyse');
  }

  enter() {
    super.enter();
    if (this.app.route.id && sessionStorage.getItem('goren.engine') === 'on') this.app.analyst.toggle(true);
  }

  connected() {
    if (!this.app.route.id) void this.#begin();
    this.#review();
  }

  /** Shows an empty board. */
  async #begin() {
    const id = await this.scratch.table();
    if (id && this.isShown) location.replace(`#/analyse/${id}`);
  }

  /** Begins the review that the address asks for. */
  #review() {
    const { analyst, route, table } = this.app;
    if (this.#reviewed || !table?.state || !route.query.get('review')) return;
    this.#reviewed = true;
    // One that is stored is done at once, or goes on.
    if (!analyst.review?.running) void analyst.judge();
  }

  /** @param {import('../tree.js').Table} table @param {boolean} first @param {number} at */
  heard(table, first, at) {
    if (!first && table.at !== at) this.tellAt(table.at);
    this.#review();
  }

  /** @param {string} table */
  lost(table) {
    // An empty board is not kept for long.
    if (!this.scratch.forget(table)) return false;
    void this.#begin();
    return true;
  }

  follow() {
    const { app } = this;
    app.looking.follow(this.xray);
    app.analyst.follow();
    if (reviewOf(app)) void this.reviewer.want();
    if (this.tab !== 'explore') return;
    void this.library.want();
    const { module } = this.library;
    if (module) this.#explorer ??= new module.Explorer(this);
    void this.#explorer?.follow();
  }

  leave() {
    const { analyst } = this.app;
    if (analyst.on) analyst.toggle(false);
  }

  /** @param {number} node */
  visit(node) {
    const { table, wire } = this.app;
    // It opens again where it was left.
    if (table && table.at !== node) void wire.ask({ type: 'goto', table: table.id, node }).catch(() => {});
    super.visit(node);
  }

  /** @param {string} next the tab */
  turnTo(next) {
    this.tab = next;
    this.preview = null;
    this.edit = next === 'edit' ? edited(this.app) : null;
    if (next !== 'tune') this.choosing = null;
    if (next !== 'moves') this.pen = null;
    this.xray = next === 'threats' || this.#xrayKept;
    this.app.paint();
  }

  toggleXray() {
    this.xray = this.#xrayKept = !this.xray;
    this.app.announce(t(this.xray ? 'xray.on' : 'xray.off'));
    this.app.paint();
  }

  far() {
    return this.app.table?.game?.result ? null : seatRow(this.app, otherSeat(nearSeat(this.app)), 'far');
  }

  near() {
    return this.app.table?.game?.result ? null : seatRow(this.app, nearSeat(this.app), 'near');
  }

  judged() {
    const { app } = this;
    if (isBarred(app)) return undefined;
    return app.analyst.here?.lines[0]?.black ?? app.analyst.chances.get(app.analyst.keyOf()) ?? null;
  }

  /** @returns {import('../board.js').BoardModel} */
  board() {
    const { app } = this;
    const model = tableBoard(app);
    const { table, look } = app;
    const { edit: now, preview: shown } = this;
    if (!table?.state) return model;
    if (isBarred(app)) return { ...model, hover: null };
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
    model.hover = this.pen || this.choosing || (look && look.outcome !== 'ongoing') ? null : side;
    if (table.state.rule === 'renju' && look) model.forbidden = this.forbidden();
    const analysis = app.analyst.here;
    const mistake = explained(this);
    const marked = new Set(model.marks?.map((each) => each.point));
    if (retried(this)) this.reviewer.module?.showOn(this, model);
    else if (shown) model.ghosts = preview(shown.points, shown.side);
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
    if (!shown && !mistake) model.marks?.push(...nextMoves(table, marked, held));
    const { chosen } = app.analyst;
    if (chosen)
      for (const point of chosen.points)
        model.marks?.push({ point, figure: chosen.mode === 'only' ? 'square' : 'cross', tone: `chosen-${chosen.mode}` });
    if (this.xray && look?.xray && !shown) {
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
    if (this.lit) model.lit = this.lit.lines.map((line) => ({ points: line.stones, tone: 'threat' }));
    const judgement = this.why?.node === table.at ? this.why?.judgement : look?.broken;
    if (judgement) model.lit = litLines(judgement);
    return model;
  }

  /** @param {string | null} point */
  hover(point) {
    const { look } = this.app;
    if (!this.xray || !look?.xray) return;
    const found = point && [...look.xray.black.points, ...look.xray.white.points].find((each) => each.point === point);
    if (this.lit !== (found || null)) light(this, found || null);
  }

  /** @param {string} point @param {boolean} apart @param {boolean} marking */
  point(point, apart, marking) {
    const { app } = this;
    const { table } = app;
    if (!table?.state || isBarred(app)) return;
    if (marking || this.pen) return drawMark(this, point, this.pen ?? 'circle');
    if (this.choosing) return choosePoint(this, point);
    if (this.edit) {
      this.edit = edit(this.edit, point);
      return app.paint();
    }
    const { stones, last, side } = table.board(table.at);
    if (retried(this) && !stones.some((stone) => stone.point === point)) return void this.reviewer.module?.attempt(this, point);
    if (point === last) {
      if (app.analyst.on) {
        playBest(this);
        return app.analyst.toggle(false);
      }
      return app.analyst.toggle(true);
    }
    if (table.state.traps.includes(point)) return app.refuse(t('game.trap', { point }));
    if (stones.some((stone) => stone.point === point)) return app.refuse(t('game.taken', { point }));
    const cross =
      table.state.rule === 'renju' && app.look?.forbidden.some((each) => each.point === point);
    const stone = apart ? other(side) : side;
    if (cross && stone === 'black' && this.why?.point !== point) return void this.explain(point);
    void play(this, point, apart ? stone : undefined);
  }

  /** @param {string} key */
  key(key) {
    const { app } = this;
    if (isBarred(app)) return walkKey(this, key);
    if (key === 'l') switchEngine(app);
    else if (key === ' ') playBest(this);
    else if (key === 'x') this.toggleXray();
    else if (key === 'u') app.kept(Undo).undo();
    else if (key === ',') walkMistakes(this, -1);
    else if (key === '.') walkMistakes(this, 1);
    else if (key === 'Escape') {
      this.pen = null;
      this.choosing = null;
      this.finding = null;
      this.retry = null;
      show(this, null);
    }
    else return walkKey(this, key);
    return true;
  }

  /** What the tab shows. */
  #tab() {
    switch (this.tab) {
      case 'threats':
        return threatTab(this);
      case 'solve':
        return solveTab(this);
      case 'explore':
        return this.#explorer?.tab() ?? this.library.waiting();
      case 'tune':
        return tuneTab(this);
      case 'edit':
        return editTab(this);
      default:
        return movesTab(this);
    }
  }

  panel() {
    const { app } = this;
    if (!app.table?.state || app.missing) return noTable(app);
    if (isBarred(app))
      return h(
        'div',
        { class: 'empty', key: 'barred' },
        h('h1', null, t('nav.analyse')),
        h('p', null, t('room.no_hints')),
        h('a', { class: 'button main', href: `#/game/${app.table.id}` }, t('tool.return')),
      );
    const now = this.tab;
    return [
      h('h1', { class: 'unseen', key: 'title' }, t('nav.analyse')),
      about(this),
      engine(app),
      // Where there is little room, who writes needs it.
      (!low().matches || (now === 'moves' && !this.commenting)) && lines(this),
      now !== 'edit' && now !== 'tune' && !low().matches && graph(this),
      tabs(this),
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
        aboutForm(this),
        now === 'moves' && low().matches && !retried(this) && graph(this),
        this.#tab(),
      ),
      h(
        'div',
        { class: 'tools', key: 'tools', role: 'toolbar', 'aria-label': t('tools.label') },
        walkTools(this),
        h('span', { class: 'space' }),
        tool('best', t('tool.best'), () => playBest(this), { key: 'best', disabled: !app.analyst.here?.lines.length }),
        tool('eye', t('tool.xray'), () => this.toggleXray(), {
          key: 'xray',
          'aria-pressed': this.xray ? 'true' : 'false',
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
  }
}
