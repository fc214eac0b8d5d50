// Steps of a game as the wire writes them (`h8`, `take black`, `resign first`), said to a person.

import { t } from './strings.js';

/** @typedef {import('./wire-types').Step} Step */

/** The point a step puts a stone on, if it does. @param {Step} step */
export function placed(step) {
  return /^(?:pick )?([a-v]\d+)$/.exec(step)?.[1] ?? null;
}

/** A choice that an opening offers, such as `take black`. @param {Step} step */
export function choiceText(step) {
  return t(`step.${step.replace(' ', '_')}`);
}

/** What someone has done. @param {string} name @param {Step} step */
export function deed(name, step) {
  const [verb, object = ''] = step.split(' ');
  if (/^(take|place two|offer ten)/.test(step)) return t(`did.${step.replace(' ', '_')}`, { name });
  return object || verb === 'draw' ? t(`did.${verb}`, { name, object, count: object }) : t('did.place', { name, object: verb });
}
