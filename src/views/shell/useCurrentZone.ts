import { useEffect, useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { distinctUntilChanged, map, of, throttleTime } from 'rxjs';
import { useApp } from '../app/AppContext.tsx';
import type { Screen } from '../app/screen.ts';
import { useObservable } from '../app/useObservable.ts';
import { zonedAddress, zoneOf } from './zonedAddress.ts';

/** Interval at which the zone is looked for, ms: the live counts of zones change often, zones seldom. */
const everyMs = 2_000;

/** Takes the zone in the address of the shown screen as the one that goes along to other screens, until it is deleted. */
export function useFollowedZone(shown: Screen | undefined): void {
  const { client, streams } = useApp();
  const { search } = useLocation();
  const isZoned = shown?.isZoned === true;
  const current = useObservable(client.currentOrgId$, client.currentOrgId$.value);
  const zone = isZoned ? zoneOf(search) : current;
  const isGone$ = useMemo(
    () =>
      zone === null
        ? of(false)
        : streams.partition.rows$.pipe(
            throttleTime(everyMs, undefined, { leading: true, trailing: true }),
            map((rows) => rows.every(({ id }) => id !== zone)),
            distinctUntilChanged(),
          ),
    [streams, zone],
  );
  const isGone = useObservable(isGone$, false);
  useEffect(() => {
    if (isGone) client.selectZone(null);
    else if (isZoned) client.selectZone(zoneOf(search));
  }, [client, isZoned, isGone, search]);
}

/** Returns the function that makes the address of a screen, with the zone that goes along. */
export function useZonedAddress(): (screen: Screen, search?: string) => string {
  const { client } = useApp();
  const zone = useObservable(client.currentOrgId$, client.currentOrgId$.value);
  return useMemo(() => (screen: Screen, search?: string) => zonedAddress(screen, zone, search), [zone]);
}
