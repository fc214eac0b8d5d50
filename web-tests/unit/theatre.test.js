import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Replay, best, cutter, holder, isMine, outline, path, tried } from '../../web/school/theatre-replay.js';

/** The searches of every program, as the server tells them: one to a line, with the tree and the counts of the program itself. */
const cases = readFileSync(new URL('theatre.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

/** @param {any} told */
function replayed({ events }) {
  const replay = new Replay();
  replay.hear(events);
  return replay;
}

for (const told of cases) {
  test(`the events of ${told.program} without ${told.without} are its tree, value and counts`, () => {
    const replay = replayed(told);
    assert.equal(replay.searched, told.counters.nodes);
    assert.equal(replay.value, told.value);
    assert.equal(replay.nodes.filter((node) => node.cut).length, told.counters.cutoffs);
    assert.equal(replay.nodes.filter((node) => node.hit).length, told.counters.hits);
    assert.deepEqual(outline(replay.roots[replay.roots.length - 1]), told.tree);
    assert.equal(replay.length, told.events.length);
  });

  test(`in parts of any size the replay of ${told.program} without ${told.without} is the same`, () => {
    const replay = new Replay();
    for (let at = 0; at < told.events.length; at += 7) replay.hear(told.events.slice(at, at + 7));
    assert.deepEqual(outline(replay.roots[replay.roots.length - 1]), told.tree);
  });

  test(`every value of ${told.program} without ${told.without} is the best below it`, () => {
    for (const node of replayed(told).nodes) {
      const found = best(node);
      if (found && node.kind !== 'unfinished') assert.equal(found.value, node.value);
    }
  });
}

test('a cut-off is explained by the move that reached the bound and by who holds it', () => {
  let explained = 0;
  for (const told of cases) {
    for (const node of replayed(told).nodes.filter(({ cut }) => cut)) {
      const by = cutter(node);
      const { cut } = node;
      assert.ok(by && cut);
      assert.equal(by.value, cut.value);
      assert.equal(cut.bound, isMine(node) ? 'beta' : 'alpha');
      assert.ok(cut.bound === 'alpha' ? cut.value <= node.alpha : cut.value >= node.beta);
      const held = holder(node, cut.bound);
      if (!held) continue;
      explained++;
      assert.ok(path(node).includes(held.node));
      assert.equal(isMine(held.node), cut.bound === 'alpha');
      // Of equal moves one program plays the one ranked higher, so its bound may be one less than what it has.
      assert.ok(held.best && Math.abs(held.best.value - node[cut.bound]) <= 1, `${told.program}`);
    }
  }
  assert.ok(explained > 20, `${explained}`);
});

test('going back shows what was known then', () => {
  const told = cases.find(({ program }) => program === 'sequences');
  const replay = replayed(told);
  const root = replay.roots[replay.roots.length - 1];
  const [first, second] = root.children;
  assert.equal(best(root, first.left), null);
  assert.equal(best(root, first.left + 1), first);
  assert.deepEqual(tried(root, second.entered + 1), [first, second]);
  assert.equal(replay.at(first.left + 1)?.kind, 'leave');
  const cut = replay.nextCut(0, 1);
  assert.ok(cut);
  assert.equal(replay.at(cut)?.kind, 'cut');
  const later = replay.nextCut(cut, 1);
  assert.ok(later);
  assert.equal(replay.nextCut(later, -1), cut);
});

test('a folded move opens in its place', () => {
  const told = cases.find(({ program }) => program === 'masked');
  const whole = replayed(told);
  const node = whole.roots[0].children[1];
  const inside = told.events.slice(node.entered, node.left + 1);
  const own = inside.filter((/** @type {any} */ _, /** @type {number} */ i) => whole.steps[node.entered + i].node === node);
  const fold = { nodes: node.size, cutoffs: 0 };
  const folded = [
    ...told.events.slice(0, node.entered),
    ...own.slice(0, -1),
    { ...own[own.length - 1], folded: fold },
    ...told.events.slice(node.left + 1),
  ];
  const replay = new Replay();
  replay.hear(folded);
  assert.equal(replay.searched, told.counters.nodes);
  assert.equal(replay.hidden, node.size);
  replay.graft(node.n, inside);
  assert.equal(replay.hidden, 0);
  assert.deepEqual(outline(replay.roots[0]), outline(whole.roots[0]));
});

test('every move of every search is put into words, folded or not, with nothing left blank', async () => {
  await import('../../web/school/strings.js');
  const { judged, why } = await import('../../web/school/theatre-words.js');
  let cuts = 0;
  for (const told of cases) {
    for (const node of replayed(told).nodes) {
      for (const time of [node.entered + 1, (node.cut?.at ?? node.entered) + 1, Infinity]) {
        const said = why(node, { side: 'black', program: told.program }, time);
        assert.ok(said.length > 0, `${told.program} ${node.point} at ${time}`);
        for (const sentence of said) assert.doesNotMatch(sentence, /[{}]|undefined|null|NaN/, sentence);
      }
      assert.doesNotMatch(judged(node, told.program), /undefined|NaN/);
      // The same move with its replies folded away.
      const alone = { ...node, children: [], folded: { nodes: 3, cutoffs: 1 } };
      const said = why(alone, { side: 'white', program: told.program }, Infinity).join(' ');
      assert.ok(said.length > 0);
      if (node.cut?.rest.length) {
        cuts++;
        assert.match(said, /Saved: \d+ moves? not searched\.$|Saved: .* the selection dropped/);
      }
    }
  }
  assert.ok(cuts > 20);
});

test('a search that was interrupted has no value in words, nor has a move it was in', async () => {
  const { judged } = await import('../../web/school/theatre-words.js');
  const told = /** @type {any} */ ({ kind: 'unfinished', value: 25, point: 'h8' });
  assert.equal(judged(told, 'masked'), 'stopped, no value');
  assert.equal(judged({ ...told, kind: 'at_least' }, 'masked'), '≥ 25');
});
