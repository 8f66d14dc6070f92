import { useEffect, useState } from 'react';
import type { Observable } from 'rxjs';

/**
 * Returns the latest value of a low-rate stream (a few a second at most) as React state. Live grids use the
 * stream itself. `stream$` must keep its identity between renders.
 */
export function useObservable<T>(stream$: Observable<T>, initial: T): T {
  const [value, setValue] = useState(initial);
  useEffect(() => {
    const subscription = stream$.subscribe(setValue);
    return () => subscription.unsubscribe();
  }, [stream$]);
  return value;
}
