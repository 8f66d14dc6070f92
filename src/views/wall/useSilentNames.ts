import { useMemo } from 'react';
import { auditTime, map } from 'rxjs';
import type { AlarmZone } from '../../../contract/entities/tasks/alarm.ts';
import type { DeviceRow } from '../../streams/deviceState.ts';
import { useApp } from '../app/AppContext.tsx';
import { useObservable } from '../app/useObservable.ts';
import { missing } from '../shared/alarms/sentences.ts';

/** Shortest interval between two lists of names, ms. */
const EVERY_MS = 500;
const none: ReadonlyMap<number, readonly string[]> = new Map();
const abnormal: ReadonlySet<string> = new Set([
  'offline',
  'offline_known',
  'behind_relay',
  'no_sound',
  'no_sound_known',
  'locked',
]);

/**
 * Names of the terminals that should sound and do not, by their zone. A zone with more abnormal terminals than it misses
 * is left out: not all of them are targets of the alarm.
 */
export function silentNames(
  zones: readonly AlarmZone[],
  devices: readonly Pick<DeviceRow, 'org' | 'state' | 'name' | 'dev_name2'>[],
): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, readonly string[]>();
  for (const zone of zones) {
    if (zone.org === null) continue;
    const names = devices
      .filter(({ org, state }) => org === zone.org && abnormal.has(state))
      .map((row) => row.dev_name2 || row.name);
    if (names.length > 0 && names.length <= missing(zone)) found.set(zone.org, names.sort());
  }
  return found;
}

/** Names of the silent terminals of some zones of an alarm, live. */
export function useSilentNames(zones: readonly AlarmZone[]): ReadonlyMap<number, readonly string[]> {
  const { streams } = useApp();
  const key = JSON.stringify(zones);
  const names$ = useMemo(() => {
    const wanted = JSON.parse(key) as AlarmZone[];
    return streams.device.rows$.pipe(
      auditTime(EVERY_MS),
      map((devices) => silentNames(wanted, devices)),
    );
  }, [streams, key]);
  return useObservable(names$, none);
}
