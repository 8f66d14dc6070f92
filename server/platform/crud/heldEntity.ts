import type { DbOrTx, Tx } from '../db/client.ts';
import type { Row, TableRepository } from '../db/tableRepository.ts';
import type { CrudService } from './crud.ts';
import type { Transferable } from './transferables.ts';

/** Called after a commit. `before` null: created; `after` null: removed. */
export type Follow<R extends Row> = (before: R | null, after: R | null) => void;

export interface HeldEntityOptions<R extends Row> {
  db: DbOrTx;
  repository: TableRepository<R>;
  /** Creates the service that writes in a database or transaction, and says what was committed. */
  serviceOf(db: DbOrTx, committed: Follow<R>): CrudService<R>;
  /** The rows held now. */
  held(): readonly R[];
  /** Applies a change to what is held. */
  follow: Follow<R>;
}

export interface HeldEntity<R extends Row> {
  service: CrudService<R>;
  staged: Transferable<R>['staged'];
  /** Makes what is held equal to the database. */
  load(): Promise<void>;
}

/** Entity of which a module holds every row in memory: follows requests, imports, and the database when it comes back. */
export function heldEntity<R extends Row>(options: HeldEntityOptions<R>): HeldEntity<R> {
  const { db, repository, serviceOf, held, follow } = options;
  return {
    service: serviceOf(db, follow),
    staged(tx: Tx) {
      const due: Parameters<Follow<R>>[] = [];
      return {
        // Its transactions become savepoints of this one.
        service: serviceOf(tx, (...change) => void due.push(change)),
        committed() {
          for (const change of due) follow(...change);
        },
      };
    },
    async load() {
      const all = { page: 1, limit: Number.MAX_SAFE_INTEGER };
      const rows = await repository.after(db, { all: true }, all, 0, all.limit);
      const now = new Map(rows.map((row) => [row.id, row]));
      const before = held();
      // All are taken out first: a unique field may belong to another row now.
      for (const row of before) follow(row, now.get(row.id) ?? null);
      const known = new Set(before.map(({ id }) => id));
      for (const row of rows) if (!known.has(row.id)) follow(null, row);
    },
  };
}
