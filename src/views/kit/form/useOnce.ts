import { useRef } from 'react';

/**
 * Wraps a function so that it does not run again while the first call is pending: a double click comes before
 * React has rendered the busy button.
 */
export function useOnce<Args extends unknown[]>(
  work: (...args: Args) => Promise<void>,
): (...args: Args) => Promise<void> {
  const isRunning = useRef(false);
  return async (...args) => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await work(...args);
    } finally {
      isRunning.current = false;
    }
  };
}
