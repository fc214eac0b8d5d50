// Where the keyboard goes: out of a field before anything else acts, and on when what had it is gone.

const TYPED = 'textarea, input:not([type=radio], [type=checkbox], [type=range], [type=file])';

/**
 * Leaves the field that is being typed in, so that what it holds counts.
 * @param {EventTarget | null} [pressed] what was pressed; a press in the field, or on all that is round it, leaves nothing
 */
export function leaveField(pressed = null) {
  const { activeElement: field } = document;
  if (!(field instanceof HTMLElement) || !field.matches(TYPED)) return;
  if (pressed instanceof Node && (field.contains(pressed) || pressed.contains(field))) return;
  field.blur();
}

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
