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

/** A step: a choice in words, and everything else as it is written. @param {Step} step */
export function stepText(step) {
  return /^(take|place two|offer ten)/.test(step) ? choiceText(step) : step;
}

/** What a player is asked for. @param {import('./wire-types').AskView} ask */
export function askText(ask) {
  if (ask.ask === 'place')
    return t(ask.centre ? (ask.centre === 1 ? 'ask.place_centre' : 'ask.place_within') : 'ask.place', {
      stone: t(`small.${ask.stone}`),
      width: ask.centre ?? 0,
    });
  return t(`ask.${ask.ask}`, { count: 'count' in ask ? ask.count : 0 });
}

/** What someone has done. @param {string} name @param {Step} step */
export function deed(name, step) {
  const [verb, object = ''] = step.split(' ');
  if (/^(take|place two|offer ten)/.test(step)) return t(`did.${step.replace(' ', '_')}`, { name });
  return object || verb === 'draw' ? t(`did.${verb}`, { name, object, count: object }) : t('did.place', { name, object: verb });
}
