import type { AlarmEnded } from '../../../../contract/entities/tasks/alarm.ts';
import type { Db } from '../../../platform/db/client.ts';
import type { LiveHub } from '../../../platform/live/hub.ts';
import { type AlarmRow, endedSince } from '../journal/alarm.repository.ts';
import { alarmView } from './alarmFeed.ts';

/**
 * Time after their start for which ended alarms are shown, ms; the console counts floods of alarms by them.
 */
const ENDED_MS = 3_600_000;
const LOOK_MS = 1_000;

type EndedRow = Pick<AlarmRow, 'id' | 'plan_id' | 'plan_name' | 'orgs' | 'drill' | 'began_at' | 'ended_at'>;

function shown(
  { id, plan_id, plan_name, orgs, drill, began_at, ended_at }: EndedRow,
  now: number,
): AlarmEnded {
  return { id, plan_id, plan_name, org: orgs, drill, began_at, ended_at: ended_at ?? now };
}

/**
 * Publishes the topic `alarm_ended`: alarms that began within the last hour and are over. `wall`: epoch ms.
 */
export async function feedEndedAlarms(deps: { db: Db; live: Pick<LiveHub, 'topic'>; wall(): number }) {
  const topic = deps.live.topic<AlarmEnded>('alarm_ended', alarmView);
  const rows = await endedSince(deps.db, deps.wall() - ENDED_MS);
  topic.replaceAll(rows.map((row) => shown(row, deps.wall())));
  const forget = () => {
    const from = deps.wall() - ENDED_MS;
    for (const row of topic.snapshot()) if (row.began_at <= from) topic.remove(row.id);
  };
  const timer = setInterval(forget, LOOK_MS);
  timer.unref();
  return {
    add: (row: EndedRow) => topic.upsert(shown(row, deps.wall())),
    end: () => clearInterval(timer),
  };
}
