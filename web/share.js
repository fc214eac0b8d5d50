// Sharing a game: as a picture, a link, text or a file; the same for games, studies and the list. Loaded when it is asked for.

import { modal } from './dialog.js';
import { choices, check } from './controls.js';
import { LONGEST, pack, plainMoves, publicLink } from './link.js';
import { dataUrl, palette, picture, png } from './picture.js';
import { encode } from './qr.js';
import { save, saveBlob } from './save.js';
import { texts } from './share-strings.js';
import { learn, t } from './strings.js';
import { tableBoard } from './table-view.js';
import { company } from './tree.js';
import { h } from './render.js';
import { Refused, call } from './wire.js';

learn(texts);

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./tree.js').Table} Table */
/** @typedef {'picture' | 'link' | 'text' | 'file'} Tab */
/**
 * What the dialog shows and knows.
 * @typedef {object} Sharing
 * @property {Tab} tab
 * @property {number} width of the picture
 * @property {boolean} numbers
 * @property {boolean} coordinates
 * @property {'goren' | 'public'} kind of the link
 * @property {string | null} packed the whole game as a link
 * @property {string | null} drawn the position in text
 * @property {string} said what came of the last action
 * @property {import('./picture.js').Palette} colours
 */

/** The codes that a phone still reads from a screen. */
const LONGEST_CODE = 1200;

/** Formats by use; what a list lacks comes last. */
const common = ['sgf', 'psq', 'lib', 'pos'];

/** Opens the dialog for the table shown. @param {App} app @param {Tab} [tab] */
export function share(app, tab = 'picture') {
  const { table } = app;
  if (!table?.state) return;
  const root = table.node(0);
  if (table.nodes.size === 1 && !root.setup?.length && !table.game) return app.toast(t('share.nothing'));
  /** @type {Sharing} */
  const sharing = {
    tab,
    width: 1200,
    numbers: app.preferences.numbers,
    coordinates: app.preferences.coordinates,
    kind: 'goren',
    packed: null,
    drawn: null,
    said: '',
    colours: palette(),
  };
  app.dialog = () => dialog(app, table, sharing);
  app.paint();
  const ask = async () => {
    const [sgf, drawn] = await Promise.all(
      ['format=sgf', `format=ascii&node=${table.at}`].map(async (query) =>
        (await call(`games/${table.id}/export?${query}`)).text(),
      ),
    );
    sharing.packed = await pack(sgf);
    sharing.drawn = drawn;
    app.paint();
  };
  ask().catch((error) => say(app, sharing, error));
}

/** @param {App} app @param {{ said: string }} sharing @param {unknown} said a sentence, or what went wrong */
function say(app, sharing, said) {
  if (said instanceof Refused) sharing.said = said.message;
  else if (typeof said === 'string') sharing.said = said;
  else throw said;
  app.paint();
}

/** An address that can be copied. @param {App} app @param {{ said: string }} sharing @param {string} link @param {string} id */
function copied(app, sharing, link, id) {
  return h(
    'div',
    { class: 'copy', key: 'copy' },
    h('input', {
      type: 'text',
      id,
      readonly: true,
      'aria-label': t('share.link.label'),
      value: link,
      onfocus: (/** @type {any} */ event) => event.target.select(),
    }),
    h(
      'button',
      { type: 'button', class: 'main', onclick: () => void copy(app, sharing, link, t('share.link.copied')) },
      t('share.copy'),
    ),
  );
}

/** @param {App} app @param {{ said: string }} sharing @param {string} text @param {string} done */
async function copy(app, sharing, text, done) {
  say(app, sharing, (await copyText(text)) ? done : t('share.by_hand'));
}

/** Puts text on the clipboard: over plain HTTP on a network only the old way is left. @param {string} text */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    let given = false;
    const give = (/** @type {ClipboardEvent} */ event) => {
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
      given = true;
    };
    document.addEventListener('copy', give);
    const done = document.execCommand('copy');
    document.removeEventListener('copy', give);
    return done && given;
  }
}

/** @param {App} app @param {Table} table @param {Sharing} sharing */
function drawing(app, table, sharing) {
  const marks = (table.node(table.at).marks ?? []).map((mark) => ({
    point: mark.point,
    figure: /** @type {import('./figures.js').Figure} */ (mark.kind === 'selected' ? 'diamond' : mark.kind),
    text: mark.kind === 'label' ? mark.text : undefined,
  }));
  const model = { ...tableBoard(app), marks, numbers: sharing.numbers, coordinates: sharing.coordinates };
  return picture(model, sharing.colours, sharing.width);
}

