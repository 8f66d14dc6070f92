import { map, type Observable, shareReplay } from 'rxjs';
import { alarmState, drillMode } from '../../contract/codes.ts';
import type { AlarmLive } from '../../contract/entities/tasks/alarm.ts';
import type { Collection } from './collection.ts';

/** Tells whether an alarm still needs an acknowledgement: it is real, runs, and is not acknowledged. */
export function needsAttention(alarm: AlarmLive): boolean {
  return isSounding(alarm) && alarm.acknowledged_at === null;
}

/** Tells whether an alarm turns the strip red: it is real and not over. */
export function isSounding(alarm: Pick<AlarmLive, 'drill' | 'state'>): boolean {
  return alarm.drill === drillMode.none && alarm.state !== alarmState.reset;
}

/** Sort key of urgency, the most urgent first. */
function urgency(alarm: AlarmLive): number {
  if (alarm.drill !== drillMode.none) return 3;
  if (alarm.state === alarmState.reset) return 2;
  return needsAttention(alarm) ? 0 : 1;
}

/**
 * Sorts alarms for a list. Actions on an alarm do not change its place, so that nothing moves under the
 * pointer.
 */
export function inPlace(alarms: readonly AlarmLive[]): AlarmLive[] {
  const isDrill = ({ drill }: AlarmLive) => Number(drill !== drillMode.none);
  return alarms.toSorted(
    (a, b) => isDrill(a) - isDrill(b) || b.priority - a.priority || a.began_at - b.began_at || a.id - b.id,
  );
}

/** Alarms that are not over: unacknowledged ones first, then by priority, then the earliest. */
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
