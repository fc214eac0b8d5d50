// What is searched, as the address of a room has it: program, switches, depth, board. Race and exercises use it too.

import { check, field } from '../controls.js';
import { other, place, name } from '../points.js';
import { h } from '../render.js';
import { t } from '../strings.js';

/** @typedef {import('../points.js').Stone} Stone */
/** @typedef {import('../wire-types').ProgramView} Program */
/** @typedef {import('../wire-types').Rule} Rule */
/**
 * @typedef {object} Setting
 * @property {Program} program
 * @property {number} depth
 * @property {string[]} without
 * @property {string[]} added what is put in besides
 * @property {string | null} weighting
 * @property {string | null} variant which reading of the document; `null` for the corrected one
 * @property {number} size
 * @property {Rule} rule
 * @property {string} sample the name of a sample position, or nothing for one of one's own
 * @property {string[]} moves
 * @property {[string[], string[]]} setup black and white stones that were set up
 * @property {Stone} first who moves first after the set-up
 * @property {string[]} traps
 */

/** Positions to begin with, as steps from the centre. @type {Record<string, [number, number][]>} */
const SAMPLES = {
  fight: [[0, 0], [1, 1], [-1, -1], [0, 1], [1, 0], [-1, 0], [0, -1], [1, -1]],
  opening: [[0, 0], [1, 1], [-1, 1], [1, -1], [-1, -1]],
  crowd: [[0, 0], [1, 1], [-1, -1], [0, 1], [1, 0], [-1, 0], [0, -1], [1, -1], [2, 1], [-1, 1], [-2, -2], [3, 2], [0, 2], [2, -1]],
};
export const samples = Object.keys(SAMPLES);

/** The moves of a sample on a board. @param {string} sample @param {number} size */
function sampled(sample, size) {
  const half = Math.floor(size / 2);
  return SAMPLES[sample].map(([x, y]) => name(half + x, size - 1 - half + y));
}

/** @param {string | null} text such as `h8i9` */
const points = (text) => (text ?? '').match(/[a-v](?:1\d|2[0-2]|[1-9])/g) ?? [];

/**
 * @param {URLSearchParams} query
 * @param {Program[]} programs
 * @returns {Setting}
 */
export function readSetting(query, programs) {
  const named = programs.find((each) => each.name === query.get('classic'));
  const program = named ?? programs.find((each) => each.name === 'masked') ?? programs[0];
  const size = Math.min(Math.max(Number(query.get('size')) || program.size, 5), 22);
  const own = ['moves', 'black', 'white'].some((key) => query.get(key));
  const asked = query.get('position') ?? '';
  const sample = own ? '' : asked in SAMPLES ? asked : 'fight';
  return {
    program,
    depth: Math.min(Math.max(Number(query.get('depth')) || Math.min(program.depth, 4), 1), 12),
    without: (query.get('without') ?? '').split(',').filter((each) => program.switches.includes(each)),
    added: (query.get('with') ?? '').split(',').filter((each) => program.additions.some((addition) => addition.name === each)),
    weighting: program.weightings.find((each) => each === query.get('weighting')) ?? null,
    variant: program.variants.slice(1).find((each) => each.name === query.get('variant'))?.name ?? null,
    size,
    rule: /** @type {Rule} */ (query.get('rule') ?? program.rule),
    sample,
    moves: sample ? sampled(sample, size) : points(query.get('moves')),
    setup: [points(query.get('black')), points(query.get('white'))],
    first: query.get('side') === 'white' ? 'white' : 'black',
    traps: points(query.get('traps')),
  };
}

/** @param {Setting} setting @param {Record<string, string>} [more] */
export function writeSetting({ program, depth, without, added, weighting, variant, size, rule, sample, moves, setup, first, traps }, more = {}) {
  const query = new URLSearchParams({ classic: program.name, depth: String(depth) });
  if (without.length) query.set('without', without.join(','));
  if (added.length) query.set('with', added.join(','));
  if (weighting) query.set('weighting', weighting);
  if (variant) query.set('variant', variant);
  if (size !== program.size) query.set('size', String(size));
  if (rule !== program.rule) query.set('rule', rule);
  if (sample) query.set('position', sample);
  else {
    if (moves.length) query.set('moves', moves.join(''));
    if (setup[0].length) query.set('black', setup[0].join(''));
    if (setup[1].length) query.set('white', setup[1].join(''));
    if (first === 'white') query.set('side', 'white');
    if (traps.length) query.set('traps', traps.join(''));
  }
  for (const [key, value] of Object.entries(more)) query.set(key, value);
  return query.toString();
}

/** The position as the server reads it. @param {Setting} setting */
export function position({ size, rule, moves, setup, first, traps }) {
  return { size, rule, moves, black: setup[0], white: setup[1], side: first, traps };
}

/** What to watch. @param {Setting} setting */
export function watchRequest(setting) {
  const { program, depth, without, added, weighting, variant } = setting;
  return {
    type: /** @type {const} */ ('watch'),
    at: { position: position(setting) },
    program: program.name,
    depth,
    without,
    with: added,
    ...(weighting ? { weighting } : {}),
    ...(variant ? { variant } : {}),
  };
}

/** Who is to move. @param {Setting} setting @returns {Stone} */
export function side({ moves, first }) {
  return moves.length % 2 ? other(first) : first;
}

