import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { EntityContract } from '../contract/entities/entity.ts';
import {
  type BatchItemResult,
  batchResult,
  envelope,
  idParams,
  idSchema,
  pageOf,
  pageQuery,
} from '../contract/envelope.ts';
import { AppError, errorCode, messageText } from '../contract/errors.ts';
import { isPermissionKey, type PermissionKey, withheldFields } from '../contract/permissions.ts';
import type { Caller } from './auth/callers.ts';
import type { Db, Tx } from './db/client.ts';
import type { ListQuery, Row, TableRepository } from './db/tableRepository.ts';
import { callerOf } from './http/access.ts';
import { addressOf } from './http/address.ts';
import { ok } from './http/envelope.ts';
import type { Audit } from './system/audit.ts';

/** Most ids of one batch. */
const MAX_BATCH = 20_000;

/** What an entity does beyond the plain statements. Each hook gets the caller, so that it can check zones. */
export interface CrudHooks<R extends Row> {
  /** First in every transaction that writes: a lock that must come before the row's. */
  begin?(tx: Tx): Promise<void>;
  /** Checks and completes what is written, in the transaction: the values to write. */
  beforeCreate?(tx: Tx, caller: Caller, values: Record<string, unknown>): Promise<Record<string, unknown>>;
  beforePatch?(
    tx: Tx,
    caller: Caller,
    row: R,
    values: Record<string, unknown>,
  ): Promise<Record<string, unknown>>;
  /** What else belongs to the row, after it was written; the row as it is then. */
  stored?(tx: Tx, caller: Caller, row: R, values: Record<string, unknown>): Promise<R>;
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
    return row;
  }

  return {
    async get(caller: Caller, id: number): Promise<R> {
      const row = await repository.get(deps.db, caller.scope, id);
      if (row === undefined) throw new AppError(errorCode.notFound, 'common.notFound');
      return row;
    },
    list: (caller: Caller, query: ListQuery) =>
      repository.list(deps.db, caller.scope, { ...query, withheld: withheldFields(caller.permissions) }),
    async create(caller: Caller, ip: string, values: Record<string, unknown>): Promise<R> {
      const row = await deps.db.transaction(async (tx) => {
        await hooks.begin?.(tx);
        const complete = (await hooks.beforeCreate?.(tx, caller, values)) ?? values;
        const inserted = await repository.insert(tx, complete);
        const made = (await hooks.stored?.(tx, caller, inserted, values)) ?? inserted;
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
      const [before, after] = await deps.db.transaction(async (tx) => {
        await hooks.begin?.(tx);
        const row = await locked(tx, caller, id);
        if (rev !== undefined && rev !== row.rev) throw new AppError(errorCode.conflict, 'common.conflict');
        const complete = (await hooks.beforePatch?.(tx, caller, row, values)) ?? values;
        if (Object.keys(complete).length === 0) return [row, row] as const;
        const updated = await repository.update(tx, id, complete);
        const changed = (await hooks.stored?.(tx, caller, updated, values)) ?? updated;
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

/** Runs an action for each id on its own: a result per item, never all-or-nothing silence (design 4). */
export async function eachOf(
  ids: readonly number[],
  lang: Parameters<typeof messageText>[1],
  action: (id: number) => Promise<void>,
): Promise<{ results: BatchItemResult[] }> {
  const results: BatchItemResult[] = [];
  for (const id of new Set(ids)) {
    try {
      await action(id);
      results.push({ id, ok: true, code: 200, message: messageText('common.success', lang) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      results.push({ id, ok: false, code: error.code, message: messageText(error.key, lang, error.params) });
    }
  }
  return { results };
}

export const batchBody = z.object({
  ids: z.array(idSchema).min(1).max(MAX_BATCH),
  action: z.string().max(40),
});

/**
 * The routes of a plain entity (design 4): list, one, create, change, delete, and batch deletion. A part may be
 * left out where the entity does it in its own way.
 */
export function crudRoutes<R extends Row>(
  app: FastifyInstance,
  entity: EntityContract,
  service: CrudService<R>,
  options: {
    /** The row as it goes out, where it is more than its columns. */
    present?: (row: R) => Record<string, unknown>;
    without?: readonly ('create' | 'patch' | 'delete' | 'batch')[];
  } = {},
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const path = `/v1/${entity.path}`;
  const left = new Set(options.without);
  const present = options.present ?? ((row: R) => row);
  const access = (verb: string): PermissionKey => {
    const key = `${verb}_${entity.key}`;
    if (!isPermissionKey(key)) throw new Error(`there is no permission ${key}`);
    return key;
  };
  const row = envelope(entity.row);
  const tags = [entity.path];

  routes.get(
    path,
    {
      config: { access: access('list') },
      schema: {
        tags,
        querystring: pageQuery.extend(entity.filter.shape),
        response: { 200: envelope(pageOf(entity.row)) },
      },
    },
    async (request) => {
      const found = await service.list(callerOf(request), request.query as ListQuery);
      return ok(request, { ...found, rows: found.rows.map(present) as never[] });
    },
  );
  routes.get(
    `${path}/:id`,
    { config: { access: access('list') }, schema: { tags, params: idParams, response: { 200: row } } },
    async (request) => ok(request, present(await service.get(callerOf(request), request.params.id))),
  );
  if (!left.has('create'))
    routes.post(
      path,
      { config: { access: access('create') }, schema: { tags, body: entity.create, response: { 200: row } } },
      async (request) =>
        ok(
          request,
          present(await service.create(callerOf(request), addressOf(request), request.body as never)),
        ),
    );
  if (!left.has('patch'))
    routes.patch(
      `${path}/:id`,
      {
        config: { access: access('edit') },
        schema: {
          tags,
          params: idParams,
          body: entity.patch.extend({ rev: z.number().int().optional() }),
          response: { 200: row },
        },
      },
      async (request) => {
        const { rev, ...values } = request.body as { rev?: number } & Record<string, unknown>;
        return ok(
          request,
          present(await service.patch(callerOf(request), addressOf(request), request.params.id, values, rev)),
        );
      },
    );
  if (!left.has('delete'))
    routes.delete(
      `${path}/:id`,
      {
        config: { access: access('delete') },
        schema: { tags, params: idParams, response: { 200: envelope(z.null()) } },
      },
      async (request) => {
        await service.remove(callerOf(request), addressOf(request), request.params.id);
        return ok(request, null);
      },
    );
  if (!left.has('batch'))
    routes.post(
      `${path}/batch`,
      {
        config: { access: access('delete') },
        schema: {
          tags,
          body: batchBody.extend({ action: z.literal('delete') }),
          response: { 200: envelope(batchResult) },
        },
      },
      async (request) => {
        const caller = callerOf(request);
        return ok(
          request,
          await eachOf(request.body.ids, request.lang, (id) =>
            service.remove(caller, addressOf(request), id),
          ),
        );
      },
    );
}
