import { useMemo } from 'react';
import type { AlarmPlan } from '../../../contract/entities/alarmPlan.ts';
import type { Fault } from '../../../contract/entities/fault.ts';
import { type FloodItem, type FloodReach, floodItems, floodOf } from '../../streams/flood.ts';
import { useAlarms } from '../alarms/useAlarms.ts';
import { useApp, useSiteClock } from '../app/AppContext.tsx';
import { useObservable } from '../kit/useObservable.ts';
import { useSecond } from '../kit/useTick.ts';

const noFaults: Fault[] = [];
const noPlans: AlarmPlan[] = [];

/** Everything that still stands, and whether it is a flood; follows the clock. `plans`, `reach`: to know what belongs to which. */
export function useFlood(
  plans: readonly AlarmPlan[] = noPlans,
  reach?: FloodReach,
): { items: FloodItem[]; now: number } & ReturnType<typeof floodOf> {
  const { streams } = useApp();
  const clock = useSiteClock();
  const alarms = useAlarms();
  const faults = useObservable(streams.openFaults$, noFaults);
  useSecond();
  const now = clock.now();
  const items = useMemo(() => floodItems(alarms, faults, plans, reach), [alarms, faults, plans, reach]);
  return { items, now, ...floodOf(items, now) };
}
