import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { withheldFields } from '../../../contract/api/permissions.ts';
import type { EntityContract } from '../../../contract/entities/entity.ts';
import type { Audit } from '../audit/audit.ts';
import type { Caller } from '../auth/callers.ts';
import type { DbOrTx, Tx } from '../db/client.ts';
import { rerunOnDeadlock } from '../db/deadlock.ts';
import type { ListQuery, Row, TableRepository } from '../db/tableRepository.ts';

/** Behaviour of an entity beyond the basic statements. Hooks get the caller to check zones. */
export interface CrudHooks<R extends Row> {
  /** Throws if the caller sees a row but may not change it. */
  owned?(caller: Caller, row: R): void;
  /** Called first in every writing transaction, for a lock that must be taken before the row's. */
  begin?(tx: Tx): Promise<void>;
  /**
   * Derives slow values (a hash) before the transaction, so that no connection or lock is held meanwhile. The
   * writing hooks get the result as their last argument.
   */
  ahead?(values: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** Checks and completes the values in the transaction; returns the values to write. */
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
  /** Writes data that belongs to the row, after the row; returns the complete row. */
  stored?(
    tx: Tx,
    caller: Caller,
    row: R,
    values: Record<string, unknown>,
    ahead: Record<string, unknown>,
  ): Promise<R>;
  /**
   * Fields of the audit entry of a change, before and after, for lists too long to be written whole. Absent: the values
   * as they were and are.
   */
  changes?(row: R, values: Record<string, unknown>): Record<'before' | 'after', Record<string, unknown>>;
  /** Throws if the row must not be deleted. */
  beforeRemove?(tx: Tx, caller: Caller, row: R): Promise<void>;
  /** Further fields of the audit entry of a deletion: what else it changes. */
  lostWith?(tx: Tx, row: R): Promise<Record<string, unknown>>;
  /** Checks the state after the deletion. */
  removed?(tx: Tx): Promise<void>;
  /**
   * Called after the commit: updates live topics, terminals and files. `after` null: removed. `before` null:
   * created.
   */
  committed?(before: R | null, after: R | null): void | Promise<void>;
}

export interface CrudDeps {
  db: DbOrTx;
  audit: Audit;
}

/** Service of a plain entity, for its routes and for batch actions elsewhere. */
export function crudService<R extends Row>(
  deps: CrudDeps,
  entity: EntityContract,
  repository: TableRepository<R>,
  hooks: CrudHooks<R> = {},
) {
  const transaction = <T>(work: (tx: Tx) => Promise<T>) => rerunOnDeadlock(() => deps.db.transaction(work));

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
    /** Selects the ids that the caller sees. */
    known: (caller: Caller, ids: readonly number[]) => repository.known(deps.db, caller.scope, ids),
    list: (caller: Caller, query: ListQuery) =>
      repository.list(deps.db, caller.scope, { ...query, withheld: withheldFields(caller.permissions) }),
    async create(caller: Caller, ip: string, values: Record<string, unknown>): Promise<R> {
      const ahead = (await hooks.ahead?.(values)) ?? {};
      const row = await transaction(async (tx) => {
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
    /**
     * @param rev revision that the caller saw; if it has changed, the change is refused with 409 (two people
     *   editing one row)
     */
    async patch(
      caller: Caller,
      ip: string,
      id: number,
      values: Record<string, unknown>,
      rev?: number,
    ): Promise<R> {
      const ahead = (await hooks.ahead?.(values)) ?? {};
      const [before, after] = await transaction(async (tx) => {
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
          ...(hooks.changes?.(row, values) ?? {
            before: Object.fromEntries(Object.keys(values).map((key) => [key, row[key]])),
            after: values,
          }),
        });
        return [row, changed] as const;
      });
      await hooks.committed?.(before, after);
      return after;
    },
    async remove(caller: Caller, ip: string, id: number): Promise<void> {
      const row = await transaction(async (tx) => {
        await hooks.begin?.(tx);
        const found = await locked(tx, caller, id);
        await hooks.beforeRemove?.(tx, caller, found);
        const lost = (await hooks.lostWith?.(tx, found)) ?? {};
        await repository.remove(tx, id);
        await hooks.removed?.(tx);
        await deps.audit.record(tx, caller, {
          action: 'delete',
          entity: entity.key,
          entity_id: id,
          ip,
          before: { ...found, ...lost },
        });
        return found;
      });
      await hooks.committed?.(row, null);
    },
  };
}
export type CrudService<R extends Row> = ReturnType<typeof crudService<R>>;
