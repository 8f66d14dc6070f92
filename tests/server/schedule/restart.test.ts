import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeps, type Deps } from '../../../server/start/deps.ts';
import { type ScheduleSite, startScheduleSite, until } from './scheduleSite.ts';

const MINUTE = 60_000;

let site: ScheduleSite;
beforeAll(async () => {
  site = await startScheduleSite();
});
afterAll(() => site.close());

/** Starts another server over the same tables, after a down time. */
async function another(awayMs: number): Promise<Deps> {
  site.wall.jump(awayMs);
  const { env, log } = site.deps;
  return createDeps({ env, log, db: site.database.db, wallNow: site.wall.now });
}

test('runs due while the server was down are missed with a fault, or continue in the middle; none is run twice', async () => {
  const { id } = await site.adopted('ONE');
  const song = await site.file('Song', 600);
  const due = (ms: number) => {
    const { at, ...start } = site.wall.in(ms);
    return { ...start, at, files: [song], devices: [id] };
  };
  const short = await site.task({ name: 'Short', ...due(5 * MINUTE), duration: 10 });
  // Computed once: the second may change between two readings of the clock.
  const soon = due(6 * MINUTE);
  const long = await site.task({ name: 'Long', ...soon, loop: 1, duration: 3600 });
  const later = await site.task({ name: 'Later', ...due(40 * MINUTE) });
  const off = await site.task({ name: 'Off', ...due(5 * MINUTE), enabled: false });
  const longDue = soon.at;
  await site.deps.schedule.close();
  await site.deps.broadcasting.close();

  let deps = await another(20 * MINUTE);
  await deps.schedule.scheduler.settled();
  expect(await site.runs(short.id)).toMatchObject([{ state: 'ended', end_reason: 'missed' }]);
  await until('a fault', () => deps.faultWatch.faults.allOpen().length > 0);
  const missed = deps.faultWatch.faults.allOpen().filter((fault) => fault.kind === 'schedule_missed');
  expect(missed).toMatchObject([{ subject: String(short.id), params: { task: 'Short' } }]);
  const [resumed] = await site.runs(long.id);
  expect(resumed).toMatchObject({ state: 'playing', due_at: String(longDue) });
  const elapsed = site.wall.now() - longDue;
  expect(Math.abs(Number(resumed?.position_ms) - elapsed)).toBeLessThan(30_000);
  expect(await site.runs(later.id)).toEqual([]);
  expect(await site.runs(off.id)).toEqual([]);
  await deps.schedule.close();
  await deps.broadcasting.close();

  deps = await another(2 * MINUTE);
  await deps.schedule.scheduler.settled();
  expect(await site.runs(short.id)).toHaveLength(1);
  expect(await site.runs(long.id)).toHaveLength(1);
  expect([...deps.broadcasting.engine.all()].map((b) => b.row.name)).toEqual(['Long']);
  await deps.close();
});

test('runs stored by a clock two days ahead do not replace the real ones once it is right', async () => {
  const { id } = await site.adopted('TWO');
  const song = await site.file('Bell', 5);
  const { at, start_date: _, ...when } = site.wall.in(10 * MINUTE);
  const daily = { ...when, start_date: '2020-01-01', files: [song], devices: [id] };
  let deps = await another(0);
  site.deps.schedule = deps.schedule;
  const task = await site.task({ name: 'Bell', ...daily });
  await deps.close();

  deps = await another(48 * 60 * MINUTE);
  await deps.schedule.scheduler.settled();
  const runs = await site.runs(task.id);
  expect(runs.map((run) => [Number(run.due_at), run.end_reason])).toContainEqual([at, 'missed']);
  await site.database.pool.query(
    "update broadcast set end_reason = 'finished' where task_id = $1 and due_at > $2",
    [task.id, at],
  );
  await deps.close();

  deps = await another(-48 * 60 * MINUTE);
  const left = await site.runs(task.id);
  expect(left.map((run) => [run.due_at, run.end_reason])).toEqual([[null, 'finished']]);
  await deps.close();
});
