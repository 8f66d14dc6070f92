import { useMemo } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { combineLatest, distinctUntilChanged, interval, map, startWith } from 'rxjs';
import { ageOf, type DataAge } from '../../../streams/age.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import type { GridHandle } from '../grid/handle.ts';

const none: DataAge = { level: 'none', seconds: null };
/** Interval of reading how long the changes of a grid have waited, ms: a figure that changes more often distracts. */
const everyMs = 1_000;
/** Time for which the changes of a page that keeps up may wait, ms. */
const KEEPS_UP_MS = 200;

/**
 * Age of the data in the status bar of a live grid. Changes that wait until the page has time for them count: what
 * is shown is as old as the first of them.
 */
export function LiveAge({ grid }: { grid?: Pick<GridHandle<never>, 'pace'> }) {
  const { streams } = useApp();
  const { t } = useTranslation();
  const age$ = useMemo(
    () =>
      combineLatest([streams.age$, interval(everyMs).pipe(startWith(0))]).pipe(
        map(([age]) => {
          const since = grid?.pace?.waitingSince ?? null;
          const waitMs = since === null ? 0 : performance.now() - since;
          return waitMs < KEEPS_UP_MS ? age : ageOf(age, waitMs);
        }),
        distinctUntilChanged((a, b) => a.level === b.level && a.seconds === b.seconds),
      ),
    [streams, grid],
  );
  const age = useObservable(age$, none);
  if (age.seconds === null) return null;
  if (age.level === 'stale') return <span>{t('shell.ageStale', { seconds: Math.floor(age.seconds) })}</span>;
  return (
    <span>
      <Trans i18nKey="kit.liveAge" values={{ seconds: age.seconds.toFixed(1) }} components={{ b: <b /> }} />
    </span>
  );
}
