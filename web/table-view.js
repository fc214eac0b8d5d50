// What every page with a table shows: its board, or that it is not there.

import { t } from './strings.js';
import { h } from './render.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./board.js').BoardModel} BoardModel */

/** @type {Record<import('./wire-types').MarkKind, import('./figures.js').Figure>} */
const figureOf = {
  cross: 'cross',
  circle: 'circle',
  square: 'square',
  triangle: 'triangle',
  selected: 'diamond',
  label: 'circle',
};

/** @param {App} app @returns {BoardModel} what every board of a table shows */
export function tableBoard(app) {
  const { preferences, table, pending, look } = app;
  /** @type {BoardModel} */
  const model = {
    size: 15,
    numbers: preferences.numbers,
    coordinates: preferences.coordinates,
    flipped: app.flipped,
    touch: preferences.touch,
    style: preferences.stones === 'marks' ? 'marks' : 'stones',
  };
  if (!table?.state) return model;
  const { stones, last } = table.board(table.at);
  model.size = table.state.size;
  model.traps = table.state.traps;
  model.stones = stones;
  model.last = last;
  model.lit = [];
  const result = table.game?.result;
  if (result?.row && table.at === table.game?.node) model.lit.push({ points: result.row, tone: 'win' });
  else if (look?.row && look.key.startsWith(`${table.id}/${table.epoch}/${table.at}/`))
    model.lit.push({ points: look.row, tone: 'win' });
  if (pending && table.at === table.game?.node && !stones.some((stone) => stone.point === pending.point)) {
    model.stones = [...stones, { ...pending, number: stones.length + 1 }];
    model.last = pending.point;
  }
  // The row that won marks its own last stone.
  if (model.lit.some((line) => line.tone === 'win' && line.points.includes(model.last ?? ''))) model.last = null;
  const marks = table.node(table.at).marks ?? [];
  model.marks = marks.map((mark) => ({
    point: mark.point,
    figure: figureOf[mark.kind],
    tone: 'drawn',
    ...(mark.kind === 'label' ? { text: mark.text ?? '' } : {}),
    says: mark.kind === 'label' ? t('board.label_said', { text: mark.text ?? '' }) : t(`mark.kind.${mark.kind}`),
  }));
  return model;
}

/** A position to judge boards and stones by. */
const sample = 'h8 h9 i9 g7 i7 g9 i8 i10 i6 i5 j8 g8 g6 g10 g11 k8 k7 h10 l6 m5 j7 f11'.split(' ');

/** The board of the table shown where it has stones to look at, or a sample; a click places nothing. @param {App} app @returns {BoardModel} */
export function quietBoard(app) {
  const model = { ...tableBoard(app), hover: null };
  if ((model.stones?.length ?? 0) >= 4) return model;
  return {
    ...model,
    size: 15,
    traps: [],
    marks: [],
    stones: sample.map((point, i) => ({ point, stone: i % 2 ? 'white' : 'black', number: i + 1 })),
    last: sample[sample.length - 1],
    label: t('board.sample'),
  };
}

/** A table that is not there: loading, lost, or gone. @param {App} app */
export function noTable(app) {
  if (app.missing) {
    return h(
      'div',
      { class: 'empty' },
      h('h1', null, t('table.gone')),
      h('p', null, app.missing.includes(app.route.id) ? t('table.gone.about') : app.missing),
      app.wire.role === 'owner' && h('a', { class: 'button', href: '#/games' }, t('table.games')),
      h('a', { class: 'button', href: '#/' }, t('nav.home')),
    );
  }
  return h('div', { class: 'empty' }, h('p', { class: 'row' }, h('span', { class: 'pulse' }), t('table.loading')));
}
