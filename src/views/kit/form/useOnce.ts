import { useRef } from 'react';

/**
 * The same work, but not a second time while the first is under way: a double click comes before React has shown that
 * the button is busy (done: twice the same click is not twice the action).
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
