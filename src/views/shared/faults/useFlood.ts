import { useMemo } from 'react';
import type { AlarmPlan } from '../../../../contract/entities/tasks/alarmPlan.ts';
import type { FaultLine } from '../../../streams/faultLines.ts';
import { type FloodItem, floodItems, floodOf } from '../../../streams/flood.ts';
import type { FloodReach } from '../../../streams/floodPlans.ts';
import type { Flood, FloodStart } from '../../../streams/floodSource.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { useSecond } from '../../kit/time/useTick.ts';

const noPlans: AlarmPlan[] = [];
const noItems: FloodItem[] = [];
const noLines: FaultLine[] = [];

const noStarts: readonly FloodStart[] = [];

/** Tells whether there is a flood, with the start times of its items; updated with the clock, for every screen. */
export function useFloodNow(): { starts: readonly FloodStart[] } & ReturnType<typeof floodOf> {
  const clock = useSiteClock();
  const starts = useObservable(useApp().streams.floodStarts$, noStarts);
  useSecond();
  return { starts, ...floodOf(starts, clock.now()) };
}

/**
 * Active items, those begun lately and over, and whether they are a flood; updated with the clock. `plans`,
 * `reach`: assign items to plans. `isKnown`: all data has arrived from the server.
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
