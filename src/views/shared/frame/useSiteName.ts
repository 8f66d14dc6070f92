import { useMemo } from 'react';
import { distinctUntilChanged, map, of } from 'rxjs';
import { useApp, useBrand, usePermission } from '../../app/AppContext.tsx';
import { useLanguage } from '../../app/useLanguage.ts';
import { useObservable } from '../../app/useObservable.ts';
import { childrenOf } from '../../kit/tree/zones.ts';

/** Name of the site: its single root zone, else the line of the brand. */
export function useSiteName(): string {
  const { streams } = useApp();
  const brand = useBrand();
  const language = useLanguage();
  const seesZones = usePermission()('list_partition');
  const top$ = useMemo(
    () =>
      seesZones
        ? streams.partition.rows$.pipe(
            map((zones) => childrenOf(zones).get(null) ?? []),
            map((roots) => (roots.length === 1 ? (roots[0]?.name ?? null) : null)),
            distinctUntilChanged(),
          )
        : of(null),
    [streams, seesZones],
  );
  const top = useObservable<string | null>(top$, null);
  return top !== null && top !== brand.names[language] ? top : brand.taglines[language];
}
