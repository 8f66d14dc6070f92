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

/** Shortest interval between two reports of activity to the server, ms. */
export const REPORT_MS = 20_000;

export interface ActivityDeps {
  /** Emits at each key, click and scrolling. */
  inputs$: Observable<unknown>;
  /** A login is there, and the site ends those in which nothing is done. */
  isEnabled$: Observable<boolean>;
  /** True while the page shows a wall, which is used without input. */
  isWall$: Observable<boolean>;
  scheduler?: SchedulerLike;
}

/** Moments at which activity of a person, or a wall, is reported to the server. */
export function createActivity({ inputs$, isEnabled$, isWall$, ...deps }: ActivityDeps): Observable<unknown> {
  const scheduler = deps.scheduler ?? asyncScheduler;
  const wall$ = isWall$.pipe(switchMap((is) => (is ? timer(0, REPORT_MS, scheduler) : EMPTY)));
  const edges = { leading: true, trailing: true };
  return isEnabled$.pipe(
    distinctUntilChanged(),
    switchMap((is) => (is ? merge(inputs$, wall$).pipe(throttleTime(REPORT_MS, scheduler, edges)) : EMPTY)),
  );
}
