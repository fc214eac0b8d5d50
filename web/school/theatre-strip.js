// <goren-strip>: a whole search at a glance. Time goes from left to right, the moves ahead from top to bottom; a tap goes there.

/** @typedef {import('./theatre-replay.js').Replay} Replay */
/**
 * @typedef {object} StripModel
 * @property {Replay} replay
 * @property {number} time
 * @property {number} changed another whenever the replay has other events
 * @property {string} label
 * @property {string} text what the time is called
 * @property {(time: number) => void} seek
 */

/** The most plies that have a row. */
const PLIES = 8;
const TICK = 6;

export class GorenStrip extends HTMLElement {
  /** @type {StripModel | null} */
  #model = null;
  #canvas = document.createElement('canvas');
  /** The search as drawn last, without the playhead. */
  #drawn = document.createElement('canvas');
  #sign = '';
  /** @type {ResizeObserver | null} */
  #observer = null;
  #held = false;

  connectedCallback() {
    if (!this.#canvas.isConnected) {
      this.append(this.#canvas);
      this.tabIndex = 0;
      this.setAttribute('role', 'slider');
      this.addEventListener('pointerdown', (event) => {
        this.#held = true;
        this.setPointerCapture(event.pointerId);
        this.#seek(event);
      });
      this.addEventListener('pointermove', (event) => this.#held && this.#seek(event));
      for (const end of ['pointerup', 'pointercancel']) this.addEventListener(end, () => (this.#held = false));
    }
    this.#observer = new ResizeObserver(() => this.#draw());
    this.#observer.observe(this);
  }

  disconnectedCallback() {
    this.#observer?.disconnect();
  }

  /** @param {StripModel} model */
  set model(model) {
    this.#model = model;
    const { replay, time, label, text } = model;
    this.setAttribute('aria-label', label);
    this.setAttribute('aria-valuemin', '0');
    this.setAttribute('aria-valuemax', String(replay.length));
    this.setAttribute('aria-valuenow', String(Math.min(time, replay.length)));
    this.setAttribute('aria-valuetext', text);
    if (this.isConnected) this.#draw();
  }

  get model() {
    return /** @type {StripModel} */ (this.#model);
  }

  /** @param {PointerEvent} event */
  #seek(event) {
    if (!this.#model) return;
    const box = this.getBoundingClientRect();
    const share = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1);
    this.#model.seek(Math.round(share * this.#model.replay.length));
  }

  #draw() {
    const { clientWidth: width, clientHeight: height } = this;
    if (!this.#model || !width) return;
    const { replay, time, changed } = this.#model;
    const ratio = window.devicePixelRatio || 1;
    const style = getComputedStyle(this);
    const sign = `${changed} ${width} ${height} ${ratio} ${style.color} ${style.backgroundColor}`;
    if (sign !== this.#sign) {
      this.#sign = sign;
      for (const canvas of [this.#canvas, this.#drawn]) {
        canvas.width = Math.round(width * ratio);
        canvas.height = Math.round(height * ratio);
      }
      this.#drawAll(replay, width, ratio, style);
    }
    const context = this.#canvas.getContext('2d');
    if (!context) return;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    const x = Math.round((Math.min(time, replay.length) / Math.max(replay.length, 1)) * this.#canvas.width);
    context.globalAlpha = 0.3;
    context.drawImage(this.#drawn, 0, 0);
    context.globalAlpha = 1;
    if (x > 0) {
      context.clearRect(0, 0, x, this.#canvas.height);
      context.drawImage(this.#drawn, 0, 0, x, this.#canvas.height, 0, 0, x, this.#canvas.height);
    }
    context.fillStyle = style.getPropertyValue('--accent');
    context.fillRect(Math.max(x - ratio, 0), 0, 2 * ratio, this.#canvas.height);
  }

  /** @param {Replay} replay @param {number} width @param {number} ratio @param {CSSStyleDeclaration} style */
  #drawAll(replay, width, ratio, style) {
    const context = this.#drawn.getContext('2d');
    if (!context) return;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, this.clientHeight);
    const scale = width / Math.max(replay.length, 1);
    const tone = (/** @type {string} */ name) => style.getPropertyValue(name);
    const tones = {
      exact: tone('--ink-2'),
      at_least: tone('--ink-3'),
      at_most: tone('--ink-3'),
      leaf: tone('--edge'),
      won: tone('--good'),
      unfinished: tone('--line'),
    };
    const plies = Math.min(replay.nodes.reduce((most, node) => Math.max(most, node.ply + 1), 1), PLIES);
    const top = this.clientHeight - TICK - 2;
    const row = (top - 2) / plies;
    // What is narrower than this is drawn by whatever is around it.
    const least = 0.35 / scale;
    const gap = scale > 3 ? 1 : 0;
    for (const node of replay.nodes) {
      const end = Math.min(node.left, replay.length);
      const length = end - node.entered + 1;
      if (node.ply >= plies || (length < least && node.kind !== 'won')) continue;
      context.fillStyle = node.hit ? tone('--warn') : tones[node.kind];
      context.fillRect(node.entered * scale, 1 + node.ply * row, Math.max(length * scale - gap, 0.5), row - 1);
    }
    context.fillStyle = tone('--accent');
    for (const node of replay.nodes) if (node.cut) context.fillRect(node.cut.at * scale, top, Math.max(1, Math.min(scale, 2)), TICK);
  }
}

customElements.define('goren-strip', GorenStrip);
