import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { distinctUntilChanged, map } from 'rxjs';
import { useObservable } from '../kit/useObservable.ts';
import { useApp } from './AppContext.tsx';

/** Whether the data on the screen is older than ten seconds (look: data age). */
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

/** Why writes are held back now, in the user's language; undefined while the data is fresh. */
export function useStaleReason(): string | undefined {
  const { t } = useTranslation();
  return useStale() ? t('shell.staleWrites') : undefined;
}
