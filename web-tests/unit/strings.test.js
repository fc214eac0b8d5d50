import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { english as first } from '../../web/strings.js';
import { texts as help } from '../../web/pages/help-strings.js';
import { texts as settings } from '../../web/pages/settings-strings.js';
import { texts as proof } from '../../web/proof/strings.js';
import { texts as share } from '../../web/share-strings.js';
import { texts as school } from '../../web/school/strings.js';
import { texts as train } from '../../web/train/strings.js';
import { texts as library } from '../../web/library/strings.js';
import { texts as fleet } from '../../web/fleet/strings.js';
import { texts as review } from '../../web/review/strings.js';

/** @typedef {import('../../web/strings.js').Text} Text */

/** @type {Record<string, Text>} */
const texts = { ...help, ...settings, ...proof, ...share, ...school, ...train, ...library, ...review, ...fleet };

/** Every text, with those that are loaded later. @type {Record<string, Text>} */
const english = { ...first, ...texts };

const web = new URL('../../web/', import.meta.url);
const types = readFileSync(new URL('wire-types.d.ts', web), 'utf8');
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.js') && !name.endsWith('strings.js'))
  .map((name) => ({ name, text: bare(readFileSync(new URL(name, web), 'utf8')) }));

/** A source without its comments. @param {string} text */
function bare(text) {
  return text.replace(/\/\*[^]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

/** The words of a type on the wire. @param {string} type @returns {string[]} */
function words(type) {
  const found = new RegExp(`^export type ${type} =([^;]*);`, 'm').exec(types);
  assert.ok(found, `wire-types.d.ts has no type ${type}`);
  const said = found[1].replace(/\/\*.*?\*\//g, '');
  const own = [...said.matchAll(/'([^']+)'/g)].map((match) => match[1]);
  const others = [...said.matchAll(/\b([A-Z]\w+)\b(?!')/g)].flatMap((match) => words(match[1]));
  return [...own, ...others];
}

/** The codes of a type on the wire whose values come with it. @param {string} type @returns {string[]} */
function codes(type) {
  const found = new RegExp(`^export type ${type} =((?:[^;{]|\\{[^}]*\\})*);`, 'm').exec(types);
  const all = [...(found?.[1] ?? '').matchAll(/"?\bcode"?: ['"](\w+)['"]/g)].map((match) => match[1]);
  assert.ok(all.length, `wire-types.d.ts has no codes of ${type}`);
  return all;
}

const count = (/** @type {number} */ most) => Array.from({ length: most }, (_, i) => String(i + 1));
const without = (/** @type {string[]} */ list, /** @type {string} */ word) => list.filter((each) => each !== word);
const stones = words('Stone');
const forbidden = [...words('Verdict'), 'move'];
/** Everything that can stand in the gap of a key that is put together. @type {Record<string, string[]>} */
const families = {
  'rule.*': words('Rule'),
  'rule.*.about': words('Rule'),
  'opening.*': words('Opening'),
  'opening.*.about': words('Opening'),
  'forbidden.*': forbidden,
  'threat.*': words('ThreatClass'),
  'shape.*': without(words('Shape'), 'nothing').map((shape) => shape.replaceAll(' ', '_')),
  'mark.kind.*': words('MarkKind'),
  'kind.*': words('FindingKind'),
  'retry.ask.*': words('FindingKind'),
  'count.*': words('FindingKind'),
  'amount.*': count(3),
  'way.*': words('WinningWay'),
  'sign.*': ['blunder', 'mistake', 'inaccuracy'],
  'coach.*': without(words('Quality'), 'good'),
  'offer.*': words('Offer'),
  'ending.*': words('EndingKind'),
  'ask.*': ['place', 'choose', 'declare', 'offer', 'pick'],
  'step.*': ['take_black', 'take_white', 'place_two', 'offer_ten'],
  'did.*': [
    ...['take_black', 'take_white', 'place_two', 'offer_ten'],
    ...['declare', 'offer', 'pick', 'place', 'resign', 'flag', 'draw'],
  ],
  'level.*': count(10),
  'level.*.about': count(10),
  '*.wins': stones,
  'mark.*': stones,
  'wins_in.*': stones,
  'proved_in.*': stones,
  'small.*': stones,
  'library.import.*': words('ImportState'),
  'train.said.*': codes('TrainSaid'),
  'fault.*': words('FaultKind'),
  'ending.fault.*': words('FaultKind'),
  'hint.reason.win.*': words('WinningWay'),
  'refusal.seat.*': words('Seat'),
  'library.result.*': ['black', 'white', 'draw', 'unknown'],
};

test('every text that the pages name is in the table', () => {
  const prefixes = new Set(Object.keys(english).map((key) => key.split('.')[0]));
  const missing = [];
  for (const { name, text } of sources)
    for (const [, key] of text.matchAll(/'([a-z_]+(?:\.[a-z_0-9-]+)+)'/g))
      if (prefixes.has(key.split('.')[0]) && !(key in english) && !/\.(js|css|svg)$/.test(key))
        missing.push(`${name}: ${key}`);
  for (const { name, text } of sources)
    for (const [, key] of text.matchAll(/\bt\(\s*'([^']+)'/g)) if (!(key in english)) missing.push(`${name}: ${key}`);
  assert.deepEqual(missing, []);
});

test('every text that is put together from the words of the wire is in the table', () => {
  const missing = [];
  for (const { name, text } of sources) {
    for (const [, key] of text.matchAll(/\bt\(\s*`([^`]*)`/g)) {
      const family = key.replace(/\$\{[^}]*\}/g, '*');
      if (/ /.test(family)) continue;
      const fits = families[family];
      const pattern = new RegExp(`^${family.replaceAll('.', '\\.').replaceAll('*', '[^.]+')}$`);
      // What only the pages put together has at least one text; what the wire fills has one for each word.
      if (!fits && !Object.keys(english).some((each) => pattern.test(each))) missing.push(`${name}: ${family}`);
      for (const word of fits ?? []) {
        const whole = family.replace('*', word);
        if (!(whole in english)) missing.push(`${name}: ${whole}`);
      }
    }
  }
  assert.deepEqual([...new Set(missing)], []);
});

test('a text that is loaded later has no key of the first load', () => {
  assert.deepEqual(Object.keys(texts).filter((key) => key in first), []);
});

test('no text is left over', () => {
  const all = sources.map(({ text }) => text).join('\n');
  const made = [...all.matchAll(/`((?:[\w.]|\$\{[^}`]*\})+)`/g)].map(([, key]) => {
    const parts = key.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.'));
    return new RegExp(`^${parts.join('.+')}$`);
  });
  const left = Object.keys(english).filter(
    (key) => !all.includes(`'${key}'`) && !made.some((pattern) => /[a-z]{2}/.test(pattern.source) && pattern.test(key)),
  );
  assert.deepEqual(left, []);
});

/** The forms of a text. @param {Text} text */
const forms = (text) => (typeof text === 'string' ? [text] : Object.values(text));
/** The gaps of a text, and the count that chooses its form. @param {Text} text */
const gaps = (text) => new Set([...forms(text).flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map(([, gap]) => gap)), ...(typeof text === 'string' ? [] : ['count'])]);

/** What stands in the brackets of each `t(…)`. @param {string} text */
function calls(text) {
  return [...text.matchAll(/\bt\(/g)].map(({ index }) => {
    let open = 0;
    for (let i = index + 1; i < text.length; i++) {
      if (text[i] === '(') open++;
      if (text[i] === ')' && --open === 0) return text.slice(index + 2, i);
    }
    return '';
  });
}

test('a text is asked for with all that its gaps need', () => {
  const missing = [];
  let checked = 0;
  for (const { name, text } of sources)
    for (const call of calls(text)) {
      const [, asked = '', values = ''] = /^([^{`]*?)(?:,\s*\{([^]*)\},?\s*)?$/.exec(call) ?? [];
      // What is handed over whole is not looked into.
      if (values.includes('...') || /,\s*\w+\s*$/.test(asked)) continue;
      for (const [, key] of asked.matchAll(/'([^']+)'/g)) {
        if (!(key in english)) continue;
        checked++;
        for (const gap of gaps(english[key])) if (!new RegExp(`\\b${gap}\\b`).test(values)) missing.push(`${name}: ${key} without ${gap}`);
      }
    }
  assert.deepEqual(missing, []);
  assert.ok(checked > 800, `${checked} calls`);
});

/** The counts for which a text has no form of its own, in a language. @param {Text} text @param {string} language */
function formless(text, language) {
  if (typeof text === 'string') return [];
  const rules = new Intl.PluralRules(language);
  const counts = [...Array.from({ length: 200 }, (_, i) => i), 1e6, 1.5];
  return counts.filter((n) => !(n in text) && !(rules.select(n) in text));
}

test('a text with forms has one for every count, and no other', () => {
  const { pluralCategories } = new Intl.PluralRules(String(english.language)).resolvedOptions();
  const wrong = [];
  for (const [key, text] of Object.entries(english)) {
    if (typeof text === 'string') continue;
    const missing = formless(text, String(english.language));
    if (missing.length) wrong.push(`${key}: ${missing.slice(0, 3)}`);
    for (const form of Object.keys(text)) if (!/^\d+$/.test(form) && !pluralCategories.some((each) => each === form)) wrong.push(`${key}: ${form}`);
  }
  assert.deepEqual(wrong, []);
  assert.deepEqual(formless({ one: 'ход', other: 'хода' }, 'ru').slice(0, 4), [0, 2, 3, 4]);
});

/** Texts that count things of which there is never one. */
const NEVER_ONE = ['because.exact', 'because.exact_root', 'fleet.speed.nodes', 'lesson.9.seen', 'lesson.9.unseen', 'lesson.progress', 'open.several', 'race.equal', 'review.partial', 'rush.minutes', 'series.title', 'share.link.long', 'theatre.counts', 'theatre.searching', 'theatre.shallow', 'train.go.about', 'xray.candidates.some'];

test('a text that counts things has a form for one', () => {
  const counts = (/** @type {Text} */ text) => typeof text === 'string' && /\{(count|amount|nodes)\} (more )?[a-z]+s\b/.test(text);
  const found = Object.keys(english).filter((key) => counts(english[key]));
  assert.deepEqual(found.sort(), NEVER_ONE);
});

test('no page writes numbers or chooses a form by itself', () => {
  // What draws writes numbers for the browser, and dates are no numbers.
  const others = ['fleet/chart.js', 'train/lists.js', 'school/lab.js'];
  const found = [];
  for (const { name, text } of sources) {
    if (/\.to(Fixed|Precision|LocaleString)\(/.test(text) && !others.includes(name)) found.push(name);
    for (const [choice] of text.matchAll(/(?<!centre )=== 1 \? [`'][a-z_]+\.[^:]*/g)) found.push(`${name}: ${choice}`);
    for (const [fixed] of text.matchAll(/'en(-\w+)?'/g)) found.push(`${name}: ${fixed}`);
  }
  assert.deepEqual(found, []);
});
