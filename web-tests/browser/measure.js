// What is wrong with a layout, found in the page itself. The function is sent to the browser whole, so it uses nothing from here.

/**
 * @typedef {object} Wanted
 * @property {string[]} fonts each is tried in turn
 * @property {number} board how much of the screen's shorter side the board takes at least; 0 where there may be none
 * @property {string[]} seen what must be in sight without scrolling
 * @property {string[]} given words that people wrote; nobody knows how long those are
 */

/**
 * Every fault of the layout as it is now: `font: what is wrong: element`.
 * @param {Wanted} wanted
 * @returns {Promise<string[]>}
 */
export async function measure({ fonts, board, seen, given }) {
  /** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */
  const CONTROLS =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, label:has(input), [role=tab], [role=slider]';
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  /** @type {string[]} */
  const faults = [];

  const shown = (/** @type {Element} */ element) => element.checkVisibility({ visibilityProperty: true });
  /** Whether something is only for the ear, or is drawn by the board. @type {(element: Element) => boolean} */
  const skipped = (element) => {
    for (let up = /** @type {Element | null} */ (element); up && up !== document.body; up = up.parentElement)
      if (up.localName === 'goren-board' || getComputedStyle(up).clipPath === 'inset(50%)') return true;
    return false;
  };

  /** @param {Element} element */
  function name(element) {
    const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim();
    const kind = element.classList.length ? `.${[...element.classList].join('.')}` : '';
    return `${element.localName}${element.id ? `#${element.id}` : kind}${text ? ` "${text.slice(0, 32)}"` : ''}`;
  }

  /** @param {Box} a @param {Box} b @returns {Box} */
  const meet = (a, b) => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const isEmpty = (/** @type {Box} */ box, width = 0, height = 0) =>
    box.right - box.left <= width || box.bottom - box.top <= height;

  /** The inside of the borders. @param {Element} element @returns {Box} */
  function inside(element) {
    const { left, top } = element.getBoundingClientRect();
    const [x, y] = [left + element.clientLeft, top + element.clientTop];
    return { left: x, top: y, right: x + element.clientWidth, bottom: y + element.clientHeight };
  }

  /**
   * What is left of a box now (`now`), and what could be seen of it after scrolling (`then`), with what cuts it.
   * @param {Element} element
   * @param {Box} box
   * @param {Element | null} [within] the first element that may cut it
   */
  function exposed(element, box, within = element.parentElement) {
    let now = box;
    let then = box;
    /** @type {Element | null} */
    let cutter = null;
    let fixed = getComputedStyle(element).position === 'fixed';
    for (let up = within; up && up !== document.body && !fixed; up = up.parentElement) {
      const style = getComputedStyle(up);
      fixed = style.position === 'fixed';
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
      const room = inside(up);
      now = meet(now, room);
      const scrolls = (/** @type {string} */ value) => value === 'auto' || value === 'scroll';
      const reach = { ...room };
      if (scrolls(style.overflowX)) {
        reach.left -= up.scrollLeft;
        reach.right = reach.left + up.scrollWidth;
      }
      if (scrolls(style.overflowY)) {
        reach.top -= up.scrollTop;
        reach.bottom = reach.top + up.scrollHeight;
      }
      if (then.left < reach.left - 1 || then.right > reach.right + 1) cutter ??= up;
      if (then.top < reach.top - 3 || then.bottom > reach.bottom + 3) cutter ??= up;
      then = meet(then, reach);
      // What a scroller can show is seen in its own place.
      if (scrolls(style.overflowY) && (then.top < room.top || then.bottom > room.bottom))
        then = { ...then, top: room.top, bottom: Math.min(room.bottom, room.top + then.bottom - then.top) };
      if (scrolls(style.overflowX) && (then.left < room.left || then.right > room.right))
        then = { ...then, left: room.left, right: Math.min(room.right, room.left + then.right - then.left) };
    }
    const off =
      then.left < -1 || then.top < -1 || then.right > screen.right + 1 || then.bottom > screen.bottom + 1;
    return { now: meet(now, screen), then, cutter, off };
  }

  /** The lines of all text in an element. @param {Element} element */
  function lines(element) {
    const range = document.createRange();
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    /** @type {DOMRect[]} */
    const boxes = [];
    while (walker.nextNode()) {
      range.selectNodeContents(walker.currentNode);
      if (walker.currentNode.nodeValue?.trim()) boxes.push(...range.getClientRects());
    }
    return boxes;
  }

  /** What moves with a scroller and what stays over it are compared apart. @param {Element} element */
  function layer(element) {
    for (let up = /** @type {Element | null} */ (element); up && up !== document.body; up = up.parentElement)
      if (['sticky', 'fixed'].includes(getComputedStyle(up).position) || up.localName === 'dialog') return up;
    return null;
  }

  /** @param {(what: string, element: Element) => void} fault */
  function check(fault) {
    const modal = document.querySelector('dialog[open]');
    const root = modal ?? document.body;
    if (document.documentElement.scrollWidth > innerWidth + 1) fault('the page is wider than the screen', root);

    for (const element of root.querySelectorAll(':not(goren-board *)')) {
      if (skipped(element) || !shown(element)) continue;
      const style = getComputedStyle(element);
      if (style.display === 'contents' || element.closest('svg')?.contains(element.parentElement)) continue;
      const box = element.getBoundingClientRect();
      const typed = element.matches('textarea, input, select');
      // A list that is meant to run along one line says so by not scrolling the other way.
      const line = style.overflowY === 'hidden';
      if (/auto|scroll/.test(style.overflowX) && element.scrollWidth > element.clientWidth + 1 && !typed && !line)
        fault('scrolls sideways', element);
      if (/auto|scroll/.test(style.overflowY) && element.scrollHeight > element.clientHeight + 2 && !typed)
        if (element.clientHeight < 56) fault('scrolls in less than 56 pixels', element);
      if (box.height < 1 && element.childElementCount && element.matches('section, ul, ol, table, nav, div, form'))
        if ([...element.children].some((child) => shown(child) && getComputedStyle(child).position === 'static'))
          fault('has no height', element);
      if (element.matches('svg[viewBox="0 0 24 24"]') && (box.width > 64 || box.height > 64))
        fault('is an icon of more than 64 pixels', element);
      if (element.matches('.disc') && Math.abs(box.width - box.height) > 1) fault('is not round', element);
      if (element.matches('.filters select') && !given.some((word) => element.textContent?.includes(word))) {
        const copy = /** @type {HTMLSelectElement} */ (element.cloneNode(true));
        copy.style.cssText = 'position: absolute; width: max-content; max-width: none';
        element.after(copy);
        const cut = copy.offsetWidth > box.width + 1;
        copy.remove();
        if (cut) fault('is a choice that is cut', element);
      }
      if (element.matches('.choices')) {
        /** @type {Map<number, number>} */
        const rows = new Map();
        for (const label of element.children) {
          const top = Math.round(label.getBoundingClientRect().top);
          rows.set(top, (rows.get(top) ?? 0) + 1);
        }
        if (new Set(rows.values()).size > 1) fault('wraps unevenly', element);
      }
    }

    /** @type {{ element: Element, box: Box, layer: Element | null }[]} */
    const controls = [];
    for (const element of root.querySelectorAll(CONTROLS)) {
      if (!shown(element) || skipped(element)) continue;
      if (element.matches('input') && element.parentElement?.closest('label')) continue;
      const box = element.getBoundingClientRect();
      const { now, cutter, off } = exposed(element, box);
      if (isEmpty(box, 1, 1)) fault('is a control without a size', element);
      else if (cutter && getComputedStyle(cutter).maskImage === 'none') fault(`is cut by ${name(cutter).split(' ')[0]}`, element);
      else if (off) fault('is off the screen', element);
      if (!isEmpty(now)) controls.push({ element, box: now, layer: layer(element) });
    }
    for (const [i, a] of controls.entries())
      for (const b of controls.slice(i + 1))
        if (
          a.layer === b.layer &&
          !isEmpty(meet(a.box, b.box), 1.5, 1.5) &&
          !a.element.contains(b.element) &&
          !b.element.contains(a.element)
        )
          fault(`lies over ${name(b.element)}`, a.element);

    for (const head of root.querySelectorAll('.head:has(> h1:first-child)')) {
      const below = head.parentElement?.querySelector(':scope > .pad');
      if (!below || !shown(head)) continue;
      const edge = below.getBoundingClientRect().left + parseFloat(getComputedStyle(below).paddingLeft);
      if (Math.abs(Math.min(...lines(head).map(({ left }) => left)) - edge) > 1) fault('is not on the left edge of what is below', head);
    }
    for (const button of root.querySelectorAll('button[form]')) {
      const { left, right } = button.getBoundingClientRect();
      const rows = [...(document.getElementById(button.getAttribute('form') ?? '')?.children ?? [])].filter(shown).map((row) => row.getBoundingClientRect());
      if (rows.some((row) => Math.abs(row.left - left) > 1 || Math.abs(row.right - right) > 1)) fault('is not as wide as its form', button);
    }

    // While a game goes on there is room for what is said of a player, so that no name jumps; after it, nothing is kept free.
    const seats = [...root.querySelectorAll('.seat')].filter(shown);
    const names = seats.map((seat) => Math.round(lines(seat.querySelector('.name') ?? seat)[0].top - seat.getBoundingClientRect().top));
    if (!document.querySelector('.result') && names.some((top) => Math.abs(top - names[0]) > 1)) fault('are names at two heights', seats[1]);
    for (const seat of seats) {
      const middle = (/** @type {string} */ what) => {
        const boxes = [...seat.querySelectorAll(what)].flatMap(lines);
        return (Math.min(...boxes.map(({ top }) => top)) + Math.max(...boxes.map(({ bottom }) => bottom))) / 2;
      };
      const keepsFree = seat.querySelector('.about')?.textContent?.trim() === '' && !document.querySelector('.result');
      if (!keepsFree && Math.abs(middle('.who') - middle('.clock, .used')) > 2) fault('has its name and its clock at two heights', seat);
    }

    /** @type {{ element: Element, box: Box, layer: Element | null }[]} */
    const texts = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const element = node.parentElement;
      if (!element || !node.nodeValue?.trim() || !shown(element) || skipped(element)) continue;
      if (element.closest('svg, option, textarea')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const whole = range.getBoundingClientRect();
      const { cutter, off } = exposed(element, whole, element);
      const short = (/** @type {Element} */ from) => {
        for (let up = /** @type {Element | null} */ (from); up && up !== root; up = up.parentElement) {
          const style = getComputedStyle(up);
          if (style.overflowX === 'visible') continue;
          const fades = style.maskImage !== 'none';
          if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none' || fades) return up;
        }
        return null;
      };
      const cut = short(element);
      if (cut) {
        if (cut.clientWidth < 20 && cut.scrollWidth > cut.clientWidth) fault('is shortened to nothing', cut);
        // A line of moves fades where it goes on; everything else has to fit.
        const isLong = cut.scrollWidth > cut.clientWidth || cut.scrollHeight > cut.clientHeight + 2;
        if (innerWidth >= 1024 && isLong && getComputedStyle(cut).maskImage === 'none' && !given.some((word) => cut.textContent?.includes(word)))
          fault('is shortened on a wide screen', cut);
      } else {
        if (cutter) fault(`is text cut by ${name(cutter).split(' ')[0]}`, element);
        else if (off) fault('is text off the screen', element);
        const control = element.closest('button, .button, label, td, th, .tag, summary');
        const edge = control?.getBoundingClientRect();
        if (edge && (whole.left < edge.left - 1 || whole.right > edge.right + 1 || whole.bottom > edge.bottom + 3))
          fault(`is text that sticks out of ${name(/** @type {Element} */ (control)).split(' ')[0]}`, element);
      }
      for (const line of range.getClientRects()) {
        const { now } = exposed(element, line, element);
        // Tight lines may touch; only glyphs that meet are a fault.
        const middle = { ...now, top: now.top + line.height / 4, bottom: now.bottom - line.height / 4 };
        if (!isEmpty(middle)) texts.push({ element, box: middle, layer: layer(element) });
      }
    }
    for (const [i, a] of texts.entries())
      for (const b of texts.slice(i + 1))
        if (a.layer === b.layer && a.element !== b.element && !isEmpty(meet(a.box, b.box), 1.5, 1))
          fault(`is text over ${name(b.element)}`, a.element);

    const wood = document.querySelector('.stage goren-board');
    if (wood && !modal && shown(wood)) {
      const box = wood.getBoundingClientRect();
      const { cutter, off } = exposed(wood, box);
      if (Math.abs(box.width - box.height) > 1) fault('is a board that is not square', wood);
      if (cutter || off) fault('is a board that is cut', wood);
      if (Math.min(box.width, box.height) < board * Math.min(innerWidth, innerHeight))
        fault(`is a board smaller than ${board * 100} % of the screen`, wood);
      const bar = document.querySelector('.evalbar');
      if (bar && !isEmpty(meet(bar.getBoundingClientRect(), box), 1, 1)) fault('lies over the board', bar);
    } else if (board && !modal) fault('has no board', root);

    // Of a review it is the mistake shown, or what is said of both players.
    const shownAt = document.querySelector('.findings') ? ['.finding[aria-current]', '.players'] : ['.moves [aria-current]'];
    const current = shownAt.map((each) => document.querySelector(each)).find(Boolean);
    for (const [what, element] of [
      ...(current && !modal ? [/** @type {const} */ ([shownAt[0], current])] : []),
      ...seen.map((each) => /** @type {const} */ ([each, document.querySelector(each)])),
    ]) {
      if (!element) fault(`is not there: ${what}`, root);
      else {
        const box = element.getBoundingClientRect();
        const { now } = exposed(element, box);
        const [x, y] = [(now.left + now.right) / 2, (now.top + now.bottom) / 2];
        const hit = isEmpty(now, 0, box.height * 0.6) ? null : document.elementFromPoint(x, y);
        if (!hit || !(element.contains(hit) || hit.contains(element))) fault('is out of sight', element);
      }
    }
  }

  for (const font of fonts) {
    document.documentElement.style.setProperty('--font', font);
    await frame();
    check((what, element) => faults.push(`${font}: ${what}: ${name(element)}`));
  }
  return faults;
}
