import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { distinctUntilChanged, map } from 'rxjs';
import { useApp } from './AppContext.tsx';
import { useObservable } from './useObservable.ts';

/** Tells whether the data on the screen is older than ten seconds. */
export function useStale(): boolean {
  const { streams } = useApp();
  const stale$ = useMemo(
    () =>
      streams.age$.pipe(
        map(({ level }) => level === 'stale'),
        distinctUntilChanged(),
      ),
    [streams],
  );
  return useObservable(stale$, false);
}

/** Returns why writes are disabled for stale data; undefined while the data is fresh. */
export function useStaleReason(): string | undefined {
  const { t } = useTranslation();
  return useStale() ? t('shell.staleWrites') : undefined;
}
