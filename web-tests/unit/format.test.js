import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { english, learn, t } from '../../web/strings.js';
import { choiceText, deed } from '../../web/steps.js';
import { amount, ending, mark, sentences, story, timeControl, wholeLength, worth } from '../../web/format.js';

const line = { black: 0.61, pv: ['h8'], depth: 9, score: '' };

test('a chance is always that of Black', () => {
  assert.equal(worth(line), '61%');
  assert.equal(mark(line), '61%');
});

test('a decided line names the winner and counts the moves of the winner, not plies', () => {
  const won = { ...line, black: 1, decided_in: 9, winner: /** @type {'black'} */ ('black') };
  assert.equal(worth(won), 'Black wins in 5 moves');
  assert.equal(worth({ ...won, proved: true }), 'Black wins in 5 moves, proved');
  assert.equal(worth({ ...won, decided_in: 1 }), 'Black wins in 1 move');
  assert.equal(wholeLength(21), '11 moves (21 plies)');
  assert.equal(mark(won), 'B5');
  assert.equal(mark({ ...won, winner: /** @type {'white'} */ ('white') }), 'W5');
});

test('a result says who won, how and where', () => {
  assert.equal(ending({ ending: 'five', winner: 'black', row: ['h8', 'i9', 'l12'] }), 'Black wins by five, h8–l12');
  assert.equal(
    ending({ ending: 'forbidden', winner: 'white', why: { point: 'h8', verdict: 'double_three' } }),
    'White wins: h8 was forbidden (two open threes)',
  );
  assert.equal(ending({ ending: 'full_board', winner: null }), 'Draw: the board is full');
});

test('a clock is minutes and seconds in whatever units it comes', () => {
  for (const [control, shown] of [
    ['5m+3s', '5+3'],
    ['1h+5s', '60+5'],
    ['5m+1m', '5+60'],
    ['90s+500ms', '1.5+0.5'],
    ['10m+0s/30s', '10+0, at most 30 s per move'],
    ['30s', '30 s per move'],
    ['1m', '60 s per move'],
    ['1h', '3600 s per move'],
    ['100ms', '0.1 s per move'],
  ])
    assert.equal(timeControl(control), shown, control);
});

test('large numbers keep three digits', () => {
  assert.equal(amount(950), '950');
  assert.equal(amount(1200345), '1.20 M');
});

test('another language may lack a text, and gaps that nobody fills stay', () => {
  learn({ black: 'Чёрные' });
  assert.equal(t('black'), 'Чёрные');
  assert.equal(t('white'), 'White');
  assert.equal(t('size.square', {}), '{size}×{size}');
  learn(english);
});

/** What the wire's types list under a name. @param {string} name */
function listed(name) {
  const types = readFileSync(new URL('../../web/wire-types.d.ts', import.meta.url), 'utf8');
  const line = new RegExp(`^export type ${name} = (.*);$`, 'm').exec(types)?.[1] ?? '';
  const words = [...line.matchAll(/'([^']+)'/g)].map((match) => match[1]);
  assert.ok(words.length > 1, name);
  return words;
}

test('every ending is told in words, to the winner, the loser and those who watch', () => {
  for (const ending of listed('EndingKind')) {
    for (const winner of /** @type {const} */ (['black', null])) {
      const game = /** @type {any} */ ({
        seats: [
          { name: 'Ann', stone: 'black' },
          { name: 'Bo', stone: 'white' },
        ],
        result: { ending, winner, seat: winner && 'first', row: ['a1', 'e1'], why: { point: 'h8', verdict: 'overline' } },
      });
      const told = [null, 'first', 'second'].map((me) => story(game, /** @type {any} */ (me)));
      assert.deepEqual(
        told.map((each) => each.title),
        winner ? ['Ann won', 'You won', 'You lost'] : ['Draw', 'Draw', 'Draw'],
      );
      assert.deepEqual(
        told.map((each) => each.tone),
        winner ? ['even', 'won', 'lost'] : ['even', 'even', 'even'],
      );
      assert.match(told[0].how, /^[A-Zh].*[^.{}]\.$/, ending);
      assert.doesNotMatch(told[0].how, /how\.|forbidden\./);
    }
  }
});

test('every kind of step, rule and opening has its words', () => {
  const steps = ['h8', 'take black', 'take white', 'place two', 'offer ten', 'declare 3', 'offer h8', 'pick h8'];
  for (const step of [...steps, 'resign first', 'resign second', 'flag first', 'flag second', 'draw'])
    assert.match(deed('Ann', step), /^Ann (?!.*did\.)[a-z][^{}]+$/, step);
  for (const step of steps.slice(1, 5)) assert.match(choiceText(step), /^(?!step\.)[A-Z][^{}]+$/, step);
  for (const [name, prefix] of [
    ['Rule', 'rule'],
    ['Opening', 'opening'],
  ])
    for (const word of listed(name))
      for (const key of [`${prefix}.${word}`, `${prefix}.${word}.about`]) assert.ok(key in english, key);
});

test('sentences end once', () => {
  assert.equal(sentences(['Black h8', 'You play White.', 'Your turn']), 'Black h8. You play White. Your turn.');
});
