import { map, type Observable, shareReplay } from 'rxjs';
import type { BroadcastLive } from '../../contract/entities/tasks/broadcast.ts';
import type { Collection } from './collection.ts';

/** Running broadcasts: the highest claim first, of equal ones the earlier start. */
export function createOnAir(task: Collection<BroadcastLive>): Observable<BroadcastLive[]> {
  return task.rows$.pipe(
    map((rows) => rows.sort((a, b) => b.weight - a.weight || a.started_at - b.started_at || a.id - b.id)),
    shareReplay({ bufferSize: 1, refCount: true }),
  );
}
