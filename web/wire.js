// The connection to the server: questions with one answer each, and a reconnection that loses nothing.

/** @typedef {'connecting' | 'open' | 'lost' | 'refused'} WireState */

/** A question the server said no to, or could not be asked. */
export class Refused extends Error {}

/**
 * How long to wait before the next attempt, in milliseconds: growing from 0.2 s to 5 s, never the same for two pages.
 * @param {number} attempt from zero
 * @param {number} [luck] from 0 to 1
 */
export function pause(attempt, luck = Math.random()) {
  return Math.min(5000, 200 * 2 ** attempt) * (0.75 + luck / 4);
}

/**
 * The token in a fragment such as `#token=0123`, and the fragment without it.
 * @param {string} fragment
 */
export function takeToken(fragment) {
  const match = /(^#|&)token=([0-9a-zA-Z_-]+)/.exec(fragment);
  if (!match) return { token: null, rest: fragment };
  const rest = fragment.replace(match[0], match[1] === '#' ? '#' : '').replace(/^#&?/, '#');
  return { token: match[2], rest: rest === '#' ? '' : rest };
}

export class Wire extends EventTarget {
  /** @type {WireState} */
  state = 'connecting';
  /** @type {'owner' | 'guest'} */
  role = 'owner';
  #url;
  #token;
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {string | null} */
  #session = null;
  #next = 1;
  #attempt = 0;
  #retried = false;
  /** @type {Map<number, { resolve: (answer: any) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();

  /**
   * @param {string} url
   * @param {() => string | null} token read anew for every attempt: another tab may know a newer one
   */
  constructor(url, token) {
    super();
    this.#url = url;
    this.#token = token;
    this.#session = sessionStorage.getItem('goren.session');
  }

  connect() {
    const token = this.#token();
    if (!token) return this.#become('refused');
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.onopen = () => {
      const hello = { id: 0, type: 'hello', token, ...(this.#session ? { session: this.#session } : {}) };
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(data));
    socket.onclose = ({ code }) => this.#closed(code);
  }

  /** Tries again at once: the network is back, or the person asks for it. */
  hurry() {
    if (this.state === 'open' || this.#socket?.readyState === WebSocket.CONNECTING) return;
    this.#attempt = 0;
    this.#retried = false;
    this.connect();
  }

  /**
   * Asks, and gives the `done` message; throws `Refused` with a line for the person.
   * @param {{ type: string } & Record<string, any>} message
   * @returns {Promise<any>}
   */
  ask(message) {
    return this.begin(message).answer;
  }

  /**
   * Asks for work whose later messages carry the same number.
   * @param {{ type: string } & Record<string, any>} message
   */
  begin(message) {
    const id = this.#next++;
    /** @type {Promise<any>} */
    const answer = new Promise((resolve, reject) => {
      if (this.state !== 'open') return reject(new Refused('disconnected'));
      this.#waiting.set(id, { resolve, reject });
      /** @type {WebSocket} */ (this.#socket).send(JSON.stringify({ id, ...message }));
    });
    return { id, answer };
  }

  /** @param {any} message */
  #hear(message) {
    if (message.type === 'welcome') {
      this.#session = message.session;
      sessionStorage.setItem('goren.session', message.session);
      this.role = message.role;
      this.#attempt = 0;
      this.#retried = false;
      this.#become('open');
    } else if (message.type === 'done' || message.type === 'refused') {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.type === 'done') waiting?.resolve(message);
      else waiting?.reject(new Refused(message.error));
    } else this.dispatchEvent(new CustomEvent(message.type, { detail: message }));
  }

  /** @param {number} code */
  #closed(code) {
    this.#socket = null;
    for (const { reject } of this.#waiting.values()) reject(new Refused('disconnected'));
    this.#waiting.clear();
    if (code === 4401 || code === 4403) {
      if (this.#retried) return this.#become('refused');
      this.#retried = true;
    }
    this.#become('lost');
    setTimeout(() => {
      if (!this.#socket) this.connect();
    }, pause(this.#attempt++));
  }

  /** @param {WireState} state */
  #become(state) {
    this.state = state;
    this.dispatchEvent(new Event('state'));
  }
}

/**
 * Calls an HTTP endpoint and gives its JSON; throws `Refused` with the server's own line.
 * @param {string} path below `/api/`
 * @param {{ method?: string, body?: BodyInit }} [options]
 * @returns {Promise<any>}
 */
export async function api(path, options = {}) {
  const headers = { Authorization: `Bearer ${localStorage.getItem('goren.token') ?? ''}` };
  let response;
  try {
    response = await fetch(`/api/${path}`, { ...options, headers });
  } catch {
    throw new Refused('disconnected');
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(answer.error ?? `${response.status}`);
  return answer;
}
