// The fleet: workers, runs and the last ten minutes, as they are.

import './strings.js';
import { amount } from '../format.js';
import { Reading } from '../page.js';
import { h } from '../render.js';
import { number, t } from '../strings.js';
import { Refused, call } from '../wire.js';
import { SPAN, chart } from './chart.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../wire-types').Snapshot} Snapshot */
/** @typedef {import('../wire-types').Moment} Moment */
/** @typedef {import('../wire-types').RunSeen} RunSeen */
/** @typedef {import('../wire-types').RunProgress} RunProgress */
/** @typedef {import('../wire-types').WorkerSeen} WorkerSeen */

/** How often the studio is asked, in milliseconds. */
const EVERY = 1000;
/** How many workers are shown until all are asked for. */
const FEW = 100;

/** What was heard, put together over time. */
export class Fleet {
  /** Where the server is; nothing without a fleet. @type {string | null} */
  address = null;
  /** @type {Snapshot | null} */
  snapshot = null;
  /** @type {Moment[]} */
  history = [];
  asked = false;
  /** Whether the studio does not answer. */
  away = false;
  all = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #ended = false;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  /** The newest point of the history that is known here. */
  get since() {
    return this.history.length ? this.history[this.history.length - 1].at : 0;
  }

  async refresh() {
    clearTimeout(this.#timer);
    if (!document.hidden && this.app.wire.role === 'owner') {
      try {
        this.hear(await (await call(`fleet?since=${this.since}`)).json());
        this.away = false;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        this.away = true;
      }
      this.app.paint();
    }
    if (!this.#ended) this.#timer = setTimeout(() => void this.refresh(), EVERY);
  }

  /** @param {import('../wire-types').FleetView} view */
  hear({ address, snapshot }) {
    const before = this.snapshot;
    this.asked = true;
    this.address = address;
    this.snapshot = snapshot;
    if (!snapshot) return;
    // Another run of the studio knows nothing of what was here, and a clock may have been set back.
    if (before && (before.fleet !== snapshot.fleet || snapshot.at < before.at)) this.history = [];
    const since = this.since;
    const fresh = snapshot.history.filter((moment) => moment.at > since);
    this.history = [...this.history, ...fresh].filter((moment) => moment.at >= snapshot.at - SPAN);
    if (before) this.#tell(before, snapshot);
  }

  /** Says who has come and gone. @param {Snapshot} before @param {Snapshot} now */
  #tell(before, now) {
    const names = (/** @type {Snapshot} */ { workers }) => new Set(workers.map(({ worker }) => worker));
    const [old, fresh] = [names(before), names(now)];
    const said = [
      ...[...fresh].filter((name) => !old.has(name)).map((worker) => t('fleet.gone.came', { worker })),
      ...[...old].filter((name) => !fresh.has(name)).map((worker) => t('fleet.gone.went', { worker })),
    ];
    if (said.length && said.length <= 3) this.app.announce(said.join('. '));
  }

  end() {
    this.#ended = true;
    clearTimeout(this.#timer);
  }
}

/** @param {number} ms since 1970 */
const clock = (ms) => new Date(ms).toLocaleTimeString(t('language'));

/** A span of time in one unit. @param {number} seconds */
export function span(seconds) {
  if (seconds < 100) return t('fleet.time.seconds', { count: Math.round(seconds) });
  if (seconds < 100 * 60) return t('fleet.time.minutes', { count: Math.round(seconds / 60) });
  return t('fleet.time.hours', { count: Math.round(seconds / 3600) });
}

/** What a run's tasks are called. @param {{ work: string }[]} runs @returns {'games' | 'tasks'} */
const unit = (runs) => (runs.every(({ work }) => work === 'games') ? 'games' : 'tasks');

/** How the connection is. @param {Fleet} fleet @param {Snapshot} snapshot */
function connection(fleet, snapshot) {
  const { state, since, reason } = snapshot.connection;
  const address = fleet.address ?? '';
  const [tone, text] = fleet.away
    ? ['bad', t('fleet.away', { time: clock(snapshot.at) })]
    : state === 'connected'
      ? ['good', t('fleet.connected', { fleet: snapshot.fleet, address, time: clock(since) })]
      : state === 'lost'
        ? ['bad', t('fleet.lost', { address, time: clock(since) })]
        : ['wait', reason ? t('fleet.connecting.reason', { address, reason }) : t('fleet.connecting', { address })];
  return h('p', { key: 'connection', class: 'fleet-state', 'data-tone': tone, role: 'status' }, h('i', { 'aria-hidden': 'true' }), h('span', null, text));
}

/** @param {string} key @param {string} name @param {string} value */
function figure(key, name, value) {
  return h('div', { key, class: 'fleet-figure' }, h('dt', null, name), h('dd', null, value));
}

/** @param {Snapshot} snapshot */
function totals({ totals: sums, runs }) {
  return h(
    'dl',
    { key: 'totals', class: 'fleet-figures' },
    figure('minute', t(`fleet.minute.${unit(runs)}`), number(sums.last_minute)),
    figure('busy', t('fleet.busy'), t('fleet.busy.of', { busy: number(sums.busy), slots: number(sums.slots) })),
    figure('workers', t('fleet.workers'), number(sums.workers)),
    figure('waiting', t('fleet.waiting'), number(sums.waiting)),
    figure('unread', t('fleet.unread'), number(sums.unread)),
  );
}

/** @param {Fleet} fleet @param {Snapshot} snapshot */
function charts({ history }, { at, runs }) {
  return h(
    'section',
    { key: 'charts', class: 'fleet-charts', 'aria-label': t('fleet.last') },
    chart('minute', t(`fleet.minute.${unit(runs)}`), history, at, (moment) => moment.last_minute),
    chart('busy', t('fleet.busy'), history, at, (moment) => moment.busy, (moment) => moment.slots),
  );
}

/** How far a run is, in words. @param {RunSeen} run @param {RunProgress} progress */
function standing(run, progress) {
  const { finished, expected, last_minute: rate, waiting, unread, repeated, doubled, rejected } = progress;
  const kind = unit([run]);
  const left = Math.max(0, expected - finished);
  return [
    t(`fleet.count.${kind}`, { finished: number(finished), count: expected }),
    t(`fleet.rate.${kind}`, { count: rate }),
    rate > 0 && left > 0 && t('fleet.left', { time: span((60 * left) / rate) }),
    waiting + unread ? t('fleet.lag', { waiting: number(waiting), count: unread }) : t('fleet.lag.none'),
    repeated > 0 && t('fleet.repeated', { count: repeated }),
    doubled > 0 && t('fleet.doubled', { count: doubled }),
    rejected > 0 && t('fleet.rejected', { count: rejected }),
  ].filter((said) => said !== false);
}

/** @param {RunSeen} run */
function runCard(run) {
  const { title, progress, silent } = run;
  const aside = (progress?.workers ?? []).filter((each) => each.aside);
  return h(
    'li',
    { key: run.run, class: 'fleet-run' },
    h('h3', null, title, run.state === 'draining' && h('span', { key: 'state', class: 'small quiet' }, ` (${t('fleet.run.draining')})`)),
    progress && [
      h('progress', { key: 'bar', max: String(Math.max(1, progress.expected)), value: progress.finished, 'aria-label': t('fleet.run.progress', { title }) }),
      progress.summary && h('p', { key: 'summary', class: 'fleet-summary' }, progress.summary),
      h('ul', { key: 'facts', class: 'fleet-facts small' }, standing(run, progress).map((said) => h('li', null, said))),
    ],
    !progress && silent === null && h('p', { key: 'quiet', class: 'small quiet' }, t('fleet.run.quiet')),
    silent !== null &&
      h('p', { key: 'silent', class: 'fleet-warning' }, t('fleet.run.silent', { time: span(silent / 1000) }), h('code', null, `goren fleet end ${run.run}`)),
    aside.map(({ worker, aside: reason }) =>
      h('p', { key: `aside ${worker}`, class: 'fleet-warning small' }, t('fleet.aside', { worker, reason: reason ?? '' })),
    ),
  );
}

/** @param {Fleet} fleet @param {Snapshot} snapshot */
function runs(fleet, { fleet: name, runs: open, ended }) {
  return h(
    'section',
    { key: 'runs', class: 'stack', 'aria-labelledby': 'fleet-runs' },
    h('h2', { id: 'fleet-runs' }, t('fleet.runs')),
    open.length
      ? h('ul', { key: 'open', class: 'fleet-runs' }, open.map(runCard))
      : h('div', { key: 'none', class: 'stack tight' }, h('p', null, t('fleet.runs.none')), command(`goren match goren:level=6 goren:level=5${flags(fleet, name)}`)),
    ended.length > 0 && [
      h('h3', { key: 'ended-title' }, t('fleet.ended')),
      h(
        'ul',
        { key: 'ended', class: 'fleet-past small' },
        ended.map(({ run, title, ended: at, finished, summary }) =>
          h('li', { key: run }, [t('fleet.ended.run', { title, time: clock(at), count: finished }), summary].filter(Boolean).join('. ')),
        ),
      ),
    ],
  );
}

/** What to know about a worker, in words. @param {WorkerSeen} worker @param {RunSeen[]} open */
function notes({ is_leaving: leaving, failed, refuses }, open) {
  return [
    leaving && t('fleet.leaving'),
    failed > 0 && t('fleet.failed', { count: failed }),
    ...refuses.map(([run, reason]) => t('fleet.refuses', { run: open.find((each) => each.run === run)?.title ?? run, reason })),
  ].filter((said) => said !== false);
}

/** @param {WorkerSeen} worker @param {RunSeen[]} open */
function row(worker, open) {
  const { slots, busy } = worker;
  const said = notes(worker, open);
  const cell = (/** @type {string} */ name, /** @type {any[]} */ ...children) => h('td', { key: name, role: 'cell', 'data-label': t(`fleet.${name}`) }, children);
  return h(
    'tr',
    { key: worker.worker, role: 'row' },
    h('th', { scope: 'row', role: 'rowheader', key: 'worker' }, worker.worker),
    cell(
      'slots',
      h('span', { class: 'fleet-bar', 'aria-hidden': 'true' }, h('i', { style: { width: `${Math.round((100 * busy) / Math.max(1, slots))}%` } })),
      h('span', null, t('fleet.busy.of', { busy, slots })),
    ),
    cell('minute', number(worker.last_minute)),
    cell('speed', worker.speed ? t('fleet.speed.nodes', { count: worker.speed, amount: amount(worker.speed) }) : '–'),
    cell('version', worker.version),
    h('td', { key: 'notes', role: 'cell', class: 'fleet-notes', 'data-label': t('fleet.notes'), 'data-empty': said.length === 0 }, said.map((text, i) => h('p', { key: String(i) }, text))),
  );
}

/** @param {Fleet} fleet @param {Snapshot} snapshot */
function workers(fleet, { fleet: name, workers: present, gone, runs: open }) {
  const shown = fleet.all ? present : present.slice(0, FEW);
  const heads = ['worker', 'slots', 'minute', 'speed', 'version', 'notes'];
  return h(
    'section',
    { key: 'workers', class: 'stack', 'aria-labelledby': 'fleet-workers' },
    h('h2', { id: 'fleet-workers' }, t('fleet.workers')),
    present.length
      ? h(
          'div',
          { key: 'table', class: 'fleet-table', tabindex: '0', role: 'region', 'aria-label': t('fleet.table') },
          h(
            'table',
            // As cards, on a phone, its parts would lose what they are.
            { role: 'table' },
            h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' }, heads.map((head) => h('th', { scope: 'col', role: 'columnheader' }, t(`fleet.${head}`))))),
            h('tbody', { role: 'rowgroup' }, shown.map((worker) => row(worker, open))),
          ),
        )
      : h('div', { key: 'none', class: 'stack tight' }, h('p', null, t('fleet.workers.none')), command(`goren worker${flags(fleet, name)}`)),
    shown.length < present.length &&
      h(
        'p',
        { key: 'more' },
        h(
          'button',
          {
            type: 'button',
            onclick: () => {
              fleet.all = true;
              fleet.app.paint();
            },
          },
          t('fleet.more', { count: present.length }),
        ),
      ),
    gone.length > 0 && [
      h('h3', { key: 'gone-title' }, t('fleet.gone')),
      h(
        'ul',
        { key: 'gone', class: 'fleet-past small' },
        gone.map(({ worker, heard, was_leaving: left }) => h('li', { key: worker }, t(left ? 'fleet.gone.left' : 'fleet.gone.silent', { worker, time: clock(heard) }))),
      ),
    ],
  );
}

/** A line to copy. @param {string} text */
function command(text) {
  return h('p', { class: 'fleet-command' }, h('code', null, text));
}

/** The arguments with which a program finds this fleet. @param {Fleet} fleet @param {string} name */
function flags(fleet, name) {
  return ` --nats ${fleet.address}${name === 'goren' ? '' : ` --fleet ${name}`}`;
}

function explanation() {
  const steps = [
    ['server', 'nats-server -js'],
    ['worker', 'goren worker --nats nats://HOST:4222'],
    ['studio', 'goren serve --nats nats://HOST:4222'],
  ];
  return [
    h('p', { key: 'none' }, t('fleet.none')),
    h('ol', { key: 'steps', class: 'fleet-steps' }, steps.map(([name, text]) => h('li', { key: name }, h('span', null, t(`fleet.none.${name}`)), command(text)))),
    h('p', { key: 'match' }, t('fleet.none.match')),
    command('goren match goren:level=6 goren:level=5 --nats nats://HOST:4222'),
  ];
}

/** @param {Fleet} fleet @param {Snapshot} snapshot */
function shown(fleet, snapshot) {
  return [
    connection(fleet, snapshot),
    snapshot.trouble && h('p', { key: 'trouble', class: 'small quiet fleet-trouble' }, t('fleet.trouble', { text: snapshot.trouble })),
    totals(snapshot),
    charts(fleet, snapshot),
    runs(fleet, snapshot),
    workers(fleet, snapshot),
    h('p', { key: 'metrics', class: 'small quiet' }, `${t('fleet.metrics')} `, h('code', null, `goren fleet --metrics 127.0.0.1:9464${flags(fleet, snapshot.fleet)}`)),
  ];
}

export class FleetPage extends Reading {
  fleet = new Fleet(this.app);

  get title() {
    return t('fleet.title');
  }

  enter() {
    super.enter();
    void this.fleet.refresh();
  }

  leave() {
    this.fleet.end();
  }

  article() {
    const { app, fleet: now } = this;
    return h(
      'article',
      { class: 'fleet' },
      h('h1', { key: 'title' }, t('fleet.title')),
      h('p', { key: 'about', class: 'quiet' }, t('fleet.about')),
      app.wire.role === 'guest'
        ? h('p', { key: 'owner' }, t('fleet.owner'))
        : now.snapshot
          ? shown(now, now.snapshot)
          : now.asked
            ? explanation()
            : h('p', { key: 'loading', role: 'status' }, t('fleet.loading')),
    );
  }
}
