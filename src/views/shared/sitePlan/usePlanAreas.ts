import { useCallback, useMemo } from 'react';
import { of } from 'rxjs';
import { alarmState } from '../../../../contract/codes.ts';
import type { AlarmLive } from '../../../../contract/entities/tasks/alarm.ts';
import type { AlarmPlanLive } from '../../../../contract/entities/tasks/alarmPlan.ts';
import type { LinkageTaskLive } from '../../../../contract/entities/tasks/linkageTask.ts';
import { useApp, usePermission, useSiteClock } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { useSecond } from '../../kit/time/useTick.ts';
import { countdown } from '../alarms/alarmTimes.ts';
import { useZonePlaces } from '../zones/useZones.ts';
import type { AreaLabel } from './PlanAreas.tsx';
import { type AreaState, areaStates, type NextZones } from './planState.ts';

const noPlans: AlarmPlanLive[] = [];
const noTasks: LinkageTaskLive[] = [];
const noZones: never[] = [];

/** Zones that the next step of each alarm reaches, of the plans and linkage tasks that the account sees. */
export function nextZones(
  alarms: readonly AlarmLive[],
  plans: readonly AlarmPlanLive[],
  tasks: readonly Pick<LinkageTaskLive, 'id' | 'orgs'>[],
): NextZones[] {
  return alarms.flatMap((alarm) => {
    if (alarm.state !== alarmState.alarming || alarm.step >= alarm.steps) return [];
    const step = plans.find(({ id }) => id === alarm.plan_id)?.steps[alarm.step];
    const ids = new Set(step?.linkage_task_ids);
    return { alarm, zones: tasks.flatMap(({ id, orgs }) => (ids.has(id) ? orgs : [])) };
  });
}

/** Zones that the next step of each alarm reaches, live. */
export function useNextZones(alarms: readonly AlarmLive[]): NextZones[] {
  const { streams } = useApp();
  const may = usePermission();
  const seesPlans = may('list_alarm_plan') && may('list_linkage_task') && alarms.length > 0;
  const plans$ = useMemo(() => (seesPlans ? streams.alarmPlan.rows$ : of(noPlans)), [streams, seesPlans]);
  const tasks$ = useMemo(() => (seesPlans ? streams.linkageTask.rows$ : of(noTasks)), [streams, seesPlans]);
  const plans = useObservable<AlarmPlanLive[]>(plans$, noPlans);
  const tasks = useObservable<LinkageTaskLive[]>(tasks$, noTasks);
  return useMemo(() => nextZones(alarms, plans, tasks), [alarms, plans, tasks]);
}

/** States of zones in alarms, and what is written on their areas, live. */
export function usePlanAreas(alarms: readonly AlarmLive[]) {
  const clock = useSiteClock();
  const zones = useZonePlaces() ?? noZones;
  const next = useNextZones(alarms);
  useSecond();
  const states = useMemo(() => areaStates(alarms, next, zones), [alarms, next, zones]);
  const labelOf = useCallback(
    (zone: number, state: AreaState | undefined): AreaLabel => {
      const name = zones.find(({ id }) => id === zone)?.name ?? '';
      if (state === undefined) return { name, detail: '' };
      if (state.tone === 'next')
        return { name, detail: state.at === null ? '' : countdown(state.at - clock.now()) };
      return { name, detail: `${state.sounding} / ${state.targets}` };
    },
    [zones, clock],
  );
  return { zones, states, labelOf };
}
