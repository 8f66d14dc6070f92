import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BroadcastTargetRow, TaskRow } from '../../../contract/entities/tasks/broadcast.ts';
import type { TaskLogRow } from '../../../contract/entities/tasks/taskLog.ts';
import { insertTargets, writeProofs } from '../../../server/air/broadcast/proofs.repository.ts';
import { type ScheduleSite, startScheduleSite, until } from '../schedule/scheduleSite.ts';

let site: ScheduleSite;
beforeAll(async () => {
  site = await startScheduleSite();
});
afterAll(() => site.close());

const rowsOf = async <Row>(path: string, token: string) =>
  (await site.value<{ rows: Row[] }>('GET', path, undefined, token)).rows;
const log = (token: string) => rowsOf<TaskLogRow>('/v1/task_log', token);
const tasks = (token: string) => rowsOf<TaskRow>('/v1/task?q=zones', token);

test('the history of a zone keeps its runs, whatever happens to the terminal', async () => {
  const [north, south] = [await site.zone('North'), await site.zone('South')];
  const { id, client } = await site.adopted('MOVES', north);
  const [ofNorth, ofSouth] = [await site.limited('north', north), await site.limited('south', south)];
  const song = await site.file('Song', 60);

  const before = await site.started({ name: 'Zones: before', files: [song], devices: [id] });
  const { from_us } = await client.next('stream.open');
  const report = { type: 'report', state: 'playing', stream: before, received: 5, lost: 2, late: 0 } as const;
  client.send({ ...report, first_sound_us: from_us, position_us: from_us + 100_000 });
  await until('heard', () => site.deps.broadcasting.engine.get(before)?.targets.get(id)?.first_sound_at);
  await site.value('POST', `/v1/task/${before}/stop`);
  const heard = { task_name: 'Zones: before', targets: 1, heard: 1, received: 5, lost: 2 };
  await until('stored', async () => (await log(ofNorth))[0]?.heard === 1);

  const during = await site.started({ name: 'Zones: during', files: [song], devices: [id] });
  expect(await log(ofSouth)).toEqual([]);
  await site.value('PATCH', `/v1/device/${id}`, { org: south });
  await until('the run has followed', async () => (await log(ofSouth)).length === 1);
  await site.value('POST', `/v1/task/${during}/stop`);

  expect(await log(ofNorth)).toMatchObject([{ task_name: 'Zones: during', targets: 0 }, heard]);
  expect(await log(ofSouth)).toMatchObject([{ task_name: 'Zones: during', targets: 1 }]);
  expect((await tasks(ofNorth)).map((row) => row.name)).toEqual(['Zones: during', 'Zones: before']);
  expect(await tasks(ofSouth)).toMatchObject([{ name: 'Zones: during', targets: 1 }]);
  const targets = (run: number, token: string) =>
    rowsOf<BroadcastTargetRow>(`/v1/task_log/${run}/target`, token);
  expect(await targets(before, ofNorth)).toMatchObject([{ code: 'MOVES', org: north }]);
  expect(await targets(during, ofNorth)).toEqual([]);
  expect(await targets(during, ofSouth)).toMatchObject([{ code: 'MOVES', org: south }]);
  expect((await site.call('GET', `/v1/task_log/${before}`, { token: ofSouth })).status).toBe(404);
  expect((await site.call('GET', `/v1/task/${before}`, { token: ofSouth })).status).toBe(404);

  const { pool } = site.database;
  const { rows: sums } = await pool.query(`
    select sum(targets)::int as targets, sum(heard)::int as heard, sum(missed)::int as missed from broadcast_org`);
  const { rows: counted } = await pool.query(`
    select count(*)::int as targets, count(first_sound_at)::int as heard, count(*) filter (where first_sound_at is null
      and coalesce(reason, '') !~ '^(left:)?(preempted|waiting|stopped|paused)(:|$)')::int as missed
    from broadcast_target`);
  expect(sums).toEqual(counted);
  await site.value('DELETE', `/v1/device/${id}`);
  expect((await log(ofNorth))[1]).toMatchObject(heard);
});

test('proofs of one run written at the same time all count', async () => {
  const org = await site.zone('Many');
  const { db, pool } = site.database;
  const { rows: made } = await pool.query<{ id: number }>(
    `insert into terminal (role, kind, code, name, org, secret_hash)
     select 0, 'device', 'MANY' || n, 'Many', $1, '' from generate_series(1, 20) n returning id`,
    [org],
  );
  const { rows: runs } = await pool.query<{ id: number }>(
    `insert into broadcast (task_type, name, audio_source, priority, play_order, loop, seed, items, state, anchor_at)
     values (0, 'Many', 0, 0, 0, 0, 0, '[]', 'ended', 0) returning id`,
  );
  const run = runs[0]?.id ?? 0;
  const ids = made.map(({ id }) => id);
  expect(await insertTargets(db, run, [...ids, 999_999])).toBe(20);
  await Promise.all(
    ids.map((terminal_id) =>
      writeProofs(db, run, [{ terminal_id, first_sound_at: terminal_id, received: 3, reason: null }]),
    ),
  );
  const { rows } = await pool.query('select * from broadcast_org where broadcast_id = $1', [run]);
  expect(rows).toMatchObject([{ org, targets: 20, heard: 20, missed: 0, received: '60' }]);
  expect(Number(rows[0].last_sound_at)).toBe(Math.max(...ids));
});

test('an account with some zones sees each of its runs once, and the total matches', async () => {
  const [mine, other] = [await site.zone('Mine'), await site.zone('Other')];
  const token = await site.limited('mine', mine);
  const { pool } = site.database;
  // More rows than the first search window; every third is visible and every fifth was missed.
  await pool.query(`insert into broadcast (task_type, name, audio_source, priority, play_order, loop, seed, items, state,
      anchor_at, started_at, ended_at, end_reason)
    select 0, 'Listed ' || n, 0, 0, 0, 0, n, '[]', 'ended', 0, to_timestamp(1000000 - n), to_timestamp(1000000),
      case when n % 5 = 0 then 'missed' else 'finished' end from generate_series(1, 3000) n`);
  await pool.query(
    `insert into broadcast_org (broadcast_id, org, targets, missed)
     select id, case when seed % 3 = 0 then $1::int else $2::int end, 1, 0 from broadcast where name like 'Listed %'`,
    [mine, other],
  );
  const names: string[] = [];
  const totals = new Set<number>();
  for (let page = 1; page <= 9; page++) {
    const path = `/v1/task?state=ended&limit=100&page=${page}`;
    const found = await site.value<{ rows: TaskRow[]; total: number }>('GET', path, undefined, token);
    names.push(...found.rows.map((row) => row.name));
    totals.add(found.total);
  }
  const listed = Array.from({ length: 3000 }, (_, i) => i + 1).filter((n) => n % 3 === 0 && n % 5 !== 0);
  expect(names).toEqual(listed.map((n) => `Listed ${n}`));
  expect([...totals]).toEqual([listed.length]);
});
