// Where the keyboard goes when what had it is gone.

/** What an element is in. @param {Element | null} element @returns {Element[]} nearest first */
export function around(element) {
  const found = [];
  for (let up = element?.parentElement; up && up !== document.body; up = up.parentElement) found.push(up);
  return found;
}

/** Gives the keyboard to the nearest thing that can take it. @param {Element[]} places that were around what is gone */
export function handOn(places) {
  const place = places.find((each) => each.isConnected && each.id !== 'app');
  const next = place?.querySelector('[aria-current], a[href], button:not(:disabled), input:not(:disabled), [tabindex="0"]');
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  else theBoard()?.focusPoint();
}

export function theBoard() {
  return /** @type {import('./board.js').GorenBoard | null} */ (document.querySelector('.stage goren-board'));
}
