import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fault } from '../../../contract/entities/terminals/fault.ts';
import { DISK_PROBE } from '../../../server/platform/health/diskWatch.ts';
import { createDeps } from '../../../server/start/deps.ts';
import { TerminalClient } from '../../support/terminalClient.ts';
import { type Site, startSite } from '../terminals/site.ts';
import { openFault } from './openFault.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ probeMs: 10_000 }, { lostMs: 100, lockedMs: 50, duplicateMs: 400 });
});
afterAll(() => site.close());

const live = (kind: string, subject: string | number) => openFault(site, kind, subject);
const list = async (query: string, token = site.token) => {
  const answer = await site.call('GET', `/v1/fault?${query}`, { token });
  return (answer.body.value as { rows: Fault[] }).rows;
};
const faults = () => site.deps.faultWatch.faults;

test('a lost terminal is a fault, from opening to acknowledgement to its return', async () => {
  const { client, id, secret } = await site.adopted('LOST-1');
  await client.drop();
  await expect.poll(() => live('terminal_lost', id)?.state).toBe('new');
  const fault = live('terminal_lost', id);
  expect(fault).toMatchObject({
    terminal_id: id,
    org: site.top(),
    params: { name: 'LOST-1', code: 'LOST-1' },
  });
  expect(site.device(id)?.fault).toBe('new');

  const answer = await site.post(`/v1/fault/${fault?.id}/acknowledge`, {});
  expect(answer.body.value).toMatchObject({
    state: 'acknowledged',
    acknowledged_by_name: expect.any(String),
  });
  expect(live('terminal_lost', id)).toMatchObject({ state: 'acknowledged' });
  expect(site.device(id)?.fault).toBe('acknowledged');
  expect((await site.post(`/v1/fault/${fault?.id}/acknowledge`, {})).body).toMatchObject({
    code: 409,
    key: 'common.stateForbids',
  });

  const back = await TerminalClient.hello(site.url, { code: 'LOST-1', secret });
  await back.next('welcome');
  await expect.poll(() => live('terminal_lost', id)).toBeUndefined();
  expect(site.device(id)?.fault).toBe('none');
  const [row] = await list(`terminal_id=${id}`);
  expect(row).toMatchObject({ id: fault?.id, state: 'resolved', resolved_at: expect.any(Number) });
});

test('a terminal that reconnects at once was not lost', async () => {
  const { client, id, secret } = await site.adopted('BLINK-1');
  // A new connection of the same run replaces the old one: offline and online in one step of the server.
  const back = await TerminalClient.hello(site.url, { code: 'BLINK-1', secret, boot: 'boot-BLINK-1' });
  await back.next('welcome');
  await client.closed();
  // A terminal lost later marks the time by which the first would have been lost.
  const other = await site.adopted('BLINK-2');
  await other.client.drop();
  await expect.poll(() => live('terminal_lost', other.id)).toBeDefined();
  expect(await list(`terminal_id=${id}`)).toEqual([]);
});

test('a locked browser and a silent loudspeaker are faults while they last', async () => {
  const { client, id } = await site.adopted('SOUND-1');
  client.report({ state: 'locked' });
  await expect
    .poll(() => live('terminal_locked', id)?.params)
    .toMatchObject({
      code: 'SOUND-1',
    });
  expect(site.device(id)).toMatchObject({ sound: 'locked', reason: { key: 'locked' } });
  client.report({ state: 'idle' });
  await expect.poll(() => live('terminal_locked', id)).toBeUndefined();

  site.deps.terminals.devices.setPlaying(id, {
    task_id: 12,
    tasks: 'Bell',
    play_status: 2,
    reason: { key: 'playing', params: { task: 'Bell' } },
  });
  const reports = setInterval(() => client.report({ state: 'idle' }), 100);
  try {
    await expect
      .poll(() => live('terminal_silent', id)?.params)
      .toMatchObject({
        task: 'Bell',
      });
  } finally {
    clearInterval(reports);
  }
  expect(site.device(id)).toMatchObject({ sound: 'silent', reason: { key: 'silent' }, play_status: 2 });
  client.report({ state: 'playing', level_db: -20, volume: 80 });
  await expect.poll(() => live('terminal_silent', id)).toBeUndefined();
  expect(site.device(id)).toMatchObject({ sound: 'ok', level_db: -20, reason: { key: 'playing' } });
  site.deps.terminals.devices.setPlaying(id, null);
  expect(site.device(id)).toMatchObject({ task_id: null, play_status: 0, reason: { key: 'free' } });
});

test('a second terminal of the same code is a fault that names both, until it stays away', async () => {
  const { id, secret } = await site.adopted('TWICE-1');
  const second = await TerminalClient.hello(site.url, { code: 'TWICE-1', secret });
  await second.next('refused');
  // Looked up in the stored rows, as it ends soon.
  await expect
    .poll(() => list('kind=terminal_duplicate'))
    .toMatchObject([
      {
        terminal_id: id,
        params: { code: 'TWICE-1', holder_addr: '127.0.0.1', refused_addr: '127.0.0.1' },
      },
    ]);
  await expect.poll(() => list('kind=terminal_duplicate')).toMatchObject([{ state: 'resolved' }]);
  // The live rows follow the commit.
  await expect.poll(() => live('terminal_duplicate', 'TWICE-1')).toBeUndefined();
});

