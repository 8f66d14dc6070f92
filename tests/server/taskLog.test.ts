import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TaskLogRow } from '../../contract/entities/tasks/taskLog.ts';
import { keepTaskLog } from '../../server/edge/taskLog/taskLogRetention.ts';
import { type ScheduleSite, startScheduleSite, until } from './schedule/scheduleSite.ts';

let site: ScheduleSite;
beforeAll(async () => {
  site = await startScheduleSite();
});
afterAll(() => site.close());

const log = (query = '', token = site.token) =>
  site.value<{ rows: TaskLogRow[]; next: number | null }>('GET', `/v1/task_log?${query}`, undefined, token);

test('every run is in the log with its proof, paged by key, filtered, within zones, and as CSV', async () => {
  const [north, south] = [await site.zone('North'), await site.zone('South')];
  const a = await site.adopted('LOG-A', north);
  const b = await site.adopted('LOG-B', south);
  const song = await site.file('=Song', 60);
  const both = await site.started({ name: '=Both', files: [song], devices: [a.id, b.id] });
  const { from_us } = await a.client.next('stream.open');
  a.client.send({
    type: 'report',
    state: 'playing',
    stream: both,
    received: 12,
    lost: 1,
    late: 0,
    gaps: 2,
    missed_ms: 40,
    first_sound_us: from_us,
    position_us: from_us + 240_000,
  });
  await until('heard', () => site.deps.broadcasting.engine.get(both)?.targets.get(a.id)?.first_sound_at);
  await site.value('POST', `/v1/task/${both}/stop`);
  const only = await site.started({ name: 'North', files: [song], devices: [a.id] });
  const { at, ...when } = site.wall.in(1_500);
  const empty = await site.zone('Empty');
  const failed = await site.task({ name: 'Nobody', ...when, files: [song], orgs: [empty] });
  await until('failed', async () => (await site.runs(failed.id)).length > 0);
  await until('stored', async () => (await log(`result=stopped`)).rows[0]?.heard === 1);

  const { rows } = await log();
  // This test moves the clock of the schedule, so runs are sorted by time.
  const names = rows
    .toSorted((a, b) => b.start_time - a.start_time || b.id - a.id)
    .map((row) => row.task_name);
  expect(rows.map((row) => row.task_name)).toEqual(names);
  expect(names.filter((name) => name !== 'Nobody')).toEqual(['North', '=Both']);
  const named = (name: string) => rows.find((row) => row.task_name === name);
  expect(named('Nobody')).toMatchObject({
    result: 'failed',
    error: 'The task has no terminals to play at',
    due_time: at / 1000,
    operator_code: '',
    task_id: failed.id,
  });
  expect(named('=Both')).toMatchObject({
    result: 'stopped',
    operator_code: 'admin',
    due_time: null,
    targets: 2,
    heard: 1,
    received: 12,
    lost: 1,
    gaps: 2,
    missed_ms: 40,
  });
  expect(named('Nobody')).toMatchObject({ gaps: null, missed_ms: null });
  expect(named('=Both')?.first_sound_ms).toBeLessThan(2_000);
  const first = await log('limit=1');
  expect(first.rows.map((row) => row.task_name)).toEqual(names.slice(0, 1));
  expect((await log(`limit=5&before=${first.next}`)).rows.map((row) => row.task_name)).toEqual(
    names.slice(1),
  );
  for (const [query, names] of [
    ['q=nor', ['North']],
    ['result=on_air', ['North']],
    ['result=incomplete', ['=Both']],
    [`terminal_id=${b.id}`, ['=Both']],
    [`task_id=${failed.id}`, ['Nobody']],
    ['audio_source=1', []],
    [`to=${at / 1000 - 100_000}`, []],
  ] as const)
    expect(
      (await log(query)).rows.map((row) => row.task_name),
      query,
    ).toEqual(names);

  const southern = await site.limited('southern', south);
  expect((await log('', southern)).rows).toMatchObject([{ task_name: '=Both', targets: 1, heard: 0 }]);
  expect((await site.call('GET', `/v1/task_log/${only}`, { token: southern })).status).toBe(404);
  const summary = (from: number, token = site.token) =>
    site.value('GET', `/v1/task_log/summary?from=${from}`, undefined, token);
  // A broadcast on the air has not ended.
  expect(await summary(0)).toEqual({ runs: 1, incomplete: 1, missed: 0, failed: 1 });
  expect(await summary(0, southern)).toEqual({ runs: 1, incomplete: 1, missed: 0, failed: 0 });
  expect(await summary(4_000_000_000)).toEqual({ runs: 0, incomplete: 0, missed: 0, failed: 0 });
  const targets = await site.value<{ rows: object[] }>('GET', `/v1/task_log/${both}/target?heard=true`);
  expect(targets.rows).toMatchObject([{ code: 'LOG-A', received: 12, lost: 1, gaps: 2, missed_ms: 40 }]);

  const { url } = await site.value<{ url: string }>('POST', '/v1/task_log/export/ticket', {});
  const csv = async (more: string) => (await site.app.inject(`${url}${more}`)).body.trim().split('\r\n');
  const lines = await csv('&result=stopped');
  expect(lines[0]).toContain('Task,Start,End');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/^'=Both,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,/);
  const byTerminal = await csv('&result=stopped&terminals=true');
  expect(byTerminal).toHaveLength(3);
  // Words of the language, no codes.
  for (const line of [lines[1], byTerminal[1]])
    expect(line?.split(',').slice(4, 6)).toEqual(['Real-time', 'Media file']);
  expect(lines[1]).toContain(',Stopped manually,');
  expect((await csv('&result=failed'))[1]).toContain(',Could not start,');
  // A failed run was never on the air.
  expect((await site.value<{ total: number }>('GET', '/v1/task')).total).toBe(2);
});

