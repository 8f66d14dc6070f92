import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverActor } from '../../../server/air/emergency/machine/alarm.ports.ts';
import { isLong } from '../../support/random.ts';
import { type EmergencySite, startEmergencySite, until } from './emergencySite.ts';

/** Far more than ids could be taken ahead of an outage. */
const ALARMS = isLong ? 2_000 : 300;

let site: EmergencySite;
beforeAll(async () => {
  site = await startEmergencySite();
});
afterAll(() => site.close());

test(`${ALARMS} alarms during one outage begin at once, and all are recorded after it`, async () => {
  const song = await site.file('Leave', 2);
  const { id: hall } = await site.adopted('HALL');
  const id = await site.plan({
    linkage_task_ids: [await site.linkage({ files: [song], devices: [hall] })],
    reset_time: 0,
  });
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
  const stored = async () =>
    (await site.database.pool.query<{ id: number }>('select id from alarm where ended_at is not null')).rows;
  await until('all are stored', async () => (await stored()).length === ALARMS);
  expect(new Set((await stored()).map((row) => row.id))).toEqual(ids);
});
