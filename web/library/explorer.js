// The opening explorer beside the board: moves that were played from the position shown, their results, and one's own repertoire.

import './strings.js';
import { percent } from '../format.js';
import { icon } from '../icons.js';
import { Analyse } from '../pages/analyse.js';
import { play, reach, show } from '../pages/analysis/act.js';
import { number, t } from '../strings.js';
import { h } from '../render.js';
import { call } from '../wire.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../wire-types').ExploreView} ExploreView */
/** @typedef {import('../wire-types').LibraryGame} LibraryGame */
/** @typedef {import('../wire-types').TallyView} TallyView */

/** The position shown, as our JSON. @param {App} app */
function position(app) {
  const { table } = app;
  if (!table?.state) return '';
  const { stones, side } = table.board(table.at);
  const of = (/** @type {string} */ stone) => stones.filter((each) => each.stone === stone).map((each) => each.point);
  const { rule, size, traps } = table.state;
  return JSON.stringify({ rule, size, traps, black: of('black'), white: of('white'), side });
}

/** A game of the library as a line of text. @param {LibraryGame} game */
export function gameTitle(game) {
  if (!game.black && !game.white) return game.event || t('library.unnamed');
  return t('games.players', { black: game.black || t('black'), white: game.white || t('white') });
}

/** Opens a game for analysis, where it met what was looked for. @param {App} app @param {LibraryGame} game */
export async function openGame(app, game) {
  try {
    const body = JSON.stringify({ id: game.id, ...(game.at === undefined ? {} : { at: game.at }) });
    const { table, node } = await (await call('library/open', { method: 'POST', body })).json();
    app.go(`#/analyse/${table}`);
    if (node === undefined) return;
    const arrive = (/** @type {number} */ tries) => {
      const { page, table: now } = app;
      if (now?.id === table && now?.state && page instanceof Analyse) reach(page, node);
      else if (tries) setTimeout(() => arrive(tries - 1), 30);
    };
    arrive(100);
  } catch (error) {
    app.fail(error);
  }
}

/** Results as a bar of three parts. @param {TallyView} results */
function bar({ black, white, draws }) {
  const all = black + white + draws;
  const part = (/** @type {string} */ name, /** @type {number} */ count) => {
    const share = count / all;
    return count > 0 && h('span', { class: name, style: { width: `${share * 100}%` } }, share >= 0.245 && h('small', null, percent(share)));
  };
  return h('span', { class: 'result-bar', 'aria-hidden': 'true' }, all > 0 && [part('black', black), part('draw', draws), part('white', white)]);
}

/** @param {Explorer} explorer @param {ExploreView} view @param {ExploreView['moves'][number]} move */
function row(explorer, view, move) {
  const { page } = explorer;
  const { point, results, chance, mine } = move;
  const { games, black, white, draws } = results;
  const spoken = [
    games ? t('explore.row', { point, count: games, black: number(black), white: number(white), draws: number(draws) }) : t('explore.row.unplayed', { point }),
    chance !== undefined && t('explore.row.chance', { chance: percent(chance) }),
  ];
  return h(
    'li',
    { key: point, 'data-mine': mine },
    h(
      'button',
      {
        type: 'button',
        class: 'explored',
        onclick: () => {
          show(page, null);
          void play(page, point);
        },
        onpointerenter: (/** @type {PointerEvent} */ event) => event.pointerType !== 'touch' && show(page, [point], view.side),
        onpointerleave: () => show(page, null),
        onfocus: () => show(page, [point], view.side),
        onblur: () => show(page, null),
      },
      h('span', { class: 'unseen' }, spoken.filter(Boolean).join(', ')),
      h('b', { 'aria-hidden': 'true' }, point),
      h('span', { class: 'number', 'aria-hidden': 'true' }, number(games)),
      bar(results),
      h('span', { class: 'number quiet', 'aria-hidden': 'true' }, chance === undefined ? '' : percent(chance)),
    ),
    h(
      'button',
      {
        type: 'button',
        class: 'icon plain star',
        'aria-pressed': mine ? 'true' : 'false',
        'aria-label': t(mine ? 'repertoire.mine_yes' : 'repertoire.mine', { point }),
        title: t(mine ? 'repertoire.mine_yes' : 'repertoire.mine', { point }),
        onclick: () => void explorer.learn(point, !mine),
      },
      star(),
    ),
  );
}

