// Steps of a game as the wire writes them (`h8`, `take black`, `resign first`), said to a person.

import { t } from './strings.js';

/** @typedef {import('./wire-types').Step} Step */

/** The point a step puts a stone on, if it does. @param {Step} step */
export function placed(step) {
  return /^(?:pick )?([a-v]\d+)$/.exec(step)?.[1] ?? null;
}

/** @param {Step} step */
export function stepText(step) {
  const [verb, object = ''] = step.split(' ');
  const key = `step.${step.replace(' ', '_')}`;
  const said = t(key);
  if (said !== key) return said;
  return object ? t(`step.${verb}`, { object }) : t('step.place', { object: verb });
}
