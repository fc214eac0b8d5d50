// How a classic is set up in the form of a new game: its own board and rule, and, folded away, its variants, weightings, depth
// and switches.

import { check, field, number } from '../../controls.js';
import { besideLevels } from '../../levels.js';
import { t } from '../../strings.js';
import { h } from '../../render.js';
import { home, isHome, setup } from './form.js';

/** @typedef {import('./form.js').Draft} Draft */
/** @typedef {import('./form.js').Setup} Setup */
/** @typedef {import('./form.js').Slot} Slot */
/** @typedef {import('../../wire-types').ClassicView} ClassicView */

/** The deepest search that makes sense to wait for. */
const DEEPEST = 12;

/** @param {Draft} draft @param {Slot} slot @param {ClassicView} classic @param {Partial<Setup>} change */
function change(draft, slot, classic, change) {
  const now = draft.form;
  const next = { ...setup(now, slot, classic.word), ...change };
  draft.set({ setups: { ...now.setups, [`${slot} ${classic.word}`]: next } });
}

/** What is chosen, in a few words. @param {ClassicView} classic @param {Setup} now */
function chosen(classic, now) {
  const count = (/** @type {string} */ key, /** @type {string[] | undefined} */ names) =>
    names?.length ? t(key, { count: names.length }) : '';
  return [
    t(`classic.variant.${now.variant ?? classic.variants[0].name}`),
    now.weighting && t(`classic.weighting.${now.weighting}`),
    t('classic.plies', { count: now.depth ?? classic.depth }),
    count('classic.without_count', now.without),
    count('classic.with_count', now.with),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The game of a classic's document, in a few words. @param {ClassicView} classic */
function game({ rule, size, opening, traps }) {
  const square = t('size.square', { size });
  return [square, t(`rule.${rule}`), opening !== 'free' && t(`opening.${opening}`), traps > 0 && t('classic.traps', { count: traps })].filter(Boolean).join(', ');
}

/** Whether the game is on the program's own ground, and the way back. @param {Draft} draft @param {ClassicView} classic */
function ground(draft, classic) {
  const own = { game: game(classic) };
  if (isHome(draft.form, classic)) return h('p', { class: 'small quiet', key: 'ground' }, t('classic.own', own));
  return h(
    'div',
    { class: 'row', key: 'elsewhere' },
    h('span', { class: 'small grow' }, t('classic.elsewhere', own)),
    h(
      'button',
      { type: 'button', class: 'plain', onclick: () => draft.set(home(classic)) },
      t('classic.back'),
    ),
  );
}

/**
 * @param {Draft} draft
 * @param {Slot} slot
 * @param {ClassicView} classic
 * @param {'variant' | 'weighting'} key
 * @param {string[]} names the usual one first
 */
function pick(draft, slot, classic, key, names) {
  const now = setup(draft.form, slot, classic.word);
  const id = `${slot}-${key}`;
  const choose = (/** @type {string} */ name) => change(draft, slot, classic, { [key]: name === names[0] ? undefined : name });
  return field(
    id,
    t(`classic.${key}`),
    h(
      'select',
      { id, onchange: (/** @type {any} */ event) => choose(event.target.value) },
      names.map((name) => h('option', { key: name, value: name, selected: name === (now[key] ?? names[0]) }, t(`classic.${key}.${name}`))),
    ),
  );
}

/**
 * Boxes for what is put in or left out.
 * @param {Draft} draft
 * @param {Slot} slot
 * @param {ClassicView} classic
 * @param {'with' | 'without'} key
 * @param {[string, string][]} names with what each means
 */
function boxes(draft, slot, classic, key, names) {
  const marked = new Set(setup(draft.form, slot, classic.word)[key] ?? []);
  const toggle = (/** @type {string} */ name, /** @type {boolean} */ on) =>
    change(draft, slot, classic, { [key]: names.map(([each]) => each).filter((each) => (each === name ? on : marked.has(each))) });
  return h(
    'fieldset',
    { class: 'stack tight', key },
    h('legend', null, t(`classic.${key}`)),
    names.map(([name, text]) =>
      h(
        'div',
        { class: 'stack tight', key: name },
        check(name.replaceAll('-', ' '), marked.has(name), (on) => toggle(name, on)),
        text && h('p', { class: 'small quiet' }, `${text}.`),
      ),
    ),
  );
}

/** A classic's own ground, and the folded rest. @param {Draft} draft @param {Slot} slot @param {ClassicView} classic */
export function classicSetup(draft, slot, classic) {
  const now = setup(draft.form, slot, classic.word);
  const variants = classic.variants.map((each) => each.name);
  const variant = classic.variants.find((each) => each.name === (now.variant ?? variants[0]));
  const id = `${slot}-depth`;
  return h(
    'div',
    { class: 'stack tight', key: `${slot} ${classic.word}` },
    h(
      'p',
      { class: 'small quiet', key: 'who' },
      t('classic.by', { authors: classic.authors }),
      ' ',
      h('cite', null, classic.title),
      '. ',
      besideLevels(classic.elo, draft.app.agents?.levels ?? []),
    ),
    h(
      'p',
      { class: 'row small', key: 'rooms' },
      h('a', { href: `#/school/xray?classic=${classic.word}` }, t('classic.xray')),
      h('a', { href: `#/school/theatre?classic=${classic.word}` }, t('classic.theatre')),
    ),
    ground(draft, classic),
    h(
      'details',
      { key: 'setup' },
      h('summary', null, h('b', null, t('classic.setup')), ' ', h('span', { class: 'small quiet' }, chosen(classic, now))),
      h(
        'div',
        { class: 'stack' },
        h(
          'div',
          { class: 'stack tight', key: 'variant' },
          pick(draft, slot, classic, 'variant', variants),
          h('p', { class: 'small quiet' }, `${variant?.summary}.`),
        ),
        classic.weightings.length > 1 && pick(draft, slot, classic, 'weighting', classic.weightings),
        field(
          id,
          t('classic.depth'),
          number(id, now.depth ?? classic.depth, 1, DEEPEST, (plies) =>
            change(draft, slot, classic, { depth: plies === classic.depth ? undefined : plies }),
          ),
        ),
        boxes(
          draft,
          slot,
          classic,
          'without',
          classic.switches.map((name) => [name, '']),
        ),
        boxes(
          draft,
          slot,
          classic,
          'with',
          classic.additions.map((each) => [each.name, each.summary]),
        ),
      ),
    ),
  );
}
