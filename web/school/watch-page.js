// A room whose searches the address sets up: theatre and race.

import { BoardPage } from '../page.js';
import { Programs } from './programs.js';
import { readSetting } from './theatre-setting.js';

/** @typedef {import('./theatre-setting.js').Setting} Setting */

export class WatchPage extends BoardPage {
  programs = this.app.kept(Programs);

  get sheet() {
    return /** @type {const} */ ('tall');
  }

  /** What the address asks for, once it is known what can be watched. @returns {Setting | null} */
  get setting() {
    const { known } = this.programs;
    return known && readSetting(this.app.route.query, known);
  }

  connected() {
    void this.begin();
  }

  /** Begins what the address asks for, unless that has been done. @param {boolean} [again] */
  async begin(again = false) {
    const { app } = this;
    await this.programs.ask();
    if (!this.setting || !this.isShown || app.wire.state !== 'open') return;
    this.search(this.setting, again);
    app.paint();
  }

  /** Searches, unless that has been done. @param {Setting} _setting @param {boolean} _again */
  search(_setting, _again) {}
}
