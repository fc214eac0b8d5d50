// <goren-board>: a board drawn in SVG under a real keyboard grid; it shows a model and tells which point was meant.

import { figures } from './figures.js';
import { margin, name, place, stars } from './points.js';
import { t } from './strings.js';

/** @typedef {import('./points.js').Stone} Stone */
/** @typedef {{ point: string, stone: Stone, number?: number, tentative?: boolean }} Placed */
/** @typedef {{ point: string, stone: Stone, text: string, best?: boolean, solid?: boolean, says?: string, spoken?: string }} Ghost */
/** @typedef {import('./figures.js').Figure} Figure */
/** @typedef {{ point: string, figure: Figure, stone?: Stone, tone?: string, says?: string, text?: string }} Mark */
/** @typedef {{ points: string[], tone: 'win' | 'threat' | 'why' | 'fake' | 'own' | 'foe' | 'read' }} Lit */
/** @typedef {{ point: string, size: number, tone: string, says?: string }} Spot a size from 0 to 1 */
/** @typedef {{ point: string, turn: number, says?: string }} Hatched strokes turned by so many degrees */
/**
 * What a board shows. Everything but the size has a quiet default.
 * @typedef {object} BoardModel
 * @property {number} size
 * @property {Placed[]} [stones]
 * @property {string[]} [traps]
 * @property {string | null} [last] the stone with the ring
 * @property {Lit[]} [lit] lines drawn under the stones
 * @property {Spot[]} [spots] round shades under the stones
 * @property {Hatched[]} [hatched] points that are struck out
 * @property {Ghost[]} [ghosts] stones that are not there: best moves and previews
 * @property {Mark[]} [marks] threats, choices and other figures
 * @property {{ point: string, says: string }[]} [forbidden]
 * @property {number | null} [area] the width of the central square that is open, in an opening
 * @property {Stone | null} [hover] the stone a click would place; `null` where clicks place nothing
 * @property {boolean} [numbers]
 * @property {boolean} [coordinates]
 * @property {boolean} [flipped]
 * @property {'marks' | 'stones'} [style] crosses and circles, as on paper, or stones
 * @property {string} [label] what a screen reader calls the board
 * @property {'direct' | 'confirm' | 'magnify'} [touch]
 */

const SVG = 'http://www.w3.org/2000/svg';
const CELL = 40;
let boards = 0;

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...(Element | string)} children
 */
