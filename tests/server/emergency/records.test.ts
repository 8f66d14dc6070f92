import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type {
  AlarmEnded,
  AlarmLive,
  AlarmRecord,
  AlarmRecordDetail,
  AlarmTarget,
} from '../../../contract/entities/tasks/alarm.ts';
import { feedEndedAlarms } from '../../../server/air/emergency/live/endedAlarms.ts';
import { serverActor } from '../../../server/air/emergency/machine/alarm.ports.ts';
import { createLiveHub } from '../../../server/platform/live/hub.ts';
import { isLong } from '../../support/random.ts';
import { type AlarmHouse, startAlarmHouse } from './alarmHouse.ts';
import { until } from './emergencySite.ts';

/** Far more than ids could be taken ahead of an outage. */
const ALARMS = isLong ? 2_000 : 300;

let site: AlarmHouse;
beforeAll(async () => {
  site = await startAlarmHouse();
});
beforeEach(() => site.clear());
afterAll(() => site.close());

test('the alarm record has the timeline, the terminals that played it, a note, and the export', async () => {
  const plan = await site.plan({ name: 'Recorded', org: site.house, linkage_task_ids: [site.leave] });
  const started = await site.actOn(plan, 'start', { drill: 'silent', desc: 'Monday' });
  const id = (started.body.value as { alarm_id: number }).alarm_id;
  const request = await until('the terminal is asked', () =>
    site.hall.client.heard.findLast((one) => one.type === 'drill'),
  );
  site.hall.client.send({ type: 'drill', drill: (request as { drill: number }).drill });
  await until('it is confirmed', () => site.alarmOf(plan)?.sounding === 1);
  await site.actOn(plan, 'stop');
  await until('it is over', () => site.alarmOf(plan) === undefined);
  const path = `/v1/alarm_record/${id}`;
  const record = await until('it is stored', async () => {
    const one = await site.value<AlarmRecordDetail>('GET', path);
    return one.heard === 1 && one.status === 1 ? one : null;
  });
  expect(record).toMatchObject({ drill: 'silent', targets: 1, plan_name: 'Recorded' });
  expect(record.origin).toMatchObject({ kind: 'manual', text: 'Monday' });
  expect(record.first_sound_ms).toBeGreaterThanOrEqual(0);
  expect(record.events.map(({ kind }) => kind)).toEqual(['start', 'alarming', 'reached', 'stop', 'over']);
  const targets = await site.value<{ rows: AlarmTarget[] }>('GET', `${path}/target`);
  expect(targets.rows).toMatchObject([{ code: 'HALL', linkage_task: 'Leave', state: 'ended' }]);
  await site.value('PATCH', path, { note: 'All out in two minutes', rev: record.rev });
  const stale = await site.call('PATCH', path, { token: site.token, body: { note: 'x', rev: record.rev } });
  expect(stale.status).toBe(409);
  const { url } = await site.value<{ url: string }>('POST', '/v1/alarm_record/export/ticket', {});
  const file = await site.app.inject(url);
  expect(file.body).toContain('All out in two minutes');
  const listed = await site.value<{ rows: { id: number }[] }>('GET', '/v1/alarm_record?drill=silent&q=Recor');
  expect(listed.rows.map((row) => row.id)).toContain(id);
});

test('an ended alarm that began within the last hour is known, also after a restart', async () => {
  const plan = await site.plan({ org: site.house, linkage_task_ids: [site.leave], reset_time: 0 });
  const ended = site.deps.live.topic<AlarmEnded>('alarm_ended');
  const of = (rows: readonly AlarmEnded[]) => rows.filter((row) => row.plan_id === plan);
  const { alarm_id } = await site.value<{ alarm_id: number }>('POST', `/v1/alarm_plan/${plan}/start`, {});
  expect(of(ended.snapshot())).toEqual([]);
  await site.value('POST', `/v1/alarm_plan/${plan}/stop`);
  await expect.poll(() => of(ended.snapshot()), { timeout: 30_000 }).toHaveLength(1);
  const [row] = of(ended.snapshot());
  expect(row).toMatchObject({ id: alarm_id, plan_name: 'Fire', org: [site.house], drill: 'none' });
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

test('the record of an alarm has its end: by a reset or a stop, none while it runs', async () => {
  for (const how of ['stop', 'reset'] as const) {
    const plan = await site.plan({ org: site.house, linkage_task_ids: [site.leave], reset_time: 0 });
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

test(`${ALARMS} alarms during one outage begin at once, and all are recorded after it`, async () => {
  const id = await site.plan({ org: site.house, linkage_task_ids: [site.leave], reset_time: 0 });
  const plan = (await site.value<object>('GET', `/v1/alarm_plan/${id}`)) as never;
  const { alarms } = site.deps.emergency;
  const locked = await site.database.pool.connect();
  await locked.query('begin');
  await locked.query('lock table alarm in access exclusive mode');

  const ids = new Set<number>();
  for (let i = 0; i < ALARMS; i++) {
    const origin = { kind: 'manual' as const, by: 'admin', text: '' };
    const begun = alarms.start(plan, { origin, drill: 'none', targets: [], actor: serverActor, text: '' });
    if ('refused' in begun) throw new Error(`alarm ${i} was refused: ${begun.refused}`);
    ids.add(begun.alarm.id);
    alarms.act(begun.alarm, 'stop', serverActor);
    alarms.tick();
    if (alarms.ofPlan(id) !== undefined) alarms.act(begun.alarm, 'reset', serverActor);
  }
  expect(ids.size).toBe(ALARMS);

  await locked.query('rollback');
  locked.release();
  const stored = async () => {
    const sql = 'select id from alarm where plan_id = $1 and ended_at is not null';
    return (await site.database.pool.query<{ id: number }>(sql, [id])).rows;
  };
  await until('all are stored', async () => (await stored()).length === ALARMS);
  expect(new Set((await stored()).map((row) => row.id))).toEqual(ids);
});
