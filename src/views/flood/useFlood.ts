import { useMemo } from 'react';
import type { AlarmPlan } from '../../../contract/entities/alarmPlan.ts';
import type { FaultLine } from '../../streams/faultLines.ts';
import { type FloodItem, floodItems, floodOf } from '../../streams/flood.ts';
import type { FloodReach } from '../../streams/floodPlans.ts';
import type { Flood } from '../../streams/floodSource.ts';
import { useApp, useSiteClock } from '../app/AppContext.tsx';
import { useObservable } from '../kit/useObservable.ts';
import { useSecond } from '../kit/useTick.ts';

const noPlans: AlarmPlan[] = [];
const noItems: FloodItem[] = [];
const noLines: FaultLine[] = [];

/**
 * What stands, what began lately and is over, and whether it is a flood; follows the clock. `plans`, `reach`: to know
 * what belongs to which. `isKnown`: everything has come from the server.
 */
export function useFlood(
  plans: readonly AlarmPlan[] = noPlans,
  reach?: FloodReach,
): { items: FloodItem[]; lines: readonly FaultLine[]; now: number; isKnown: boolean } & ReturnType<
  typeof floodOf
> {
  const clock = useSiteClock();
  const flood = useObservable<Flood | null>(useApp().streams.flood$, null);
  useSecond();
  const now = clock.now();
  const items = useMemo(
    () => (flood === null ? noItems : floodItems(flood, plans, reach)),
    [flood, plans, reach],
  );
  return { items, lines: flood?.lines ?? noLines, now, isKnown: flood !== null, ...floodOf(items, now) };
}
