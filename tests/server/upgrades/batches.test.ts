import { createHash } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import type { UpgradeTopicRow } from '../../../contract/entities/terminals/upgrade.ts';
import type { TerminalClient } from '../../support/terminalClient.ts';
import { key, packageOf, startUpgradeSite, type UpgradeSite, until } from './upgradeSite.ts';

let site: UpgradeSite;
afterEach(() => site.close());

/**
 * Plays a sound terminal: downloads, reports progress, and asks for permission to restart; returns the
 * upgrade message.
 */
async function prepare(client: TerminalClient) {
  const order = await client.next('upgrade');
  const base = site.url.replace(/^ws/, 'http');
  const bytes = Buffer.from(await (await fetch(new URL(order.path, base))).arrayBuffer());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(order.sha256);
  const { upgrade } = order;
  client.send({ type: 'upgrade.state', upgrade, state: 'updating', percent: 100 });
  client.send({ type: 'upgrade.state', upgrade, state: 'preparing_to_restart', percent: 100 });
  return order;
}

/** Restarts; `fields` are those of the next hello. */
async function restart(column: Awaited<ReturnType<UpgradeSite['column']>>, version: string) {
  const { upgrade } = await column.client.next('upgrade.restart');
  column.client.send({ type: 'upgrade.state', upgrade, state: 'restarting', percent: 100 });
  await column.client.drop();
  const back = await column.again({ version, boot: `boot-${version}` });
  await back.next('welcome');
  return back;
}

test('a batch proceeds wave by wave, and each terminal is done when it is back with the new version', async () => {
  site = await startUpgradeSite();
  const columns = [await site.column('COL-1'), await site.column('COL-2'), await site.column('COL-3')];
  const { value: file } = await site.upload(packageOf('2'));
  expect(file).toMatchObject({
    version: '2',
    signer: 'Workshop',
    build_status: 'built',
    running: 0,
    terminals: 3,
  });
  const id = await site.begin(
    file.id,
    columns.map((one) => one.id),
    { waves: [1] },
  );
  const [first, second, third] = columns;
  if (!first || !second || !third) throw new Error('three columns');
  const order = await prepare(first.client);
  expect(order).toMatchObject({ version: '2', feature_code: 'aoip.p', key: key.publicKey, size: file.size });
  await until(async () => expect((await site.terminals(id))[0]?.status).toBe('preparing_to_restart'));
  // The second wave is not contacted while the first is in progress.
  expect(second.client.heard.some(({ type }) => type === 'upgrade')).toBe(false);
  expect(await site.batch(id)).toMatchObject({ state: 'running', wave: 1, wave_count: 2, total: 3 });
  await restart(first, '2');
  for (const column of [second, third]) {
    await prepare(column.client);
    await restart(column, '2');
  }
  await until(async () =>
    expect(await site.batch(id)).toMatchObject({ state: 'ended', counts: { reboot_successful: 3 } }),
  );
  const live = site.deps.live.topic<UpgradeTopicRow>('upgrade').get(-id);
  expect(live).toMatchObject({ kind: 'batch', state: 'ended', upgrade_pack_name: 'Column 2' });
  expect(await site.value('/v1/upgrade_file/versions')).toEqual({
    rows: [{ feature_code: 'aoip.p', version: '2', terminals: 3, online: 3 }],
  });
  const { rows } = await site.value<{ rows: { action: string }[] }>(
    `/v1/audit?entity=upgrade&entity_id=${id}`,
  );
  expect(rows.map(({ action }) => action)).toEqual(['create']);
});

