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
/** Time after their start for which ended alarms are kept for relays whose line is cut, ms. */
const KEPT_MS = 24 * 3_600_000;

function shown(
  { id, plan_id, plan_name, orgs, drill, began_at, ended_at }: AlarmRow,
  now: number,
): AlarmEnded {
  return { id, plan_id, plan_name, org: orgs, drill, began_at, ended_at: ended_at ?? now };
}

/**
 * Keeps the alarms that began within the last day and are over, and publishes those of the last hour in the topic
 * `alarm_ended`. `wall`: epoch ms.
 */
export async function feedEndedAlarms(deps: { db: Db; live: Pick<LiveHub, 'topic'>; wall(): number }) {
  const topic = deps.live.topic<AlarmEnded>('alarm_ended', alarmView);
  const rows = await endedSince(deps.db, deps.wall() - KEPT_MS);
  const kept = new Map(rows.map((row) => [row.id, row]));
  const isRecent = ({ began_at }: { began_at: number }) => began_at > deps.wall() - ENDED_MS;
  topic.replaceAll(rows.filter(isRecent).map((row) => shown(row, deps.wall())));
  const forget = () => {
    for (const row of topic.snapshot()) if (!isRecent(row)) topic.remove(row.id);
    const from = deps.wall() - KEPT_MS;
    for (const row of kept.values()) if (row.began_at <= from) kept.delete(row.id);
  };
  const timer = setInterval(forget, LOOK_MS);
  timer.unref();
  return {
    add(row: AlarmRow): void {
      kept.set(row.id, { ...row });
      topic.upsert(shown(row, deps.wall()));
    },
    all: (): Iterable<AlarmRow> => kept.values(),
    end: () => clearInterval(timer),
  };
}
