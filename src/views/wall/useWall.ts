import { useMemo } from 'react';
import { auditTime, combineLatest, map, of, startWith } from 'rxjs';
import type { SitePlan } from '../../../contract/entities/site/sitePlan.ts';
import type { AlarmLive } from '../../../contract/entities/tasks/alarm.ts';
import type { BroadcastLive } from '../../../contract/entities/tasks/broadcast.ts';
import { useApp, usePermission } from '../app/AppContext.tsx';
import { useObservable } from '../app/useObservable.ts';
import { type Wall, wallOf } from './wallModel.ts';

/** Minimum interval between recomputations of the wall, ms. */
const EVERY_MS = 500;
const noTasks: BroadcastLive[] = [];
const noPlans: SitePlan[] = [];
const noAlarms: AlarmLive[] = [];

/** Data of the wall, live; null: loading, or the account sees no zones or terminals. */
export function useWall(): Wall | null {
  const { streams } = useApp();
  const may = usePermission();
  const seesZones = may('list_device') && may('list_partition');
  const seesTasks = may(['menu_real_time_task', 'list_task']);
  const seesPlans = may('list_site_plan');
  const wall$ = useMemo(
    () =>
      seesZones
        ? combineLatest([
            streams.partition.rows$,
            streams.device.rows$,
            seesTasks ? streams.onAir$ : of(noTasks),
            seesPlans ? streams.sitePlan.rows$.pipe(startWith(noPlans)) : of(noPlans),
            streams.alarms$.pipe(startWith(noAlarms)),
          ]).pipe(
            auditTime(EVERY_MS),
            map((facts) => wallOf(...facts)),
          )
        : of(null),
    [streams, seesZones, seesTasks, seesPlans],
  );
  return useObservable<Wall | null>(wall$, null);
}
