// A language made of English for tests: accents on every letter, and two letters in five twice, as long as a translation may be. What
// is still plain on a page is in no table; what no longer fits would not fit in German either. Also runs in the page.

/** @typedef {import('../../web/strings.js').Text} Text */

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'àƀçďéƒğĥîĵķļɱñöþǫŕšţûṽŵẋýžÀƁÇĎÉƑĞĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ';

/** A text in the pseudo-language; its gaps stay. @param {string} text */
export function accented(text) {
  let letters = 0;
  return text.replace(/\{\w+\}|[a-z]/gi, (found) => {
    const accent = ACCENTED[PLAIN.indexOf(found)];
    return accent ? accent.repeat((letters++ * 2) % 5 < 2 ? 2 : 1) : found;
  });
}

/** A table of texts in the pseudo-language. @param {Record<string, Text>} table @returns {Record<string, Text>} */
export function pseudo(table) {
  const made = Object.entries(table).map(([key, text]) => [key, typeof text === 'string' ? accented(text) : pseudo(text)]);
  // The tag of pseudo-accents: numbers and plurals are those of English.
  return { ...Object.fromEntries(made), ...('language' in table && { language: 'en-XA' }) };
}

/** What the pages get for their texts. */
const STRINGS = `import { pseudo } from './pseudo.js';
import { english, learn as own } from './strings.js?own';
export * from './strings.js?own';
export const learn = (words) => own(pseudo(words));
learn(english);
`;

/** Makes the pages of a browser speak the pseudo-language. @param {import('playwright-core').BrowserContext} context */
export async function speakPseudo(context) {
  const script = { contentType: 'text/javascript' };
  await context.route(({ pathname, search }) => pathname === '/strings.js' && !search, (route) => route.fulfill({ ...script, body: STRINGS }));
  await context.route('**/pseudo.js', (route) => route.fulfill({ ...script, path: new URL(import.meta.url).pathname }));
}
