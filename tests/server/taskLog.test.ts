import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TaskLogRow } from '../../contract/entities/taskLog.ts';
import { keepTaskLog } from '../../server/taskLog/retention.ts';
import { type ScheduleSite, startScheduleSite, until } from './schedule/scheduleSite.ts';

let site: ScheduleSite;
beforeAll(async () => {
  site = await startScheduleSite();
});
afterAll(() => site.close());

const log = (query = '', token = site.token) =>
  site.value<{ rows: TaskLogRow[]; next: number | null }>('GET', `/v1/task_log?${query}`, undefined, token);

test('every run is in the log with its proof, by key, filtered, within zones, and as CSV', async () => {
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
  expect(rows.map((row) => row.task_name)).toEqual(['Nobody', 'North', '=Both']);
  expect(rows[0]).toMatchObject({
    result: 'failed',
    error: 'The task has no terminal to play on',
    due_time: at / 1000,
    operator_code: '',
    task_id: failed.id,
  });
  expect(rows[2]).toMatchObject({
    result: 'stopped',
    operator_code: 'admin',
    due_time: null,
    targets: 2,
    heard: 1,
    received: 12,
    lost: 1,
  });
  expect(rows[2]?.first_sound_ms).toBeLessThan(2_000);
  const first = await log('limit=1');
  expect(first.rows.map((row) => row.task_name)).toEqual(['Nobody']);
  expect((await log(`limit=5&before=${first.next}`)).rows.map((row) => row.task_name)).toEqual([
    'North',
    '=Both',
  ]);
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
  const targets = await site.value<{ rows: object[] }>('GET', `/v1/task_log/${both}/target?heard=true`);
  expect(targets.rows).toMatchObject([{ code: 'LOG-A', received: 12, lost: 1 }]);

  const { url } = await site.value<{ url: string }>('POST', '/v1/task_log/export/ticket', {});
  const csv = async (more: string) => (await site.app.inject(`${url}${more}`)).body.trim().split('\r\n');
  const lines = await csv('&result=stopped');
  expect(lines[0]).toContain('Task,Start,End');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/^'=Both,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,/);
  expect(await csv('&result=stopped&terminals=true')).toHaveLength(3);
  // A failed run was never on the air.
  expect((await site.value<{ total: number }>('GET', '/v1/task')).total).toBe(2);
});

test('runs go when they are older than the site keeps them', async () => {
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
