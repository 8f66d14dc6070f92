import { useEffect, useState } from 'react';

/** Time in which nobody can have read the alarm that took the place of another one, ms. */
export const REPLACED_MS = 700;

/**
 * Tells whether the alarm of the strip has just replaced another one. The second press of a double click, or a
 * press that was already under way, would acknowledge an alarm that nobody has read.
 *
 * @param id of the alarm shown; undefined: none
 */
export function useJustReplaced(id: number | undefined): boolean {
  const [read, setRead] = useState(id);
  const isReplaced = id !== undefined && read !== undefined && id !== read;
  useEffect(() => {
    if (!isReplaced) {
      setRead(id);
      return;
    }
    const timer = setTimeout(() => setRead(id), REPLACED_MS);
    return () => clearTimeout(timer);
  }, [id, isReplaced]);
  return isReplaced;
}
