// What the library page says of a search, in plain words.

import { t } from '../strings.js';

/**
 * What a search has left out, a sentence each.
 * @param {Pick<import('../wire-types').FoundView, 'complete' | 'unreadable'>} found
 */
export function leftOut({ complete, unreadable }) {
  const said = complete ? [] : [t('library.found.partly')];
  if (unreadable) said.push(t('library.found.unreadable', { count: unreadable }));
  return said;
}
