import { debounceMs } from '../../contract/constants.ts';
import type { Notice } from './notice.ts';

/** Checks whether an operation may run now; if not, it shows "Do not operate too fast". */
export type OperationGate = (operation: string) => boolean;

/**
 * Creates a gate that refuses the same operation within 1000 ms. Different operations (a key names the action
 * and its object) do not block each other. Alarm actions do not go through it. `now` is a monotonic clock,
 * ms.
 */
export function createOperationGate(now: () => number, notify: (notice: Notice) => void): OperationGate {
  const started = new Map<string, number>();
  return (operation) => {
    const time = now();
    for (const [key, at] of started) if (time - at >= debounceMs) started.delete(key);
    if (started.has(operation)) {
      notify({ tone: 'warning', key: 'common.tooFast' });
      return false;
    }
    started.set(operation, time);
    return true;
  };
}
