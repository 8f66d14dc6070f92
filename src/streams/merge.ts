import { filter, map, merge, Observable } from 'rxjs';
import type { Collection, CollectionEvent } from './collection.ts';

/** Members of a collection that a merge of several collections has as well. */
export type Merged<Row extends { id: number }> = Pick<
  Collection<Row>,
  'changes$' | 'rows$' | 'filter' | 'get'
>;

/**
 * Merges several collections into one; ids must be unique over all of them. The first snapshot waits until
 * every part has emitted, and a part without the permission to read it counts as empty, so that the others are
 * still shown.
 */
export function mergeCollections<Row extends { id: number }>(parts: readonly Merged<Row>[]): Merged<Row> {
  const all = (test: (row: Row) => boolean = () => true) => parts.flatMap((part) => part.filter(test));
  const changes$ = new Observable<CollectionEvent<Row>>((subscriber) => {
    const silent = new Set(parts.keys());
    return merge(...parts.map((part, i) => part.changes$.pipe(map((event) => ({ i, event })))))
      .pipe(
        filter(({ i }) => {
          silent.delete(i);
          return silent.size === 0;
        }),
        map(({ event }, n): CollectionEvent<Row> => {
          // A part that is read again replaces only its own rows: the whole is emitted again.
          const whole = n === 0 || event.kind !== 'delta';
          return whole ? { kind: 'snapshot', rows: all() } : event;
        }),
      )
      .subscribe(subscriber);
  });
  return {
    changes$,
    rows$: changes$.pipe(map(() => all())),
    filter: all,
    get: (id) => {
      for (const part of parts) {
        const row = part.get(id);
        if (row !== undefined) return row;
      }
      return undefined;
    },
  };
}