test('runs are sorted by time, whatever their ids, and their first sound is relative to their own start', async () => {
  const { pool } = site.database;
  // Alarms reserve ids ahead: a later run may have a lower id.
  const insert = (name: string, started_ms: number) =>
    pool.query<{ id: number }>(
      `insert into broadcast (task_type, name, audio_source, priority, play_order, loop, seed, items, state, anchor_at,
         started_at, started_ms, ended_at, end_reason)
       values (5, $1, 0, 50, 0, 0, 1, '[]', 'ended', $2::bigint,
         to_timestamp(floor($2::bigint / 1000.0)), $2::bigint, now(), 'alarm') returning id`,
      [name, started_ms],
    );
  const base = Date.parse('2024-05-06T07:08:09.790Z');
  const late = (await insert('Order late', base + 60_000)).rows[0]?.id ?? 0;
  const early = (await insert('Order early', base)).rows[0]?.id ?? 0;
  expect(early).toBeGreaterThan(late);
  await pool.query(
    `insert into broadcast_org (broadcast_id, org, targets, heard, missed, last_sound_at) values ($1, $2, 1, 1, 0, $3)`,
    [early, site.top(), base + 250],
  );
  const whole = (await log('q=Order')).rows;
  expect(whole.map((row) => row.task_name)).toEqual(['Order late', 'Order early']);
  expect(whole[1]).toMatchObject({ first_sound_ms: 250, result: 'alarm' });
  const first = await log('q=Order&limit=1');
  expect(first.next).toBe(late);
  expect((await log(`q=Order&limit=1&before=${late}`)).rows.map((row) => row.id)).toEqual([early]);
  // Its row may be deleted before the next page is requested.
  await pool.query('delete from broadcast where id = $1', [late]);
  expect((await log(`limit=1000&before=${early}`)).rows.map((row) => row.id)).not.toContain(early);
});

test('runs are deleted after the retention time', async () => {
  const { pool } = site.database;
  await pool.query("update broadcast set ended_at = now() - interval '40 days' where name = '=Both'");
  const kept = keepTaskLog(site.deps);
  await kept.sweep();
  expect((await log('q=Both')).rows).toHaveLength(1);
  await site.value('PATCH', '/v1/sys/config', { task_log_retention_days: 30 });
  await kept.sweep();
  expect((await log('q=Both')).rows).toHaveLength(0);
  kept.end();
});
