import { useEffect, useRef } from 'react';
import type { BroadcastLive } from '../../../contract/entities/tasks/broadcast.ts';
import type { Collection } from '../../streams/collection.ts';
import { useSecond } from '../kit/time/useTick.ts';

/** Interval of the bars, s. */
const everyS = 2;
export const historyBars = 60 / everyS;

/**
 * Levels of each broadcast in the last minute, one value every two seconds since the page was opened, newest
 * last; null where it was silent. Returns a function from broadcast id to its values.
 */
export function useLevelHistory(tasks: Pick<Collection<BroadcastLive>, 'rows$'>) {
  const latest = useRef(new Map<number, number | null>());
  const history = useRef(new Map<number, (number | null)[]>());
  const second = Math.floor(useSecond() / everyS);
  const last = useRef(second);
  useEffect(() => {
    const subscription = tasks.rows$.subscribe((rows) => {
      latest.current = new Map(
        rows.map((row) => [row.id, row.state === 'playing' ? row.level_db : null] as const),
      );
    });
    return () => subscription.unsubscribe();
  }, [tasks]);
  if (second !== last.current) {
    last.current = second;
    const next = new Map<number, (number | null)[]>();
    for (const [id, level] of latest.current)
      next.set(id, [...(history.current.get(id) ?? []), level].slice(-historyBars));
    history.current = next;
  }
  return (id: number): readonly (number | null)[] => history.current.get(id) ?? [];
}
