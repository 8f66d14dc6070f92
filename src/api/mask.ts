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
  /** True while the full-screen mask is shown. */
  mask$: Observable<boolean>;
  /** Opens the mask for one call; the returned function ends that call's share and may be called twice. */
  open(): () => void;
}

/** Creates the loading mask: open until the response or for 100 ms, whichever is first. */
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