/** @param {App} app @param {Table} table @param {Sharing} sharing */
function pictureTab(app, table, sharing) {
  const svg = drawing(app, table, sharing);
  const name = `goren-${table.id}-${table.board(table.at).ply}`;
  const shown = () => png(svg, sharing.width);
  const copyPicture = async () => {
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': shown() })]);
      say(app, sharing, t('share.picture.copied'));
    } catch {
      say(app, sharing, t('share.picture.by_hand'));
    }
  };
  return [
    moment(app, table),
    h('img', { class: 'preview', alt: t('share.picture.alt'), src: dataUrl(svg), key: 'preview' }),
    h(
      'div',
      { class: 'row', key: 'shown' },
      check(t('set.numbers'), sharing.numbers, (on) => {
        sharing.numbers = on;
        app.paint();
      }),
      check(t('set.coordinates'), sharing.coordinates, (on) => {
        sharing.coordinates = on;
        app.paint();
      }),
    ),
    choices(
      'share-width',
      t('share.picture.size'),
      [600, 1200, 2400].map((width) => [String(width), t('share.picture.pixels', { width })]),
      String(sharing.width),
      (width) => {
        sharing.width = Number(width);
        app.paint();
      },
    ),
    h(
      'div',
      { class: 'row', key: 'save' },
      h(
        'button',
        { type: 'button', class: 'main', onclick: () => void shown().then((blob) => saveBlob(blob, `${name}.png`)) },
        t('share.picture.png'),
      ),
      h(
        'button',
        { type: 'button', onclick: () => saveBlob(new Blob([svg], { type: 'image/svg+xml' }), `${name}.svg`) },
        t('share.picture.svg'),
      ),
      'ClipboardItem' in window &&
        h('button', { type: 'button', onclick: () => void copyPicture() }, t('share.picture.copy')),
    ),
  ];
}

/** Which position is handed on, in words. @param {App} app @param {Table} table */
function moment(app, table) {
  const number = table.board(table.at).ply;
  const of = table.board(app.page.line.at(-1) ?? table.at).ply;
  return h('p', { class: 'small', key: 'moment' }, t(number < of ? 'share.moment' : 'share.moment.last', { number, of }));
}

/** What a whole game holds, in words. @param {Table} table */
export function contents(table) {
  const nodes = [...table.nodes.values()];
  const count = (/** @type {string} */ what, /** @type {number} */ number) =>
    number ? [t(`share.holds.${what}`, { count: number })] : [];
  const { state } = table;
  const parts = [
    ...count('moves', nodes.filter((node) => node.stone).length),
    ...count(
      'variations',
      nodes.reduce((sum, node) => sum + Math.max(0, (node.next?.length ?? 0) - 1), 0),
    ),
    ...count('comments', nodes.filter((node) => node.comment).length),
    ...(state?.black || state?.white ? [t('share.holds.names')] : []),
    ...(state?.result ? [t('share.holds.result')] : []),
  ];
  const last = parts.pop() ?? t('share.holds.position');
  return t('share.holds', { parts: parts.length ? t('share.and', { parts: parts.join(', '), last }) : last });
}

/** A QR code as a picture. @param {string} text @param {string} label */
export function code(text, label) {
  const dark = text.length <= LONGEST_CODE ? encode(text) : null;
  if (!dark) return null;
  let path = '';
  dark.forEach((row, y) =>
    row.forEach((on, x) => {
      if (on) path += `M${x + 4} ${y + 4}h1v1h-1z`;
    }),
  );
  const side = dark.length + 8;
  return h(
    'svg',
    { class: 'code', viewBox: `0 0 ${side} ${side}`, role: 'img', 'aria-label': label, key: `code ${text}` },
    h('rect', { width: side, height: side, fill: '#fff' }),
    h('path', { d: path, fill: '#000' }),
  );
}

/** @param {App} app @param {Table} table @param {Sharing} sharing */
function linkTab(app, table, sharing) {
  const moves = plainMoves(table, table.at);
  const whole = sharing.kind === 'goren';
  const link = whole ? sharing.packed : moves && publicLink(moves);
  const long = whole && link !== null && link.length > LONGEST;
  const size = table.state?.size ?? 15;
  const about = whole
    ? long
      ? t('share.link.long', { count: link.length })
      : `${contents(table)} ${t('share.link.goren.use')}`
    : !moves
      ? t('share.link.public.no')
      : [
          t('share.link.public', { count: moves.length }),
          t('share.link.public.lacks'),
          size === 15 ? '' : t('share.link.public.size', { size }),
        ].join(' ');
  return [
    choices(
      'share-kind',
      t('share.link.kind'),
      [
        ['goren', t('share.link.goren')],
        ['public', t('share.link.public.name')],
      ],
      sharing.kind,
      (kind) => {
        sharing.kind = kind === 'public' ? 'public' : 'goren';
        sharing.said = '';
        app.paint();
      },
    ),
    h('p', { class: 'small', key: 'about' }, about),
    link &&
      !long && [
        copied(app, sharing, link, 'link'),
        code(link, t('share.link.code')) ?? h('p', { class: 'small quiet', key: 'nocode' }, t('share.link.nocode')),
      ],
    long &&
      h(
        'div',
        { class: 'row', key: 'instead' },
        h('button', { type: 'button', class: 'main', onclick: () => turnTo(app, sharing, 'file') }, t('share.link.file')),
      ),
  ];
}

