// A page with the board of a table: what is known of the position shown, and the ways to walk through its moves.

import { t } from './strings.js';
import { BoardPage } from './page.js';

/** @typedef {import('./wire-types').JudgementView} JudgementView */

export class TablePage extends BoardPage {
  /** Why a point is forbidden that somebody has chosen. @type {{ node: number, point: string, judgement: JudgementView } | null} */
  why = null;

  enter() {
    this.app.show(this.app.route.id);
  }

  follow() {
    this.app.looking.follow(false);
  }

  /** Shows a node, here and nowhere else. @param {number} node */
  visit(node) {
    const { app } = this;
    if (!app.table || app.table.at === node) return;
    app.table.at = node;
    this.tellAt(node);
    app.paint();
  }

  /** Says which move a node is. @param {number} node */
  tellAt(node) {
    const { last, stones } = this.app.table?.board(node) ?? { last: null, stones: [] };
    const stone = stones.find((placed) => placed.point === last);
    this.app.announce(
      stone ? t('said.at', { number: stone.number ?? 0, stone: t(stone.stone), point: stone.point }) : t('said.start'),
    );
  }

  back() {
    const { table } = this.app;
    if (table?.state) this.visit(table.step(-1, this.line));
  }

  /** The forbidden points of the position shown, as the board has them. */
  forbidden() {
    return (this.app.look?.forbidden ?? []).map((each) => ({
      point: each.point,
      says: t('board.forbidden', { kind: t(`forbidden.${each.kind}`) }),
    }));
  }

  /** Lights up why a point is forbidden. @param {string} point */
  async explain(point) {
    const { app } = this;
    const { table } = app;
    if (!table) return;
    const node = table.at;
    const judgement = await app.ask({ type: 'why', at: { table: table.id, node }, point });
    if (!judgement) return;
    this.why = { node, point, judgement };
    app.announce(t('why.title', { point, kind: t(`forbidden.${judgement.verdict}`) }));
    app.paint();
  }
}
