// The race: two settings of one program search the same position, side by side, their counters running.

import { head } from '../controls.js';
import { amount, decimal } from '../format.js';
import { icon } from '../icons.js';
import { h } from '../render.js';
import { t } from '../strings.js';
import { settingForm, side, stones, switchName, watchRequest, writeSetting } from './theatre-setting.js';
import { watch } from './theatre-watch.js';
import { WatchPage } from './watch-page.js';
import { worth } from './theatre-words.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../wire-types').CountersView} Counters */
/** @typedef {import('./theatre-setting.js').Setting} Setting */
/** @typedef {{ without: string[], part: import('../wire-types').WatchView | null, end: import('../wire-types').WatchEnd | null }} Lane */

/** A search that takes longer is given up. */
const MOST_NODES = 3000000;
/** How long the slower one takes to come in, in seconds. */
const LASTS = 6;

const NONE = { nodes: 0, leaves: 0, cutoffs: 0, probes: 0, hits: 0, generated: 0, kept: 0, evaluations: 0 };

class Race {
  key = '';
  /** @type {Lane[]} */
  lanes = [];
  /** @type {string | null} */
  failed = null;
  /** Nodes that both have been shown to search. */
  shown = 0;
  running = false;
  /** @type {ReturnType<typeof watch>[]} */
  #watching = [];
  #frame = 0;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  /** @param {string} key @param {Setting} setting @param {string[][]} without */
  begin(key, setting, without) {
    const { app } = this;
    this.close();
    this.key = key;
    this.failed = null;
    this.shown = 0;
    this.lanes = without.map((each) => ({ without: each, part: null, end: null }));
    this.#watching = this.lanes.map((lane, i) =>
      watch(
        app,
        { ...watchRequest({ ...setting, without: lane.without }), shown: 1, nodes: MOST_NODES, lane: i ? 'rival' : 'theatre' },
        (part) => {
          lane.part = part;
          lane.end = part.end ?? null;
          if (this.lanes.every((each) => each.end)) this.run();
          app.paint();
        },
        (refused) => {
          this.failed = refused.message;
          app.paint();
        },
      ),
    );
  }

  /** Shows what both have searched, at the same number of nodes a second. */
  run() {
    const { app, most } = this;
    cancelAnimationFrame(this.#frame);
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.shown = most;
      return app.paint();
    }
    const start = performance.now();
    this.running = true;
    const step = (/** @type {number} */ now) => {
      this.shown = Math.min(most, ((now - start) / 1000 / LASTS) * most);
      this.running = this.shown < most;
      app.paint();
      if (this.running) this.#frame = requestAnimationFrame(step);
    };
    this.shown = 0;
    this.#frame = requestAnimationFrame(step);
  }

  /** The nodes of the slower one. */
  get most() {
    return Math.max(1, ...this.lanes.map((lane) => lane.part?.counters.nodes ?? 0));
  }

  get over() {
    return this.lanes.length === 2 && this.lanes.every((lane) => lane.end);
  }

  stop() {
    this.#watching.forEach((each) => each.stop());
  }

  close() {
    cancelAnimationFrame(this.#frame);
    this.running = false;
    this.#watching.forEach((each) => each.drop());
    this.#watching = [];
    this.key = '';
  }
}

/**
 * What a lane has counted by the time that is shown.
 * @param {Lane} lane
 * @param {number} shown nodes that both have been shown to search
 * @param {boolean} over whether both have come in
 * @returns {Counters}
 */
export function counted(lane, shown, over) {
  if (!over || !lane.end) return lane.part?.counters ?? NONE;
  const { samples } = lane.end;
  let found = NONE;
  for (const sample of samples) {
    if (sample.nodes > shown) break;
    found = sample;
  }
  return shown >= samples[samples.length - 1].nodes ? samples[samples.length - 1] : found;
}

/** @param {string[]} without */
function named(without) {
  return without.length ? t('race.without', { switches: without.map((each) => switchName(each).toLowerCase()).join(', ') }) : t('race.all');
}

/**
 * What came of it, in sentences.
 * @param {Lane[]} lanes both at their end
 * @param {string} program
 */
