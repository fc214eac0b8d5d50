// The pages to read: one's own puzzles, sheets to print, and progress.

import { field, tool } from '../controls.js';
import { ago } from '../format.js';
import { icon } from '../icons.js';
import { chooseFile } from '../save.js';
import { Reading } from '../page.js';
import { h } from '../render.js';
import { t } from '../strings.js';
import { thumbnail } from '../thumbnail.js';
import { Refused } from '../wire.js';
import { GROUPS, ask, dots, filter, filters, sortName, today, wire } from './desk.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../wire-types').PuzzleView} Puzzle */
/** @typedef {import('../wire-types').ProgressView} Progress */
/** @typedef {import('../wire-types').TrainCount} Count */

/** What a page asks the server for, and shows once it has come. @template T */
class Fetched {
  /** @type {T | null} */
  data = null;
  /** @type {string | null} */
  failed = null;
  #asked = 0;

  /** @param {App} app @param {() => Promise<T>} load */
  constructor(app, load) {
    this.app = app;
    this.load = load;
  }

  /** Fetches it, or fetches it again; what is shown stays until then. */
  async refresh() {
    const asked = ++this.#asked;
    try {
      const data = await this.load();
      if (asked !== this.#asked) return;
      this.data = data;
      this.failed = null;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (asked !== this.#asked) return;
      this.data = null;
      this.failed = error.message;
    }
    this.app.paint();
  }
}

/** @param {string} title @param {string} name @param {...import('../render.js').Loose} content */
function page(title, name, ...content) {
  return h(
    'article',
    { key: name, class: `train ${name}` },
    h('header', { key: 'head', class: 'row between screen' }, h('h1', null, title), h('a', { href: '#/train' }, t('train.back'))),
    content,
  );
}

/** @param {{ failed: string | null }} found */
function waiting({ failed }) {
  return failed ? h('p', { key: 'failed', role: 'alert' }, t('train.failed', { error: failed })) : h('p', { key: 'loading', role: 'status' }, t('table.loading'));
}

/** @param {Puzzle} puzzle */
function task(puzzle) {
  return t(`train.task.${puzzle.kind}`, { stone: t(puzzle.side) });
}

export class Own extends Reading {
  /** @type {Fetched<{ puzzles: Puzzle[] }>} */
  found = new Fetched(this.app, () => ask('/own'));

  get title() {
    return t('own.title');
  }

  connected() {
    void this.found.refresh();
  }

  /** Asks for a change of what there is, and says what came of it. @param {string} path @param {object | string} body @param {Parameters<App['toast']>} said */
  async #change(path, body, ...said) {
    try {
      await ask(path, body);
      this.app.toast(...said);
      await this.found.refresh();
    } catch (error) {
      this.app.fail(error);
    }
  }

  /** @param {string} id */
  async remove(id) {
    const run = () => void this.#change('/own/restore', { ids: [id] }, t('own.restored'));
    await this.#change('/own/delete', { ids: [id] }, t('own.deleted'), { text: t('games.undo'), run });
  }

  /** Adds the puzzles of a file. */
  async add() {
    const file = await chooseFile();
    if (file) await this.#change('/own', await file.text(), t('own.added'));
  }

  article() {
    const { found } = this;
    const puzzles = found.data?.puzzles;
    return page(
      t('own.title'),
      'own',
      !puzzles && waiting(found),
      puzzles && !puzzles.length && h('p', { key: 'none' }, t('own.none')),
      puzzles &&
        h(
          'p',
          { class: 'row', key: 'acts' },
          puzzles.length > 0 && h('a', { class: 'button main', href: '#/train/solve?mode=own' }, icon('play'), t('own.train')),
          h('button', { type: 'button', onclick: () => void this.add() }, icon('open'), t('own.add')),
        ),
      puzzles &&
        puzzles.length > 0 &&
        h(
          'ul',
          { class: 'puzzles', key: 'list' },
          puzzles.map((puzzle) =>
            h(
              'li',
              { key: puzzle.puzzle },
              h('a', { href: `#/train/solve?mode=one&id=${puzzle.puzzle}`, 'aria-label': `${t('own.solve')}: ${task(puzzle)} ${puzzle.puzzle}` }, thumbnail(puzzle.size, puzzle.stones)),
              h(
                'div',
                { class: 'stack tight grow' },
                h('p', null, task(puzzle)),
                h('p', { class: 'train-facts small quiet' }, h('span', null, t(`rule.${puzzle.rule}`)), dots(puzzle.grade)),
                h('p', { class: 'small quiet' }, puzzle.tried ? t('own.tried', { solved: puzzle.solved, tried: puzzle.tried }) : t('own.fresh')),
              ),
              tool('trash', t('own.delete', { id: puzzle.puzzle }), () => void this.remove(puzzle.puzzle)),
            ),
          ),
        ),
    );
  }
}

/** Which sheet to print; kept while the program is open. */
class SheetChoice {
  count = 12;
  seed = 1;
}

export class Sheet extends Reading {
  choice = this.app.kept(SheetChoice);
  /** @type {Fetched<{ counts: Count[], puzzles: Puzzle[] }>} */
  found = new Fetched(this.app, () => this.#load());

  get title() {
    return t('train.sheet');
  }

  connected() {
    void this.found.refresh();
  }

  async #load() {
    const view = await ask(`?day=${today()}`);
    try {
      return { counts: view.counts, puzzles: (await ask('/sheet', { ...wire(filter()), ...this.choice })).puzzles };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { counts: view.counts, puzzles: [] };
    }
  }

