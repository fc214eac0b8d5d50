// The levels of the engine, in words that people can place themselves by.

import { t } from './strings.js';

/** Such as `Level 4 · casual player`. @param {number} level */
export function levelTitle(level) {
  return t('level.title', { level, word: t(`level.${level}`) });
}

/** Whom a level suits. @param {number} level */
export function levelAbout(level) {
  return t(`level.${level}.about`);
}
