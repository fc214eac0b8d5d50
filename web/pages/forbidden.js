// Forbidden points, and why they are.

import { t } from '../strings.js';

/** @typedef {import('../app.js').App} App */

/** @param {App} app */
export function forbidden(app) {
  return (app.look?.forbidden ?? []).map((each) => ({
    point: each.point,
    says: t('board.forbidden', { kind: t(`forbidden.${each.kind}`) }),
  }));
}

/** Lights up why a point is forbidden. @param {App} app @param {string} point */
export async function explain(app, point) {
  const { table } = app;
  if (!table) return;
  const node = table.at;
  const judgement = await app.ask({ type: 'why', at: { table: table.id, node }, point });
  if (!judgement) return;
  app.own.why = { node, point, judgement };
  app.announce(t('why.title', { point, kind: t(`forbidden.${judgement.verdict}`) }));
  app.paint();
}