  /** Chooses another sheet. @param {Partial<SheetChoice>} change */
  #choose(change) {
    Object.assign(this.choice, change);
    void this.found.refresh();
    this.app.paint();
  }

  article() {
    const { app, choice, found } = this;
    const puzzles = found.data?.puzzles;
    return page(
      t('train.sheet'),
      'print-sheet',
      h('p', { class: 'screen', key: 'about' }, t('sheet.about')),
      found.data && h('div', { class: 'screen', key: 'filters' }, filters(app, found.data.counts, () => void found.refresh())),
      h(
        'div',
        { class: 'row screen', key: 'acts' },
        field(
          'sheet-count',
          t('sheet.count'),
          h(
            'select',
            {
              id: 'sheet-count',
              onchange: (/** @type {any} */ event) => this.#choose({ count: Number(event.target.value) }),
            },
            [6, 12, 24, 48].map((count) => h('option', { key: count, value: String(count), selected: count === choice.count }, count)),
          ),
        ),
        h(
          'button',
          {
            type: 'button',
            onclick: () => this.#choose({ seed: choice.seed + 1 }),
          },
          icon('again'),
          t('sheet.other'),
        ),
        h('button', { type: 'button', class: 'main', disabled: !puzzles?.length, onclick: () => print() }, t('sheet.print')),
      ),
      !puzzles && waiting(found),
      puzzles && !puzzles.length && h('p', { key: 'none' }, t('sheet.none')),
      puzzles &&
        puzzles.length > 0 && [
          h(
            'ol',
            { class: 'paper', key: 'paper' },
            puzzles.map((puzzle, i) =>
              h(
                'li',
                { key: puzzle.puzzle },
                h('p', null, h('b', null, `${i + 1}`), ' ', task(puzzle)),
                thumbnail(puzzle.size, puzzle.stones),
                h('p', { class: 'train-facts small quiet' }, h('span', null, t(`rule.${puzzle.rule}`)), dots(puzzle.grade), h('span', null, puzzle.puzzle)),
              ),
            ),
          ),
          h(
            'section',
            { class: 'paper-answers', key: 'answers', 'aria-labelledby': 'answers-title' },
            h('h2', { id: 'answers-title' }, t('sheet.answers')),
            h(
              'ol',
              null,
              puzzles.map((puzzle, i) => h('li', { key: puzzle.puzzle }, h('b', null, `${i + 1}`), ' ', puzzle.answers.join(', '), puzzle.line.length > 1 && [': ', puzzle.line.join(' ')])),
            ),
          ),
        ],
    );
  }
}

const WIDE = 640;
const HIGH = 180;

/** The graph of ratings as a path. @param {[number, number][]} ratings @param {number} wide @param {number} high */
export function graph(ratings, wide, high) {
  const values = ratings.map((each) => each[1]);
  const least = Math.floor(Math.min(...values) / 50) * 50;
  const most = Math.max(Math.ceil(Math.max(...values) / 50) * 50, least + 100);
  const x = (/** @type {number} */ i) => (ratings.length === 1 ? wide / 2 : (wide * i) / (ratings.length - 1));
  const y = (/** @type {number} */ value) => high - (high * (value - least)) / (most - least);
  const path = values.map((value, i) => `${i ? 'L' : 'M'}${x(i).toFixed(1)} ${y(value).toFixed(1)}`).join('');
  return { path, least, most, y };
}

