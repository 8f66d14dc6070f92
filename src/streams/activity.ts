import {
  asyncScheduler,
  distinctUntilChanged,
  EMPTY,
  merge,
  type Observable,
  type SchedulerLike,
  switchMap,
  throttleTime,
  timer,
} from 'rxjs';

/** The server is told at most so often that somebody is there, ms. */
export const REPORT_MS = 20_000;

export interface ActivityDeps {
  /** Somebody presses, types or scrolls. */
  inputs$: Observable<unknown>;
  /** A login is there, and the site ends those in which nothing is done. */
  isEnabled$: Observable<boolean>;
  /** This page shows a wall, which nobody touches. */
  isWall$: Observable<boolean>;
  scheduler?: SchedulerLike;
}

/** Moments at which the server is told that somebody is there, or that a wall is. */
export function createActivity({ inputs$, isEnabled$, isWall$, ...deps }: ActivityDeps): Observable<unknown> {
  const scheduler = deps.scheduler ?? asyncScheduler;
  const wall$ = isWall$.pipe(switchMap((is) => (is ? timer(0, REPORT_MS, scheduler) : EMPTY)));
  const edges = { leading: true, trailing: true };
  return isEnabled$.pipe(
    distinctUntilChanged(),
    switchMap((is) => (is ? merge(inputs$, wall$).pipe(throttleTime(REPORT_MS, scheduler, edges)) : EMPTY)),
  );
}
