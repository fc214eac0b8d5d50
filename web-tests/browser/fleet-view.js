// A fleet with everything that its page can show, as the studio would tell of it.

import { runProgress, workerPulse } from './nats.js';

const AT = 1763300600000;
const LONG = 'goren:level=10,threads=2,set=lmr_divisor=130,network=a-name-without-any-place-to-break – rapfi:2024-strong, renju, 5m+3s';
const SILENT = '00112233445566aa';

/** @param {string} name @param {object} [change] @returns {import('../../web/wire-types').WorkerSeen} */
const worker = (name, change) => /** @type {any} */ ({ heard: AT - 900, ...workerPulse(name, change) });

/** @param {string} run @param {object} [change] @returns {import('../../web/wire-types').RunSeen} */
const run = (run, change) =>
  /** @type {any} */ ({ run, title: 'goren:level=6 – goren:level=5', work: 'games', state: 'open', started: AT - 500000, heard: AT - 800, silent: null, progress: runProgress(run), ...change });

/** @type {import('../../web/wire-types').FleetView} */
export const FLEET = {
  address: 'nats://build-server.example.org:4222',
  snapshot: {
    fleet: 'goren',
    at: AT,
    connection: { state: 'connected', since: AT - 580000, reason: null },
    totals: { workers: 6, slots: 28, busy: 23, last_minute: 1234, waiting: 12, unread: 3, runs: 3 },
    workers: [
      worker('anvil'),
      worker('bellows', { slots: 16, busy: 16, speed: 812345, last_minute: 96 }),
      worker('crucible', { is_leaving: true, busy: 1 }),
      worker('forge-with-a-very-long-name-that-somebody-gave-it-0123456789abcdef', { failed: 3, refuses: [['0a1b2c3d4e5f6071', 'it has no engine `rapfi`']] }),
      worker('old', { version: '0.0.9', signature: 5, busy: 0, last_minute: 0, refuses: [[SILENT, 'its version is 0.0.9, not 0.1.0']] }),
    ],
    gone: [
      { worker: 'quench', heard: AT - 60000, was_leaving: false },
      { worker: 'tongs', heard: AT - 120000, was_leaving: true },
    ],
    runs: [
      run('0a1b2c3d4e5f6071', {
        title: LONG,
        progress: runProgress('0a1b2c3d4e5f6071', {
          rejected: 2,
          doubled: 4,
          workers: [{ worker: 'crucible', counted: 12, rejected: 2, aside: 'game 117 does not replay: move 23 h8 is taken' }],
        }),
      }),
      run('ffeeddccbbaa9988', { state: 'draining', work: 'datagen', title: '100,000 games for training' }),
      run(SILENT, { silent: 40000, heard: AT - 40000 }),
    ],
    ended: [{ run: '1', title: 'goren:level=4 – goren:level=3', work: 'games', ended: AT - 90000, finished: 812, summary: '+400 −300 =112, Elo +43 ± 21' }],
    history: Array.from({ length: 290 }, (_, i) => ({
      at: AT - 580000 + 2000 * i,
      slots: i < 100 ? 16 : 28,
      busy: i < 100 ? 12 + (i % 4) : 20 + (i % 7),
      last_minute: Math.round(900 + 300 * Math.sin(i / 20)),
    })).filter((_, i) => i < 150 || i > 165),
    unreadable: 1,
    trouble: '`goren.pulse.worker.x` cannot be read: expected value at line 1 column 1',
  },
};
