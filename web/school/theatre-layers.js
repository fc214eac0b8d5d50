// <goren-layers>: the tree round one line of a search. Each row has the moves tried in one position; the ringed one goes on below.
// Only what is in sight is drawn, however large the tree.

import { best, isMine, path } from './theatre-replay.js';

/** @typedef {import('./theatre-replay.js').Node} Node */
/** @typedef {import('../points.js').Stone} Stone */
/**
 * @typedef {object} LayersModel
 * @property {Node} node the move that is looked at
 * @property {number} time
 * @property {number} changed
 * @property {Stone} side the program's
 * @property {string} label
 * @property {(node: Node) => string} judged a value in short
 * @property {(node: Node) => [string, string]} heading what a row says of its position: on the left and on the right
 * @property {(node: Node) => void} choose
 */
/** @typedef {{ x: number, y: number, node: Node }} Spot */

const ROW = 62;
const TOP = 18;
const LINE = 38;
const EDGE = 14;

export class GorenLayers extends HTMLElement {
  /** @type {LayersModel | null} */
  #model = null;
  #canvas = document.createElement('canvas');
  /** @type {Spot[]} */
  #spots = [];
  /** @type {ResizeObserver | null} */
  #observer = null;

  connectedCallback() {
    if (!this.#canvas.isConnected) {
      this.append(this.#canvas);
      this.setAttribute('role', 'img');
      this.addEventListener('click', (event) => this.#choose(event));
    }
    this.#observer = new ResizeObserver(() => this.#draw());
    this.#observer.observe(this);
  }

  disconnectedCallback() {
    this.#observer?.disconnect();
  }

  /** @param {LayersModel} model */
  set model(model) {
    this.#model = model;
    this.setAttribute('aria-label', model.label);
    if (this.isConnected) this.#draw();
  }

  get model() {
    return /** @type {LayersModel} */ (this.#model);
  }

  /** @param {MouseEvent} event */
  #choose(event) {
    const box = this.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    /** @type {Spot | null} */
    let nearest = null;
    let least = 26 * 26;
    for (const spot of this.#spots) {
      const away = (spot.x - x) ** 2 + ((spot.y - y) * 0.6) ** 2;
      if (away < least) [least, nearest] = [away, spot];
    }
    if (nearest) this.#model?.choose(nearest.node);
  }

  #draw() {
    const { clientWidth: width } = this;
    if (!this.#model || !width) return;
    const { node, time, side, judged, heading } = this.#model;
    const line = path(node);
    const rows = line.filter((each) => each.children.some((child) => child.entered < time) || (each.cut && each.cut.at < time));
    const height = Math.max(rows.length, 1) * ROW + TOP + 12;
    const ratio = window.devicePixelRatio || 1;
    this.style.height = `${height}px`;
    this.#canvas.width = Math.round(width * ratio);
    this.#canvas.height = Math.round(height * ratio);
    const context = this.#canvas.getContext('2d');
    if (!context) return;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const style = getComputedStyle(this);
    const tone = (/** @type {string} */ name) => style.getPropertyValue(name);
    const font = (/** @type {number} */ size, weight = 400) => `${weight} ${size}px ${style.fontFamily}`;
    this.#spots = [];
    let from = { x: EDGE + 6, y: 9 };
    this.#stone(context, from, 5, null, tone);
    this.#spots.push({ ...from, node: line[0] });

    rows.forEach((each, row) => {
      const y = TOP + row * ROW + LINE;
      const next = line[each.ply + 1] ?? null;
      /** @type {({ child: Node } | { cut: string })[]} */
      const things = [
        ...each.children.filter((child) => child.entered < time).map((child) => ({ child })),
        ...(each.cut && each.cut.at < time ? each.cut.rest.map((cut) => ({ cut })) : []),
      ];
      const pitch = Math.min(42, (width - 2 * EDGE) / Math.max(things.length, 1));
      const place = (/** @type {number} */ i) => EDGE + pitch * (i + 0.5);
      const radius = Math.min(Math.max(pitch * 0.34, 1.4), 7.5);
      const chosen = things.findIndex((thing) => 'child' in thing && thing.child === next);
      const first = best(each, time);

      // The fan from the move above.
      context.lineWidth = 1;
      context.strokeStyle = tone('--line');
      context.beginPath();
      things.forEach((thing, i) => {
        if (!('child' in thing)) return;
        context.moveTo(from.x, from.y + 6);
        context.lineTo(place(i), y - radius - 2);
      });
      context.stroke();
      if (chosen >= 0) {
        context.strokeStyle = tone('--ink-2');
        context.lineWidth = 1.6;
        context.beginPath();
        context.moveTo(from.x, from.y + 6);
        context.lineTo(place(chosen), y - radius - 3);
        context.stroke();
      }

      // What the position is about.
      const [left, right] = heading(each);
      context.font = font(11.5);
      context.textBaseline = 'alphabetic';
      context.fillStyle = tone('--ink-3');
      const clear = (/** @type {string} */ text, /** @type {number} */ x) => {
        context.save();
        context.fillStyle = tone('--surface');
        context.fillRect(x - 3, y - 30, context.measureText(text).width + 6, 14);
        context.restore();
        context.fillText(text, x, y - 19);
      };
      context.textAlign = 'left';
      const leftWidth = context.measureText(left).width;
      const start = Math.max(EDGE, Math.min(from.x + 14, width - EDGE - leftWidth));
      clear(left, start);
      const rightWidth = context.measureText(right).width;
      // The window goes where there is room for it: beside the heading, or before it.
      if (start + leftWidth + rightWidth + 24 < width) clear(right, width - EDGE - rightWidth);
      else if (rightWidth + 24 < start) clear(right, EDGE);

      // The moves.
      const mover = isMine(each) === (side === 'black') ? 'black' : 'white';
      things.forEach((thing, i) => {
        const x = place(i);
        if ('child' in thing) {
          const { child } = thing;
          const size = child.effort === 'reduced' ? radius * 0.66 : radius;
          context.globalAlpha = child.left < time || child === next ? 1 : 0.55;
          if (child.hit && child.hit.at < time) {
            context.fillStyle = tone('--warn');
            context.fillRect(x - size, y - size, 2 * size, 2 * size);
          } else this.#stone(context, { x, y }, size, mover, tone);
          context.globalAlpha = 1;
          const bound = child.kind === 'at_least' || child.kind === 'at_most';
          if (bound && child.left < time && pitch > 8) {
            context.setLineDash([2, 2.4]);
            ring(context, x, y, size + 2.5, tone('--ink-3'), 1.2);
            context.setLineDash([]);
          }
          if (child.effort === 'again' && pitch > 8) ring(context, x, y, size + 2.5, tone('--ink-3'), 1);
          if (child.cut && child.cut.at < time && pitch > 6) {
            context.fillStyle = tone('--accent');
            context.fillRect(x - Math.min(size, 4), y + size + 3, 2 * Math.min(size, 4), 2);
          }
          this.#spots.push({ x, y, node: child });
        } else cross(context, x, y, Math.min(radius, 4), tone('--accent'));
      });
      const mark = things.findIndex((thing) => 'child' in thing && thing.child === first);
      if (mark >= 0) ring(context, place(mark), y, radius + 2.5, tone('--accent'), 1.8);
      if (chosen >= 0) ring(context, place(chosen), y, radius + (mark === chosen ? 5 : 3), tone('--ink'), 1.6);

      // Names and values: of all where there is room, else of the line and of the best.
      const named = new Set(pitch >= 28 ? things.keys() : [chosen, mark].filter((i) => i >= 0));
      /** @type {[number, number][]} */
      const taken = [];
      for (const i of [...named].sort((a, b) => Number(b === chosen) - Number(a === chosen))) {
        const thing = things[i];
        const text = 'child' in thing ? (i === chosen || i === mark || pitch >= 28 ? `${thing.child.point}` : '') : thing.cut;
        const value = 'child' in thing && (i === chosen || i === mark) && thing.child.left < time ? ` ${judged(thing.child)}` : '';
        context.font = font(11, i === chosen ? 650 : 400);
        context.textAlign = 'left';
        const wide = context.measureText(text + value).width;
        const x = Math.min(Math.max(place(i) - wide / 2, 4), width - wide - 4);
        if (taken.some(([start, end]) => x < end + 4 && x + wide > start - 4)) continue;
        taken.push([x, x + wide]);
        context.fillStyle = 'cut' in thing ? tone('--accent-text') : i === chosen ? tone('--ink') : tone('--ink-3');
        context.fillText(text + value, x, y + 22);
      }
      if (chosen >= 0) from = { x: place(chosen), y: y + 18 };
    });
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {{ x: number, y: number }} at
   * @param {number} radius
   * @param {Stone | null} stone
   * @param {(name: string) => string} tone
   */
  #stone(context, { x, y }, radius, stone, tone) {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fillStyle = stone ? tone(`--${stone}-stone`) : tone('--ink-3');
    context.fill();
    context.lineWidth = 1;
    context.strokeStyle = tone('--edge');
    context.stroke();
  }
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} radius @param {string} colour @param {number} width */
function ring(context, x, y, radius, colour, width) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.lineWidth = width;
  context.strokeStyle = colour;
  context.stroke();
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} reach @param {string} colour */
function cross(context, x, y, reach, colour) {
  context.beginPath();
  context.moveTo(x - reach, y - reach);
  context.lineTo(x + reach, y + reach);
  context.moveTo(x + reach, y - reach);
  context.lineTo(x - reach, y + reach);
  context.lineWidth = 1.4;
  context.strokeStyle = colour;
  context.stroke();
}

customElements.define('goren-layers', GorenLayers);
