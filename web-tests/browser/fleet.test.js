import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FLEET } from './fleet-view.js';
import { chorus, natsServer } from './nats.js';
import { go, serve, visitor } from './studio.js';

const RUN = '0a1b2c3d4e5f6071';

test('a fleet is watched: workers and runs come and go, and the server too', { timeout: 180000 }, async () => {
  let nats = await natsServer();
  const server = await serve(['--memory', '--nats', nats.url]);
  const guest = await visitor();
  const page = await guest.open(server.url);
  const text = (/** @type {string | RegExp} */ said) => page.locator('.fleet').getByText(said).first();
  await go(page, '#/school');
  await page.getByRole('link', { name: /^Fleet/ }).click();
  await page.getByRole('heading', { name: 'Fleet' }).waitFor();
  await text(/^Connected to “goren” at nats:\/\/127\.0\.0\.1/).waitFor();
  await text('No worker yet. On every machine that is to play:').waitFor();
  await text(`goren worker --nats ${nats.url}`).waitFor();

  let [anvil, bellows, run] = [true, true, true];
  const say = (/** @type {Awaited<ReturnType<typeof chorus>>['out']} */ out, /** @type {number} */ second) => {
    if (second === 0) out.announce(RUN);
    if (anvil) out.worker('anvil', { busy: second % 5, refuses: [[RUN, 'it has no engine `rapfi`']] });
    if (bellows) out.worker('bellows', { failed: 2, is_leaving: true });
    if (run) out.progress(RUN, { workers: [{ worker: 'bellows', counted: 3, rejected: 1, aside: 'game 7 does not replay' }] });
  };
  let singing = await chorus(nats.port, say);
  await page.getByRole('row', { name: /^anvil/ }).waitFor();
  await page.getByRole('row', { name: /bellows.*leaves when it has finished what it began.*2 tasks failed/ }).waitFor();
  await page.getByRole('row', { name: /takes no part in goren:level=6 – goren:level=5: it has no engine `rapfi`/ }).waitFor();
  await text('+212 −150 =48, Elo +53 ± 31').waitFor();
  await text('410 of 2,000 games').waitFor();
  await text('5 wait for a worker, 2 results are not yet read').waitFor();
  await text('bellows was set aside: game 7 does not replay').waitFor();
  await page.getByRole('progressbar', { name: 'Progress of goren:level=6 – goren:level=5' }).waitFor();
  await page.getByRole('img', { name: /^Busy slots, the last ten minutes: \d now/ }).waitFor();
  const token = await page.evaluate(() => localStorage.getItem('goren.token'));
  const metrics = await page.request.get(`${server.origin}/api/fleet/metrics`, { headers: { Authorization: `Bearer ${token}` } });
  assert.match(await metrics.text(), /^goren_fleet_worker_slots\{fleet="goren",worker="anvil"\} 4$/m);

  // The keyboard stays where it is while everything changes.
  await page.locator('.fleet-table').focus();
  bellows = false;
  await text(/^bellows: left at/).waitFor();
  assert.equal(await page.getByRole('row', { name: /^bellows/ }).count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement?.className), 'fleet-table');
  run = false;
  await text(/^Its coordinator is silent for/).waitFor();
  await text(`goren fleet end ${RUN}`).waitFor();

  await nats.end(true);
  await text(/^The connection to .* was lost/).waitFor();
  await page.getByRole('row', { name: /^anvil/ }).waitFor();
  singing.end();
  nats = await natsServer(nats.port, nats.folder);
  await text(/^Connected to “goren”/).waitFor();
  singing = await chorus(nats.port, say);
  singing.out.over(RUN);
  await text(/^goren:level=6 – goren:level=5: ended at .*; 410 counted when it was last heard\. \+212/).waitFor();
  await text('No run is open. This starts one:').waitFor();
  anvil = false;
  await text(/^anvil: silent since/).waitFor();
  await page.locator('.fleet-table').waitFor({ state: 'detached' });

  singing.end();
  await guest.end();
  await server.end();
  await nats.end();
});

test('a studio without a fleet says how to get one, and others on the network see none', async () => {
  const server = await serve(['--memory', '--lan']);
  const guest = await visitor();
  const page = await guest.open(server.url);
  await go(page, '#/school');
  await page.locator('.rooms a').first().waitFor();
  assert.equal(await page.locator('.rooms').getByText('Fleet').count(), 0);
  await go(page, '#/fleet');
  for (const command of ['nats-server -js', 'goren worker --nats nats://HOST:4222', 'goren serve --nats nats://HOST:4222'])
    await page.locator('.fleet-steps').getByText(command).waitFor();
  if (server.guest) {
    const other = await visitor();
    const outside = await other.open(server.guest);
    await go(outside, '#/fleet');
    await outside.locator('.fleet').getByText('Only the owner of this studio sees its fleet.').waitFor();
    await other.end();
  }
  await guest.end();
  await server.end();
});

test('a large fleet shows a hundred workers until all are asked for, by keyboard too', async () => {
  const server = await serve();
  const guest = await visitor({ viewport: { width: 360, height: 740 } });
  const page = await guest.open(server.url);
  const { snapshot } = FLEET;
  assert.ok(snapshot);
  const workers = Array.from({ length: 250 }, (_, i) => ({ ...snapshot.workers[0], worker: `worker-${String(i).padStart(3, '0')}` }));
  await page.route(/\/api\/fleet\?/, (route) => route.fulfill({ json: { ...FLEET, snapshot: { ...snapshot, workers } } }));
  await go(page, '#/fleet');
  await page.locator('.fleet tbody tr').nth(99).waitFor();
  assert.equal(await page.locator('.fleet tbody tr').count(), 100);
  const all = page.getByRole('button', { name: 'Show all 250' });
  await all.focus();
  await page.keyboard.press('Enter');
  await page.locator('.fleet tbody tr').nth(249).waitFor();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.equal(wide, 360);
  await guest.end();
  await server.end();
});
