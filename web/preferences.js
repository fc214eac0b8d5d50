// What a person prefers: kept in this browser at once, and with the server for the next one.

import { api } from './wire.js';

export const defaults = {
  mode: /** @type {'system' | 'light' | 'dark'} */ ('system'),
  board: /** @type {'kaya' | 'walnut' | 'slate' | 'paper'} */ ('kaya'),
  stones: /** @type {'slate' | 'flat' | 'jade' | 'marks'} */ ('slate'),
  numbers: false,
  coordinates: true,
  sound: true,
  volume: 0.6,
  touch: /** @type {'direct' | 'confirm' | 'magnify'} */ ('confirm'),
  lines: 3,
  threads: 0,
  memory: 256,
  /** What ends an analysis by itself. */
  limit: /** @type {'none' | 'time' | 'depth' | 'nodes'} */ ('none'),
  limitSeconds: 30,
  limitDepth: 20,
  limitMillions: 10,
  /** Whether the board shows which moves the engine is searching. */
  live: false,
  name: '',
};

/** @typedef {typeof defaults} Preferences */

/**
 * Only known settings of the right kind count; whatever else is stored is passed over.
 * @param {any} stored
 * @returns {Preferences}
 */
export function sane(stored) {
  /** @type {any} */
  const preferences = { ...defaults };
  for (const [key, value] of Object.entries(defaults)) {
    if (stored && typeof stored[key] === typeof value) preferences[key] = stored[key];
  }
  preferences.lines = Math.min(Math.max(Math.round(preferences.lines), 1), 8);
  return preferences;
}

const KEY = 'goren.preferences';

/** @returns {Preferences} */
export function load() {
  try {
    return sane(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
  } catch {
    return sane({});
  }
}

/** @param {Preferences} preferences @param {boolean} owner whether the server's own settings are ours to change */
export function save(preferences, owner) {
  localStorage.setItem(KEY, JSON.stringify(preferences));
  if (owner) void api('settings', { method: 'PUT', body: JSON.stringify(preferences) }).catch(() => {});
}

/** Takes what the server remembers, where this browser has nothing yet. */
export async function fetchOnce() {
  if (localStorage.getItem(KEY)) return null;
  const stored = await api('settings').catch(() => null);
  return stored && Object.keys(stored).length ? sane(stored) : null;
}

/** Makes the page look as preferred. @param {Preferences} preferences */
export function apply(preferences) {
  const dark =
    preferences.mode === 'dark' ||
    (preferences.mode === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  const root = document.documentElement;
  root.dataset.mode = dark ? 'dark' : 'light';
  root.dataset.board = preferences.board;
  root.dataset.stones = preferences.stones;
}
