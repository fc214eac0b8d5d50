// The connection to the server: questions with one answer each, and a reconnection that loses nothing.

import { kept } from './keys.js';
import { refusalText } from './refusals.js';

/** @typedef {'connecting' | 'open' | 'lost' | 'refused'} WireState */
/** @typedef {import('./wire-types').Request} Request */
/** @typedef {import('./wire-types').Answers} Answers */
/** @typedef {import('./wire-types').Message} Message */
/**
 * What each call over HTTP answers with.
 * @typedef {object} Calls
 * @property {import('./wire-types').About} about
 * @property {import('./wire-types').Agents} agents
 * @property {import('./wire-types').GameList} games
 * @property {import('./wire-types').Games} open
 * @property {import('./wire-types').Invitation} invitation
 * @property {Record<string, unknown>} settings
 */

/** A question the server said no to, or could not be asked. */
export class Refused extends Error {
  /** @param {import('./refusals.js').Refusal} refusal */
  constructor(refusal) {
    super(refusalText(refusal));
    this.code = refusal.code;
  }
}

/** Why nobody can be asked. */
const DISCONNECTED = /** @type {const} */ ({ code: 'disconnected' });

/**
 * How long to wait before the next attempt, in milliseconds: growing from 0.2 s to 5 s, never the same for two pages.
 * @param {number} attempt from zero
 * @param {number} [luck] from 0 to 1
 */
export function pause(attempt, luck = Math.random()) {
  return Math.min(5000, 200 * 2 ** attempt) * (0.75 + luck / 4);
}

export class Wire extends EventTarget {
  /** @type {WireState} */
  state = 'connecting';
  /** @type {import('./wire-types').Role} */
  role = 'owner';
  #url;
  #keys;
  /** The key that the present connection shows. */
  #key = '';
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
   * @param {import('./keys.js').Keys} keys
   */
  constructor(url, keys) {
    super();
    this.#url = url;
    this.#keys = keys;
    this.#session = sessionStorage.getItem('goren.session');
  }

  connect() {
    const token = this.#keys.key;
    if (!token) return this.#become('refused');
    this.#key = token;
    const before = this.#socket;
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    before?.close();
    socket.onopen = () => {
      const hello = { id: 0, type: 'hello', token, ...(this.#session ? { session: this.#session } : {}) };
      socket.send(JSON.stringify(hello));
    };
    // A connection that was given up may still have something to say, and ends later than the next one begins.
    const isCurrent = () => this.#socket === socket;
    socket.onmessage = ({ data }) => isCurrent() && this.#hear(JSON.parse(data));
    socket.onclose = ({ code }) => isCurrent() && this.#closed(code);
  }

  /** Tries again at once: the network is back, or the person asks for it. */
  hurry() {
    if (this.state === 'open' || this.#socket?.readyState === WebSocket.CONNECTING) return;
    this.#attempt = 0;
    this.#retried = false;
    this.connect();
  }

  /**
   * Asks, and gives the answer; throws `Refused` with a line for the person.
   * @template {Request} R
   * @param {R} message
   * @returns {Promise<Answers[R['type']]>}
   */
  ask(message) {
    return this.begin(message).answer;
  }

  /**
   * Asks for work whose later messages carry the same number.
   * @template {Request} R
   * @param {R} message
   */
  begin(message) {
    const id = this.#next++;
    /** @type {Promise<Answers[R['type']]>} */
    const answer = new Promise((resolve, reject) => {
      const send = () => {
        if (this.state !== 'open' || this.#socket?.readyState !== WebSocket.OPEN) return reject(new Refused(DISCONNECTED));
        this.#waiting.set(id, { resolve, reject });
        this.#socket.send(JSON.stringify({ id, ...message }));
      };
      // Somebody can be quicker than the first connection: what they ask for waits for it.
      if (this.state === 'connecting') this.addEventListener('state', send, { once: true });
      else send();
    });
    return { id, answer };
  }

  /** @param {Message} message */
  #hear(message) {
    if (message.type === 'welcome') {
      this.#keys.accepted(this.#key);
      this.#session = message.session;
      sessionStorage.setItem('goren.session', message.session);
      this.role = message.role;
      this.#attempt = 0;
      this.#retried = false;
      this.#become('open');
    } else if (message.type === 'done' || message.type === 'refused') {
      const waiting = this.#waiting.get(message.id ?? -1);
      this.#waiting.delete(message.id ?? -1);
      if (message.type === 'done') waiting?.resolve(message);
      else waiting?.reject(new Refused(message.error));
    } else this.dispatchEvent(new CustomEvent(message.type, { detail: message }));
  }

  /** @param {number} code */
  #closed(code) {
    this.#socket = null;
    for (const { reject } of this.#waiting.values()) reject(new Refused(DISCONNECTED));
    this.#waiting.clear();
    if (code === 4401) {
      if (this.#keys.refused(this.#key)) return this.connect();
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
 * Calls over HTTP and gives the response; throws `Refused` with the reason in words.
 * @param {string} path below `/api/`
 * @param {{ method?: string, body?: BodyInit }} [options]
 */
export async function call(path, options = {}) {
  const headers = { Authorization: `Bearer ${kept() ?? ''}` };
  let response;
  try {
    response = await fetch(`/api/${path}`, { ...options, headers });
  } catch {
    throw new Refused(DISCONNECTED);
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => ({}));
  throw new Refused(answer.error ?? { code: 'status', status: response.status });
}

/**
 * Calls over HTTP and gives the answer.
 * @template {keyof Calls} C
 * @param {C} name
 * @param {{ method?: string, body?: BodyInit, query?: string }} [options]
 * @returns {Promise<Calls[C]>}
 */
export async function api(name, { query = '', ...options } = {}) {
  return (await call(`${name}${query}`, options)).json();
}
