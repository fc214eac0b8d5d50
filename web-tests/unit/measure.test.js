import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastDepth } from '../../web/school/measure.js';

test('the moves of the last depth leave out those of the shallower ones', () => {
  assert.equal(lastDepth({ stopped: false, depths: [32, 1056, 31840] }, { nodes: 31840 }), 30784);
  assert.equal(lastDepth({ stopped: false, depths: [500] }, { nodes: 500 }), 500);
  assert.equal(lastDepth({ stopped: false, depths: [] }, { nodes: 0 }), 0);
  // Of an unfinished depth, what was made of it so far.
  assert.equal(lastDepth({ stopped: true, depths: [32, 1056] }, { nodes: 3000 }), 1944);
});
