// Icons, drawn for this page on a 24-unit square with one stroke.

import { h } from './render.js';

/** @type {Record<string, string>} */
const paths = {
  home: 'M4 11L12 4L20 11V20H14V14H10V20H4Z',
  play: 'M8 5L19 12L8 19Z',
  pause: 'M8 5V19M16 5V19',
  stop: 'M6 6H18V18H6Z',
  again: 'M19 12A7 7 0 1 1 16.5 6.6M17 3V7.5H12.5',
  undo: 'M9 6L4 11L9 16M4 11H14A6 6 0 0 1 14 20',
  redo: 'M15 6L20 11L15 16M20 11H10A6 6 0 0 0 10 20',
  first: 'M6 5V19M18 6L11 12L18 18',
  back: 'M15 5L8 12L15 19',
  forward: 'M9 5L16 12L9 19',
  last: 'M18 5V19M6 6L13 12L6 18',
  hint: 'M9 18H15M10 21H14M9 15C9 13 6.5 12 6.5 8.8A5.5 5.5 0 0 1 17.5 8.8C17.5 12 15 13 15 15Z',
  flag: 'M6 21V4H17L14.5 8L17 12H6',
  draw: 'M4 7L6.5 5V12M19 4L5 20M14 14.5A2.6 2.6 0 0 1 19 15.2C19 17 14 18 14 20.5H19.5',
  flip: 'M7 4V18M7 4L4 7.5M7 4L10 7.5M17 20V6M17 20L14 16.5M17 20L20 16.5',
  analyse: 'M4 19V5M4 19H20M7 15L11 10L14 13L19 6',
  games: 'M5 6H19M5 12H19M5 18H14',
  school: 'M3 9L12 5L21 9L12 13ZM7 11V16C9.5 18.5 14.5 18.5 17 16V11M21 9V15',
  train: 'M12 3A9 9 0 1 1 12 21A9 9 0 1 1 12 3M12 8A4 4 0 1 1 12 16A4 4 0 1 1 12 8M12 12L20 4M16.5 4.5V7.5H19.5',
  clock: 'M12 4A8.5 8.5 0 1 1 12 21A8.5 8.5 0 1 1 12 4M12 8V12.5L15 14.5M9.5 2H14.5',
  print: 'M7 9V4H17V9M7 17H4V9H20V17H17M7 14H17V20H7Z',
  settings:
    'M4 7H12M18 7H20M4 17H6M12 17H20M15 4.5A2.5 2.5 0 1 1 15 9.5A2.5 2.5 0 1 1 15 4.5M9 14.5A2.5 2.5 0 1 1 9 19.5A2.5 2.5 0 1 1 9 14.5',
  help: 'M9 9A3 3 0 1 1 13.4 11.6C12.4 12.2 12 12.8 12 14M12 17.5V18M12 3A9 9 0 1 1 12 21A9 9 0 1 1 12 3',
  sound: 'M4 10V14H8L12 18V6L8 10ZM15.5 9.5A4 4 0 0 1 15.5 14.5M18 7A7.5 7.5 0 0 1 18 17',
  mute: 'M4 10V14H8L12 18V6L8 10ZM16 10L20 14M20 10L16 14',
  person: 'M12 4A4 4 0 1 1 12 12A4 4 0 1 1 12 4M4 20C5 16 8 14.5 12 14.5S19 16 20 20',
  persons:
    'M8.5 5A3.2 3.2 0 1 1 8.5 11.4A3.2 3.2 0 1 1 8.5 5M2 19C3 15.6 5.4 14.2 8.5 14.2S14 15.6 15 19M16 5.4A3 3 0 0 1 16 11.2M17.5 14.4C20 15 21.4 16.5 22 19',
  versus:
    'M8.5 5A3.2 3.2 0 1 1 8.5 11.4A3.2 3.2 0 1 1 8.5 5M2 19C3 15.6 5.4 14.2 8.5 14.2S14 15.6 15 19M16 5H22V11H16ZM19 2.5V5',
  engines: 'M3 8H10V15H3ZM14 8H21V15H14ZM6.5 5V8M17.5 5V8M5 19H8M16 19H19M10 11.5H14',
  open: 'M4 18V6H10L12 8H20V18Z',
  paste: 'M8 5H6V20H18V5H16M9 3.5H15V7H9Z',
  trash: 'M5 7H19M9 7V4H15V7M7 7L8 20H16L17 7',
  export: 'M12 4V15M8 8L12 4L16 8M5 15V20H19V15',
  link: 'M10 14A4 4 0 0 1 10 8.5L12.5 6A4 4 0 0 1 18 11.5L16.5 13M14 10A4 4 0 0 1 14 15.5L11.5 18A4 4 0 0 1 6 12.5L7.5 11',
  eye: 'M2.5 12C6 6.5 18 6.5 21.5 12C18 17.5 6 17.5 2.5 12M12 9A3 3 0 1 1 12 15A3 3 0 1 1 12 9',
  target: 'M12 4A8 8 0 1 1 12 20A8 8 0 1 1 12 4M12 8.5A3.5 3.5 0 1 1 12 15.5A3.5 3.5 0 1 1 12 8.5',
  edit: 'M5 19L6 15L16 5L19 8L9 18ZM13.5 7.5L16.5 10.5',
  close: 'M6 6L18 18M18 6L6 18',
  check: 'M5 13L10 18L19 7',
  comment: 'M4 5H20V16H11L7 20V16H4Z',
  pen: 'M12 5A7 7 0 1 1 12 19A7 7 0 1 1 12 5M12 9V15M9 12H15',
  promote: 'M6 20V10M6 10L3 13M6 10L9 13M12 5H21M12 10H18M12 15H15',
  plus: 'M12 5V19M5 12H19',
  best: 'M12 3.5L14.4 9.2L20.5 9.7L15.9 13.7L17.3 19.7L12 16.5L6.7 19.7L8.1 13.7L3.5 9.7L9.6 9.2Z',
  warn: 'M12 4L21 19H3ZM12 10V14M12 16.5V17',
  offline: 'M4 9A12 12 0 0 1 20 9M7 13A8 8 0 0 1 17 13M10 17A3.5 3.5 0 0 1 14 17M4 4L20 20',
};

/** @param {string} name */
export function icon(name) {
  return h(
    'svg',
    {
      viewBox: '0 0 24 24',
      'aria-hidden': 'true',
      fill: 'none',
      stroke: 'currentColor',
      'stroke-width': '1.8',
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
    },
    h('path', { d: paths[name] }),
  );
}

/** The seal: five stones in a row, cut out of vermilion. */
export function seal() {
  const stones = [0, 1, 2, 3, 4].map((i) =>
    h('circle', { cx: 5.2 + i * 3.4, cy: 18.8 - i * 3.4, r: 1.75, fill: '#fff' }),
  );
  return h(
    'svg',
    { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    h('rect', { x: 1, y: 1, width: 22, height: 22, rx: 4, fill: 'currentColor' }),
    stones,
  );
}