function draw(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

export class GorenBoard extends HTMLElement {
  /** @type {BoardModel} */
  #model = { size: 15 };
  #prefix = `b${++boards}`;
  /** @type {Map<string, { element: SVGElement, sign: string }>} */
  #stones = new Map();
  /** @type {Map<string, HTMLElement>} */
  #cells = new Map();
  /** @type {Map<string, string>} */
  #signs = new Map();
  /** @type {Record<string, SVGElement>} */
  #layers = {};
  /** @type {string | null} */
  #cursor = null;
  /** @type {string | null} */
  #hovered = null;
  /** The point a touch has proposed and a second touch confirms. @type {string | null} */
  #proposed = null;
  #built = '';
  #picture = /** @type {SVGElement} */ (draw('svg', { class: 'picture', 'aria-hidden': 'true' }));
  #wood = /** @type {SVGElement} */ (draw('svg', { class: 'wood', 'aria-hidden': 'true' }));
  #loupe = /** @type {SVGElement} */ (draw('svg', { class: 'loupe', 'aria-hidden': 'true', hidden: '' }));
  #grid = document.createElement('div');
  /** What places the proposed stone, as touching it again does. */
  #confirm = document.createElement('button');
  /** @type {ResizeObserver | null} */
  #observer = null;

  connectedCallback() {
    if (!this.#grid.isConnected) {
      this.#grid.className = 'grid';
      this.#grid.setAttribute('role', 'grid');
      this.#confirm.type = 'button';
      this.#confirm.className = 'confirm';
      this.#confirm.hidden = true;
      this.append(this.#wood, this.#picture, this.#grid, this.#loupe, this.#confirm);
      this.#listen();
    }
    if (this.parentElement?.classList.contains('stage')) {
      this.#observer = new ResizeObserver(() => this.#fit());
      this.#observer.observe(this.parentElement);
    }
    this.#show();
  }

  disconnectedCallback() {
    this.#observer?.disconnect();
  }

  /** @param {BoardModel} model */
  set model(model) {
    this.#model = model;
    if (this.isConnected) this.#show();
  }

  get model() {
    return this.#model;
  }

  /** Puts the keyboard on the board. */
  focusPoint() {
    this.#cells.get(this.#cursor ?? '')?.focus();
  }

  /** Takes back what a touch proposed. */
  forget() {
    this.#propose(null);
    this.#hover(null);
  }

  /** The board fills its stage, in whole device pixels per line, so that every line is equally sharp. */
  #fit() {
    const stage = this.parentElement;
    if (!stage) return;
    const style = getComputedStyle(stage);
    const width = stage.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const height = stage.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
    const { cells } = this.#wide();
    const pixel = window.devicePixelRatio || 1;
    const side = (Math.floor((Math.min(width, height) * pixel) / cells) * cells) / pixel;
    stage.style.setProperty('--side', `${Math.max(side, 120)}px`);
  }

  #show() {
    const model = this.#model;
    const built = `${model.size} ${model.flipped ?? false} ${model.coordinates ?? true}`;
    const fresh = built !== this.#built;
    if (fresh) {
      this.#build();
      this.#built = built;
      if (this.#observer) this.#fit();
    }
    this.dataset.style = model.style ?? 'stones';
    this.#showStones(!fresh);
    this.#layer('traps', model.traps ?? [], (trap) => this.#drawTrap(trap));
    this.#layer('area', model.area ? [model.area] : [], (width) => this.#drawArea(width));
    this.#layer('spots', model.spots ?? [], (spot) => this.#drawSpot(spot));
    this.#layer('hatched', model.hatched ?? [], (hatched) => this.#drawHatched(hatched));
    this.#layer('lit', model.lit ?? [], (line) => this.#drawLit(line));
    this.#layer('forbidden', model.forbidden ?? [], ({ point }) => this.#drawCross(point));
    this.#layer('ghosts', model.ghosts ?? [], (ghost) => this.#drawGhost(ghost));
    this.#layer('marks', model.marks ?? [], (mark) => this.#drawMark(mark));
    if (this.#proposed && !(model.hover && this.#free(this.#proposed))) this.forget();
    if (this.#hovered && !this.#free(this.#hovered)) this.#hover(null);
    this.#label();
  }

  /** @param {string} point */
  #at(point) {
    const spot = place(point) ?? { x: 0, y: 0 };
    const last = this.#model.size - 1;
    const [x, y] = this.#model.flipped ? [last - spot.x, last - spot.y] : [spot.x, spot.y];
    return { x: CELL * (x + 1), y: CELL * (last - y + 1) };
  }

  /** The wood: its corner and its side as drawn, and how many cells it is wide. */
  #wide() {
    const { size, coordinates } = this.#model;
    const edge = margin(coordinates);
    const cells = size - 1 + 2 * edge;
    return { edge, cells, corner: CELL * (1 - edge), side: CELL * cells };
  }

  #build() {
    const { size, coordinates = true } = this.#model;
    const { edge, cells, corner, side } = this.#wide();
    const id = this.#prefix;
    const box = `${corner} ${corner} ${side} ${side}`;
    this.#wood.setAttribute('viewBox', box);
    this.#picture.setAttribute('viewBox', box);
    this.style.setProperty('--cells', String(cells));
    this.style.setProperty('--margin', String(edge));
    this.style.setProperty('--size', String(size));
    this.#stones.clear();
    this.#signs.clear();

    let lines = '';
    for (let i = 1; i <= size; i++) {
      lines += `M${CELL * i} ${CELL}V${CELL * size}M${CELL} ${CELL * i}H${CELL * size}`;
    }
    const grain = draw(
      'filter',
      { id: `${id}-grain`, x: 0, y: 0, width: '100%', height: '100%' },
      draw('feTurbulence', { type: 'fractalNoise', baseFrequency: '0.0035 0.11', numOctaves: 4, seed: 11 }),
      draw('feColorMatrix', { type: 'matrix', values: '0 0 0 0 0.30  0 0 0 0 0.16  0 0 0 0 0.04  1.5 0.6 0 0 -0.82' }),
    );
    const wood = draw(
      'linearGradient',
      { id: `${id}-wood`, x1: 0, y1: 0, x2: 1, y2: 1 },
      draw('stop', { offset: 0, class: 'wood-light' }),
      draw('stop', { offset: 1, class: 'wood-deep' }),
    );
    this.#wood.replaceChildren(
      draw('defs', {}, grain, wood),
      draw('rect', { class: 'plank', x: corner, y: corner, width: side, height: side, rx: 8, fill: `url(#${id}-wood)` }),
      draw('rect', { class: 'grain', x: corner, y: corner, width: side, height: side, filter: `url(#${id}-grain)` }),
      draw('path', { class: 'lines', d: lines }),
      draw('rect', { class: 'frame', x: CELL, y: CELL, width: CELL * (size - 1), height: CELL * (size - 1) }),
    );
    // Points of a small board are far apart, but its letters and stars need not be larger for that.
    const scale = Math.min(1, (size + 1) / 13);
    this.style.setProperty('--fine', String(scale));
    for (const star of stars(size)) {
      const { x, y } = this.#at(star);
      this.#wood.append(draw('circle', { class: 'star', cx: x, cy: y, r: 4 * scale }));
    }
    if (coordinates) {
      for (let i = 0; i < size; i++) {
        const across = this.#at(name(i, 0));
        const up = this.#at(name(0, i));
        this.#wood.append(
          draw('text', { class: 'coordinate', x: across.x, y: side - 10, 'font-size': 12 * scale }, name(i, 0)[0]),
          draw('text', { class: 'coordinate', x: 11, y: up.y + 4 * scale, 'font-size': 12 * scale }, String(i + 1)),
        );
      }
    }

    const gradient = (
      /** @type {string} */ key,
      /** @type {[number, string][]} */ stops,
      cx = 0.36,
      cy = 0.3,
      r = 0.78,
    ) =>
      draw(
        'radialGradient',
        { id: `${id}-${key}`, cx, cy, r },
        ...stops.map(([offset, tone]) => draw('stop', { offset, class: tone })),
      );
    const shade = draw(
      'radialGradient',
      { id: `${id}-shade` },
      draw('stop', { offset: 0.72, 'stop-color': '#1a0f05', 'stop-opacity': 0.5 }),
      draw('stop', { offset: 1, 'stop-color': '#1a0f05', 'stop-opacity': 0 }),
    );
    this.#layers = {};
    this.#picture.replaceChildren(
      draw(
        'defs',
        {},
        gradient('black', [
          [0, 'slate-light'],
          [0.45, 'slate'],
          [1, 'slate-deep'],
        ]),
        gradient('white', [
          [0, 'shell-light'],
          [0.6, 'shell'],
          [1, 'shell-deep'],
        ]),
        draw(
          'pattern',
          { id: `${id}-hatch`, width: 6, height: 6, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
          draw('rect', { class: 'hatch', width: 2, height: 6 }),
        ),
        shade,
      ),
    );
    const board = draw('g', { id: `${id}-play` });
    for (const layer of ['traps', 'area', 'spots', 'lit', 'stones', 'hatched', 'ghosts', 'hover', 'marks', 'forbidden']) {
      const group = draw('g', { class: layer });
      this.#layers[layer] = group;
      board.append(group);
    }
    this.#picture.append(board);
    this.#loupe.replaceChildren();
    this.#buildGrid();
  }

  #buildGrid() {
    const { size } = this.#model;
    this.#cells.clear();
    const rows = [];
    for (let row = 0; row < size; row++) {
      const line = document.createElement('div');
      line.setAttribute('role', 'row');
      for (let column = 0; column < size; column++) {
        const point = this.#model.flipped ? name(size - 1 - column, row) : name(column, size - 1 - row);
        const cell = document.createElement('div');
        cell.setAttribute('role', 'gridcell');
        cell.dataset.point = point;
        cell.tabIndex = -1;
        this.#cells.set(point, cell);
        line.append(cell);
      }
      rows.push(line);
    }
    const held = this.#grid.contains(document.activeElement);
    this.#grid.replaceChildren(...rows);
    if (!this.#cursor || !this.#cells.has(this.#cursor)) this.#cursor = name(size >> 1, (size - 1) >> 1);
    /** @type {HTMLElement} */ (this.#cells.get(this.#cursor)).tabIndex = 0;
    if (held) this.focusPoint();
  }

  /**
   * Redraws a layer when what it shows has changed.
   * @template T
   * @param {string} layer
   * @param {T[]} things
   * @param {(thing: T) => SVGElement} drawing
   */
  #layer(layer, things, drawing) {
    const sign = JSON.stringify(things) + (layer === 'ghosts' ? this.#model.style : '');
    if (this.#signs.get(layer) === sign) return;
    this.#signs.set(layer, sign);
    this.#layers[layer].replaceChildren(...things.map(drawing));
  }

  /** @param {boolean} moving whether stones that appear drop in; not when a whole board appears */
  #showStones(moving) {
    const { stones = [], last, numbers, style } = this.#model;
    const group = this.#layers.stones;
    const wanted = new Set(stones.map((stone) => stone.point));
    for (const [point, { element }] of this.#stones) {
      if (!wanted.has(point)) {
        element.remove();
        this.#stones.delete(point);
      }
    }
    const added = stones.filter((stone) => !this.#stones.has(stone.point)).length;
    for (const placed of stones) {
      const ring = placed.point === last;
      const number = numbers ? placed.number : undefined;
      const sign = `${placed.stone} ${number ?? ''} ${ring} ${placed.tentative ?? false} ${style}`;
      const old = this.#stones.get(placed.point);
      if (old?.sign === sign) continue;
      const element = this.#drawStone(placed, number, ring);
      if (!old && moving && added <= 2) element.classList.add('drop');
      if (old) old.element.replaceWith(element);
      else group.append(element);
      this.#stones.set(placed.point, { element, sign });
    }
  }

  /** @param {string} point @param {Stone} stone @param {string} kind */
  #stoneAt(point, stone, kind) {
    const { x, y } = this.#at(point);
    const group = /** @type {SVGElement} */ (
      draw('g', { class: `stone ${stone} ${kind}`, transform: `translate(${x} ${y})` })
    );
    const inner = draw('g', { class: 'body' });
    group.append(inner);
    if (this.#model.style === 'marks') {
      inner.append(
        stone === 'black'
          ? draw('path', { class: 'pen', d: 'M-11 -11L11 11M11 -11L-11 11' })
          : draw('circle', { class: 'pen', r: 12.5 }),
      );
    } else {
      // Lines do not show through a stone that is only thought of.
      if (kind === 'ghost' || kind === 'preview') inner.append(draw('circle', { class: 'backing', r: 18.2 }));
      if (kind !== 'ghost')
        inner.append(
          draw('circle', { class: 'shade', cx: 1.4, cy: 2.6, r: 20.5, fill: `url(#${this.#prefix}-shade)` }),
        );
      inner.append(draw('circle', { class: 'face', r: 18.4, fill: `url(#${this.#prefix}-${stone})` }));
    }
    return { group, inner };
  }

  /** @param {Placed} placed @param {number | undefined} number @param {boolean} ring */
  #drawStone(placed, number, ring) {
    const { group, inner } = this.#stoneAt(placed.point, placed.stone, placed.tentative ? 'tentative' : '');
    if (ring) inner.append(draw('circle', { class: 'ring', r: number === undefined ? 9 : 15 }));
    if (number !== undefined) {
      inner.append(draw('text', { class: `number digits-${String(number).length}`, y: 5 }, String(number)));
    }
    return group;
  }

  /** @param {Ghost} ghost */
  #drawGhost(ghost) {
    const { group, inner } = this.#stoneAt(ghost.point, ghost.stone, ghost.solid ? 'preview' : 'ghost');
    if (ghost.best) inner.append(draw('circle', { class: 'best', r: 18.4 }));
    inner.append(draw('text', { class: `number digits-${ghost.text.length}`, y: 4.8 }, ghost.text));
    return group;
  }

  /** @param {string} point */
  #drawTrap(point) {
    const { x, y } = this.#at(point);
    const half = CELL / 2 - 0.5;
    return /** @type {SVGElement} */ (
      draw(
        'g',
        { class: 'trap', transform: `translate(${x} ${y})` },
        draw('rect', { class: 'hole', x: -half, y: -half, width: 2 * half, height: 2 * half, rx: 5 }),
        draw('rect', {
          x: -half,
          y: -half,
          width: 2 * half,
          height: 2 * half,
          rx: 5,
          fill: `url(#${this.#prefix}-hatch)`,
        }),
        draw('path', { class: 'hole-shade', d: `M${-half + 1} ${half - 3}V${-half + 5}a4 4 0 0 1 4 -4H${half - 3}` }),
        draw('path', { class: 'hole-light', d: `M${-half + 4} ${half}H${half - 5}a5 5 0 0 0 5 -5V${-half + 4}` }),
      )
    );
  }

  /** @param {number} width */
  #drawArea(width) {
    const { size } = this.#model;
    const centre = this.#at(name(Math.floor(size / 2), size - 1 - Math.floor(size / 2)));
    const half = (width / 2) * CELL;
    return /** @type {SVGElement} */ (
      draw('rect', { class: 'open', x: centre.x - half, y: centre.y - half, width: 2 * half, height: 2 * half, rx: 8 })
    );
  }

  /** @param {Spot} spot */
  #drawSpot({ point, size, tone }) {
    const { x, y } = this.#at(point);
    return /** @type {SVGElement} */ (draw('circle', { class: `spot ${tone}`, cx: x, cy: y, r: 5 + 14 * size }));
  }

  /** @param {Hatched} hatched */
  #drawHatched({ point, turn }) {
    const { x, y } = this.#at(point);
    const d = 'M-15 -8H15M-17 0H17M-15 8H15';
    const place = `translate(${x} ${y}) rotate(${turn})`;
    return /** @type {SVGElement} */ (
      draw('g', { transform: place }, draw('path', { class: 'stroke-rim', d }), draw('path', { class: 'stroke', d }))
    );
  }

  /** @param {Lit} line */
  #drawLit(line) {
    const ends = [line.points[0], line.points[line.points.length - 1]].map((point) => this.#at(point));
    const d = `M${ends[0].x} ${ends[0].y}L${ends[1].x} ${ends[1].y}`;
    const group = draw('g', { class: `line ${line.tone}` }, draw('path', { d }));
    for (const point of line.points) {
      const { x, y } = this.#at(point);
      group.append(draw('circle', { cx: x, cy: y, r: 20.6 }));
    }
    return /** @type {SVGElement} */ (group);
  }

  /** @param {string} point */
  #drawCross(point) {
    const { x, y } = this.#at(point);
    return /** @type {SVGElement} */ (
      draw(
        'g',
        { transform: `translate(${x} ${y})` },
        draw('path', { class: 'cross-rim', d: 'M-8 -8L8 8M8 -8L-8 8' }),
        draw('path', { class: 'cross', d: 'M-8 -8L8 8M8 -8L-8 8' }),
      )
    );
  }

  /** @param {Mark} mark */
  #drawMark(mark) {
    const { x, y } = this.#at(mark.point);
    const kind = `mark ${mark.figure} ${mark.stone ?? ''} ${mark.tone ?? ''}`;
    const place = `translate(${x} ${y})`;
    if (mark.text === undefined)
      return /** @type {SVGElement} */ (draw('path', { class: kind, d: figures[mark.figure], transform: place }));
    const over = this.#model.stones?.find((stone) => stone.point === mark.point)?.stone ?? 'free';
    return /** @type {SVGElement} */ (
      draw(
        'g',
        { class: `label over-${over} ${mark.tone ?? ''}`, transform: place },
        draw('circle', { r: 13 }),
        draw('text', { class: `digits-${Math.min(mark.text.length, 4)}`, y: 5 }, mark.text.slice(0, 4)),
      )
    );
  }

  /** Tells a screen reader what each point holds. */
  #label() {
    const { size, stones = [], traps = [], forbidden = [], ghosts = [], marks = [], spots = [], hatched = [], last, label } = this.#model;
    this.#grid.setAttribute('aria-label', label ?? t('board.label', { size }));
    /** @type {Map<string, string[]>} */
    const says = new Map();
    const say = (/** @type {string} */ point, /** @type {string} */ text) => {
      const known = says.get(point);
      if (known) known.push(text);
      else says.set(point, [text]);
    };
    for (const { point, stone, number } of stones) {
      say(point, number ? t('board.move', { stone: t(stone), number }) : t(stone));
    }
    if (last) say(last, t('board.last'));
    for (const trap of traps) say(trap, t('board.trap'));
    for (const each of forbidden) say(each.point, each.says);
    for (const ghost of ghosts) say(ghost.point, `${ghost.says ?? t('board.ghost')}, ${ghost.spoken ?? ghost.text}`);
    for (const mark of [...marks, ...spots, ...hatched]) if (mark.says) say(mark.point, mark.says);
    for (const [point, cell] of this.#cells) {
      const text = `${point}, ${says.get(point)?.join(', ') ?? t('board.empty')}`;
      if (cell.getAttribute('aria-label') !== text) cell.setAttribute('aria-label', text);
    }
  }

  /** @param {string} point */
  #free(point) {
    const { stones = [], traps = [] } = this.#model;
    return !stones.some((stone) => stone.point === point && !stone.tentative) && !traps.includes(point);
  }

  /**
   * The point nearest to a place on the screen.
   * @param {{ clientX: number, clientY: number }} event
   */
  #nearest(event) {
    const box = this.#grid.getBoundingClientRect();
    const { size, flipped } = this.#model;
    const column = Math.floor(((event.clientX - box.left) / box.width) * size);
    const row = Math.floor(((event.clientY - box.top) / box.height) * size);
    if (column < 0 || row < 0 || column >= size || row >= size) return null;
    return flipped ? name(size - 1 - column, row) : name(column, size - 1 - row);
  }

  /** @param {string | null} point */
  #hover(point) {
    if (this.#hovered === point) return;
    this.#hovered = point;
    const stone = this.#model.hover;
    const layer = this.#layers.hover;
    layer.replaceChildren();
    if (point && stone && this.#free(point)) {
      const { group } = this.#stoneAt(point, stone, 'hover');
      group.setAttribute('opacity', point === this.#proposed ? '0.85' : '0.55');
      if (point === this.#proposed) {
        const { x, y } = this.#at(point);
        const end = CELL * this.#model.size;
        layer.append(draw('path', { class: 'aim', d: `M${x} ${CELL}V${end}M${CELL} ${y}H${end}` }));
      }
      layer.append(group);
    }
    this.dispatchEvent(new CustomEvent('hover', { detail: point }));
  }

  /**
   * @param {string} point
   * @param {boolean} [apart] whether the other mouse button or a modifier was held
   * @param {boolean} [marking] whether Alt was held
   */
  #choose(point, apart = false, marking = false) {
    this.forget();
    this.#moveCursor(point, false);
    this.dispatchEvent(new CustomEvent('point', { detail: { point, apart, marking } }));
  }

  /** @param {string} point @param {boolean} focus */
  #moveCursor(point, focus) {
    const cell = this.#cells.get(point);
    if (!cell) return;
    const old = this.#cells.get(this.#cursor ?? '');
    if (old) old.tabIndex = -1;
    this.#cursor = point;
    cell.tabIndex = 0;
    if (focus) cell.focus();
  }

  #listen() {
    for (const name of ['pointerdown', 'pointermove', 'pointerup'])
      this.#confirm.addEventListener(name, (event) => event.stopPropagation());
    this.#confirm.addEventListener('click', () => this.#proposed && this.#choose(this.#proposed));
    this.addEventListener('pointermove', (event) => {
      if (event.pointerType === 'touch') {
        if (event.buttons) this.#magnify(event);
      } else this.#hover(this.#nearest(event));
    });
    this.addEventListener('pointerleave', (event) => {
      if (event.pointerType !== 'touch') this.#hover(null);
    });
    this.addEventListener('pointerdown', (event) => {
      // The arrows keep walking through the game after a click; the keyboard comes to the board by Tab.
      if (event.pointerType === 'touch') this.#magnify(event);
      else event.preventDefault();
    });
    this.addEventListener('pointercancel', () => {
      this.#loupe.setAttribute('hidden', '');
      this.#hover(this.#proposed);
    });
    this.addEventListener('pointerup', (event) => {
      if (event.button !== 0) return;
      this.#loupe.setAttribute('hidden', '');
      const point = this.#nearest(event);
      if (!point) return this.forget();
      if (event.pointerType === 'touch') this.#touched(point);
      else this.#choose(point, event.shiftKey || event.ctrlKey, event.altKey);
    });
    this.addEventListener('contextmenu', (event) => {
      event.preventDefault();
      // A long touch also asks for the menu; it means the magnifier, not a step back.
      if (/** @type {PointerEvent} */ (event).pointerType === 'touch') return;
      this.dispatchEvent(new CustomEvent('back'));
    });
    this.#grid.addEventListener('keydown', (event) => this.#key(event));
    this.#grid.addEventListener('focusin', (event) => {
      const point = /** @type {HTMLElement} */ (event.target).dataset.point;
      if (!point) return;
      this.#moveCursor(point, false);
      this.dispatchEvent(new CustomEvent('hover', { detail: point }));
    });
    this.#grid.addEventListener('click', (event) => {
      // A screen reader clicks without a pointer.
      if (/** @type {PointerEvent} */ (event).pointerType) return;
      const point = /** @type {HTMLElement} */ (event.target).dataset.point;
      if (point && event.detail === 0) this.#choose(point);
    });
  }

  /** @param {string} point */
  #touched(point) {
    const { touch = 'confirm', hover } = this.#model;
    if (!hover || touch !== 'confirm' || !this.#free(point) || this.#proposed === point) return this.#choose(point);
    this.#hover(null);
    this.#propose(point);
    this.#hover(point);
    this.dispatchEvent(new CustomEvent('proposed', { detail: point }));
  }

  /** Shows how to confirm a point, near it but off the points around it. @param {string | null} point */
  #propose(point) {
    this.#proposed = point;
    const held = document.activeElement === this.#confirm;
    this.#confirm.hidden = !point;
    if (held && !point) this.focusPoint();
    if (!point) return;
    this.#confirm.textContent = t('board.confirm');
    this.#confirm.setAttribute('aria-label', t('board.place', { point }));
    const { x, y } = this.#at(point);
    const { corner, side } = this.#wide();
    const below = y < side / 4;
    const along = (/** @type {number} */ at) => `${((at - corner) / side) * 100}%`;
    this.#confirm.style.setProperty('--across', along(x));
    this.#confirm.style.setProperty('top', along(below ? y + 1.6 * CELL : y - 1.6 * CELL));
    this.#confirm.classList.toggle('below', below);
  }

  /** Shows what lies under the finger, beside it. @param {PointerEvent} event */
  #magnify(event) {
    const point = this.#nearest(event);
    const { hover, touch = 'confirm' } = this.#model;
    if (!point || !hover || touch === 'direct') return;
    this.#hover(point);
    const { x, y } = this.#at(point);
    const reach = CELL * 2;
    const board = this.getBoundingClientRect();
    const left = event.clientX - board.left;
    const top = event.clientY - board.top;
    this.#loupe.setAttribute('viewBox', `${x - reach} ${y - reach} ${2 * reach} ${2 * reach}`);
    if (!this.#loupe.hasChildNodes()) {
      const lines = [...this.#wood.querySelectorAll('.lines, .frame, .star')].map((each) => each.cloneNode(true));
      this.#loupe.append(...lines, draw('use', { href: `#${this.#prefix}-play` }));
    }
    // Above the finger; near the upper edge, beside it.
    const above = top > 110;
    const across = above ? left - 56 : left > board.width / 2 ? left - 160 : left + 48;
    this.#loupe.style.setProperty('left', `${Math.min(Math.max(across, 0), board.width - 112)}px`);
    this.#loupe.style.setProperty('top', `${above ? top - 160 : top - 56}px`);
    this.#loupe.removeAttribute('hidden');
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.metaKey) return;
    const spot = place(this.#cursor ?? '');
    if (!spot) return;
    const { size, flipped } = this.#model;
    const turn = flipped ? -1 : 1;
    let { x, y } = spot;
    if (event.key === 'ArrowLeft') x -= turn;
    else if (event.key === 'ArrowRight') x += turn;
    else if (event.key === 'ArrowUp') y += turn;
    else if (event.key === 'ArrowDown') y -= turn;
    else if (event.key === 'Home') x = 0;
    else if (event.key === 'End') x = size - 1;
    else if (event.key === 'PageUp') y = size - 1;
    else if (event.key === 'PageDown') y = 0;
    else if (event.key === 'Enter') {
      event.preventDefault();
      event.stopPropagation();
      return this.#choose(name(spot.x, spot.y), event.shiftKey || event.ctrlKey);
    } else return;
    event.preventDefault();
    event.stopPropagation();
    const clamp = (/** @type {number} */ value) => Math.min(Math.max(value, 0), size - 1);
    this.#moveCursor(name(clamp(x), clamp(y)), true);
  }
}

customElements.define('goren-board', GorenBoard);
