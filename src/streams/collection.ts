import {
  asyncScheduler,
  concat,
  defer,
  EMPTY,
  filter,
  finalize,
  map,
  NEVER,
  Observable,
  of,
  type SchedulerLike,
  share,
  switchMap,
  timer,
} from 'rxjs';
import type { Cursor, LiveRow, LiveUpdate, TopicName } from '../../contract/api/live.ts';
import type { LiveSocket } from '../api/socket.ts';
import type { Connection, ConnectionState } from './connection.ts';

/** Change of a collection. `set` holds whole rows, already merged, as AG Grid's transactions need them. */
export type CollectionEvent<Row> =
  | { kind: 'snapshot'; rows: Row[] }
  | { kind: 'delta'; set: Row[]; gone: number[] }
  /** The right is missing or was revoked, and the rows are removed. They return with the right. */
  | { kind: 'denied'; code: number; message: string };

export interface Collection<Row extends { id: number }> {
  /**
   * Emits changes; a late subscriber first gets the rows held, as a snapshot. Never completes; silent without
   * a connection.
   */
  changes$: Observable<CollectionEvent<Row>>;
  /** All rows after every change, for the few small collections that are read whole. */
  rows$: Observable<Row[]>;
  /** The rows held now that pass a test. */
  filter(test: (row: Row) => boolean): Row[];
  /** The row held now, for immediate use; undefined also while nobody is subscribed. */
  get(id: number): Row | undefined;
  /** One row: a copy after each change of it; undefined while it does not exist. */
  row$(id: number): Observable<Row | undefined>;
}

export interface CollectionOptions<Row> {
  /** Adds derived fields to each row that was merged or received. */
  derive?: (row: Row) => void;
  /**
   * Changes the held rows in place instead of creating new ones. For thousands of rows that change every
   * second: objects that live for a second reach the old generation of the heap, and collecting them stops
   * the page for up to a tenth of a second (bench:live).
   */
  inPlace?: boolean;
}

/**
 * Time for which a subscription outlives its last reader, ms, so that navigation does not resubscribe each
 * time.
 */
export const GRACE_MS = 5_000;

/** Creates collections over one connection; their subscription ids are unique in it. */
export function createCollections(
  connection: Pick<Connection, 'state$'>,
  scheduler: SchedulerLike = asyncScheduler,
) {
  let lastId = 0;

  function subscription(socket: LiveSocket, topic: TopicName, resume: () => Cursor | undefined) {
    return new Observable<LiveUpdate>((subscriber) => {
      lastId += 1;
      const id = lastId;
      const inner = socket.messages$.subscribe((message) => {
        if (message.type !== 'frame') return;
        for (const update of message.updates) if (update.id === id) subscriber.next(update);
      });
      const from = resume();
      socket.send({ type: 'subscribe', id, topic, ...(from === undefined ? {} : { resume: from }) });
      return () => {
        inner.unsubscribe();
        socket.send({ type: 'unsubscribe', id });
      };
    });
  }

  return function collection<Row extends LiveRow>(
    topic: TopicName,
    options: CollectionOptions<Row> = {},
  ): Collection<Row> {
    const rows = new Map<number, Row>();
    let cursor: Cursor | undefined;

    function forget(): void {
      cursor = undefined;
      rows.clear();
    }

    function follow(state: ConnectionState): Observable<CollectionEvent<Row>> {
      if (state.status === 'idle') {
        const wasLoaded = cursor !== undefined;
        forget();
        return wasLoaded ? of({ kind: 'snapshot', rows: [] }) : EMPTY;
      }
      if (state.socket === null) return NEVER;
      return subscription(state.socket, topic, () => cursor).pipe(
        map((update) => {
          cursor = update.kind === 'denied' ? undefined : { epoch: update.epoch, seq: update.seq };
          return apply(rows, update, options);
        }),
      );
    }

    const shared$ = connection.state$.pipe(
      switchMap(follow),
      finalize(forget),
      share({ resetOnRefCountZero: () => timer(GRACE_MS, scheduler) }),
    );

    const changes$ = defer(() => {
      const held: Observable<CollectionEvent<Row>> =
        cursor === undefined ? EMPTY : of({ kind: 'snapshot', rows: [...rows.values()] });
      return concat(held, shared$);
    });
    return {
      changes$,
      rows$: changes$.pipe(
        filter((event) => event.kind !== 'delta' || event.set.length + event.gone.length > 0),
        map(() => [...rows.values()]),
      ),
      filter: (test) => [...rows.values()].filter(test),
      get: (id) => rows.get(id),
      row$: (id) =>
        changes$.pipe(
          filter((event) => event.kind !== 'delta' || concerns(event, id)),
          map(() => copyOf(rows.get(id))),
        ),
    };
  };
}

function concerns(event: { set: readonly LiveRow[]; gone: readonly number[] }, id: number): boolean {
  return event.gone.includes(id) || event.set.some((row) => row.id === id);
}

function copyOf<Row extends object>(row: Row | undefined): Row | undefined {
  return row && { ...row };
}

/** Applies an event: a snapshot replaces, a delta merges. Removals are applied before additions. */
function apply<Row extends LiveRow>(
  rows: Map<number, Row>,
  update: LiveUpdate,
  { derive, inPlace = false }: CollectionOptions<Row>,
): CollectionEvent<Row> {
  if (update.kind === 'denied') {
    rows.clear();
    return { kind: 'denied', code: update.code, message: update.message };
  }
  if (update.kind === 'snapshot') {
    rows.clear();
    for (const row of update.rows as Row[]) {
      derive?.(row);
      rows.set(row.id, row);
    }
    return { kind: 'snapshot', rows: update.rows as Row[] };
  }
  const gone = update.gone.filter((id) => rows.delete(id));
  const set = update.set.map((fields) => {
    const held = rows.get(fields.id);
    const merged = (inPlace && held ? Object.assign(held, fields) : { ...held, ...fields }) as unknown as Row;
    derive?.(merged);
    rows.set(merged.id, merged);
    return merged;
  });
  return { kind: 'delta', set, gone };
}
