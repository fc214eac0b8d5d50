// What is typed into fields, and whether it counts before anything else acts. All of it is sent to the browser whole.

/** Marks the fields that can be typed in and seen, names them, and says where they are. */
export function fields() {
  const typed = 'textarea, input:not([type=radio], [type=checkbox], [type=range], [type=file])';
  const shown = [...document.querySelectorAll(typed)]
    .map((each) => /** @type {HTMLInputElement} */ (each))
    .filter((field) => !field.readOnly && !field.disabled && field.checkVisibility())
    .filter((field) => !document.querySelector('dialog[open]') || field.closest('dialog'));
  return shown.map((field) => {
    const { left, top, right, bottom } = field.getBoundingClientRect();
    field.dataset.typed = field.id || `${field.localName} ${field.getAttribute('aria-label')}`;
    return { name: field.dataset.typed, type: field.type, x: (left + right) / 2, y: (top + bottom) / 2 };
  });
}

/** Notes in `window.typedInVain` what has been typed and does not count yet when a press or a click acts. */
export function watch() {
  /** What each field held when it last counted. @type {Map<any, string>} */
  const counted = new Map();
  /** @type {Set<any>} */
  const open = new Set();
  const faults = (/** @type {any} */ (window).typedInVain = /** @type {string[]} */ ([]));
  const isField = (/** @type {any} */ target) => target instanceof Element && target.matches('input, textarea');
  for (const event of ['focusin', 'change'])
    addEventListener(
      event,
      ({ target }) => {
        if (!isField(target)) return;
        counted.set(target, /** @type {any} */ (target).value);
        open.delete(target);
      },
      true,
    );
  addEventListener(
    'input',
    ({ target }) => {
      if (!isField(target)) return;
      if (/** @type {any} */ (target).value === counted.get(target)) open.delete(target);
      else open.add(target);
    },
    true,
  );
  // After the page's own listener, which is older, and before what is pressed. A press in the field itself, and the click that
  // Enter in it makes, leave it as it is.
  for (const act of ['pointerup', 'click'])
    addEventListener(
      act,
      (event) => {
        const isMade = act === 'click' && /** @type {MouseEvent} */ (event).detail === 0;
        for (const field of open)
          if (field.isConnected && field !== event.target && !isMade)
            faults.push(`${act} before "${field.value}" counts in ${field.dataset.typed || field.id || field.localName}`);
      },
      true,
    );
}
