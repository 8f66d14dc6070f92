import type { EntityContract } from '../contract/entities/entity.ts';
import { AppError, errorCode } from '../contract/errors.ts';
import { withheldFields } from '../contract/permissions.ts';
import type { Caller } from './auth/callers.ts';
import type { Db, Tx } from './db/client.ts';
import type { ListQuery, Row, TableRepository } from './db/tableRepository.ts';
import type { Audit } from './system/audit.ts';

/** What an entity does beyond the plain statements. Each hook gets the caller, so that it can check zones. */
export interface CrudHooks<R extends Row> {
  /** Whether a row that the caller sees is theirs to change: throws if not. */
  owned?(caller: Caller, row: R): void;
  /** First in every transaction that writes: a lock that must come before the row's. */
  begin?(tx: Tx): Promise<void>;
  /**
   * Makes of the values what takes its time (a hash), before the transaction: nothing waits for it with a connection or a
   * lock in hand. The hooks that write get it as their last argument.
   */
  ahead?(values: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** Checks and completes what is written, in the transaction: the values to write. */
  beforeCreate?(
    tx: Tx,
    caller: Caller,
    values: Record<string, unknown>,
    ahead: Record<string, unknown>,
  ): Promise<Record<string, unknown>>;
  beforePatch?(
    tx: Tx,
    caller: Caller,
    row: R,
    values: Record<string, unknown>,
    ahead: Record<string, unknown>,
  ): Promise<Record<string, unknown>>;
  /** What else belongs to the row, after it was written; the row as it is then. */
  stored?(
    tx: Tx,
    caller: Caller,
    row: R,
    values: Record<string, unknown>,
    ahead: Record<string, unknown>,
  ): Promise<R>;
  /** Throws if the row must stay. */
  beforeRemove?(tx: Tx, caller: Caller, row: R): Promise<void>;
  /** Checks what must hold once the row is gone. */
  removed?(tx: Tx): Promise<void>;
  /** After the commit: live topics, terminals, files. `after` null: removed. `before` null: created. */
  committed?(before: R | null, after: R | null): void | Promise<void>;
}

export interface CrudDeps {
  db: Db;
  audit: Audit;
}

/** The service of a plain entity, for its routes and for batch actions elsewhere. */
export function crudService<R extends Row>(
  deps: CrudDeps,
  entity: EntityContract,
  repository: TableRepository<R>,
  hooks: CrudHooks<R> = {},
) {
  async function locked(tx: Tx, caller: Caller, id: number): Promise<R> {
    const row = await repository.lock(tx, caller.scope, id);
    if (row === undefined) throw new AppError(errorCode.notFound, 'common.notFound');
    hooks.owned?.(caller, row);
    return row;
  }

  return {
    async get(caller: Caller, id: number): Promise<R> {
      const row = await repository.get(deps.db, caller.scope, id);
      if (row === undefined) throw new AppError(errorCode.notFound, 'common.notFound');
      return row;
    },
    /** Selects from these ids those that the caller sees. */
    known: (caller: Caller, ids: readonly number[]) => repository.known(deps.db, caller.scope, ids),
    list: (caller: Caller, query: ListQuery) =>
      repository.list(deps.db, caller.scope, { ...query, withheld: withheldFields(caller.permissions) }),
    async create(caller: Caller, ip: string, values: Record<string, unknown>): Promise<R> {
      const ahead = (await hooks.ahead?.(values)) ?? {};
      const row = await deps.db.transaction(async (tx) => {
        await hooks.begin?.(tx);
        const complete = (await hooks.beforeCreate?.(tx, caller, values, ahead)) ?? values;
        const inserted = await repository.insert(tx, complete);
        const made = (await hooks.stored?.(tx, caller, inserted, values, ahead)) ?? inserted;
        await deps.audit.record(tx, caller, {
          action: 'create',
          entity: entity.key,
          entity_id: made.id,
          ip,
          after: values,
        });
        return made;
      });
      await hooks.committed?.(null, row);
      return row;
    },
    /** `rev`: the revision the caller saw; another one there is refused with 409 (two people, one row). */
    async patch(
      caller: Caller,
      ip: string,
      id: number,
      values: Record<string, unknown>,
      rev?: number,
    ): Promise<R> {
      const ahead = (await hooks.ahead?.(values)) ?? {};
      const [before, after] = await deps.db.transaction(async (tx) => {
        await hooks.begin?.(tx);
        const row = await locked(tx, caller, id);
        if (rev !== undefined && rev !== row.rev) throw new AppError(errorCode.conflict, 'common.conflict');
        const complete = (await hooks.beforePatch?.(tx, caller, row, values, ahead)) ?? values;
        if (Object.keys(complete).length === 0) return [row, row] as const;
        const updated = await repository.update(tx, id, complete);
        const changed = (await hooks.stored?.(tx, caller, updated, values, ahead)) ?? updated;
        await deps.audit.record(tx, caller, {
          action: 'edit',
          entity: entity.key,
          entity_id: id,
          ip,
          before: Object.fromEntries(Object.keys(values).map((key) => [key, row[key]])),
          after: values,
        });
        return [row, changed] as const;
      });
      await hooks.committed?.(before, after);
      return after;
    },
    async remove(caller: Caller, ip: string, id: number): Promise<void> {
      const row = await deps.db.transaction(async (tx) => {
        await hooks.begin?.(tx);
        const found = await locked(tx, caller, id);
        await hooks.beforeRemove?.(tx, caller, found);
        await repository.remove(tx, id);
        await hooks.removed?.(tx);
        await deps.audit.record(tx, caller, {
          action: 'delete',
          entity: entity.key,
          entity_id: id,
          ip,
          before: found,
        });
        return found;
      });
      await hooks.committed?.(row, null);
    },
  };
}
export type CrudService<R extends Row> = ReturnType<typeof crudService<R>>;
