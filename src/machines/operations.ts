import { debounceMs } from '../../contract/constants.ts';
import type { Notice } from './notice.ts';

/** Whether an operation may run now; if not, the person has been told "Do not operate too fast". */
export type OperationGate = (operation: string) => boolean;

/**
 * Spec 8, 9: the same operation again within 1000 ms is refused. Different operations (a key names what is done and
 * to what) do not hinder each other. Alarm actions do not go through it (design 8). `now` is monotonic, ms.
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
