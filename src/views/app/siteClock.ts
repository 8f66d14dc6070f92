import { BehaviorSubject } from 'rxjs';
import type { Api } from '../../api/client.ts';

export interface SiteTime {
  /** Server time minus this browser's, milliseconds. */
  offsetMs: number;
  /** IANA name of the site's time zone. */
  timeZone: string;
}

/** Server time and time zone of the site (`GET /v1/clock`); null before the first response. */
export interface SiteClock {
  time$: BehaviorSubject<SiteTime | null>;
  /** Server time now, epoch milliseconds; the browser's own before the first response. */
  now(): number;
  timeZone(): string;
  /** Asks the server again; false when it cannot be reached. */
  refresh(): Promise<boolean>;
}

/** Creates the clock. `at` of the response is epoch milliseconds, taken as the middle of the round trip. */
export function createSiteClock(api: Pick<Api, 'get'>, now: () => number = Date.now): SiteClock {
  const time$ = new BehaviorSubject<SiteTime | null>(null);
  return {
    time$,
    now: () => now() + (time$.value?.offsetMs ?? 0),
    timeZone: () => time$.value?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    async refresh() {
      const sent = now();
      try {
        const answer = await api.get<{ at: number; time_zone: string }>('/v1/clock', undefined, {
          quiet: true,
          timeoutMs: 10_000,
        });
        const middle = (sent + now()) / 2;
        time$.next({ offsetMs: answer.at - middle, timeZone: answer.time_zone });
        return true;
      } catch {
        return false;
      }
    },
  };
}
