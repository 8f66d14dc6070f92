import { map, type Observable, shareReplay } from 'rxjs';
import { alarmState, drillMode } from '../../contract/codes.ts';
import type { AlarmLive } from '../../contract/entities/alarm.ts';
import type { Fault } from '../../contract/entities/fault.ts';
import type { Collection } from './collection.ts';

/** An alarm that somebody has yet to take notice of: it is real, it runs, and it is not acknowledged. */
export function isUnheeded(alarm: AlarmLive): boolean {
  return isSounding(alarm) && alarm.acknowledged_at === null;
}

/** It is real, and it is not over: the strip is red. */
export function isSounding(alarm: Pick<AlarmLive, 'drill' | 'state'>): boolean {
  return alarm.drill === drillMode.none && alarm.state !== alarmState.reset;
}

/** How much an alarm asks for a person, the least number first. */
function urgency(alarm: AlarmLive): number {
  if (alarm.drill !== drillMode.none) return 3;
  if (alarm.state === alarmState.reset) return 2;
  return isUnheeded(alarm) ? 0 : 1;
}

/** Alarms that are not over: those nobody has acknowledged first, then by priority, then the earliest. */
export function createAlarms(alarm: Collection<AlarmLive>): Observable<AlarmLive[]> {
  return alarm.rows$.pipe(
    map((rows) =>
      rows.sort(
        (a, b) =>
          urgency(a) - urgency(b) || b.priority - a.priority || a.began_at - b.began_at || a.id - b.id,
      ),
    ),
    shareReplay({ bufferSize: 1, refCount: true }),
  );
}

/** More than this within ten minutes is a flood: what came first matters then, not what came last (EEMUA 191). */
export const FLOOD_COUNT = 10;
const FLOOD_MS = 600_000;

/** Alarms and faults of the last ten minutes that still stand; `now` in epoch milliseconds. */
export function recentCount(
  alarms: readonly Pick<AlarmLive, 'began_at'>[],
  faults: readonly Pick<Fault, 'opened_at'>[],
  now: number,
): number {
  const since = now - FLOOD_MS;
  return (
    alarms.filter(({ began_at }) => began_at >= since).length +
    faults.filter(({ opened_at }) => opened_at * 1000 >= since).length
  );
}
