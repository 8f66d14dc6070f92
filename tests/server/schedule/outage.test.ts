import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeps } from '../../../server/start/deps.ts';
import { packetsOf } from '../broadcast/airSite.ts';
import { type ScheduleSite, startScheduleSite, until } from './scheduleSite.ts';

const MINUTE = 60_000;

let site: ScheduleSite;
beforeAll(async () => {
  site = await startScheduleSite();
});
afterAll(() => site.close());

/** Lets everything that reads or writes these tables wait, as in a database that hangs, until the returned function. */
async function hang(tables: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: site.database.adminUrl });
  await client.connect();
  await client.query(`begin; lock table ${tables} in access exclusive mode`);
  return () => client.end();
}

const running = (task: number) =>
  [...site.deps.broadcasting.engine.all()].find(({ row }) => row.task_id === task);

test('runs that are due while the database hangs are heard, and stored when it answers', async () => {
  const { id, client } = await site.adopted('HEARD');
  const file = await site.file('Bell', 60);
  const { id: group } = await site.value<{ id: number }>('POST', '/v1/file_group', { name: 'Bells' });
  await site.value('PATCH', `/v1/file/${file}`, { group_id: group });
  const { at, ...due } = site.wall.in(2 * MINUTE);
  const task = await site.task({ ...due, file_group: group, files: [], devices: [id] });
  const [, { id: text }] = await Promise.all([
    site.deps.schedule.scheduler.settled(),
    site.task({ name: 'Restart', ...due, audio_source: 101, control_action: 'restart', devices: [id] }),
  ]);

  const end = await hang('file, broadcast, scheduled_task');
  try {
    site.wall.jump(2 * MINUTE - 12_000);
    const { stream } = await client.next('stream.open');
    await client.until(() => packetsOf(client).size > 0, 'sound');
    expect(stream).toBe(running(task.id)?.id);
    // Stops take effect, and are kept like those of speech.
    const b = running(task.id);
    if (b === undefined) throw new Error('it does not run');
    void site.deps.broadcasting.engine.stop(b).catch(() => {});
    await client.next('stream.close');
    expect((await client.next('command')).action).toBe('restart');
  } finally {
    await end();
  }
  const [run] = await until('the run is stored', async () => {
    const rows = await site.runs(task.id);
    return rows[0]?.state === 'ended' ? rows : null;
  });
  expect(run).toMatchObject({ due_at: String(at), end_reason: 'stopped', error: null });
  await until('the control task is stored', async () => (await site.runs(text)).length === 1);
  expect(await site.targets(run?.id ?? 0)).toMatchObject([{ terminal_id: id }]);
  await site.deps.schedule.scheduler.settled();
  expect(await site.runs(task.id)).toHaveLength(1);
});

test('a saved task started by hand in an outage is heard, and its entry is in the audit log afterwards', async () => {
  const { id, client } = await site.adopted('HAND');
  const file = await site.file('Note', 60);
  const { at: _, ...due } = site.wall.in(600 * MINUTE);
  const task = await site.task({ ...due, files: [file], devices: [id] });
  const end = await hang('file, broadcast, audit');
  try {
    const started = site.value('POST', `/v1/scheduled_task/${task.id}/start`);
    await client.next('stream.open');
    await started;
    await site.value('POST', `/v1/scheduled_task/${task.id}/stop`);
    await client.next('stream.close');
  } finally {
    await end();
  }
  type Audit = { rows: { action: string }[] };
  const entries = () => site.value<Audit>('GET', `/v1/audit?entity=scheduled_task&entity_id=${task.id}`);
  await until('its entry is stored', async () =>
    (await entries()).rows.some(({ action }) => action === 'start'),
  );
  const [run] = await until('its run is stored', async () => {
    const runs = await site.runs(task.id);
    return runs[0]?.state === 'ended' ? runs : null;
  });
  expect(run).toMatchObject({ due_at: null, end_reason: 'stopped' });
});

test('a run prepared in an outage and taken back is not stored; one of a deleted task is, without the task', async () => {
  const { id } = await site.adopted('BACK');
  const file = await site.file('Song', 60);
  const { at: _, ...due } = site.wall.in(5 * MINUTE);
  const task = await site.task({ ...due, files: [file], devices: [id] });
  const row = site.deps.schedule.index.tasks.get(task.id);
  if (row === undefined) throw new Error('no task');
  const run = site.deps.schedule.index.next(row, site.wall.now());
  const prepare = () => site.deps.schedule.runs.prepare(row, { run });

  const end = await hang('broadcast');
  const back = await prepare();
  const kept = await prepare();
  if (back === null || kept === null) throw new Error('not prepared');
  expect([back.inJournal, kept.inJournal]).toEqual([true, true]);
  await site.deps.schedule.runs.withdraw(back);
  kept.source.close();
  // As by somebody who deletes it in the moment in which the database is back.
  const deleted = site.database.pool.query('delete from scheduled_task where id = $1', [task.id]);
  await end();
  await deleted;
  const { rows } = await until('it is stored', async () => {
    const found = await site.database.pool.query('select id, task_id from broadcast where id = any($1)', [
      [back.row.id, kept.row.id],
    ]);
    return found.rows.some((one) => one.id === kept.row.id) ? found : null;
  });
  expect(rows).toEqual([{ id: kept.row.id, task_id: null }]);
});

test('runs that were due while the server had no schedule are missed with a fault or continue, once', async () => {
  const { id } = await site.adopted('LATE');
  const file = await site.file('Long', 600);
  const due = (ms: number) => ({ ...site.wall.in(ms), files: [file], devices: [id] });
  const short = await site.task({ name: 'Short', ...due(5 * MINUTE), duration: 10 });
  const long = await site.task({ name: 'Long', ...due(6 * MINUTE), loop: 1, duration: 3600 });
  await site.deps.schedule.close();
  await site.deps.broadcasting.close();

  // A start from the snapshot, which has no tasks; the time of the last schedule is stored in the database.
  site.wall.jump(12 * MINUTE);
  const { env, log } = site.deps;
  const { pool } = site.database;
  await pool.query('alter table scheduled_task rename to tasks_away');
  await pool.query('create table scheduled_task (like tasks_away including all)');
  const alive = await pool.query("select value from setting where key = 'schedule_alive'");
  const deps = await createDeps({ env, log, db: site.database.db, wallNow: site.wall.now });
  await pool.query("update setting set value = $1 where key = 'schedule_alive'", [
    JSON.stringify(alive.rows[0].value),
  ]);
  await pool.query('drop table scheduled_task; alter table tasks_away rename to scheduled_task');
  expect([...deps.schedule.index.tasks.keys()]).toEqual([]);

  // Reading may be repeated while the database is joined.
  for (let times = 0; times < 2; times++) await deps.heldRows.read();
  await deps.schedule.scheduler.settled();
  expect(await site.runs(short.id)).toMatchObject([{ end_reason: 'missed' }]);
  expect(await site.runs(long.id)).toMatchObject([{ state: 'playing' }]);
  const faults = deps.faultWatch.faults.allOpen().filter(({ kind }) => kind === 'schedule_missed');
  expect(faults.map(({ subject }) => subject)).toContain(String(short.id));
  await deps.close();
});
