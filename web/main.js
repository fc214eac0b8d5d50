// The way in: takes the token, draws the frame of every page, and hands events to the page shown.

import './board.js';
import { App } from './app.js';
import { around, handOn, leaveField, theBoard } from './focus.js';
import { icon, seal } from './icons.js';
import { Keys, takeKey } from './keys.js';
import { later } from './later.js';
import { Analyse } from './pages/analyse.js';
import { GamePage } from './pages/game.js';
import { GamesPage } from './pages/games.js';
import { Home } from './pages/home.js';
import { NewGame } from './pages/new.js';
import { tool } from './controls.js';
import { apply } from './preferences.js';
import { Sight } from './sight.js';
import { t } from './strings.js';
import { h, render } from './render.js';

const { rest, ...offered } = takeKey(location.hash);
if (rest !== location.hash) history.replaceState(null, '', `${location.pathname}${rest}`);
const keys = new Keys(offered);

const root = /** @type {HTMLElement} */ (document.getElementById('app'));
const app = new App(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`, keys);
app.pages = {
  home: Home,
  new: NewGame,
  game: GamePage,
  analyse: Analyse,
  games: GamesPage,
  settings: later('settings', 'nav.settings', 'style/settings.css', async () => (await import('./pages/settings.js')).Settings, true),
  help: later('help', 'nav.help', 'style/help.css', async () => (await import('./pages/help.js')).Help),
  school: later('school', 'nav.school', 'style/school.css', async () => (await import('./school/school.js')).School),
  proof: later('proof', 'nav.proof', 'style/proof.css', async () => (await import('./proof/proof.js')).ProofPage),
  train: later('train', 'nav.train', 'style/train.css', async () => (await import('./train/train.js')).Train),
  library: later('library', 'nav.library', 'style/shelf.css', async () => (await import('./library/library.js')).LibraryPage),
  fleet: later('fleet', 'nav.fleet', 'style/fleet.css', async () => (await import('./fleet/fleet.js')).FleetPage),
};
const sight = new Sight(app);
apply(app.preferences);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => apply(app.preferences));

function bar() {
  const { page } = app.route;
  const link = (/** @type {string} */ to, /** @type {string} */ name, /** @type {string} */ mark) =>
    h(
      'a',
      // A link to the page shown leads nowhere else, so that an analysis stays the same one; from a room it leads out.
      { key: to, 'aria-label': t(name), href: page === to && !Object.keys(app.pages[to].rooms).length ? location.hash : `#/${to}`, 'aria-current': page === to ? 'page' : null },
      icon(mark),
      h('span', null, t(name)),
    );
  const { state } = app.wire;
  return h(
    'header',
    { class: 'bar', key: 'bar' },
    h('a', { class: 'brand', href: '#/', 'aria-label': t('nav.home_label') }, seal(), 'goren'),
    h(
      'nav',
      { 'aria-label': t('nav.label') },
      app.wire.role === 'owner' && [
        link('new', 'nav.new', 'plus'),
        link('analyse', 'nav.analyse', 'analyse'),
        link('games', 'nav.games', 'games'),
        link('train', 'nav.train', 'train'),
        link('school', 'nav.school', 'school'),
      ],
      link('settings', 'nav.settings', 'settings'),
      link('help', 'nav.help', 'help'),
    ),
    h('span', { class: 'space' }),
    state === 'lost' &&
      h(
        'span',
        { class: 'state', role: 'status', key: 'state' },
        h('span', { class: 'unseen' }, t('state.reconnecting')),
        h('span', { 'aria-hidden': 'true' }, t('state.reconnecting')),
        h(
          'button',
          { type: 'button', class: 'plain', 'aria-label': t('state.retry'), title: t('state.retry'), onclick: () => app.wire.hurry() },
          icon('offline'),
          h('span', null, t('state.retry')),
        ),
      ),
    tool(
      app.preferences.sound ? 'sound' : 'mute',
      t(app.preferences.sound ? 'sound.off' : 'sound.on'),
      () => app.prefer({ sound: !app.preferences.sound }),
      { key: 'sound', 'aria-pressed': app.preferences.sound ? 'false' : 'true' },
    ),
  );
}

function refused() {
  return h(
    'main',
    { class: 'reading', key: 'refused' },
    h(
      'article',
      null,
      h('h1', null, t('refused.title')),
      h('p', null, t('refused.about')),
      h('p', null, h('code', null, 'goren serve')),
      h('p', null, h('button', { type: 'button', class: 'main', onclick: () => app.wire.hurry() }, t('state.retry'))),
    ),
  );
}

app.draw = () => {
  const { page, toastShown } = app;
  const title = `${page.title} · goren`;
  if (document.title !== title) document.title = title;
  const held = document.activeElement;
  const near = around(held);
  render(root, [
    bar(),
    app.wire.state === 'refused' ? refused() : page.view(),
    toastShown &&
      h(
        'aside',
        { class: 'toast', key: 'toast', 'aria-label': t('state.message') },
        h('span', null, toastShown.text),
        toastShown.action && h('button', { type: 'button', onclick: toastShown.action.run }, toastShown.action.text),
      ),
    app.dropping && h('div', { class: 'drop', key: 'drop', 'aria-hidden': 'true' }, h('p', null, t('drop.here'))),
    app.dialog?.(),
  ]);
  sight.follow();
  settle();
  // A button that can no longer be pressed loses the keyboard too, once the page is shown.
  const { activeElement } = document;
  const isGone = held && (!held.isConnected || held.matches(':disabled'));
  const lost = isGone && (activeElement === document.body || activeElement === held);
  if (lost && byKeyboard && entered === `${app.route.page}/${app.route.id}`) handOn(near);
};