test('too many failures pause a batch; a retry restarts the failed ones; waiting ones can be cancelled', async () => {
  site = await startUpgradeSite({ excuseMs: 100 });
  const columns = [await site.column('COL-1'), await site.column('COL-2'), await site.column('COL-3')];
  const [first, second] = columns;
  if (!first || !second) throw new Error('columns');
  const { value: file } = await site.upload(packageOf('2'));
  const id = await site.begin(
    file.id,
    columns.map((one) => one.id),
    { waves: [1, 1] },
  );
  await prepare(first.client);
  // It returns with the old version, without a reason.
  const back = await restart(first, '1');
  await until(async () => expect(await site.batch(id)).toMatchObject({ state: 'paused', paused_by: '' }));
  expect((await site.terminals(id))[0]).toMatchObject({
    status: 'upgrade_failed',
    reason: 'old_version',
    detail: '1',
  });
  expect(second.client.heard.some(({ type }) => type === 'upgrade')).toBe(false);
  const refused = await site.post(`/v1/upgrade/${id}/pause`, {});
  expect(refused.body).toMatchObject({ code: 409, key: 'upgrade.notAllowed' });
  expect((await site.post(`/v1/upgrade/${id}/retry`, {})).body.code).toBe(200);
  const { upgrade } = await prepare(back);
  back.send({ type: 'upgrade.state', upgrade, state: 'failed', reason: 'no\u0000 room' });
  await until(async () =>
    expect((await site.terminals(id))[0]).toMatchObject({ reason: 'terminal', detail: 'no  room' }),
  );
  await until(async () => expect((await site.batch(id)).state).toBe('paused'));
  expect((await site.post(`/v1/upgrade/${id}/cancel`, {})).body.code).toBe(200);
  await until(async () =>
    expect(await site.batch(id)).toMatchObject({
      state: 'ended',
      counts: { upgrade_failed: 1, cancelled: 2 },
    }),
  );
});

test('invalid, foreign and repeated messages have no effect', async () => {
  site = await startUpgradeSite({ progressMs: 1_000, sends: 3 });
  const [one, other] = [await site.column('COL-1'), await site.column('COL-2')];
  const { value: file } = await site.upload(packageOf('2'));
  const id = await site.begin(file.id, [one.id], { failure_limit: 5 });
  const { upgrade, path } = await one.client.next('upgrade');
  // Messages of another terminal, and impossible states.
  other.client.send({ type: 'upgrade.state', upgrade, state: 'failed' });
  one.client.send({ type: 'upgrade.state', upgrade: upgrade + 1, state: 'failed' });
  one.client.send({ type: 'upgrade.state', upgrade, state: 'restarting' });
  one.client.send({ type: 'upgrade.state', upgrade, state: 'updating', percent: 3 });
  // Reports progress until it was checked.
  const progress = { percent: 3, comesFurther: true };
  const chatter = setInterval(() => {
    if (progress.comesFurther) progress.percent = Math.min(progress.percent + 1, 99);
    one.client.send({ type: 'upgrade.state', upgrade, state: 'updating', percent: progress.percent });
  }, 100);
  await until(async () => {
    const [row] = await site.terminals(id);
    expect(row?.status).toBe('updating');
    expect(row?.progress).toBeGreaterThanOrEqual(3);
  });
  // The ticket is for this package and upgrade only, and void once it is over.
  const get = (to: string) => site.app.inject({ url: to });
  expect((await get(path)).statusCode).toBe(200);
  expect((await get(path.replace(/\/\d+/, '/999'))).statusCode).toBe(401);
  expect((await get(`/v1/terminal_upgrade/${upgrade}?ticket=x`)).statusCode).toBe(401);
  // It keeps reporting, without progress.
  progress.comesFurther = false;
  await until(async () => expect((await site.terminals(id))[0]?.reason).toBe('no_progress'));
  clearInterval(chatter);
  await one.client.next('upgrade.stop');
  expect((await get(path)).statusCode).toBe(401);
  // A terminal that keeps reconnecting is sent the upgrade three times.
  await site.post(`/v1/upgrade/${id}/retry`, {});
  let client = one.client;
  for (let i = 0; i < 3; i++) {
    await client.next('upgrade');
    await client.drop();
    client = await one.again({ boot: `boot-${i}` });
    await client.next('welcome');
  }
  await until(async () => expect((await site.terminals(id))[0]?.reason).toBe('too_long'));
});

