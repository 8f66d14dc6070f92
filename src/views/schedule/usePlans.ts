import { useMemo } from 'react';
import { map, throttleTime } from 'rxjs';
import type { Plan } from '../../../contract/entities/plan.ts';
import { useApp } from '../app/AppContext.tsx';
import { compareTexts } from '../kit/grid/columns.ts';
import { useObservable } from '../kit/useObservable.ts';

const everyMs = 500;

/** Every plan by name, live; undefined until the first snapshot. */
export function usePlans(): readonly Plan[] | undefined {
  const { streams } = useApp();
  const plans$ = useMemo(
    () =>
      streams.plan.rows$.pipe(
        throttleTime(everyMs, undefined, { leading: true, trailing: true }),
        map((rows) => rows.sort((a, b) => compareTexts(a.name, b.name))),
      ),
    [streams],
  );
  return useObservable<readonly Plan[] | undefined>(plans$, undefined);
}