function star() {
  return h(
    'svg',
    { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    h('path', { d: 'M12 3.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8-4.2-4.1 5.8-.8z' }),
  );
}

/** @param {App} app @param {ExploreView} view @param {string} key the position */
function gamesHere(app, view, key) {
  if (!view.games.length) return null;
  return h(
    'section',
    { key: 'games', class: 'stack tight', 'aria-labelledby': 'explore-games' },
    h('h2', { id: 'explore-games' }, t('explore.recent')),
    h(
      'ul',
      { class: 'explored-games' },
      view.games.map((game) =>
        h(
          'li',
          { key: String(game.id) },
          h(
            'button',
            { type: 'button', class: 'plain', onclick: () => void openGame(app, game) },
            h('b', null, gameTitle(game)),
            h(
              'span',
              { class: 'small quiet' },
              [t(`library.result.${game.result}`), game.event, game.date].filter(Boolean).join(' · '),
            ),
          ),
        ),
      ),
    ),
    view.results.games > view.games.length &&
      h(
        'p',
        { key: 'all' },
        h('a', { href: `#/library?position=${encodeURIComponent(key)}` }, t('explore.all', { count: view.results.games })),
      ),
  );
}

/** What was played from the position shown; kept by the page of analysis. */
export class Explorer {
  /** What is known, of the position shown or of the one before. @type {{ key: string, view: ExploreView | null, error: string }} */
  #known = { key: '', view: null, error: '' };
  /** The position that is being asked for. */
  #asked = '';

  /** @param {Analyse} page */
  constructor(page) {
    this.page = page;
  }

  /** Asks about the position shown, unless that has been done. @param {boolean} [again] */
  async follow(again = false) {
    const { app } = this.page;
    const key = position(app);
    if (!key || (!again && (key === this.#known.key || key === this.#asked))) return;
    this.#asked = key;
    /** @type {{ key: string, view: ExploreView | null, error: string }} */
    let answer;
    try {
      const response = await call('library/explore', { method: 'POST', body: JSON.stringify({ position: key }) });
      answer = { key, view: await response.json(), error: '' };
    } catch (error) {
      answer = { key, view: null, error: error instanceof Error ? error.message : '' };
    }
    // Somebody has walked on meanwhile.
    if (this.#asked !== key) return;
    this.#asked = '';
    this.#known = answer;
    app.paint();
  }

  /** Puts a move into the repertoire, or takes it out. @param {string} point @param {boolean} mine */
  async learn(point, mine) {
    const { app } = this.page;
    const body = JSON.stringify({ position: position(app), ...(mine ? { point } : {}) });
    try {
      await call('library/learn', { method: 'POST', body });
      app.announce(t(mine ? 'repertoire.learnt' : 'repertoire.forgotten', { point }));
      await this.follow(true);
    } catch (error) {
      app.fail(error);
    }
  }

  tab() {
    const { app } = this.page;
    const { key, view, error } = this.#known;
    if (error && key === position(app)) return h('p', { class: 'pad', role: 'alert', key: 'failed' }, t('explore.failed', { error }));
    if (!view) return h('p', { class: 'pad', role: 'status', key: 'looking' }, t('table.loading'));
    const waits = key !== position(app);
    const total = view.results;
    return h(
      'div',
      { class: 'pad stack explorer', key: 'explorer', 'aria-busy': waits ? 'true' : 'false' },
      view.opening && h('p', { key: 'opening' }, t('explore.opening', { name: view.opening })),
      view.moves.length
        ? h(
            'section',
            { key: 'moves', 'aria-label': t('explore.label') },
            h(
              'p',
              { class: 'explored-head small quiet', 'aria-hidden': 'true' },
              h('span', null, t('explore.moves')),
              h('span', { class: 'number' }, t('explore.games')),
              h('span', null, t('explore.results')),
            ),
            h(
              'ul',
              { class: 'explored-moves', 'aria-label': t('explore.label') },
              view.moves.slice(0, 40).map((move) => row(this, view, move)),
            ),
            total.games > 0 &&
              h(
                'p',
                { class: 'explored-total', key: 'total' },
                h('b', null, t('explore.total')),
                h('span', { class: 'number' }, number(total.games)),
                bar(total),
              ),
          )
        : h('p', { key: 'none' }, t(view.library ? 'explore.none' : 'library.empty')),
      gamesHere(app, view, key),
      h('p', { key: 'library' }, h('a', { class: 'row', href: '#/library' }, icon('games'), t('explore.library'))),
    );
  }
}
