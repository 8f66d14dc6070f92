import { useMemo } from 'react';
import { distinctUntilChanged, map, throttleTime } from 'rxjs';
import { useApp } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { useZones } from '../zones/useZones.ts';
import { ownLibraries, type TargetSelection } from './ownLibraries.ts';

/** Interval at which the live rows are read again, ms: own libraries seldom change. */
const everyMs = 1_000;
const none: readonly number[] = [];

/** Own libraries of the terminals that a task targets, those of most terminals first. */
export function useOwnLibraries(targets: TargetSelection): readonly number[] {
  const { streams } = useApp();
  const zones = useZones();
  // Forms make new lists at every change, and live counts make new zones.
  const key = JSON.stringify([targets.devices, targets.orgs, targets.groups]);
  const tree = JSON.stringify((zones ?? []).map(({ id, parent_id }) => [id, parent_id]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` and `tree` stand for targets and zones
  const own$ = useMemo(
    () =>
      streams.device.rows$.pipe(
        throttleTime(everyMs, undefined, { leading: true, trailing: true }),
        map((rows) => ownLibraries(rows, zones ?? [], targets)),
        distinctUntilChanged((a, b) => a.join() === b.join()),
      ),
    [streams, key, tree],
  );
  return useObservable(own$, none);
}
