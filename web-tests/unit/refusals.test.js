import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { labTexts as lab } from '../../web/school/lab-strings.js';
import { texts as library } from '../../web/library/strings.js';
import { texts as proof } from '../../web/proof/strings.js';
import { refusalText } from '../../web/refusals.js';
import { english, learn } from '../../web/strings.js';

/** @typedef {import('../../web/strings.js').Text} Text */

/** Every table that says why something was refused. @type {Record<string, Text>} */
const texts = { ...english, ...proof, ...library, ...lab };

/** The codes of every reason, the server's and the pages' own, with the names of their values. */
function codes() {
  const read = (/** @type {string} */ path) => readFileSync(new URL(`../../web/${path}`, import.meta.url), 'utf8');
  const types = read('wire-types.d.ts');
  const sources = ['Refusal', 'ServerRefusal'].map((name) => new RegExp(`^export type ${name} =([^;]*(?:;(?! *$)[^;]*)*)`, 'm').exec(types)?.[1] ?? '');
  const own = /@typedef .* OwnRefusal/.exec(read('refusals.js'))?.[0] ?? '';
  const found = [...sources, own].flatMap((source) => [...source.matchAll(/\{\s*"?code"?: ['"](\w+)['"]([^{}]*)\}/g)]);
  return new Map(found.map(([, code, values]) => [code, new Set([...values.matchAll(/(\w+)\??:/g)].map(([, name]) => name))]));
}

/** The gaps of a text, and the count that chooses its form. @param {Text} text */
function gaps(text) {
  const forms = typeof text === 'string' ? [text] : Object.values(text);
  const named = forms.flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  return new Set(typeof text === 'string' ? named : [...named, 'count']);
}

const known = codes();
/** What is said within a refusal, and is none. */
const PARTS = ['refusal.seat.first', 'refusal.seat.second', 'refusal.line.none'];

test('every reason that something is refused for has a text, and no text is without a reason', () => {
  assert.ok(known.size > 100, String(known.size));
  assert.deepEqual([...known.keys()].filter((code) => !(`refusal.${code}` in texts)), []);
  const said = Object.keys(texts).filter((key) => key.startsWith('refusal.') && !PARTS.includes(key));
  assert.deepEqual(said.filter((key) => !known.has(key.replace('refusal.', ''))), []);
});

test('a text has a gap for each value that is sent, and for nothing else', () => {
  /** Where the text says it without the number. */
  const unsaid = { no_mistake: ['node'] };
  const wrong = [];
  for (const [code, names] of known) {
    const named = gaps(texts[`refusal.${code}`] ?? '');
    for (const gap of named) if (!names.has(gap)) wrong.push(`${code}: nothing is sent for {${gap}}`);
    const silent = new Set(Object.entries(unsaid).find(([each]) => each === code)?.[1]);
    for (const name of names) if (!named.has(name) && !silent.has(name)) wrong.push(`${code}: ${name} is not said`);
  }
  assert.deepEqual(wrong, []);
});

test('values are said as the page says them everywhere', () => {
  learn(texts);
  assert.equal(refusalText({ code: 'not_turn', seat: 'second' }), 'The second player is to move.');
  assert.equal(refusalText({ code: 'forbidden', point: 'h8', kind: 'double_three' }), 'h8 is forbidden to Black: two open threes.');
  assert.equal(refusalText({ code: 'too_many_nodes', max: 200000 }), 'A game with its variations can hold at most 200,000 moves.');
  assert.equal(
    refusalText({ code: 'unexpected_step', step: 'take black', seat: 'first', ask: { ask: 'place', stone: 'white' } }),
    'The first player is asked for something else now: Place a white stone. That was: Take Black.',
  );
  assert.equal(
    refusalText({ code: 'proof_unanswered', line: ['h8', 'g8', 'k8'], point: 'l8', count: 0 }),
    'The proof does not hold after h8 g8 k8: no answer to l8.',
  );
  assert.equal(
    refusalText({ code: 'proof_illegal', line: [], reason: { code: 'occupied', point: 'h8' } }),
    'The proof does not hold after no moves: h8 is occupied.',
  );
  assert.equal(
    refusalText({ code: 'classic_weighting', classic: 'masked', got: 'x', expected: ['document', 'program'] }),
    'masked has the weightings document, program, not “x”.',
  );
});

test('a reason is a whole sentence; a point or a name in front keeps its letters', () => {
  const said = [...known.keys()].flatMap((code) => {
    const text = texts[`refusal.${code}`] ?? '';
    return typeof text === 'string' ? [text] : Object.values(text);
  });
  assert.deepEqual(said.filter((text) => !/^([A-Z“{]|\d|goren)/.test(text) || !/([.…]|\{(error|reason)\})$/.test(text)), []);
});