test('an alarm at a terminal delays its upgrade until the alarm is over', async () => {
  site = await startUpgradeSite();
  const column = await site.column('COL-1');
  const { value: file } = await site.upload(packageOf('2'));
  const id = await site.begin(file.id, [column.id]);
  const { upgrade } = await column.client.next('upgrade');
  const task = await site.post('/v1/linkage_task', {
    name: 'Leave',
    audio_source: 100,
    devices: [column.id],
  });
  const plan = await site.post('/v1/alarm_plan', {
    name: 'Fire',
    linkage_task_ids: [(task.body.value as { id: number }).id],
  });
  const planId = (plan.body.value as { id: number }).id;
  expect((await site.post(`/v1/alarm_plan/${planId}/start`, {})).body.code).toBe(200);
  column.client.send({ type: 'upgrade.state', upgrade, state: 'preparing_to_restart' });
  await until(async () =>
    expect((await site.terminals(id))[0]).toMatchObject({ status: 'preparing_to_restart', reason: 'alarm' }),
  );
  expect(column.client.heard.some(({ type }) => type === 'upgrade.restart')).toBe(false);
  expect((await site.post(`/v1/alarm_plan/${planId}/stop`, {})).body.code).toBe(200);
  await site.post(`/v1/alarm_plan/${planId}/reset`, {});
  await column.client.next('upgrade.restart');
  expect((await site.terminals(id))[0]).toMatchObject({ reason: null });
});

test('batches are deleted after the retention time', async () => {
  site = await startUpgradeSite();
  const column = await site.column('COL-1');
  const { value: file } = await site.upload(packageOf('2'));
  const id = await site.begin(file.id, [column.id]);
  await prepare(column.client);
  await restart(column, '2');
  // Its end is published before it is stored; stored later, it would have today's date.
  const aged = "update upgrade set ended_at = now() - interval '40 days' where state = 'ended'";
  await until(async () => expect((await site.database.pool.query(aged)).rowCount).toBe(1));
  await site.deps.upgrades.sweep();
  expect((await site.batch(id)).state).toBe('ended');
  await site.call('PATCH', '/v1/sys/config', { token: site.token, body: { upgrade_log_retention_days: 30 } });
  await site.deps.upgrades.sweep();
  expect((await site.call('GET', `/v1/upgrade/${id}`, { token: site.token })).body.code).toBe(404);
});

test('a download is rate-limited, at most two per terminal run at a time, and it is cut once its upgrade is over', async () => {
  site = await startUpgradeSite({ bytesPerS: 4_096 });
  const column = await site.column('COL-1');
  const { value: file } = await site.upload(packageOf('2', { payload: Buffer.alloc(400_000) }));
  const id = await site.begin(file.id, [column.id]);
  const { upgrade, path } = await column.client.next('upgrade');
  const base = site.url.replace(/^ws/, 'http');
  const begun = async () => {
    const answer = await fetch(new URL(path, base));
    const whole = answer.arrayBuffer().then(
      () => 'whole',
      () => 'cut',
    );
    return { status: answer.status, whole };
  };
  const [first, second, third] = [await begun(), await begun(), await begun()];
  expect([first.status, second.status, third.status]).toEqual([200, 200, 200]);
  expect(await first.whole).toBe('cut');
  column.client.send({ type: 'upgrade.state', upgrade, state: 'failed' });
  expect(await Promise.all([second.whole, third.whole])).toEqual(['cut', 'cut']);
  await until(async () => expect((await site.terminals(id))[0]?.status).toBe('upgrade_failed'));
});

test('terminals that can be upgraded are sent the trusted keys, on connection and on changes', async () => {
  site = await startUpgradeSite();
  const column = await site.column('COL-1');
  expect(await column.client.next('upgrade.keys')).toEqual({ type: 'upgrade.keys', keys: [key.publicKey] });
  const patched = await site.call('PATCH', '/v1/sys/config', {
    token: site.token,
    body: { upgrade_keys: [] },
  });
  expect(patched.body).toMatchObject({ code: 200, value: { upgrade_keys: [] } });
  expect(await column.client.next('upgrade.keys')).toEqual({ type: 'upgrade.keys', keys: [] });
});
