import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { FileLive } from '../../../contract/entities/sound/file.ts';
import { type AlarmHouse, filesAt, startAlarmHouse } from './alarmHouse.ts';
import { openAt, until } from './emergencySite.ts';

let site: AlarmHouse;
beforeAll(async () => {
  site = await startAlarmHouse();
});
beforeEach(() => site.clear());
afterAll(() => site.close());

test('steps: a terminal of a later step leaves the earlier one; a second click does not skip a step', async () => {
  const both = await site.linkage({
    name: 'Attention',
    files: [site.song],
    devices: [site.hall.id, site.yard.id],
    org: site.house,
  });
  const plan = await site.plan({
    name: 'Phased',
    org: site.house,
    linkage_task_ids: [both],
    steps: [
      { name: 'Hall', after_s: null, linkage_task_ids: [site.leave] },
      { name: 'Never', after_s: null, linkage_task_ids: [site.leave] },
    ],
  });
  expect((await site.actOn(plan, 'start')).body.code).toBe(200);
  const first = await until('both sound', () =>
    openAt(site.hall.client)?.task_type === 3 &&
    openAt(site.hall.client)?.broadcast === openAt(site.yard.client)?.broadcast
      ? openAt(site.yard.client)
      : null,
  );
  const steps = await Promise.all([site.actOn(plan, 'step'), site.actOn(plan, 'step')]);
  expect(steps.map(({ body }) => body.code)).toEqual([200, 200]);
  await until('the hall goes over', () => {
    const open = openAt(site.hall.client);
    return open !== null && open.broadcast !== first.broadcast;
  });
  expect(openAt(site.yard.client)?.broadcast).toBe(first.broadcast);
  expect(site.alarmOf(plan)).toMatchObject({ step: 1, step_name: 'Hall', next_step_name: 'Never' });
  expect([...(site.deps.broadcasting.engine.get(first.broadcast)?.targets.keys() ?? [])]).toEqual([
    site.yard.id,
  ]);
  expect((await site.actOn(plan, 'start')).body.code).toBe(200);
  expect(site.alarms()).toHaveLength(1);
});

test('the higher plan sounds where two overlap; the lower one returns when it ends', async () => {
  const wide = await site.linkage({
    name: 'Wide',
    files: [site.song],
    devices: [site.hall.id, site.yard.id],
    org: site.house,
  });
  const low = await site.plan({ name: 'Low', org: site.house, priority: 10, linkage_task_ids: [wide] });
  const high = await site.plan({
    name: 'High',
    org: site.house,
    priority: 90,
    linkage_task_ids: [site.leave],
  });
  await site.actOn(low, 'start');
  await until('the low one sounds', () => openAt(site.hall.client)?.priority === 10);
  await site.actOn(high, 'start');
  await until('the high one sounds', () => openAt(site.hall.client)?.priority === 90);
  await until('the low one sounds elsewhere', () => openAt(site.yard.client)?.priority === 10);
  await until('the low one says so', () => site.alarmOf(low)?.preempted === 1);
  await site.actOn(high, 'stop');
  await until('the low one is back', () => openAt(site.hall.client)?.priority === 10);
});

test('a message that is not built when its alarm begins is played as soon as it is', async () => {
  const late = await site.file('Late', 4);
  const { pool } = site.database;
  const files = site.deps.live.topic<FileLive>('file');
  const build = async (status: 'building' | 'built') => {
    await pool.query('update file set build_status = $2 where id = $1', [late, status]);
    const row = files.get(late);
    if (row !== undefined) files.upsert({ ...row, build_status: status, rev: row.rev + 1 });
  };
  await build('building');
  const task = await site.unmadeLinkage({
    name: 'Late',
    files: [late],
    devices: [site.yard.id],
    org: site.house,
  });
  const plan = await site.plan({ name: 'Hasty', org: site.house, linkage_task_ids: [task] });
  await site.actOn(plan, 'start');
  const first = await until('something stands in for it', () =>
    openAt(site.yard.client)?.task_type === 3 ? openAt(site.yard.client) : null,
  );
  expect(filesAt(site.yard.client).has(late)).toBe(false);
  const once = { files: [site.music], devices: [site.yard.id], resume_policy: 'none' };
  const waiting = ((await site.start(once)).body.value as { id: number }).id;
  await build('built');
  await until('it is heard', () => filesAt(site.yard.client).has(late));
  // The exchange gives the terminal to nobody else, not even for a moment: what returns once only still waits.
  expect(site.live(waiting)).toMatchObject({ targets: 1, sounding: 0 });
  expect(filesAt(site.yard.client).has(site.music)).toBe(false);
  expect(openAt(site.yard.client)?.broadcast).not.toBe(first.broadcast);
  expect((await site.recordOf(plan)).events.filter((kind: string) => kind === 'message_failed')).toHaveLength(
    1,
  );
});
