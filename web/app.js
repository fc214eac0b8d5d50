// The one state of the program that all pages share: the route, the table shown, what the server tells, what is said to the person.

import * as preferences from './preferences.js';
import { Analyst } from './analyst.js';
import { Comments } from './comments.js';
import { leaveField } from './focus.js';
import { Look } from './look.js';
import { Page } from './page.js';
import { Playing } from './playing.js';
import { sound } from './sound.js';
import { t } from './strings.js';
import { news } from './telling.js';
import { Table } from './tree.js';
import { Refused, Wire, api } from './wire.js';

/** @typedef {import('./tree.js').Seat} Seat */

export class App {
  preferences = preferences.load();
  wire;
  analyst = new Analyst(this);
  comments = new Comments(this);
  looking = new Look(this);
  playing = new Playing(this);
  /** @type {import('./wire-types').About | null} */
  about = null;
  /** @type {import('./wire-types').Agents | null} */
  agents = null;
  /** @type {import('./wire-types').Head[] | null} */
  games = null;
  #revision = '';
  /** How many of the server's notices were shown. */
  #notices = 0;
  /** What a guest can join. @type {import('./wire-types').Summary[]} */
  rooms = [];
  /** The address for others on the network, where there is one. @type {string | null} */
  invitation = null;
  /** @type {import('./page.js').Route} */
  route = { page: 'home', id: '', query: new URLSearchParams() };
  /** @type {Table | null} */
  table = null;
  /** Why the table could not be joined. @type {string | null} */
  missing = null;
  flipped = false;
  /** @type {{ text: string, action?: { text: string, run: () => void } } | null} */
  toastShown = null;
  /** What lies over the page. @type {(() => import('./render.js').Loose) | null} */
  dialog = null;
  /** Whether a file is being dragged over the page. */
  dropping = false;
  #toastTimer = 0;
  /** What is to be said on the page that comes. */
  #arriving = '';
  #painting = false;
  /** @type {() => void} */
  draw = () => {};
  /** @type {import('./page.js').Rooms} */
  pages = {};
  /** The page that is shown. */
  page = new Page(this);
  #entered = false;
  /** Whether the loss of the connection was told. */
  #lost = false;
  /** What outlives pages, one of each kind. @type {Map<Function, unknown>} */
  #kept = new Map();

