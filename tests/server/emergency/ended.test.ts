import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AlarmEnded, AlarmLive, AlarmRecord } from '../../../contract/entities/tasks/alarm.ts';
import { feedEndedAlarms } from '../../../server/air/emergency/live/endedAlarms.ts';
import { createLiveHub } from '../../../server/platform/live/hub.ts';
import { type EmergencySite, startEmergencySite } from './emergencySite.ts';

let site: EmergencySite;
beforeAll(async () => {
  site = await startEmergencySite();
});
afterAll(() => site.close());

test('an ended alarm that began within the last hour is known, also after a restart', async () => {
  const zone = await site.zone('House');
  const { id } = await site.adopted('HALL', zone);
  const task = await site.linkage({ files: [await site.file('Leave', 2)], devices: [id], org: zone });
  const plan = await site.plan({ org: zone, linkage_task_ids: [task], reset_time: 0 });
  const ended = site.deps.live.topic<AlarmEnded>('alarm_ended');
  const of = (rows: readonly AlarmEnded[]) => rows.filter((row) => row.plan_id === plan);
  const { alarm_id } = await site.value<{ alarm_id: number }>('POST', `/v1/alarm_plan/${plan}/start`, {});
  expect(of(ended.snapshot())).toEqual([]);
  await site.value('POST', `/v1/alarm_plan/${plan}/stop`);
  await expect.poll(() => of(ended.snapshot()), { timeout: 30_000 }).toHaveLength(1);
  const [row] = of(ended.snapshot());
  expect(row).toMatchObject({ id: alarm_id, plan_name: 'Fire', org: [zone], drill: 'none' });
  expect(row?.ended_at).toBeGreaterThanOrEqual(row?.began_at ?? Number.NaN);
  expect(site.deps.live.topic<AlarmLive>('alarm').get(alarm_id)).toBeUndefined();

  const again = async (wall: number) => {
    const live = createLiveHub();
    const feed = await feedEndedAlarms({ db: site.deps.db, live, wall: () => wall });
    feed.end();
    return of(live.topic<AlarmEnded>('alarm_ended').snapshot());
  };
  // The journal stores in the background.
  await expect.poll(() => again(Date.now()), { timeout: 30_000 }).toEqual([row]);
  expect(await again((row?.began_at ?? 0) + 3_600_000)).toEqual([]);
});

test('its record has its end: by a reset or a stop, none while it runs', async () => {
  const zone = await site.zone('Annex');
  const { id } = await site.adopted('ANNEX', zone);
  const task = await site.linkage({ files: [await site.file('Go', 2)], devices: [id], org: zone });
  for (const how of ['stop', 'reset'] as const) {
    const plan = await site.plan({ org: zone, linkage_task_ids: [task], reset_time: 0 });
    const { alarm_id } = await site.value<{ alarm_id: number }>('POST', `/v1/alarm_plan/${plan}/start`, {});
    const record = async () =>
      (await site.call('GET', `/v1/alarm_record/${alarm_id}`, { token: site.token })).body.value;
    const ended = () => record().then((row) => row && (row as AlarmRecord).ended_how);
    await expect.poll(ended, { timeout: 30_000 }).toBeNull();
    await site.value('POST', `/v1/alarm_plan/${plan}/${how}`);
    await expect.poll(ended, { timeout: 30_000 }).toBe(how);
    const { url } = await site.value<{ url: string }>('POST', '/v1/alarm_record/export/ticket', {});
    expect((await site.app.inject(url)).body).toContain({ stop: ',Stopped,', reset: ',Reset,' }[how]);
  }
});
