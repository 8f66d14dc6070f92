import { map, type Observable, shareReplay } from 'rxjs';
import type { Fault } from '../../contract/entities/terminals/fault.ts';
import type { Collection } from './collection.ts';

/** Faults that are neither resolved nor shelved: unacknowledged ones first, then the newest. */
export function createOpenFaults(fault: Collection<Fault>): Observable<Fault[]> {
  return fault.rows$.pipe(
    map((rows) =>
      rows.filter((row) => row.state !== 'resolved' && row.shelved_until === null).sort(byUrgency),
    ),
    shareReplay({ bufferSize: 1, refCount: true }),
  );
}

function byUrgency(a: Fault, b: Fault): number {
  if (a.state !== b.state) return a.state === 'new' ? -1 : 1;
  return b.opened_at - a.opened_at || b.id - a.id;
}
