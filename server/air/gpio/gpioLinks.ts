import type { IoOwner } from '../../../contract/entities/terminals/io.ts';

/** Interface for owners that run GPIO tasks of the kind `link`: alarms. */
export interface GpioLinks {
  /**
   * Makes an owner run exactly these tasks; a further call replaces them. Unknown ones are ignored.
   *
   * @param isDone tells at which terminals the pulses of this start were given before
   */
  start(owner: IoOwner, ids: readonly number[], isDone?: (terminal: number) => boolean): void;
  /** Ends all tasks of an owner. A task that another owner runs too goes on. */
  stop(owner: IoOwner): void;
}
