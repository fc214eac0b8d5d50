// The list of moves follows the move shown, and otherwise stays where the person has scrolled it.

export class Sight {
  /** Keeps the move shown in sight when the list takes another shape. */
  #shape = new ResizeObserver(() => this.#show());
  /** What it watches. @type {Element[]} */
  #watched = [];
  /** What was shown last. */
  #followed = '';
  #app;

  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.#app = app;
  }

  /** After each drawing. */
  follow() {
    const { table } = this.#app;
    const notes = document.querySelector('.strip')?.childElementCount ?? 0;
    const at = `${table?.id}/${table?.at}/${table?.seq ? '' : 'new'}/${notes}`;
    if (at !== this.#followed) this.#show();
    this.#followed = at;
    const list = document.querySelector('.moves');
    const scroll = list?.closest('.scroll');
    // What a review says comes later than the list.
    const now = [list, scroll, ...(scroll?.children ?? [])].filter((each) => !!each);
    if (now.length === this.#watched.length && now.every((each, i) => each === this.#watched[i])) return;
    this.#shape.disconnect();
    for (const each of now) this.#shape.observe(each);
    this.#watched = now;
  }

  /** The window has another size: the next drawing shows the move again. */
  lose() {
    this.#followed = '';
  }

  #show() {
    // What is being tried again, or the mistake that is explained.
    const mistake = document.querySelector('.scroll > .retry') ?? document.querySelector('li:has(> .finding[aria-current])');
    const panel = mistake?.closest('.scroll');
    // The panel alone: asked for its start, an element scrolls the page round it as well.
    if (mistake && panel) {
      panel.scrollTop += mistake.getBoundingClientRect().top - panel.getBoundingClientRect().top;
      return;
    }
    // At the end of a game that was reviewed stands what the review says of it all.
    const { table } = this.#app;
    const summary = table && !table.node(table.at).next?.length ? document.querySelector('.review-summary') : null;
    (summary ?? document.querySelector('.moves [aria-current]'))?.scrollIntoView({ block: 'nearest' });
  }
}
