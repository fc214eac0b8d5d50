// The figures that mark points; each kind of threat has its own, so that colour is never all there is.

/** @typedef {'star' | 'square' | 'triangle' | 'diamond' | 'hexagon' | 'circle' | 'cross' | 'dot'} Figure */

/** @type {Record<Figure, string>} */
export const figures = {
  star: 'M0 -12L3.2 -4L11.6 -3.6L5 1.8L7.3 10L0 5.2L-7.3 10L-5 1.8L-11.6 -3.6L-3.2 -4Z',
  square: 'M-8.5 -8.5H8.5V8.5H-8.5Z',
  triangle: 'M0 -10.5L10 7H-10Z',
  diamond: 'M0 -11.5L9.5 0L0 11.5L-9.5 0Z',
  hexagon: 'M-5.5 -9.5H5.5L11 0L5.5 9.5H-5.5L-11 0Z',
  circle: 'M-8 0a8 8 0 1 0 16 0a8 8 0 1 0 -16 0Z',
  dot: 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z',
  cross: 'M-9 -6L-6 -9L0 -3L6 -9L9 -6L3 0L9 6L6 9L0 3L-6 9L-9 6L-3 0Z',
};
