import {
  asyncScheduler,
  catchError,
  distinctUntilChanged,
  EMPTY,
  exhaustMap,
  from,
  map,
  type Observable,
  of,
  type SchedulerLike,
  switchMap,
  timer,
} from 'rxjs';
import { MAX_HISTORY_ZONES, type ZoneHistory } from '../../contract/entities/site/history.ts';

/** Interval of fetching, ms: a new minute is stored soon after the last one has ended. */
const EVERY_MS = 60_000;

/** Range of a history, back from now, s. */
export interface HistoryRange {
  spanS: number;
  stepS: number;
}

export interface ZoneHistoryQuery {
  ids: string;
  from: number;
  to: number;
  step_s: number;
}

/**
 * History of the zones that are shown, fetched again every minute and when they change. A failed request keeps
 * what is there. Null: no zones.
 * @param now server time, epoch ms
 */
export function zoneHistory(
  fetch: (query: ZoneHistoryQuery) => Promise<ZoneHistory>,
  zones$: Observable<readonly number[]>,
  { spanS, stepS }: HistoryRange,
  now: () => number,
  scheduler: SchedulerLike = asyncScheduler,
): Observable<ZoneHistory | null> {
  const load = (ids: string) => {
    const to = Math.floor(now() / 1000 / stepS) * stepS;
    return from(fetch({ ids, from: to - spanS, to, step_s: stepS })).pipe(catchError(() => EMPTY));
  };
  return zones$.pipe(
    map((ids) => ids.slice(0, MAX_HISTORY_ZONES).join()),
    distinctUntilChanged(),
    switchMap((ids) =>
      ids === '' ? of(null) : timer(0, EVERY_MS, scheduler).pipe(exhaustMap(() => load(ids))),
    ),
  );
}