export function verdict([first, second], program) {
  if (!first.end || !second.end || !first.part || !second.part) return [];
  if (first.end.answer || second.end.answer) return [t('race.unraced')];
  if (first.end.stopped && second.end.stopped) return [t('race.both_stopped')];
  const [a, b] = [first, second].map((lane) => Math.max(lane.part?.counters.nodes ?? 0, 1));
  const ratio = Math.max(a, b) / Math.min(a, b);
  const [less, more] = a <= b ? [first, second] : [second, first];
  const times = decimal(ratio, ratio < 10 ? 1 : 0);
  const values = {
    times,
    less: amount(Math.min(a, b)),
    more: amount(Math.max(a, b)),
    name: named(more.without),
    other: named(less.without),
  };
  const said = [];
  // How many more the one with fewer nodes would have made is not known if it was stopped.
  if (more.end?.stopped) said.push(t('race.times_least', values));
  else if (less.end?.stopped) return [t('race.stopped')];
  else said.push(a === b ? t('race.equal', { count: a, nodes: amount(a) }) : t('race.times', values));
  if (first.end.stopped || second.end.stopped) said.push(t('race.stopped'));
  else if (first.end.step !== second.end.step) said.push(t('race.other', { first: first.end.step, second: second.end.step }));
  else if (first.end.value === second.end.value)
    said.push(t('race.same', { step: first.end.step, value: worth(first.end.value ?? 0, program) }));
  else said.push(t('race.same_move', { step: first.end.step, first: worth(first.end.value ?? 0, program), second: worth(second.end.value ?? 0, program) }));
  return said;
}

/** What is left out if nothing else is said. @param {import('../wire-types').ProgramView} program */
function usual(program) {
  return program.switches.includes('pruning') ? 'pruning' : program.switches[0];
}

/** The switches that each lane leaves out, as the address has them. @param {URLSearchParams} query @param {Setting} setting */
function lists(query, { program, without }) {
  const first = (query.get('first') ?? '').split(',').filter((each) => program.switches.includes(each));
  const second = query.has('without') || query.has('first') ? without : [usual(program)];
  return [first, second];
}

/** @param {App} app @param {Setting} setting @param {string[]} first */
function go(app, setting, first) {
  const query = new URLSearchParams(writeSetting(setting));
  query.set('first', first.join(','));
  query.set('without', setting.without.join(','));
  const address = `#/school/race?${query}`;
  location.replace(address);
  // The event that says so comes after the next frame.
  app.navigate(address);
}

/** Another program begins with one thing left out. @param {App} app @param {Setting} before @param {Setting} next */
function changed(app, before, next) {
  const [first, second] = lists(app.route.query, before);
  if (next.program === before.program) return go(app, { ...next, without: second }, first);
  go(app, { ...next, without: [usual(next.program)] }, []);
}

/** @param {App} app @param {Setting} setting */
function switches(app, setting) {
  const [first, second] = lists(app.route.query, setting);
  const flip = (/** @type {string[]} */ list, /** @type {string} */ each) =>
    list.includes(each) ? list.filter((other) => other !== each) : [...list, each];
  const box = (/** @type {string} */ each, /** @type {boolean} */ on, /** @type {string} */ label, /** @type {() => void} */ change) =>
    h('td', { key: label }, h('input', { type: 'checkbox', checked: on, 'aria-label': `${label}: ${switchName(each)}`, onchange: change }));
  return h(
    'table',
    { class: 'race-switches', key: 'switches' },
    h('caption', { class: 'unseen' }, t('race.in_use')),
    h('thead', null, h('tr', null, h('th', { scope: 'col' }, t('race.in_use')), h('th', { scope: 'col' }, t('race.first')), h('th', { scope: 'col' }, t('race.second')))),
    h(
      'tbody',
      null,
      setting.program.switches.map((each) =>
        h(
          'tr',
          { key: each },
          h('th', { scope: 'row' }, switchName(each)),
          box(each, !first.includes(each), t('race.first'), () => go(app, { ...setting, without: second }, flip(first, each))),
          box(each, !second.includes(each), t('race.second'), () => go(app, { ...setting, without: flip(second, each) }, first)),
        ),
      ),
    ),
  );
}

/** What a lane plays, and why. @param {import('../wire-types').WatchEnd} end @param {string} program */
function outcome({ answer, stopped, step, value }, program) {
  if (answer) return t(`theatre.answer_${answer}`, { step });
  if (stopped) return t('race.gave_up', { step });
  return value === undefined ? t('theatre.no_search', { step }) : t('race.plays', { step, value: worth(value, program) });
}