test('repeated reports make one fault; a new one may open after the old is resolved', async () => {
  const spec = { kind: 'tts', subject: 'voice', params: { reason: 'a' } } as const;
  faults().open(spec);
  faults().open(spec);
  await faults().settled();
  faults().open(spec);
  await faults().settled();
  expect(await list('kind=tts')).toHaveLength(1);
  faults().open({ ...spec, params: { reason: 'b' } });
  await faults().settled();
  expect(await list('kind=tts')).toMatchObject([{ params: { reason: 'b' }, rev: 2 }]);
  faults().resolve('tts', 'voice');
  faults().resolve('tts', 'never opened');
  await faults().settled();
  faults().open(spec);
  faults().resolve('tts', 'voice');
  faults().open(spec);
  await faults().settled();
  expect((await list('kind=tts&sort=opened_at')).map((fault) => fault.state)).toEqual(['resolved', 'new']);
  expect(await list('kind=tts&state=open')).toMatchObject([{ chatter: 3 }]);
  faults().drop('tts', 'voice');
  await faults().settled();
});

test('faults are removed with their terminal', async () => {
  const { client, id } = await site.adopted('REMOVED-1');
  await client.drop();
  await expect.poll(() => live('terminal_lost', id)).toBeDefined();
  await site.call('DELETE', `/v1/device/${id}`, { token: site.token });
  await expect.poll(() => live('terminal_lost', id)).toBeUndefined();
  expect(await list(`terminal_id=${id}`)).toEqual([]);
});

test('an account sees the faults of its zones and those of the site; a fault moves with its terminal', async () => {
  const mine = await site.zone('Fault mine');
  const theirs = await site.zone('Fault theirs');
  const { client, id } = await site.adopted('ZONE-1', theirs);
  await client.drop();
  await expect.poll(() => live('terminal_lost', id)).toBeDefined();
  const fault = live('terminal_lost', id);
  faults().open({ kind: 'disk', subject: 'test', params: { free_mb: 1, total_mb: 2 } });
  await faults().settled();
  const token = await site.limited('fault-limited', mine);
  expect((await list('state=open', token)).map((one) => one.kind)).toEqual(['disk']);
  expect((await site.post(`/v1/fault/${fault?.id}/acknowledge`, {}, token)).body.code).toBe(404);
  await site.call('PATCH', `/v1/device/${id}`, { token: site.token, body: { org: mine } });
  await faults().settled();
  expect((await list('state=open', token)).map((one) => one.kind).sort()).toEqual(['disk', 'terminal_lost']);
  const batch = await site.post(
    '/v1/fault/batch',
    { ids: [fault?.id, 999_999], action: 'acknowledge' },
    token,
  );
  expect(batch.body.value).toMatchObject({ results: [{ ok: true }, { ok: false, code: 404 }] });
  const operator = await site.limited('fault-operator', mine, 'operator');
  expect((await site.post(`/v1/fault/${fault?.id}/acknowledge`, {}, operator)).body.code).toBe(403);
  faults().resolve('disk', 'test');
  await faults().settled();
});

test('after a restart: missing terminals are lost, and unconfirmed faults end', async () => {
  const { client, id } = await site.adopted('RESTART-1');
  await client.drop();
  await expect.poll(() => live('terminal_lost', id)).toBeDefined();
  await faults().settled();
  const { pool, db } = site.database;
  // State of a kill just after the loss, with a silent terminal that is online again.
  await pool.query("delete from fault where kind = 'terminal_lost' and terminal_id = $1", [id]);
  await pool.query(
    `insert into fault (kind, subject, terminal_id, params)
     values ('terminal_silent', $1, $2, '{"name": "x", "code": "x"}'), ('terminal_duplicate', 'OLD', null, '{}')`,
    [String(id), id],
  );
  const { env } = site.deps;
  const again = await createDeps({
    env,
    db,
    log: pino({ level: 'silent' }),
    faultTimes: { returnMs: 2_000 },
  });
  try {
    const open = () =>
      again.live
        .topic<Fault>('fault')
        .snapshot()
        .map((fault) => `${fault.kind} ${fault.subject}`);
    expect(open()).toContain(`terminal_silent ${id}`);
    expect(again.terminals.devices.get(id)?.fault).toBe('new');
    await expect.poll(open).toContain(`terminal_lost ${id}`);
    await again.faultWatch.faults.settled();
    expect(open()).not.toContain(`terminal_silent ${id}`);
    expect(open()).not.toContain('terminal_duplicate OLD');
  } finally {
    await again.close();
  }
});

test('lists refuse unknown filters', async () => {
  for (const query of ['state=broken', 'kind=other', 'limit=0', 'terminal_id=x'])
    expect((await site.call('GET', `/v1/fault?${query}`, { token: site.token })).body.code).toBe(400);
});

test('a data folder that becomes read-only is a fault within seconds, which ends when it is writable', async () => {
  const probe = join(site.deps.env.DATA_DIR, DISK_PROBE);
  await mkdir(probe);
  await expect.poll(() => live('disk_unwritable', 'data')?.params).toEqual({ error: 'EISDIR' });
  await rmdir(probe);
  await expect.poll(() => live('disk_unwritable', 'data')).toBeUndefined();
});
