import {
  asyncScheduler,
  combineLatest,
  map,
  type Observable,
  type SchedulerLike,
  scan,
  shareReplay,
  throttleTime,
} from 'rxjs';
import { drillMode } from '../../contract/codes.ts';
import type { AlarmEnded, AlarmLive } from '../../contract/entities/tasks/alarm.ts';
import type { Fault } from '../../contract/entities/terminals/fault.ts';
import { type FaultLine, groupFaults } from './faultLines.ts';
import type { FloodSource } from './flood.ts';

/** Source of a flood once all its lists are loaded; `lines` groups all its faults, open and ended. */
export interface Flood extends FloodSource {
  lines: readonly FaultLine[];
}

/** Start time of an alarm or a fault, epoch milliseconds; a drill does not count. */
export interface FloodStart {
  at: number;
  drill: boolean;
}

/** Shortest interval between two values of `createFloodStarts`, ms: the figures change with the clock once a second. */
const STARTS_EVERY_MS = 1_000;

/**
 * Start times of all items of the flood, the earliest first, at most once a second. Every screen shows figures made from
 * them, so a flood must not make them expensive.
 */
export function createFloodStarts(
  flood$: Observable<Flood>,
  scheduler: SchedulerLike = asyncScheduler,
): Observable<readonly FloodStart[]> {
  return flood$.pipe(
    throttleTime(STARTS_EVERY_MS, scheduler, { leading: true, trailing: true }),
    map(({ alarms, faults, ended }) => {
      const isOver = new Set(ended.faults.map(({ id }) => id));
      const hasEnded = new Set(ended.alarms.map(({ id }) => id));
      const ofAlarm = ({ began_at, drill }: Pick<AlarmLive, 'began_at' | 'drill'>) => ({
        at: began_at,
        drill: drill !== drillMode.none,
      });
      const ofFault = ({ opened_at }: Fault) => ({ at: opened_at * 1000, drill: false });
      return [
        ...alarms.filter(({ id }) => !hasEnded.has(id)).map(ofAlarm),
        ...ended.alarms.map(ofAlarm),
        ...faults.filter(({ id }) => !isOver.has(id)).map(ofFault),
        ...ended.faults.map(ofFault),
      ].sort((a, b) => a.at - b.at);
    }),
    shareReplay({ bufferSize: 1, refCount: true }),
  );
}

/** Joins active items with those that began lately and are over. A fault in both lists is in one line. */
export function createFlood(feeds: {
  alarms$: Observable<AlarmLive[]>;
  openFaults$: Observable<Fault[]>;
  alarmEnded$: Observable<AlarmEnded[]>;
  faultEnded$: Observable<Fault[]>;
}): Observable<Flood> {
  return combineLatest([feeds.alarms$, feeds.openFaults$, feeds.alarmEnded$, feeds.faultEnded$]).pipe(
    map(([alarms, faults, endedAlarms, endedFaults]): FloodSource => {
      return { alarms, faults, ended: { alarms: endedAlarms, faults: endedFaults } };
    }),
    scan<FloodSource, Flood | null>((before, source) => {
      const isOver = new Set(source.ended.faults.map(({ id }) => id));
      const all = [...source.ended.faults, ...source.faults.filter(({ id }) => !isOver.has(id))];
      return { ...source, lines: groupFaults(before?.lines ?? [], all) };
    }, null),
    map((flood) => flood as Flood),
    shareReplay({ bufferSize: 1, refCount: true }),
  );
}
