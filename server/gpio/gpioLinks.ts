import type { IoOwner } from '../../contract/entities/io.ts';

/** For who runs GPIO tasks of the kind `link`: an alarm. */
export interface GpioLinks {
  /** From now on this owner runs exactly these tasks; said again, it replaces. Unknown ones are ignored. */
  start(owner: IoOwner, ids: readonly number[]): void;
  /** The owner runs none any more. A task that another one runs too goes on. */
  stop(owner: IoOwner): void;
}
