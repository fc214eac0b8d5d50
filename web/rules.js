// The rules.

/** In the order in which people know them. @type {import('./wire-types').Rule[]} */
export const RULES = ['freestyle', 'standard', 'renju', 'caro', 'caro6'];
