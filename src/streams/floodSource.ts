import { combineLatest, map, type Observable, scan, shareReplay } from 'rxjs';
import type { AlarmEnded, AlarmLive } from '../../contract/entities/tasks/alarm.ts';
import type { Fault } from '../../contract/entities/terminals/fault.ts';
import { type FaultLine, groupFaults } from './faultLines.ts';
import type { FloodSource } from './flood.ts';

/** Source of a flood once all its lists are loaded; `lines` groups all its faults, open and ended. */
export interface Flood extends FloodSource {
  lines: readonly FaultLine[];
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
