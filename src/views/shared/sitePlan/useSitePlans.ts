import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { map, of } from 'rxjs';
import type { SitePlan } from '../../../../contract/entities/site/sitePlan.ts';
import type { TicketValue } from '../../../../contract/entities/sound/upload.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';

/** Order of plans: by zone, the highest floor first, as a building is drawn. */
export const byFloor = (a: SitePlan, b: SitePlan) =>
  a.org - b.org || b.floor - a.floor || a.name.localeCompare(b.name);

/** Plans visible to the account; undefined: loading. Empty without the permission. */
export function useSitePlans(): readonly SitePlan[] | undefined {
  const { streams } = useApp();
  const sees = usePermission()('list_site_plan');
  const plans$ = useMemo(
    () => (sees ? streams.sitePlan.rows$.pipe(map((rows) => rows.toSorted(byFloor))) : of([])),
    [streams, sees],
  );
  return useObservable<readonly SitePlan[] | undefined>(plans$, undefined);
}

/** Time after which a picture that is mounted again gets a new ticket, ms; tickets end ten minutes after their last use. */
const TICKET_MS = 5 * 60_000;

/** Address of the picture of a plan for an image element; null: none, or not known yet. */
export function usePlanPicture({ id, picture }: Pick<SitePlan, 'id' | 'picture'>): string | null {
  const { api } = useApp();
  const { data } = useQuery({
    queryKey: ['site_plan_picture', id, picture],
    queryFn: () => api.post<TicketValue>(`/v1/site_plan/${id}/ticket`, {}, { quiet: true }),
    enabled: picture !== null,
    staleTime: TICKET_MS,
    refetchOnWindowFocus: false,
  });
  return picture === null ? null : (data?.url ?? null);
}
