import { useEffect, useState } from 'react';
import type { ApiError } from '../../../api/error.ts';

/**
 * Seconds until the server accepts another login after a refusal by the rate limit (429, Retry-After); else
 * 0.
 */
export function useWait(error: ApiError | null): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const seconds = error?.retryAfter ?? 0;
    setLeft(seconds);
    if (seconds <= 0) return;
    const end = performance.now() + seconds * 1000;
    const timer = setInterval(() => {
      const rest = Math.max(0, Math.ceil((end - performance.now()) / 1000));
      setLeft(rest);
      if (rest === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [error]);
  return left;
}
