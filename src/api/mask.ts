import {
  asyncScheduler,
  BehaviorSubject,
  distinctUntilChanged,
  map,
  type Observable,
  type SchedulerLike,
} from 'rxjs';
import { loadingMaskMaxMs } from '../../contract/constants.ts';

export interface Mask {
  /** Whether the full-screen mask is to be shown. */
  mask$: Observable<boolean>;
  /** Opens it for one call; the returned function closes that call's share and may be called twice. */
  open(): () => void;
}

/** The loading mask: open until the response or for 100 ms, whichever is first (spec 7, 9). */
export function createMask(scheduler: SchedulerLike = asyncScheduler): Mask {
  const count$ = new BehaviorSubject(0);
  return {
    mask$: count$.pipe(
      map((count) => count > 0),
      distinctUntilChanged(),
    ),
    open() {
      let isOpen = true;
      const close = () => {
        if (!isOpen) return;
        isOpen = false;
        timer.unsubscribe();
        count$.next(count$.value - 1);
      };
      const timer = scheduler.schedule(close, loadingMaskMaxMs);
      count$.next(count$.value + 1);
      return close;
    },
  };
}
