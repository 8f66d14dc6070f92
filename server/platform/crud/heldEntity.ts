import type { FastifyInstance } from 'fastify';
import type { EntityContract } from '../../../contract/entities/entity.ts';
import type { DbOrTx, Tx } from '../db/client.ts';
import type { HeldRows } from '../db/standIn/heldRows.ts';
import type { Row, TableRepository } from '../db/tableRepository.ts';
import type { CrudService } from './crud.ts';
import { crudRoutes } from './crudRoutes.ts';
import type { Transferables } from './transferables.ts';

/** Called after a commit. `before` null: created; `after` null: removed. */
export type Follow<R extends Row> = (before: R | null, after: R | null) => void;

export interface HeldEntityDeps {
  db: DbOrTx;
  heldRows: Pick<HeldRows, 'add'>;
  transferables: Pick<Transferables, 'add'>;
}

export interface HeldEntityOptions<R extends Row> {
  /** Its table is named like its key. */
  entity: EntityContract;
  repository: TableRepository<R>;
  /** Creates the service that writes in a database or transaction, and reports what was committed. */
  serviceOf(db: DbOrTx, committed: Follow<R>): CrudService<R>;
  /** The rows held now. */
  held(): readonly R[];
  /** Applies a change to what is held. */
  follow: Follow<R>;
}

export interface HeldEntity {
  routes(app: FastifyInstance): void;
}

/**
 * Opens an entity of which a module holds every row in memory: follows requests, imports, and the database when it
 * comes back.
 */
export async function heldEntity<R extends Row>(
  deps: HeldEntityDeps,
  options: HeldEntityOptions<R>,
): Promise<HeldEntity> {
  const { entity, repository, serviceOf, held, follow } = options;
  /** Makes what is held equal to the database. */
  async function load(): Promise<void> {
    const all = { page: 1, limit: Number.MAX_SAFE_INTEGER };
    const rows = await repository.after(deps.db, { all: true }, all, 0, all.limit);
    const now = new Map(rows.map((row) => [row.id, row]));
    const before = held();
    // All are taken out first: a unique field may belong to another row now.
    for (const row of before) follow(row, now.get(row.id) ?? null);
    const known = new Set(before.map(({ id }) => id));
    for (const row of rows) if (!known.has(row.id)) follow(null, row);
  }
  await load();
  deps.heldRows.add([entity.key], load);
  deps.transferables.add<R>({
    entity,
    repository,
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
  });
  const service = serviceOf(deps.db, follow);
  return { routes: (app) => crudRoutes(app, entity, service) };
}