/** @param {[number, number][]} ratings */
function ratingGraph(ratings) {
  if (!ratings.length) return h('p', { class: 'quiet', key: 'none' }, t('progress.none'));
  const { path, least, most, y } = graph(ratings, WIDE, HIGH);
  const lines = [];
  for (let value = least; value <= most; value += most - least > 400 ? 200 : most - least > 150 ? 100 : 50) lines.push(value);
  const values = ratings.map((each) => each[1]);
  const label = t('progress.graph.label', {
    first: Math.round(values[0]),
    last: Math.round(values[values.length - 1]),
    least: Math.round(Math.min(...values)),
    most: Math.round(Math.max(...values)),
  });
  return h(
    'svg',
    { class: 'rating-graph', key: 'graph', viewBox: `-48 -10 ${WIDE + 62} ${HIGH + 22}`, role: 'img', 'aria-label': label },
    lines.map((value) => [
      h('path', { key: `l${value}`, class: 'rule-line', d: `M0 ${y(value)}H${WIDE}` }),
      h('text', { key: `t${value}`, x: '-8', y: String(y(value) + 4), 'text-anchor': 'end' }, value),
    ]),
    h('path', { key: 'path', class: 'rating-line', d: path }),
    h('circle', { key: 'end', class: 'rating-end', cx: String(ratings.length === 1 ? WIDE / 2 : WIDE), cy: String(y(values[values.length - 1])), r: '5' }),
  );
}

/** @param {string} group @param {Count[]} counts */
function shares(group, counts) {
  const tried = counts.filter((count) => count.group === group && count.tried > 0);
  if (!tried.length) return null;
  return h(
    'section',
    { key: group, class: 'stack tight', 'aria-labelledby': `by-${group}` },
    h('h2', { id: `by-${group}` }, t(`progress.by.${group}`)),
    h(
      'ul',
      { class: 'shares' },
      tried.map((count) =>
        h(
          'li',
          { key: count.name },
          h('span', null, sortName(count.group, count.name)),
          h('span', { class: 'share-bar', 'aria-hidden': 'true' }, h('i', { style: { width: `${Math.round((100 * count.solved) / count.tried)}%` } })),
          h('span', { class: 'small quiet' }, t('progress.share', { solved: count.solved, tried: count.tried })),
        ),
      ),
    ),
  );
}

export class ProgressPage extends Reading {
  /** @type {Fetched<Progress>} */
  found = new Fetched(this.app, () => ask('/progress'));

  get title() {
    return t('train.progress');
  }

  connected() {
    void this.found.refresh();
  }

  article() {
    const { found } = this;
    const view = found.data;
    if (!view) return page(t('train.progress'), 'progress', waiting(found));
    const ahead = ['progress.ahead.day', 'progress.ahead.week', 'progress.ahead.month'];
    return page(
      t('train.progress'),
      'progress',
      h('section', { key: 'graph', class: 'stack tight', 'aria-labelledby': 'graph-title' }, h('h2', { id: 'graph-title' }, t('progress.graph')), ratingGraph(view.ratings)),
      h('div', { class: 'columns', key: 'shares' }, GROUPS.map((group) => shares(group, view.counts))),
      h(
        'section',
        { key: 'ahead', class: 'stack tight', 'aria-labelledby': 'ahead-title' },
        h('h2', { id: 'ahead-title' }, t('progress.ahead')),
        h(
          'dl',
          { class: 'figures' },
          ahead.map((label, i) => h('div', { key: label, class: 'figure' }, h('dt', null, t(label)), h('dd', null, view.ahead[i]))),
        ),
      ),
      view.tries.length > 0 &&
        h(
          'section',
          { key: 'tries', class: 'stack tight', 'aria-labelledby': 'tries-title' },
          h('h2', { id: 'tries-title' }, t('progress.tries')),
          h(
            'ul',
            { class: 'tries' },
            view.tries.map((each, i) =>
              h(
                'li',
                { key: `${each.at}-${i}` },
                h('span', { class: each.score >= 1 ? 'good' : 'bad' }, icon(each.score >= 1 ? 'check' : 'close'), h('span', { class: 'unseen' }, t(each.score >= 1 ? 'progress.solved' : 'progress.missed'))),
                h('a', { href: `#/train/solve?mode=one&id=${each.puzzle}` }, sortName('kind', each.kind)),
                h('span', { class: 'small quiet' }, t(`rule.${each.rule}`)),
                dots(each.grade),
                h('span', { class: 'small quiet' }, ago(each.at, Date.now())),
              ),
            ),
          ),
        ),
    );
  }
}
