import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { english as first } from '../../web/strings.js';
import { texts as help } from '../../web/pages/help-strings.js';
import { texts as proof } from '../../web/proof/strings.js';
import { texts as share } from '../../web/share-strings.js';
import { texts as school } from '../../web/school/strings.js';
import { texts as train } from '../../web/train/strings.js';
import { texts as library } from '../../web/library/strings.js';
import { texts as fleet } from '../../web/fleet/strings.js';
import { texts as review } from '../../web/review/strings.js';

const texts = { ...help, ...proof, ...share, ...school, ...train, ...library, ...review, ...fleet };

/** Every text, with those that are loaded later. */
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
  'count.*.1': words('FindingKind'),
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
  'small.*': stones,
  'library.import.*': words('ImportState'),
  'library.result.*': ['black', 'white', 'draw', 'unknown'],
};

test('every text that the pages name is in the table', () => {
  const prefixes = new Set(Object.keys(english).map((key) => key.split('.')[0]));
  const missing = [];
  for (const { name, text } of sources)
    for (const [, key] of text.matchAll(/'([a-z_]+(?:\.[a-z_0-9-]+)+)'/g))
      if (prefixes.has(key.split('.')[0]) && !(key in english) && !/\.(js|css|svg)$/.test(key))
        missing.push(`${name}: ${key}`);
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
    (key) => !all.includes(`'${key}'`) && !made.some((pattern) => pattern.source.length > 5 && pattern.test(key)),
  );
  assert.deepEqual(left, []);
});
