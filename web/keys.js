// The key that lets this page in: from the link it was opened with, or kept from an earlier visit.

const KEPT = 'goren.token';

/** The key of earlier visits. */
export const kept = () => localStorage.getItem(KEPT);

/**
 * The key, or a code for one, in a fragment such as `#token=0123`; and the fragment without it.
 * @param {string} fragment
 */
export function takeKey(fragment) {
  const match = /(^#|&)(token|code)=([0-9a-zA-Z_-]+)/.exec(fragment);
  if (!match) return { token: null, code: null, rest: fragment };
  const [whole, before, kind, value] = match;
  const rest = fragment.replace(whole, before === '#' ? '#' : '').replace(/^#&?/, '#');
  return {
    token: kind === 'token' ? value : null,
    code: kind === 'code' ? value : null,
    rest: rest === '#' ? '' : rest,
  };
}

/** Anyone can make a link: its key takes the place of the one that is kept only when the server has accepted it. */
export class Keys {
  #offered;
  #code;

  /** @param {{ token: string | null, code: string | null }} offered by the link */
  constructor({ token, code }) {
    this.#offered = token;
    this.#code = code;
  }

  /** Exchanges a code for the key, which the server does once. */
  async redeem() {
    if (!this.#code) return;
    const body = JSON.stringify({ code: this.#code });
    this.#code = null;
    const response = await fetch('/api/key', { method: 'POST', body }).catch(() => null);
    if (response?.ok) this.#offered = (await response.json()).token;
  }

  /** The key to try; read anew for every attempt, since another tab may know a newer one. */
  get key() {
    return this.#offered ?? kept();
  }

  /** @param {string} key */
  accepted(key) {
    this.#offered = null;
    if (key !== kept()) localStorage.setItem(KEPT, key);
  }

  /** Whether there is another key to try. @param {string} key */
  refused(key) {
    if (key !== this.#offered) return false;
    this.#offered = null;
    return kept() !== null;
  }
}