/** @param {Race} race @param {Lane} lane @param {number} i @param {Setting} setting */
function laneCard(race, lane, i, setting) {
  const now = counted(lane, race.shown, race.over);
  const done = lane.end !== null && (!race.over || race.shown >= (lane.part?.counters.nodes ?? 0));
  const share = Math.min(100, (now.nodes / race.most) * 100);
  const total = lane.part?.counters.nodes ?? 0;
  const ms = (lane.part?.ms ?? 0) * (total ? now.nodes / total : 1);
  const rows = /** @type {[string, string][]} */ ([
    ['race.nodes', amount(now.nodes)],
    ['race.cutoffs', amount(now.cutoffs)],
    ['race.evaluations', amount(now.evaluations)],
    ['race.hits', amount(now.hits)],
    ['race.time', `${decimal(ms, ms < 10 ? 1 : 0)} ms`],
  ]);
  return h(
    'section',
    { class: 'lane', key: i, 'data-done': done, 'aria-label': t(i ? 'race.second' : 'race.first') },
    h('h2', null, t('race.lane', { place: t(i ? 'race.second' : 'race.first'), name: named(lane.without) })),
    h('div', { class: 'track', 'aria-hidden': 'true' }, h('div', { class: 'run', style: { width: `${share}%` } })),
    h('dl', null, rows.map(([name, value]) => h('div', { key: name }, h('dt', null, t(name)), h('dd', null, value)))),
    h(
      'p',
      { class: 'outcome' },
      done && lane.end ? outcome(lane.end, setting.program.name) : t('race.running'),
    ),
  );
}

export class RacePage extends WatchPage {
  race = new Race(this.app);

  get title() {
    return t('race.title');
  }

  /** @param {Setting} setting @param {boolean} again */
  search(setting, again) {
    const { app, race } = this;
    const both = lists(app.route.query, setting);
    const key = JSON.stringify([watchRequest(setting), both]);
    if (again || race.key !== key) race.begin(key, setting, both);
  }

  leave() {
    this.race.close();
  }

  /** @returns {import('../board.js').BoardModel} */
  board() {
    const { app, race, setting } = this;
    if (!setting) return { size: 15 };
    const steps = race.over && race.shown >= race.most ? race.lanes.map((lane) => lane.end?.step ?? '') : [];
    const chosen = [...new Set(steps)].filter((step) => /^[a-v]\d+$/.test(step));
    return {
      size: setting.size,
      stones: stones(setting),
      traps: setting.traps,
      coordinates: app.preferences.coordinates,
      flipped: app.flipped,
      hover: null,
      ghosts: chosen.map((point) => ({
        point,
        stone: side(setting),
        text: chosen.length === 1 ? '' : String(steps.indexOf(point) + 1),
        best: true,
        says: t('race.chosen'),
      })),
    };
  }

  panel() {
    const { app, race, setting } = this;
    if (!setting) return [head(t('race.title'), '#/school', t('school.title')), h('p', { class: 'pad', key: 'loading', role: 'status' }, t('theatre.loading'))];
    const finished = race.over && race.shown >= race.most;
    const known = this.programs.known ?? [];
    return [
      head(t('race.title'), '#/school', t('school.title')),
      h(
        'div',
        { class: 'scroll pad stack race', key: 'scroll', tabindex: '0' },
        h('div', { class: 'lanes', key: 'lanes' }, race.lanes.map((lane, i) => laneCard(race, lane, i, setting))),
        race.failed
          ? h(
              'p',
              { key: 'failed', role: 'alert' },
              race.failed,
              ' ',
              h('button', { type: 'button', onclick: () => void this.begin(true) }, t('theatre.again')),
            )
          : h(
              'div',
              { class: 'verdict', key: 'verdict', role: 'status' },
              finished
                ? verdict(race.lanes, setting.program.name).map((sentence, i) => h('p', { key: i }, sentence))
                : h('p', null, t(race.over ? 'race.paced' : 'race.searching')),
            ),
        h(
          'p',
          { class: 'row', key: 'acts' },
          race.over
            ? h('button', { type: 'button', class: 'main', key: 'again', onclick: () => race.run() }, icon('again'), t('race.again'))
            : h('button', { type: 'button', key: 'stop', onclick: () => race.stop() }, icon('stop'), t('theatre.stop')),
          h('a', { class: 'button', key: 'theatre', href: `#/school/theatre?${writeSetting({ ...setting, without: lists(app.route.query, setting)[1] })}` }, icon('eye'), t('race.theatre')),
        ),
        settingForm(setting, known, (next) => changed(app, setting, next), switches(app, setting)),
      ),
    ];
  }

  /** @param {string} key */
  key(key) {
    if (key !== ' ' || !this.race.over) return false;
    this.race.run();
    return true;
  }
}