/** @param {App} app @param {Table} table @param {Sharing} sharing */
function textTab(app, table, sharing) {
  const moves = table
    .path(table.at)
    .map((node) => table.node(node))
    .filter((node) => node.stone)
    .map((node) => node.point ?? t('moves.pass'))
    .join(' ');
  const part = (/** @type {string} */ id, /** @type {string} */ text, /** @type {number} */ rows) =>
    h(
      'div',
      { class: 'field', key: id },
      h('label', { for: `share-${id}` }, t(`share.text.${id}`)),
      h('textarea', { id: `share-${id}`, class: id, readonly: true, rows, value: text, wrap: id === 'board' ? 'off' : 'soft' }),
      h(
        'div',
        { class: 'row' },
        h(
          'button',
          { type: 'button', onclick: () => void copy(app, sharing, text, t(`share.text.${id}.copied`)) },
          t('share.copy'),
        ),
      ),
    );
  return [
    moment(app, table),
    moves && part('moves', moves, 2),
    sharing.drawn && part('board', sharing.drawn, Math.min(17, (table.state?.size ?? 15) + 2)),
  ];
}

/** @param {App} app @param {Sharing} sharing @param {string} path @param {boolean} [log] */
async function take(app, sharing, path, log = false) {
  try {
    const file = await call(path);
    const lost = log ? null : file.headers.get('Goren-Lost');
    await save(file);
    say(app, sharing, lost ? t('share.file.lost', { lost }) : t('share.file.saved'));
  } catch (error) {
    say(app, sharing, error);
  }
}

/** @param {App} app @param {Table} table @param {Sharing} sharing */
function fileTab(app, table, sharing) {
  const formats = (app.about?.formats ?? []).filter((format) => format.writes && format.name !== 'link');
  const row = (/** @type {string} */ name, /** @type {string} */ path, log = false) =>
    h(
      'li',
      { key: name },
      h(
        'button',
        { type: 'button', class: 'format', onclick: () => void take(app, sharing, path, log) },
        h('b', null, t(`format.${name}`)),
        h('span', null, t(`format.${name}.about`)),
      ),
    );
  const format = (/** @type {{ name: string }} */ { name }) => row(name, `games/${table.id}/export?format=${name}`);
  const usual = common.flatMap((name) => formats.filter((each) => each.name === name));
  const { game } = table;
  return [
    h('h3', { key: 'common-title' }, t('share.file.common')),
    h('ul', { class: 'formats', key: 'common' }, usual.map(format)),
    h('h3', { key: 'other-title' }, t('share.file.other')),
    h(
      'ul',
      { class: 'formats', key: 'other' },
      formats.filter((each) => !common.includes(each.name)).map(format),
      game && company(game).programs.length > 0 && row('csv', `games/${table.id}/log.csv`, true),
    ),
  ];
}

/** @param {App} app @param {Sharing} sharing @param {Tab} tab */
function turnTo(app, sharing, tab) {
  sharing.tab = tab;
  sharing.said = '';
  app.paint();
}

/** @param {App} app @param {Table} table @param {Sharing} sharing */
function dialog(app, table, sharing) {
  /** @type {Tab[]} */
  const names = ['picture', 'link', 'text', 'file'];
  const body = { picture: pictureTab, link: linkTab, text: textTab, file: fileTab }[sharing.tab];
  return modal(app, t('share.title'), [
    h(
      'div',
      {
        class: 'tabs',
        role: 'tablist',
        'aria-label': t('share.title'),
        key: 'tabs',
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
          if (!by) return;
          const next = names[(names.indexOf(sharing.tab) + by + names.length) % names.length];
          turnTo(app, sharing, next);
          document.getElementById(`share-tab-${next}`)?.focus();
        },
      },
      names.map((name) =>
        h(
          'button',
          {
            type: 'button',
            role: 'tab',
            id: `share-tab-${name}`,
            key: name,
            'aria-selected': name === sharing.tab ? 'true' : 'false',
            'aria-controls': 'share-panel',
            tabindex: name === sharing.tab ? '0' : '-1',
            onclick: () => turnTo(app, sharing, name),
          },
          t(`share.${name}`),
        ),
      ),
    ),
    h(
      'div',
      { class: 'stack body', role: 'tabpanel', id: 'share-panel', 'aria-labelledby': `share-tab-${sharing.tab}`, key: sharing.tab },
      body(app, table, sharing),
    ),
    h('p', { class: 'said', role: 'status', key: 'said' }, sharing.said),
  ]);
}

/** Shows the address for others on the network, to be copied or photographed. @param {App} app */
export function invite(app) {
  const address = app.invitation ?? '';
  const told = { said: '' };
  app.dialog = () =>
    modal(
      app,
      t('room.invite'),
      h(
        'div',
        { class: 'stack body', key: 'invitation' },
        h('p', { class: 'small' }, t('room.invitation')),
        copied(app, told, address, 'invitation'),
        code(address, t('share.link.code')),
        h('p', { class: 'said', role: 'status', key: 'said' }, told.said),
      ),
    );
  app.paint();
}