/** The stones on the board. @param {Setting} setting @returns {import('../board.js').Placed[]} */
export function stones({ size, moves, setup, first }) {
  const on = (/** @type {string} */ point) => {
    const spot = place(point);
    return spot !== null && spot.x < size && spot.y < size;
  };
  const set = setup.flatMap((each, i) => each.map((point) => ({ point, stone: /** @type {Stone} */ (i ? 'white' : 'black') })));
  const played = moves.map((point, i) => ({ point, stone: i % 2 ? other(first) : first }));
  return [...set, ...played].filter(({ point }) => on(point));
}

/**
 * What can be put into a program besides, folded, with what each means.
 * @param {readonly import('../wire-types').OptionView[]} all
 * @param {string[]} added
 * @param {(added: string[]) => void} choose
 */
export function additions(all, added, choose) {
  if (!all.length) return null;
  const marked = all.filter(({ name }) => added.includes(name));
  return h(
    'details',
    { class: 'additions', key: 'additions' },
    h('summary', null, t('classic.with'), marked.length > 0 && h('span', { class: 'quiet' }, ` · ${marked.map((each) => additionName(each.name)).join(', ')}`)),
    h(
      'fieldset',
      { class: 'stack tight' },
      h('legend', { class: 'unseen' }, t('classic.with')),
      all.map(({ name, summary }) =>
        h(
          'div',
          { class: 'stack tight', key: name },
          check(additionName(name), added.includes(name), (on) =>
            choose(all.map((each) => each.name).filter((each) => (each === name ? on : added.includes(each)))),
          ),
          h('p', { class: 'small quiet' }, `${summary}.`),
        ),
      ),
    ),
  );
}

/** @param {string} name */
const additionName = (name) => name.replaceAll('-', ' ');

/**
 * The form that chooses all of it; what is chosen becomes the address.
 * @param {Setting} setting
 * @param {Program[]} programs
 * @param {(setting: Setting) => void} choose
 * @param {import('../render.js').Loose} switches the control for what is left out
 */
export function settingForm(setting, programs, choose, switches) {
  const { program, depth, size, sample, weighting, variant } = setting;
  const reading = program.variants.find((each) => each.name === variant);
  const select = (
    /** @type {string} */ id,
    /** @type {[string, string][]} */ options,
    /** @type {string} */ value,
    /** @type {(value: string) => void} */ change,
  ) =>
    h(
      'select',
      { id, value, onchange: (/** @type {any} */ event) => change(event.target.value) },
      options.map(([each, text]) => h('option', { key: each, value: each, selected: each === value }, text)),
    );
  const found = (/** @type {string} */ name) => programs.find((each) => each.name === name) ?? program;
  /** @param {Partial<Setting>} change */
  const changed = (change) => {
    const next = { ...setting, ...change };
    choose(next.sample ? { ...next, moves: sampled(next.sample, next.size), setup: [[], []], first: 'black', traps: [] } : next);
  };
  return h(
    'div',
    { class: 'setting', key: 'setting' },
    field(
      'setting-program',
      t('setting.program'),
      select('setting-program', programs.map((each) => [each.name, programName(each.name)]), program.name, (name) => {
        const next = found(name);
        const own = { size: setting.sample ? next.size : size, rule: setting.sample ? next.rule : setting.rule };
        changed({ program: next, depth: Math.min(next.depth, 4), without: [], added: [], weighting: null, variant: null, ...own });
      }),
    ),
    field(
      'setting-depth',
      t('setting.depth'),
      select(
        'setting-depth',
        [1, 2, 3, 4, 5, 6].map((each) => [String(each), t('setting.plies', { count: each })]),
        String(depth),
        (value) => changed({ depth: Number(value) }),
      ),
    ),
    field(
      'setting-position',
      t('setting.position'),
      select(
        'setting-position',
        [...samples.map((each) => /** @type {[string, string]} */ ([each, t(`sample.${each}`)])), ...(sample ? [] : [/** @type {[string, string]} */ (['', t('sample.own')])])],
        sample,
        (value) => changed({ sample: value }),
      ),
    ),
    program.weightings.length > 1 &&
      field(
        'setting-weighting',
        t('setting.weighting'),
        select(
          'setting-weighting',
          program.weightings.map((each) => [each, t(`weighting.${each}`)]),
          weighting ?? program.weightings[0],
          (value) => changed({ weighting: value === program.weightings[0] ? null : value }),
        ),
      ),
    program.variants.length > 1 &&
      field(
        'setting-variant',
        t('setting.variant'),
        select(
          'setting-variant',
          program.variants.map((each) => [each.name, t(`variant.${each.name}`)]),
          variant ?? program.variants[0].name,
          (value) => changed({ variant: value === program.variants[0].name ? null : value }),
        ),
      ),
    reading &&
      h(
        'p',
        { class: 'small reading-note', key: 'reading' },
        `${reading.summary}. `,
        reading.moves &&
          h(
            'button',
            {
              type: 'button',
              class: 'plain',
              onclick: () =>
                changed({
                  sample: '',
                  moves: points(reading.moves ?? ''),
                  setup: [[], []],
                  first: 'black',
                  traps: [],
                  size: program.size,
                  rule: program.rule,
                  depth: reading.depth ?? program.depth,
                }),
            },
            t('setting.shows'),
          ),
      ),
    switches,
    additions(program.additions, setting.added, (added) => changed({ added })),
  );
}

/** A text, or the name itself where there is none for it. @param {string} key @param {string} name */
function named(key, name) {
  const said = t(key);
  return said === key ? name : said;
}

/** @param {string} name */
export const programName = (name) => named(`program.${name}`, name);

/** @param {string} name */
export const switchName = (name) => named(`switch.${name}`, name);
