// The levels of the engine, in words that people can place themselves by.

import { t } from './strings.js';

/** Such as `Level 4 · casual player`. @param {number} level */
export function levelTitle(level) {
  return t('level.title', { level, word: t(`level.${level}`) });
}

/** How many of ten games one with this rating is expected to win against another. @param {number} elo @param {number} other */
export function winsOfTen(elo, other) {
  return Math.round(10 / (1 + 10 ** ((other - elo) / 400)));
}

/**
 * How a rated program stands against the level nearest to it.
 * @param {number | null} elo
 * @param {import('./wire-types').Agents['levels']} levels
 */
export function besideLevels(elo, levels) {
  if (elo === null) return '';
  const rated = levels.flatMap((each) => (each.elo === null ? [] : { level: each.level, off: Math.abs(each.elo - elo), elo: each.elo }));
  const nearest = rated.sort((one, other) => one.off - other.off)[0];
  return nearest ? t('classic.beats', { count: winsOfTen(elo, nearest.elo), level: nearest.level }) : '';
}

/** Whom a level suits. @param {number} level */
export function levelAbout(level) {
  return t(`level.${level}.about`);
}
