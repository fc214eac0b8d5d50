// The search theatre: a search played like a film, beside a board with its moves and a tree that grows.

import './theatre-layers.js';
import './theatre-strip.js';
import { check, head, tool } from '../controls.js';
import { amount, decimal } from '../format.js';
import { icon } from '../icons.js';
import { h } from '../render.js';
import { t } from '../strings.js';
import { Replay, best, isMine, path, tried } from './theatre-replay.js';
import { programName, settingForm, side, stones, switchName, watchRequest, writeSetting } from './theatre-setting.js';
import { watch } from './theatre-watch.js';
import { WatchPage } from './watch-page.js';
import { judged, line, mover, toMove, why, worth } from './theatre-words.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('./theatre-replay.js').Node} Node */
/** @typedef {import('./theatre-setting.js').Setting} Setting */

const SPEEDS = [2, 8, 30, 120, 500, 4000];
/** How many moves are asked for one by one. */
const SHOWN = 12000;

/** How fast searches are played; kept while the program is open. */
class Tempo {
  /** One of `SPEEDS`. */
  speed = 1;

  /** @param {number} by */
  change(by) {
    this.speed = Math.min(Math.max(this.speed + by, 0), SPEEDS.length - 1);
  }
}

/** The one search on stage. */
class Stage {
  /** The address of what is shown. */
  key = '';
  replay = new Replay();
  time = 0;
  /** Grows with every change of the replay. */
  changed = 0;
  /** The move that was chosen, by its number and its place. @type {Node | null} */
  chosen = null;
  playing = false;
  /** @type {import('../wire-types').WatchView | null} */
  part = null;
  /** @type {import('../wire-types').WatchEnd | null} */
  end = null;
  /** @type {string | null} */
  failed = null;
  /** The folded move that is being opened. @type {number | null} */
  opening = null;
  /** @type {ReturnType<typeof watch> | null} */
  watching = null;
  #frame = 0;
  #last = 0;
  #owed = 0;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.tempo = app.kept(Tempo);
  }

  /** Begins another search. @param {string} key @param {Setting} setting */
  begin(key, setting) {
    const { app } = this;
    this.close();
    Object.assign(this, { key, replay: new Replay(), time: 0, chosen: null, part: null, end: null, failed: null, opening: null });
    this.changed++;
    // A move to show when the search is over; the root is number 0.
    const wanted = app.route.query.get('at');
    let arrived = false;
    this.watching = watch(
      app,
      { ...watchRequest(setting), shown: SHOWN },
      (part) => {
        this.replay.hear(part.events);
        this.part = part;
        this.end = part.end ?? null;
        this.changed++;
        if (!arrived && part.events.length) {
          arrived = true;
          this.time = 1;
          if (!wanted && !matchMedia('(prefers-reduced-motion: reduce)').matches) this.play();
        }
        if (wanted && part.end) {
          const { nodes, roots } = this.replay;
          this.goTo((wanted === '0' ? roots[roots.length - 1] : nodes.find((node) => node.n === Number(wanted))) ?? null);
        }
        app.paint();
      },
      (refused) => {
        this.failed = refused.message;
        app.paint();
      },
    );
  }

  close() {
    this.pause();
    this.watching?.drop();
    this.watching = null;
    this.key = '';
  }

  play() {
    this.playing = true;
    this.chosen = null;
    this.#last = performance.now();
    this.#owed = 0;
    const step = (/** @type {number} */ now) => {
      if (!this.playing) return;
      this.#owed += ((now - this.#last) / 1000) * SPEEDS[this.tempo.speed];
      this.#last = now;
      const due = Math.floor(this.#owed);
      this.#owed -= due;
      if (due) {
        this.time = Math.min(this.time + due, this.replay.length);
        this.app.paint();
      }
      // The end of what has come is the end of the film only when the search is over.
      if (this.time >= this.replay.length && (this.end || this.failed)) this.playing = false;
      this.#frame = requestAnimationFrame(step);
    };
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(step);
  }

  pause() {
    this.playing = false;
    cancelAnimationFrame(this.#frame);
  }

  /** @param {number} time */
  seek(time) {
    this.pause();
    this.chosen = null;
    this.time = Math.min(Math.max(time, Math.min(1, this.replay.length)), this.replay.length);
  }

  /** Shows a move when its value is known. @param {Node | null} node */
  goTo(node) {
    if (!node) return;
    this.seek(Math.min(node.left, this.replay.length - 1) + 1);
    this.chosen = node;
  }

  /** The move that is looked at. @returns {Node | null} */
  get node() {
    return this.chosen ?? this.replay.at(this.time)?.node ?? null;
  }

  /** Searches again to show what is folded below a move. @param {Setting} setting @param {Node} node */
  open(setting, node) {
    const { app } = this;
    this.pause();
    const { n } = node;
    this.opening = n;
    /** @type {import('../wire-types').WatchEvent[]} */
    const events = [];
    this.watching = watch(
      app,
      { ...watchRequest(setting), shown: SHOWN / 2, open: n },
      (part) => {
        events.push(...part.events);
        if (!part.end) return;
        this.opening = null;
        const before = this.replay.length;
        const { left } = node;
        if (events.length && !part.end.stopped) this.replay.graft(n, events);
        this.changed++;
        const grown = this.replay.nodes.find((each) => each.n === n) ?? null;
        if (this.time > left) this.time += this.replay.length - before;
        this.chosen = grown;
        app.paint();
      },
      (refused) => {
        this.opening = null;
        app.toast(t('refusal.disconnected'));
        this.failed = refused.message;
        app.paint();
      },
    );
    app.paint();
  }
}

/** @param {Setting} setting */
function cast(setting) {
  return { side: side(setting), program: setting.program.name };
}

/** @param {App} app @param {Setting} setting */
function go(app, setting) {
  const address = `#/school/theatre?${writeSetting(setting)}`;
  location.replace(address);
  // The event that says so comes after the next frame.
  app.navigate(address);
}

/** @param {Theatre} page @param {Setting} setting */
function setUp({ app, programs }, setting) {
  const { program, depth, without } = setting;
  const plies = t('setting.plies', { count: depth });
  const at = t(setting.sample ? `sample.${setting.sample}` : 'sample.own');
  const switches = without.map((each) => switchName(each).toLowerCase()).join(', ');
  const known = programs.known ?? [program];
  return h(
    'details',
    { class: 'set-up', key: 'set-up' },
    h(
      'summary',
      null,
      h('strong', null, programName(program.name)),
      h('span', { class: 'quiet' }, ` · ${t(without.length ? 'theatre.summary_without' : 'theatre.summary', { plies, at, switches })}`),
    ),
    settingForm(
      setting,
      known,
      (next) => go(app, next),
      h(
        'fieldset',
        { class: 'switches', key: 'switches' },
        h('legend', null, t('theatre.switches')),
        program.switches.map((each) =>
          check(switchName(each), !without.includes(each), (on) =>
            go(app, { ...setting, without: on ? without.filter((other) => other !== each) : [...without, each] }),
          ),
        ),
      ),
    ),
    depth < program.depth &&
      setting.size === program.size &&
      program.name !== 'miniature' &&
      h('p', { class: 'quiet small', key: 'shallow' }, t('theatre.shallow', { count: program.depth })),
    program.name === 'miniature' && h('p', { class: 'quiet small', key: 'small' }, t('theatre.small')),
  );
}

/** What the last step did, in one line. @param {Stage} stage @param {Setting} setting */
function lastStep(stage, setting) {
  const step = stage.replay.at(stage.time);
  if (!step) return '';
  const { node, kind } = step;
  const point = node.point ?? '';
  switch (kind) {
    case 'begin':
      return t('theatre.step_begin', { count: node.depth });
    case 'enter':
      return t('theatre.step_enter', { point });
    case 'dropped':
      return t('theatre.step_dropped', { count: node.dropped?.points.length ?? 0 });
    case 'hit':
      return t('theatre.step_hit');
    case 'cut':
      return t('theatre.step_cut', { count: node.cut?.rest.length ?? 0 });
    case 'leave':
      return t(point ? 'theatre.step_leave' : 'theatre.step_leave_root', { point, value: judged(node, setting.program.name) });
    default:
      return t('theatre.step_stopped');
  }
}

/** @param {Stage} stage */
function controls(stage) {
  const { app, playing, replay, time, tempo } = stage;
  const none = replay.length === 0;
  const move = (/** @type {number} */ to) => () => {
    stage.seek(to);
    app.paint();
  };
  return h(
    'div',
    { class: 'tools theatre-tools', key: 'tools' },
    tool('first', t('theatre.first'), move(1), { key: 'first', disabled: none }),
    tool('back', t('theatre.back'), move(time - 1), { key: 'back', disabled: time <= 1 }),
    tool(playing ? 'pause' : 'play', t(playing ? 'theatre.pause' : 'theatre.play'), () => toggle(stage), { key: 'play', disabled: none }),
    tool('forward', t('theatre.forward'), move(time + 1), { key: 'forward', disabled: time >= replay.length }),
    tool('last', t('theatre.last'), move(replay.length), { key: 'last', class: 'icon plain to-end', disabled: none }),
    h(
      'button',
      { type: 'button', key: 'cut', class: 'next-cut', title: t('theatre.next_cut_title'), disabled: none, onclick: () => nextCut(stage, 1) },
      t('theatre.next_cut'),
    ),
    h('span', { class: 'space', key: 'space' }),
    h(
      'select',
      {
        key: 'speed',
        class: 'speed',
        'aria-label': t('theatre.speed'),
        value: String(tempo.speed),
        onchange: (/** @type {any} */ event) => {
          tempo.speed = Number(event.target.value);
          app.paint();
        },
      },
      SPEEDS.map((each, i) => h('option', { key: i, value: String(i), selected: i === tempo.speed }, t('theatre.per_second', { count: each }))),
    ),
  );
}

/** @param {Stage} stage */
function toggle(stage) {
  if (stage.playing) stage.pause();
  else {
    if (stage.time >= stage.replay.length && stage.end) stage.time = 1;
    stage.play();
  }
  stage.app.paint();
}

/** @param {Stage} stage @param {1 | -1} by */
function nextCut(stage, by) {
  const at = stage.replay.nextCut(stage.time, by);
  if (at === null) stage.app.toast(t('theatre.no_more_cuts'));
  else stage.seek(at);
  stage.app.paint();
}

/** How the search went, or goes. @param {Theatre} page @param {Setting} setting */
function status(page, setting) {
  const { stage } = page;
  const { part, end, failed, replay } = stage;
  const program = programName(setting.program.name);
  if (failed)
    return h(
      'p',
      { key: 'status', class: 'status', role: 'alert' },
      failed,
      ' ',
      h('button', { type: 'button', onclick: () => void page.begin(true) }, t('theatre.again')),
    );
  if (!end)
    return h(
      'p',
      { key: 'status', class: 'status row', role: 'status' },
      h('span', { class: 'pulse' }),
      h('span', { class: 'grow' }, t('theatre.searching', { count: part?.counters.nodes ?? 0, nodes: amount(part?.counters.nodes ?? 0) })),
      h('button', { type: 'button', onclick: () => stage.watching?.stop() }, t('theatre.stop')),
    );
  const { nodes, cutoffs } = /** @type {import('../wire-types').WatchView} */ (part).counters;
  const took = part?.ms ?? 0;
  const ms = decimal(took, took < 10 ? 1 : 0);
  const { hidden } = replay;
  return h(
    'div',
    { key: 'status', class: 'status' },
    h(
      'p',
      null,
      h(
        'strong',
        null,
        nodes === 0
          ? t(end.answer ? `theatre.answer_${end.answer}` : 'theatre.no_search', { step: end.step })
          : end.value === undefined
            ? t('theatre.plays_only', { program, step: end.step })
            : t('theatre.plays', { program, step: end.step, value: worth(end.value, setting.program.name) }),
      ),
      h('span', { class: 'quiet' }, ` · ${t('theatre.counts', { count: nodes, nodes: amount(nodes), cutoffs: amount(cutoffs), ms })}`),
    ),
    end.stopped && h('p', { class: 'small quiet', key: 'stopped' }, t('theatre.stopped')),
    hidden > 0 && h('p', { class: 'small quiet', key: 'hidden' }, t('theatre.folded_all', { count: nodes, shown: amount(nodes - hidden), all: amount(nodes) })),
  );
}

/** Why the move that is looked at has its value. @param {Stage} stage @param {Setting} setting */
function because(stage, setting) {
  const { node, time } = stage;
  if (!node) return null;
  const players = cast(setting);
  const known = node.left < time;
  return h(
    'section',
    { class: 'because', key: 'because', 'aria-label': t('theatre.tree') },
    h(
      'h2',
      null,
      node.point && h('span', { class: `disc ${mover(node, players.side)}`, 'aria-hidden': 'true' }),
      h('span', { class: 'line' }, node.point ? line(node) : t('theatre.root')),
      known && h('span', { class: `value ${node.kind}` }, judged(node, players.program)),
    ),
    h('p', { class: 'step', key: 'step' }, stage.chosen ? '' : lastStep(stage, setting)),
    h(
      'div',
      { class: 'reasons', key: 'said' },
      why(node, players, time).map((sentence, i) => h('p', { key: i }, sentence)),
    ),
    node.folded &&
      known &&
      node.n > 0 &&
      h(
        'p',
        { class: 'row', key: 'folded' },
        h('span', { class: 'grow' }, stage.opening === node.n ? t('theatre.opening') : t('theatre.folded', { count: node.folded.nodes, nodes: amount(node.folded.nodes) })),
        h('button', { type: 'button', disabled: stage.opening !== null || !stage.end, onclick: () => stage.open(setting, node) }, t('theatre.open')),
      ),
  );
}

/** What a row of the tree says of its position. @param {Node} node @param {number} time @param {Setting} setting @returns {[string, string]} */
function heading(node, time, setting) {
  const { program, side: me } = cast(setting);
  const found = best(node, time);
  const who = t(isMine(node) ? 'theatre.row_max' : 'theatre.row_min', { side: t(toMove(node, me)) });
  const dropped = node.dropped && node.dropped.at < time ? t('theatre.row_dropped', { count: node.dropped.points.length }) : '';
  const said = [who, found && t('theatre.row_best', { value: worth(found.value, program) }), dropped].filter(Boolean).join(', ');
  const open = node.alpha === -Infinity && node.beta === Infinity;
  return [said, open ? '' : t('theatre.row_window', { alpha: worth(node.alpha, program), beta: worth(node.beta, program) })];
}

/** @param {Stage} stage @param {Setting} setting */
function tree(stage, setting) {
  const { app, node, replay, time, changed } = stage;
  if (!node) return null;
  const players = cast(setting);
  return h('goren-layers', {
    key: 'layers',
    model: {
      node,
      time,
      changed,
      side: players.side,
      label: `${t('theatre.tree')}: ${line(node) || t('theatre.root')}`,
      judged: (/** @type {Node} */ each) => judged(each, players.program),
      heading: (/** @type {Node} */ each) => heading(each, time, setting),
      choose: (/** @type {Node} */ each) => {
        stage.pause();
        stage.chosen = each;
        app.paint();
      },
    },
    'data-steps': replay.length,
  });
}

function legend() {
  const item = (/** @type {string} */ mark, /** @type {string} */ text) => h('li', { key: text }, h('span', { class: `sign ${mark}`, 'aria-hidden': 'true' }), t(text));
  return h(
    'details',
    { class: 'legend', key: 'legend' },
    h('summary', null, t('theatre.legend')),
    h('p', null, t('theatre.legend_rows')),
    h(
      'ul',
      null,
      item('best', 'theatre.legend_best'),
      item('cut', 'theatre.legend_cut'),
      item('table', 'theatre.legend_table'),
      item('less', 'theatre.legend_less'),
      item('again', 'theatre.legend_again'),
      item('bound', 'theatre.legend_bound'),
    ),
    h('p', null, t('theatre.strip_hint')),
    h('p', null, t('theatre.legend_keys')),
  );
}

export class Theatre extends WatchPage {
  stage = new Stage(this.app);

  get title() {
    return t('theatre.title');
  }

  /** @param {Setting} setting @param {boolean} again */
  search(setting, again) {
    const key = writeSetting(setting);
    if (again || this.stage.key !== key) this.stage.begin(key, setting);
  }

  leave() {
    this.stage.close();
  }

  /** Looks at the move beside the one looked at. @param {1 | -1} by */
  beside(by) {
    const { node, time } = this.stage;
    const siblings = node?.parent?.children.filter((each) => each.entered < time) ?? [];
    this.choose(siblings[siblings.indexOf(/** @type {Node} */ (node)) + by]);
  }

  /** Looks at a move. @param {Node | null | undefined} node */
  choose(node) {
    const { app, setting, stage } = this;
    if (!node) return;
    stage.pause();
    stage.chosen = node;
    if (setting) app.announce([line(node) || t('theatre.root'), ...why(node, cast(setting), stage.time)].join('. '));
    app.paint();
  }

  /** @returns {import('../board.js').BoardModel} */
  board() {
    const { app, setting, stage } = this;
    const { node, time } = stage;
    if (!setting) return { size: 15 };
    const placed = stones(setting);
    const base = { size: setting.size, stones: placed, traps: setting.traps, coordinates: app.preferences.coordinates, flipped: app.flipped, hover: null, label: t('theatre.board') };
    if (!node) return base;
    const { side: me, program } = cast(setting);
    const moves = path(node).slice(1);
    const taken = new Set([...placed.map(({ point }) => point), ...moves.map(({ point }) => point)]);
    const free = (/** @type {{ point: string }} */ { point }) => !taken.has(point);
    /** @type {import('../board.js').Mark[]} */
    const searched = tried(node, time).map((child) => ({
      point: child.point ?? '',
      figure: 'dot',
      tone: child === best(node, time) ? 'next main' : 'next',
      says: t('theatre.mark_searched', { value: judged(child, program) }),
    }));
    const cut = node.cut && node.cut.at < time ? node.cut.rest : [];
    const dropped = node.dropped && node.dropped.at < time ? node.dropped.points : [];
    return {
      ...base,
      ghosts: moves.map((each, i) => ({
        point: each.point ?? '',
        stone: mover(each, me),
        text: String(i + 1),
        solid: true,
        best: i === moves.length - 1,
        says: t('theatre.step_enter', { point: each.point ?? '' }),
      })),
      marks: [
        ...searched,
        ...cut.map((point) => ({ point, figure: /** @type {const} */ ('cross'), tone: 'cut', says: t('theatre.mark_cut') })),
        ...dropped.map((point) => ({ point, figure: /** @type {const} */ ('dot'), tone: 'dropped', says: t('theatre.mark_dropped') })),
      ].filter(free),
    };
  }

  panel() {
    const { app, setting, stage } = this;
    if (!setting) return [head(t('theatre.title'), '#/school', t('school.title')), h('p', { class: 'pad', key: 'loading', role: 'status' }, t('theatre.loading'))];
    const { replay, time, changed } = stage;
    return [
      head(t('theatre.title'), '#/school', t('school.title')),
      h('goren-strip', {
        key: 'strip',
        model: {
          replay,
          time,
          changed,
          label: t('theatre.strip'),
          text: t('theatre.strip_at', { at: time, of: replay.length }),
          seek: (/** @type {number} */ to) => {
            stage.seek(to);
            app.paint();
          },
        },
      }),
      controls(stage),
      h(
        'div',
        { class: 'scroll pad stack theatre', key: 'scroll', tabindex: '0' },
        because(stage, setting),
        tree(stage, setting),
        status(this, setting),
        setUp(this, setting),
        legend(),
        h(
          'p',
          { class: 'row', key: 'links' },
          h('a', { class: 'button', key: 'race', href: `#/school/race?${writeSetting(setting)}` }, icon('versus'), t('theatre.race')),
        ),
      ),
    ];
  }

  /** @param {string} key */
  key(key) {
    const { app, stage } = this;
    const { node, time, replay } = stage;
    if (key === 'ArrowRight') stage.seek(time + 1);
    else if (key === 'ArrowLeft') stage.seek(time - 1);
    else if (key === 'ArrowUp') this.choose(node?.parent);
    else if (key === 'ArrowDown') this.choose(node && (best(node, time) ?? tried(node, time)[0]));
    else if (key === ',' || key === '.') this.beside(key === ',' ? -1 : 1);
    else if (key === ' ') toggle(stage);
    else if (key === 'c') nextCut(stage, 1);
    else if (key === 'C') nextCut(stage, -1);
    else if (key === 'Home') stage.seek(1);
    else if (key === 'End') stage.seek(replay.length);
    else if (key === '+' || key === '=') stage.tempo.change(1);
    else if (key === '-') stage.tempo.change(-1);
    else return false;
    app.paint();
    return true;
  }
}
