// What the rooms of training share: calls, dates, filters, and a board's common settings.

import { field } from '../controls.js';
import { percent } from '../format.js';
import { other } from '../points.js';
import { h } from '../render.js';
import { t } from '../strings.js';
import { call } from '../wire.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../wire-types').TrainingView} TrainingView */
/** @typedef {import('../wire-types').TrainCount} Count */
/** @typedef {import('../wire-types').TrainGroup} Group */
/** @typedef {Partial<Record<Group, string>>} Filter */

export const GROUPS = /** @type {const} */ (['kind', 'rule', 'grade', 'theme']);

/**
 * Calls, and gives the answer.
 * @param {string} path below `train`
 * @param {object | string} [body]
 */
export async function ask(path, body) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return (await call(`train${path}`, body === undefined ? {} : { method: 'POST', body: text })).json();
}

/** The person's day, such as `2026-11-16`. */
export function today(now = new Date()) {
  const two = (/** @type {number} */ count) => String(count).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** When a puzzle comes again, in words. @param {number} due in milliseconds since 1970 @param {number} [now] */
export function comes(due, now = Date.now()) {
  const days = Math.round(due / 864e5 - Math.floor(now / 864e5));
  return t('train.in_days', { count: Math.max(0, days) });
}

/** What is said of a move or of a position, as a sentence. @param {import('../wire-types').TrainSaid} said */
export function sentence(said) {
  return t(`train.said.${said.code}`, {
    side: 'side' in said ? t(said.side) : '',
    rival: 'side' in said ? t(other(said.side)) : '',
    point: 'point' in said ? said.point : '',
    kind: 'kind' in said ? t(`forbidden.${said.kind}`) : '',
    black: 'black' in said ? percent(said.black) : '',
    count: 'moves' in said ? said.moves : 0,
  });
}

/** How many answers a puzzle has, as a sentence. @param {string} kind @param {number} count */
export function countAnswers(kind, count) {
  return t(kind === 'balance' ? 'train.answers.balance' : kind === 'defence' ? 'train.answers.defence' : 'train.answers.win', { count });
}

/** A hint, as a sentence. @param {import('../wire-types').TrainHint} hint */
export function advice({ point }) {
  return point ? t('train.hint.play', { point }) : t('train.hint.look');
}

/** A count of a sort in words. @param {Group} group @param {string} name */
export function sortName(group, name) {
  if (group === 'grade') return t('train.grade', { grade: name });
  return t(group === 'rule' ? `rule.${name}` : group === 'kind' ? `train.kind.${name}` : `train.theme.${name}`);
}

/** What the filters are set to, as they are kept in this browser. @returns {Filter} */
export function filter() {
  try {
    const kept = JSON.parse(localStorage.getItem('goren.train') ?? '{}');
    return Object.fromEntries(GROUPS.filter((group) => typeof kept[group] === 'string' && kept[group]).map((group) => [group, kept[group]]));
  } catch {
    return {};
  }
}

/** A filter as a request has it. @param {Filter} wanted */
export function wire({ grade, ...rest }) {
  return { ...rest, ...(grade ? { grade: Number(grade) } : {}) };
}

/**
 * Chooses which puzzles are wanted.
 * @param {App} app
 * @param {Count[]} counts
 * @param {() => void} [changed]
 */
export function filters(app, counts, changed) {
  const now = filter();
  const set = (/** @type {Group} */ group, /** @type {string} */ value) => {
    localStorage.setItem('goren.train', JSON.stringify({ ...now, [group]: value }));
    changed?.();
    app.paint();
  };
  return h(
    'div',
    { class: 'train-filters', key: 'filters', role: 'group', 'aria-label': t('train.filter') },
    GROUPS.map((group) =>
      field(
        `filter-${group}`,
        t(`train.filter.${group}`),
        h(
          'select',
          { id: `filter-${group}`, onchange: (/** @type {any} */ event) => set(group, event.target.value) },
          h('option', { value: '', key: 'any', selected: !now[group] }, t('train.filter.any')),
          counts
            .filter((count) => count.group === group)
            .map((count) =>
              h('option', { value: count.name, key: count.name, selected: now[group] === count.name }, `${sortName(group, count.name)} (${count.puzzles})`),
            ),
        ),
      ),
    ),
  );
}

/** What every board of training has in common. @param {App} app @returns {import('../board.js').BoardModel} */
export function bare(app) {
  const { preferences } = app;
  return {
    size: 15,
    coordinates: preferences.coordinates,
    flipped: app.flipped,
    touch: preferences.touch,
    style: preferences.stones === 'marks' ? 'marks' : 'stones',
    hover: null,
  };
}

/** A grade as five dots. @param {number} grade */
export function dots(grade) {
  return h(
    'span',
    { class: 'grade', role: 'img', 'aria-label': t('train.grade.of', { grade }) },
    [1, 2, 3, 4, 5].map((each) => h('i', { key: each, class: each <= grade ? 'on' : null })),
  );
}
