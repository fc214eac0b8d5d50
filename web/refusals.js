// Why something could not be done: a code with values from the server, or from here where the server was not reached; in words.

import { askText, stepText } from './steps.js';
import { number, t } from './strings.js';

/** @typedef {{ code: 'disconnected' } | { code: 'status', status: number }} OwnRefusal */
/** @typedef {import('./wire-types').Refusal | import('./wire-types').ServerRefusal | OwnRefusal} Refusal */

/** How a value is said, by its name. @type {Record<string, (value: any) => string>} */
const SAID = {
  seat: (seat) => t(`refusal.seat.${seat}`),
  stone: (stone) => t(stone),
  kind: (kind) => t(`forbidden.${kind}`),
  opening: (opening) => t(`opening.${opening}`),
  step: stepText,
  choices: (steps) => steps.map(stepText).join(', '),
  ask: askText,
  line: (points) => points.join(' ') || t('refusal.line.none'),
  reason: refusalText,
};

/** @param {Refusal} refusal */
export function refusalText({ code, ...values }) {
  /** @type {Record<string, string | number>} */
  const said = {};
  for (const [name, value] of Object.entries(values)) said[name] = name in SAID ? SAID[name](value) : plain(name, value);
  return t(`refusal.${code}`, said);
}

/** @param {string} name @param {unknown} value */
function plain(name, value) {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'number' && name !== 'count' ? number(value) : /** @type {string | number} */ (value);
}