/** The page that has been entered. */
let entered = '';
/** What showed it: of a page that is loaded when somebody goes there, first what stands in for it. @type {import('./page.js').Page | null} */
let shown = null;

/** Says which page has come, and gives a keyboard that has lost its place a new one: a game's board, or the heading. */
function settle() {
  const now = `${app.route.page}/${app.route.id}`;
  if (now === entered && app.page === shown) return;
  if (!app.page.isReady) {
    // The page before was left, and who comes back enters it again.
    if (entered) entered = app.route.page;
    return;
  }
  const first = entered === '';
  const announced = entered === now;
  entered = now;
  shown = app.page;
  if (first) return;
  if (!announced) app.announce(app.page.introduction);
  // What the new page hides, as a small screen hides the board, is still the active element until it is painted.
  const { activeElement } = document;
  const lost = !activeElement || activeElement === document.body || !activeElement.checkVisibility();
  if (lost && byKeyboard) app.page.focus();
}

/** Whether the last thing done was done with a key. */
let byKeyboard = false;
addEventListener('keydown', () => (byKeyboard = true), true);
addEventListener('pointerdown', () => (byKeyboard = false), true);

/** A fragment is a page of ours, or a game that someone shared. */
function follow() {
  const { hash } = location;
  // The printed address in a tab that is open already.
  if (takeKey(hash).rest !== hash) return location.reload();
  if (/^#(?!\/).*=/.test(hash)) {
    app.navigate('');
    app.openLink(hash);
  } else app.navigate(hash);
}

addEventListener('hashchange', follow);
addEventListener('resize', () => {
  sight.lose();
  app.paint();
});
addEventListener('online', () => app.wire.hurry());
// A newer run of the server, opened in another tab, has brought a newer key.
addEventListener('storage', ({ key }) => key === 'goren.token' && app.wire.hurry());
addEventListener('focus', () => app.wire.state === 'lost' && app.wire.hurry());

addEventListener('keydown', (event) => {
  const { target } = event;
  if (!(target instanceof Element) || target.closest('dialog')) return;
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === 'z';
  if (((event.ctrlKey || event.metaKey) && !isUndo) || event.altKey || event.defaultPrevented) return;
  if (target.matches('input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]')) return;
  const key = isUndo ? 'u' : event.key;
  if ((key === 'Enter' || key === ' ') && target.matches('button, a, summary, input')) return;
  if (key.startsWith('Arrow') && target.matches('input')) return;
  if (app.page.key(key) || shared(key)) event.preventDefault();
});

/** The keys of every page. @param {string} key */
function shared(key) {
  if (key === '?') app.go('#/help');
  else if (key === 'n' && app.wire.role === 'owner') app.go('#/new');
  else if (key === 'f') app.flipped = !app.flipped;
  else if (key === 'm') app.prefer({ sound: !app.preferences.sound });
  else if (key === 'b') theBoard()?.focusPoint();
  else return false;
  app.paint();
  return true;
}

// A click on a button leaves the keyboard where it was, so that Space and the arrows keep their meaning.
addEventListener('mousedown', (event) => {
  if (/** @type {Element} */ (event.target).closest('button')) event.preventDefault();
});

// But never in a field: what was typed counts before anything acts. What was pressed is where the pointer went down, so that
// text can be selected past the edge of its field.
/** @type {EventTarget | null} */
let pressed = null;
addEventListener('pointerdown', ({ target }) => (pressed = target), true);
addEventListener('pointerup', () => leaveField(pressed), true);
addEventListener('contextmenu', ({ target }) => leaveField(target), true);
// Enter in a field clicks the button of its form, and stays in the field.
addEventListener('click', ({ target, detail }) => detail > 0 && leaveField(target), true);
addEventListener('pagehide', () => leaveField());

// Anything dropped or pasted on the page is a game to open. Nobody tells when a file is taken away again: it is no longer told of.
let dragging = 0;
const drop = (/** @type {boolean} */ on) => {
  clearTimeout(dragging);
  if (on) dragging = window.setTimeout(() => drop(false), 500);
  if (app.dropping === on) return;
  app.dropping = on;
  app.paint();
};
addEventListener('dragover', (event) => {
  event.preventDefault();
  if (event.dataTransfer?.types.includes('Files')) drop(true);
});
addEventListener('drop', () => drop(false), true);
addEventListener('drop', (event) => {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  const text = event.dataTransfer?.getData('text');
  if (file) void app.open(file, file.name);
  else if (text) void app.open(text);
});
addEventListener('paste', (event) => {
  if (/** @type {HTMLElement} */ (event.target).matches('input, textarea')) return;
  const text = event.clipboardData?.getData('text');
  if (text) void app.open(text);
});

// Clocks go on between two messages.
setInterval(() => {
  const clock = app.table?.game?.clock;
  if (clock?.running && (clock.turn_ms ?? clock.left_ms[clock.running === 'first' ? 0 : 1]) && !document.hidden) app.paint();
}, 100);

follow();
void keys.redeem().then(() => app.wire.connect());