  /** @param {string} url of the WebSocket @param {import('./keys.js').Keys} keys */
  constructor(url, keys) {
    this.wire = new Wire(url, keys);
    this.wire.addEventListener('state', () => this.#connected());
    this.wire.addEventListener('table', (event) => {
      const { detail } = /** @type {CustomEvent} */ (event);
      const { table } = this;
      if (table && table.id === detail.table) this.playing.hear(table, detail);
    });
    this.wire.addEventListener('proved', () => this.looking.again());
    this.wire.addEventListener('analysis', (event) => this.analyst.hear(/** @type {CustomEvent} */ (event).detail));
    this.wire.addEventListener('review', (event) => this.analyst.hearReview(/** @type {CustomEvent} */ (event).detail));
  }

  /**
   * What outlives the pages that show it, such as a puzzle under way: one of each kind, made when a page first asks for it.
   * @template T
   * @param {new (app: App) => T} Kind
   * @returns {T}
   */
  kept(Kind) {
    const known = this.#kept.get(Kind);
    if (known) return /** @type {T} */ (known);
    const made = new Kind(this);
    this.#kept.set(Kind, made);
    return made;
  }

  /** Draws the page anew, once per frame however often it is asked for. */
  paint() {
    if (this.#painting) return;
    this.#painting = true;
    requestAnimationFrame(() => {
      this.#painting = false;
      this.page.follow();
      this.draw();
    });
  }

  /** @param {string} text what a screen reader says when it has time */
  announce(text) {
    const live = document.getElementById('live');
    if (live) live.textContent = live.textContent === text ? `${text} ` : text;
  }

  /** @param {string} text @param {{ text: string, run: () => void }} [action] */
  toast(text, action) {
    this.toastShown = { text, action };
    this.announce(text);
    clearTimeout(this.#toastTimer);
    this.#toastTimer = window.setTimeout(
      () => {
        this.toastShown = null;
        this.paint();
      },
      // Long enough to be read.
      Math.max(action ? 10000 : 4000, text.length * 70),
    );
    this.paint();
  }

  /** Says why nothing is placed here. @param {string} text */
  refuse(text) {
    this.sound('illegal');
    this.toast(text);
  }

  /** Says what went wrong. @param {unknown} error */
  fail(error) {
    if (!(error instanceof Refused)) throw error;
    this.toast(error.message);
  }

  /** @param {Partial<preferences.Preferences>} change */
  prefer(change) {
    Object.assign(this.preferences, change);
    preferences.save(this.preferences, this.wire.role === 'owner');
    preferences.apply(this.preferences);
    this.paint();
  }

  /** A stone shown before the server has confirmed it. */
  get pending() {
    return this.playing.pending;
  }

  /** What is known at once about the position shown. */
  get look() {
    return this.looking.view;
  }

  /** @param {'stone' | 'illegal' | 'win' | 'loss'} kind */
  sound(kind) {
    if (this.preferences.sound) sound(kind, this.preferences.volume);
  }

  /**
   * Asks the server, and tells the person if it says no.
   * @template {import('./wire.js').Request} R
   * @param {R} message
   * @returns {Promise<import('./wire.js').Answers[R['type']] | null>}
   */
  async ask(message) {
    try {
      return await this.wire.ask(message);
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  /** @param {string} hash such as `#/games` @param {string} [said] what to say there */
  go(hash, said) {
    this.#arriving = said ?? '';
    location.hash = hash;
  }

  /** Shows the page that a fragment names. @param {string} hash */
  navigate(hash) {
    const [path, query = ''] = hash.replace(/^#\/?/, '').split('?');
    const [page = '', ...rest] = path.split('/');
    const id = rest.join('/');
    const known = page in this.pages ? page : 'home';
    if (page && known !== page) this.#arriving = t('nav.unknown', { page });
    const same = known === this.route.page && id === this.route.id;
    if (!same) {
      leaveField();
      this.page.leave();
      this.dialog = null;
      // What was said of the last page ends with it.
      this.toastShown = null;
    }
    if (this.#arriving) this.toast(this.#arriving);
    this.#arriving = '';
    this.route = { page: known, id, query: new URLSearchParams(query) };
    if (!same || !this.#entered) this.enter();
    else {
      this.page.turn();
      if (this.wire.state === 'open') this.page.connected();
    }
    this.paint();
  }

  /** Begins a visit to the page of the route. */
  enter() {
    this.#entered = true;
    const { page, id } = this.route;
    const top = this.pages[page];
    const Kind = top.rooms[id.split('/')[0]] ?? top;
    this.page = new Kind(this);
    this.page.enter();
    if (this.wire.state === 'open') this.page.connected();
  }

  /** Watches a table, and no other. @param {string} id */
  show(id) {
    if (this.table?.id === id) return;
    if (this.table && this.wire.state === 'open')
      void this.wire.ask({ type: 'leave', table: this.table.id }).catch(() => {});
    this.table = id ? new Table(id) : null;
    this.missing = null;
    this.playing.forget();
    this.looking.forget();
    if (id && this.wire.state === 'open') this.#join();
  }

  #join() {
    const { table } = this;
    if (!table) return;
    const joined = this.wire.ask({ type: 'join', table: table.id, seq: table.seq, epoch: table.epoch });
    joined.then(() => this.comments.send(table)).catch((error) => {
      if (this.table !== table || error.code === 'disconnected') return;
      if (this.page.lost(table.id)) return;
      this.missing = error.message;
      this.paint();
    });
  }

  #connected() {
    if (this.wire.state === 'open') {
      this.playing.pending = null;
      this.looking.again();
      this.analyst.resume();
      this.#join();
      this.#openHeld();
      void this.refresh();
      const stored = this.wire.role === 'owner' ? preferences.fetchOnce() : Promise.resolve(null);
      void stored.then((found) => {
        if (found) this.prefer(found);
      });
      if (this.#lost) this.announce(t('state.connected'));
      this.#lost = false;
      this.page.connected();
    } else if (this.wire.state === 'lost') {
      if (!this.#lost) this.announce(t('refusal.disconnected'));
      this.#lost = true;
    }
    this.paint();
  }

  /** Asks again for what lists show; a new connection does so anyway. */
  async refresh() {
    if (this.wire.state !== 'open') return;
    try {
      if (this.wire.role === 'guest') {
        this.rooms = (await this.wire.ask({ type: 'tables' })).tables;
        return this.paint();
      }
      this.about ??= await api('about');
      const list = await api('games', { query: this.#revision && `?revision=${this.#revision}` });
      this.#revision = list.revision;
      this.games = list.games ?? this.games;
      if (list.notices.length > this.#notices) this.toast(list.notices[this.#notices]);
      this.#notices = list.notices.length;
      if (this.about?.lan && !this.invitation) this.invitation = (await api('invitation')).guest_url;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
    this.paint();
  }

  /** Asks who can be played against, unless that is known: only a new game needs it. */
  async meet() {
    if (this.wire.role === 'guest') return;
    try {
      this.agents ??= await api('agents');
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
    this.paint();
  }

  /** Shows what the table has told. @param {Table} table @param {import('./tree.js').TableUpdate} message @param {number} heard when it came */
  take(table, message, heard) {
    const { state: before, at } = table;
    table.hear(message, heard);
    this.page.heard(table, before === null, at);
    if (!before) this.comments.send(table);
    const { game } = table;
    if (game && before?.game) {
      const { said, sounds } = news(table, before.game, game, this.seat);
      for (const kind of sounds) this.sound(kind);
      if (said) this.announce(said);
    }
    if (!before || game?.steps.length !== before.game?.steps.length || game?.node !== before.game?.node)
      this.playing.pending = null;
    this.paint();
  }

  /** Opens a file or pasted text and shows its first game. @param {string | Blob} text @param {string} [name] */
  async open(text, name) {
    try {
      const query = name ? `?name=${encodeURIComponent(name)}` : '';
      const { games } = await api('open', { method: 'POST', body: text, query });
      this.toastShown = null;
      this.go(`#/analyse/${games[0].id}`, games.length > 1 ? t('open.several', { count: games.length }) : '');
      void this.refresh();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Opens the game in a fragment. It stays in the address and in this tab until there is a key to open it with. @param {string} fragment */
  openLink(fragment) {
    sessionStorage.setItem('goren.link', fragment);
    if (this.wire.state === 'open') this.#openHeld();
  }

  #openHeld() {
    const held = sessionStorage.getItem('goren.link');
    if (!held) return;
    sessionStorage.removeItem('goren.link');
    if (location.hash === held) history.replaceState(null, '', location.pathname);
    void this.open(held);
  }

  /** The seat that only this page plays, where it has sat down. @returns {Seat | null} */
  get seat() {
    const sat = this.table ? (JSON.parse(sessionStorage.getItem('goren.seats') ?? '{}')[this.table.id] ?? null) : null;
    const about = sat && this.table?.state?.game?.seats[sat === 'first' ? 0 : 1];
    // The owner can put a guest off, and a guest the owner never.
    const lost = about && (!about.held || about.owners !== (this.wire.role === 'owner'));
    return lost ? null : sat;
  }

  /** Sits down, so that nobody else plays that seat. @param {Seat} seat */
  async sit(seat) {
    const { table } = this;
    if (!table || !(await this.ask({ type: 'sit', table: table.id, seat, name: this.preferences.name }))) return;
    const seats = JSON.parse(sessionStorage.getItem('goren.seats') ?? '{}');
    sessionStorage.setItem('goren.seats', JSON.stringify({ ...seats, [table.id]: seat }));
    this.paint();
  }

  /** Begins a board for analysis. @param {object} position our JSON record */
  async study(position) {
    const answer = await this.ask({ type: 'study', position });
    if (answer) this.go(`#/analyse/${answer.table}`);
  }
}
