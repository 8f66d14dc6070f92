import { Subject } from 'rxjs';
import { describe, expect, test } from 'vitest';
import type { CollectionEvent } from '../../src/streams/collection.ts';
import { type Merged, mergeCollections } from '../../src/streams/merge.ts';

interface Row {
  id: number;
  name: string;
}

/** A collection that a test drives. */
function part() {
  const rows = new Map<number, Row>();
  const events = new Subject<CollectionEvent<Row>>();
  const merged: Merged<Row> = {
    changes$: events,
    rows$: events as never,
    filter: (test) => [...rows.values()].filter(test),
    get: (id) => rows.get(id),
  };
  return {
    merged,
    snapshot(...next: Row[]) {
      rows.clear();
      for (const row of next) rows.set(row.id, row);
      events.next({ kind: 'snapshot', rows: next });
    },
    set(row: Row) {
      rows.set(row.id, row);
      events.next({ kind: 'delta', set: [row], gone: [] });
    },
    denied() {
      rows.clear();
      events.next({ kind: 'denied', code: 403, message: 'no' });
    },
  };
}
const row = (id: number, name = `n${id}`): Row => ({ id, name });

function setup() {
  const [a, b] = [part(), part()];
  const all = mergeCollections<Row>([a.merged, b.merged]);
  const events: CollectionEvent<Row>[] = [];
  all.changes$.subscribe((event) => events.push(event));
  return { a, b, all, events };
}

describe('merged collections', () => {
  test('emit nothing until every part has emitted, then the whole, then changes', () => {
    const { a, b, all, events } = setup();
    a.snapshot(row(1));
    a.set(row(2));
    expect(events).toEqual([]);
    b.snapshot(row(3));
    expect(events).toEqual([{ kind: 'snapshot', rows: [row(1), row(2), row(3)] }]);
    b.set(row(3, 'new'));
    expect(events.at(-1)).toEqual({ kind: 'delta', set: [row(3, 'new')], gone: [] });
    expect(all.get(3)).toEqual(row(3, 'new'));
    expect(all.filter((one) => one.id < 3)).toEqual([row(1), row(2)]);
  });

  test('a part that is read anew replaces its own rows only', () => {
    const { a, b, events } = setup();
    a.snapshot(row(1));
    b.snapshot(row(2));
    a.snapshot(row(4));
    expect(events.at(-1)).toEqual({ kind: 'snapshot', rows: [row(4), row(2)] });
  });

  test('a part without the right to read it is empty and does not hide the rest', () => {
    const { a, b, events } = setup();
    a.snapshot(row(1));
    b.denied();
    expect(events).toEqual([{ kind: 'snapshot', rows: [row(1)] }]);
    b.snapshot(row(2));
    expect(events.at(-1)).toEqual({ kind: 'snapshot', rows: [row(1), row(2)] });
  });
});
