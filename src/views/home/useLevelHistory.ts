import { useEffect, useRef } from 'react';
import { LEVEL_EVERY_MS, LEVELS_KEPT, type TaskLevels } from '../../../contract/entities/site/history.ts';
import type { BroadcastLive } from '../../../contract/entities/tasks/broadcast.ts';
import type { Collection } from '../../streams/collection.ts';
import { useSecond } from '../kit/time/useTick.ts';

/** Interval of the bars, s. */
const everyS = LEVEL_EVERY_MS / 1000;
export const historyBars = LEVELS_KEPT;

/**
 * Levels of each broadcast in the last minute, one value every two seconds, newest last; null where it was
 * silent. The server knows those from before the page was opened. Returns a function from broadcast id to its
 * values.
 */
export function useLevelHistory(
  tasks: Pick<Collection<BroadcastLive>, 'rows$'>,
  earlier: () => Promise<readonly TaskLevels[]>,
) {
  const fetch = useRef(earlier);
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
  useEffect(() => {
    let isWanted = true;
    // Without them the bars begin with the page.
    void fetch.current().then(
      (known) => {
        for (const { id, levels } of isWanted ? known : [])
          history.current.set(id, [...levels, ...(history.current.get(id) ?? [])].slice(-historyBars));
      },
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, []);
  if (second !== last.current) {
    last.current = second;
    const next = new Map<number, (number | null)[]>();
    for (const [id, level] of latest.current)
      next.set(id, [...(history.current.get(id) ?? []), level].slice(-historyBars));
    history.current = next;
  }
  return (id: number): readonly (number | null)[] => history.current.get(id) ?? [];
}
