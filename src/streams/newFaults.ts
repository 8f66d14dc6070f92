import { auditTime, buffer, map, mergeMap, type Observable, type SchedulerLike, scan, share } from 'rxjs';
import type { Fault } from '../../contract/entities/terminals/fault.ts';

/** Shortest time between two announcements of new faults, ms: a flood of them is one sentence. */
export const ANNOUNCE_EVERY_MS = 5_000;

interface Seen {
  known: ReadonlySet<string>;
  begun: readonly Fault[];
}

/** A fault gets its id when the server has stored it; it is the same fault before. */
const keyOf = ({ kind, subject, opened_at }: Fault) => `${kind} ${subject} ${opened_at}`;

/**
 * Faults that begin while somebody looks, together for some seconds. Those of the first list were there before.
 * `open$`: all open faults.
 */
export function createNewFaults(
  open$: Observable<readonly Fault[]>,
  scheduler?: SchedulerLike,
): Observable<Fault[]> {
  const begun$ = open$.pipe(
    scan<readonly Fault[], Seen | null>((last, faults) => {
      const known = new Set(faults.map(keyOf));
      const isNew = (fault: Fault) => fault.state === 'new' && last?.known.has(keyOf(fault)) === false;
      return { known, begun: faults.filter(isNew) };
    }, null),
    mergeMap((seen) => seen?.begun ?? []),
    share(),
  );
  return begun$.pipe(
    buffer(begun$.pipe(auditTime(ANNOUNCE_EVERY_MS, scheduler))),
    map((faults) => [...new Map(faults.map((fault) => [keyOf(fault), fault])).values()]),
  );
}
