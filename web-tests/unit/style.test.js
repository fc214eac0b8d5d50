import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const folder = new URL('../../web/style/', import.meta.url);

test('what a pointer hovers over is lit only where something hovers', () => {
  for (const file of readdirSync(folder)) {
    const css = readFileSync(new URL(file, folder), 'utf8').replace(/\/\*[^]*?\*\//g, '');
    /** What each open brace belongs to. @type {string[]} */
    const open = [];
    let text = '';
    for (const sign of css) {
      if (sign === '{') {
        open.push(text.trim());
        text = '';
        const rule = open[open.length - 1];
        if (rule.includes(':hover')) assert.ok(open.includes('@media (hover: hover)'), `${file}: ${rule}`);
      } else if (sign === '}') {
        open.pop();
        text = '';
      } else text = sign === ';' ? '' : text + sign;
    }
    assert.deepEqual(open, [], file);
  }
});
