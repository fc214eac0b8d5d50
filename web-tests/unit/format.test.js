import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { english, learn, number, t } from '../../web/strings.js';
import { choiceText, deed } from '../../web/steps.js';
import { amount, decimal, ending, mark, percent, sentences, story, timeControl, wholeLength, worth } from '../../web/format.js';

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

test('numbers are written in English as they always were', () => {
  assert.deepEqual([0, 999, 1234, 11390625].map((count) => number(count)), ['0', '999', '1,234', '11,390,625']);
  assert.deepEqual([0, 0.004, 0.285, 0.615, 0.62, 1].map(percent), ['0%', '0%', '28%', '62%', '62%', '100%']);
  assert.deepEqual([0, 950, 1000, 12345, 999_700, 1200345, 45e8].map(amount), ['0', '950', '1.00 k', '12.3 k', '1,000 k', '1.20 M', '4.50 G']);
  assert.deepEqual([decimal(0.4, 1), decimal(12, 2), decimal(87.25, 1), decimal(1234.56, 1), decimal(1500, 3, 0)], ['0.4', '12.00', '87.3', '1234.6', '1500']);
});

test('a count is written and chooses the form; another gap is filled as it is', () => {
  const said = [0, 1, 2, 1234].map((count) => t('games.moves', { count }));
  assert.deepEqual(said, ['0 moves', '1 move', '2 moves', '1,234 moves']);
  assert.deepEqual([1, 2].map((count) => t('games.deleted', { count })), ['Deleted.', '2 games deleted.']);
  assert.equal(t('engine.nodes', { count: 1200345, amount: amount(1200345) }), '1.20 M positions');
  assert.equal(t('about.forbidden', { count: 1, number: 1234, point: 'h8' }), 'Move 1234, h8, is forbidden here.');
});

test('another language is another table: it counts and writes numbers in its own way', () => {
  learn({ language: 'ru', 'amount.2': '{amount} млн', 'games.moves': { one: '{count} ход', few: '{count} хода', many: '{count} ходов', other: '{count} хода' } });
  const said = [1, 2, 5, 21, 1234.5].map((count) => t('games.moves', { count }));
  const written = [percent(0.62), amount(1200345), decimal(0.5, 1), timeControl('90s+500ms')];
  learn(english);
  assert.deepEqual(said, ['1 ход', '2 хода', '5 ходов', '21 ход', '1\u00a0234,5 хода']);
  assert.deepEqual(written, ['62\u00a0%', '1,20 млн', '0,5', '1,5+0,5']);
  assert.equal(percent(0.62), '62%');
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
