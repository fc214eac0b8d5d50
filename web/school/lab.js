// The lab: experiments that are started, watched and stopped here, and what they found.

import './lab-figure.js';
import { choices } from '../controls.js';
import { Reading } from '../page.js';
import { h } from '../render.js';
import { t } from '../strings.js';
import { Refused, call } from '../wire.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../wire-types').LabView} View */
/** @typedef {import('../wire-types').LabResult} Result */
/** @typedef {import('../wire-types').SectionView} Section */
/** @typedef {import('../wire-types').LabTable} Table */
/** @typedef {import('../wire-types').LabEffort} Effort */
/** @typedef {import('../wire-types').ExperimentView} Experiment */

/** How often a page asks how far an experiment is, in milliseconds. */
const EVERY = 700;

export class Lab {
  /** @type {View | null} */
  view = null;
  /** @type {Result | null} */
  result = null;
  /** @type {string | null} */
  error = null;
  /** @type {Effort} */
  effort = 'quick';
  stopping = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #asked = 0;
  #ended = false;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  /** What the address shows: an experiment's result, or the list. */
  get shown() {
    return this.app.route.query.get('show') ?? '';
  }

  /** @param {string} path @param {object} [body] */
  async #call(path, body) {
    try {
      const options = body ? { method: 'POST', body: JSON.stringify(body) } : {};
      const answer = await (await call(path, options)).json();
      this.error = null;
      return answer;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.error = error.message;
      return null;
    }
  }

  async refresh() {
    clearTimeout(this.#timer);
    const was = this.view?.running?.name;
    const view = await this.#call('lab');
    if (view) this.view = view;
    if (!this.view?.running) this.stopping = false;
    if (this.view?.running && !this.#ended) this.#timer = setTimeout(() => void this.refresh(), EVERY);
    else if (was && this.shown && (was === this.shown || this.shown === 'claims')) void this.fetch();
    this.app.paint();
  }

  /** Another address of the page asks for another result. */
  turn() {
    this.error = null;
    if (this.result?.name !== this.shown) this.result = null;
  }

  /** Fetches the result that the address asks for. */
  async fetch() {
    const asked = ++this.#asked;
    const name = this.shown;
    if (!name) return;
    const result = await this.#call(`lab/${encodeURIComponent(name)}`);
    if (asked !== this.#asked) return;
    this.result = result;
    this.app.paint();
  }

  /** @param {string} experiment */
  async start(experiment) {
    const view = await this.#call('lab/start', { experiment, effort: this.effort });
    if (view) this.view = view;
    void this.refresh();
  }

  async stop() {
    this.stopping = true;
    this.app.paint();
    const view = await this.#call('lab/stop', {});
    if (view) this.view = view;
    void this.refresh();
  }

  end() {
    this.#ended = true;
    clearTimeout(this.#timer);
  }
}

/** @param {number} ms */
const when = (ms) => new Date(ms).toLocaleString(t('language'), { dateStyle: 'medium', timeStyle: 'short' });

/** @param {string} name */
const title = (name) => t(`lab.name.${name}`);

/** What is under way, with a way to stop it. @param {Lab} lab */
function running(lab) {
  const run = lab.view?.running;
  if (!run) return null;
  return h(
    'section',
    { class: 'lab-run stack tight', key: 'run', 'aria-label': title(run.name) },
    h(
      'div',
      { class: 'row' },
      h('strong', null, t('lab.running', { name: title(run.name), done: run.done, total: run.total })),
      h('button', { type: 'button', key: 'stop', disabled: lab.stopping, onclick: () => void lab.stop() }, t(lab.stopping ? 'lab.stopping' : 'lab.stop')),
    ),
    h('progress', { max: Math.max(run.total, 1), value: run.done, 'aria-label': title(run.name) }),
    h('p', { class: 'small quiet' }, run.what || ' '),
  );
}

/** @param {Lab} lab @param {Experiment} experiment */
function card(lab, experiment) {
  const { name, about, found_ms: found } = experiment;
  const isClaims = name === 'claims';
  return h(
    'li',
    { class: 'lab-card', key: name },
    h('h3', null, title(name)),
    h('p', { class: 'small' }, about),
    h('p', { class: 'small quiet' }, isClaims ? t(lab.view?.experiments.some((each) => each.found_ms) ? 'lab.always' : 'lab.recorded') : found ? t('lab.found', { when: when(found) }) : t('lab.not-found')),
    h(
      'div',
      { class: 'row' },
      (found || isClaims) && h('a', { class: 'button', key: 'show', href: `#/school/lab?show=${name}`, 'aria-label': `${t('lab.show')}: ${title(name)}` }, t('lab.show')),
      !isClaims &&
        h(
          'button',
          {
            type: 'button',
            key: 'start',
            disabled: Boolean(lab.view?.running),
            'aria-label': `${t(found ? 'lab.again' : 'lab.start')}: ${title(name)}`,
            onclick: () => void lab.start(name),
          },
          t(found ? 'lab.again' : 'lab.start'),
        ),
    ),
  );
}

/** @param {Lab} lab */
function list(lab) {
  const { view } = lab;
  const all = view?.experiments ?? [];
  // The claims first: they are what the experiments are for.
  const ordered = [...all.filter(({ name }) => name === 'claims'), ...all.filter(({ name }) => name !== 'claims')];
  return [
    h('p', { key: 'back', class: 'row' }, h('a', { href: '#/school' }, t('school.title'))),
    h('h1', { key: 'title' }, t('lab.title')),
    h('p', { key: 'about' }, t('lab.about')),
    running(lab),
    view?.trouble && !view.running && h('p', { class: 'notice', key: 'trouble', role: 'status' }, t('lab.trouble', { why: view.trouble })),
    lab.error && h('p', { class: 'notice', key: 'error', role: 'alert' }, lab.error),
    h(
      'div',
      { key: 'effort', class: 'stack tight lab-effort' },
      choices(
        'effort',
        t('lab.effort'),
        [
          ['quick', t('lab.effort.quick')],
          ['full', t('lab.effort.full')],
        ],
        lab.effort,
        (effort) => {
          lab.effort = /** @type {Effort} */ (effort);
          lab.app.paint();
        },
      ),
      h('p', { class: 'small quiet' }, t(`lab.effort.${lab.effort}.about`)),
      h('div', { class: 'row' }, h('button', { type: 'button', key: 'all', disabled: Boolean(view?.running), onclick: () => void lab.start('all') }, t('lab.all'))),
    ),
    h('h2', { key: 'heading' }, t('lab.experiments')),
    h('ul', { class: 'lab-cards', key: 'cards' }, ordered.map((experiment) => card(lab, experiment))),
  ];
}

/** @param {Table} table @param {number} key */
function shown(table, key) {
  return h(
    'div',
    { class: 'lab-table', key: `table ${key}`, tabindex: '0', role: 'region', 'aria-label': table.caption },
    h(
      'table',
      null,
      h('caption', null, table.caption),
      h('thead', null, h('tr', null, table.head.map((name) => h('th', { scope: 'col' }, name)))),
      h(
        'tbody',
        null,
        table.rows.map((row) =>
          row.group !== null
            ? h('tr', { class: 'group' }, h('th', { colspan: String(table.head.length), scope: 'rowgroup' }, row.group))
            : h(
                'tr',
                null,
                row.cells.map((cell, i) => {
                  const text = cell.tone === 'code' ? h('code', null, cell.text) : cell.text;
                  return i === 0 ? h('th', { scope: 'row', class: `tone-${cell.tone}` }, text) : h('td', { class: `tone-${cell.tone}`, 'data-label': table.head[i] }, text);
                }),
              ),
        ),
      ),
    ),
  );
}

/** @param {Section} section @param {string} style */
function part(section, style) {
  return h(
    'section',
    { key: section.id, id: `lab-${section.id}`, class: 'lab-section' },
    h('h2', null, section.title),
    h('p', null, section.intro),
    section.parts.map((each, i) => [
      each.text !== null && h('pre', { key: `text ${i}`, tabindex: '0' }, each.text),
      each.table !== null && shown(each.table, i),
      each.figures?.map((figure) =>
        h(
          'figure',
          { key: `figure ${i} ${figure.name}`, class: `lab-drawing ${section.id} ${figure.name}`, tabindex: '0', 'aria-label': figure.label },
          h('lab-figure', { svg: figure.svg, sheet: style }),
          h('figcaption', null, figure.label),
        ),
      ),
    ]),
  );
}

/** @param {Lab} lab */
function detail(lab) {
  const { result, shown: name } = lab;
  return [
    h('p', { key: 'back', class: 'row' }, h('a', { href: '#/school/lab' }, t('lab.back'))),
    h('h1', { key: 'title' }, title(name)),
    running(lab),
    lab.error && h('p', { class: 'notice', key: 'error', role: 'alert' }, lab.error),
    !result && !lab.error && h('p', { key: 'loading', role: 'status' }, t('lab.loading')),
    result && h('p', { class: 'small quiet', key: 'when' }, result.found_ms ? t('lab.found', { when: when(result.found_ms) }) : t('lab.recorded.long')),
    result?.sections.map((section) => part(section, result.style)),
    result &&
      h(
        'p',
        { class: 'small quiet', key: 'command' },
        `${t('lab.command')}: `,
        h('code', null, `goren lab ${name} --out lab${result.effort === 'quick' ? ' --quick' : ''}`),
      ),
  ];
}

export class LabPage extends Reading {
  lab = new Lab(this.app);

  get title() {
    return t('lab.title');
  }

  turn() {
    this.lab.turn();
  }

  connected() {
    void this.lab.refresh().then(() => this.lab.fetch());
  }

  leave() {
    this.lab.end();
  }

  article() {
    const { lab } = this;
    return h('article', { class: 'lab' }, lab.shown ? detail(lab) : list(lab));
  }
}
