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

test('every class that has a style is given to something', () => {
  const web = new URL('../../web/', import.meta.url);
  const all = readdirSync(web, { recursive: true }).map(String);
  const read = (/** @type {RegExp} */ kind) =>
    all.filter((name) => kind.test(name)).map((name) => readFileSync(new URL(name, web), 'utf8')).join('\n');
  const selectors = read(/\.css$/).replace(/\/\*[^]*?\*\//g, '').replace(/\{[^{}]*\}/g, '{}');
  const program = read(/(?<!\.d)\.(js|html)$/);
  const words = new Set(program.match(/[A-Za-z_][\w-]*/g));
  const unused = [...new Set([...selectors.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name]) => name))].filter(
    // Some are put together: `tone-${tone}`, `${key}-${value}`.
    (name) =>
      !words.has(name) &&
      !program.includes(`${name.slice(0, name.lastIndexOf('-'))}-\${`) &&
      !(name.includes('-') && name.split('-').every((part) => words.has(part))),
  );
  assert.deepEqual(unused, []);
});

test('the README names every sheet of styles', () => {
  const readme = readFileSync(new URL('../README.md', folder), 'utf8');
  const told = /^style\/ [^]*?(?=^\S)/m.exec(readme)?.[0] ?? '';
  const sheets = readdirSync(folder).map((name) => name.replace('.css', ''));
  assert.deepEqual(sheets.filter((name) => !new RegExp(`\\b${name}\\b`).test(told)), []);
});
