import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  batchResult,
  envelope,
  idParams,
  idSchema,
  pageOf,
  pageQuery,
} from '../../../contract/api/envelope.ts';
import { isPermissionKey, type PermissionKey } from '../../../contract/api/permissions.ts';
import type { EntityContract } from '../../../contract/entities/entity.ts';
import type { Language } from '../../../contract/language.ts';
import { fieldText } from '../../../contract/rules/fieldText.ts';
import { crudDocs } from '../api/entityDocs.ts';
import type { Caller } from '../auth/callers.ts';
import type { ListQuery, Row } from '../db/tableRepository.ts';
import { callerOf } from '../http/access.ts';
import { addressOf } from '../http/address.ts';
import { ok } from '../http/envelope.ts';
import type { CrudService } from './crud.ts';
import { clientLeft, runBatch } from './runBatch.ts';

/** Maximum number of ids in a batch. */
const MAX_BATCH = 20_000;

export const batchBody = z.object({
  ids: z.array(idSchema).min(1).max(MAX_BATCH).describe(fieldText.ids),
  action: z.string().max(40).describe(fieldText.action),
});
export const deleteAction = z.literal('delete').describe('Always `delete`.');

/**
 * Routes of a plain entity: list, get, create, change, delete, and batch deletion. Entities with their own
 * version of a route leave it out.
 */
export function crudRoutes<R extends Row>(
  app: FastifyInstance,
  entity: EntityContract,
  service: CrudService<R>,
  options: {
    /** Converts a row for the response, if it has more than its columns. */
    present?: (row: R, caller: Caller, lang: Language) => Record<string, unknown>;
    without?: readonly ('create' | 'patch' | 'delete' | 'batch')[];
    /** Reading works from the snapshot (`FastifyContextConfig.fromSnapshot`). */
    fromSnapshot?: boolean;
  } = {},
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const path = `/v1/${entity.path}`;
  const left = new Set(options.without);
  const present: NonNullable<typeof options.present> = options.present ?? ((row) => row);
  const access = (verb: string): PermissionKey => {
    const key = `${verb}_${entity.key}`;
    if (!isPermissionKey(key)) throw new Error(`there is no permission ${key}`);
    return key;
  };
  const row = envelope(entity.row);
  const tags = [entity.path];
  const { fromSnapshot = false } = options;
  const docs = crudDocs(entity);

  routes.get(
    path,
    {
      config: { access: access('list'), fromSnapshot },
      schema: {
        ...docs.list,
        tags,
        querystring: pageQuery.extend(entity.filter.shape),
        response: { 200: envelope(pageOf(entity.row)) },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const found = await service.list(caller, request.query as ListQuery);
      return ok(request, {
        ...found,
        rows: found.rows.map((row) => present(row, caller, request.lang)) as never[],
      });
    },
  );
  routes.get(
    `${path}/:id`,
    {
      config: { access: access('list'), fromSnapshot },
      schema: { ...docs.get, tags, params: idParams, response: { 200: row } },
    },
    async (request) => {
      const caller = callerOf(request);
      return ok(request, present(await service.get(caller, request.params.id), caller, request.lang));
    },
  );
  if (!left.has('create'))
    routes.post(
      path,
      {
        config: { access: access('create') },
        schema: { ...docs.create, tags, body: entity.create, response: { 200: row } },
      },
      async (request) => {
        const caller = callerOf(request);
        const made = await service.create(caller, addressOf(request), request.body as never);
        return ok(request, present(made, caller, request.lang));
      },
    );
  if (!left.has('patch'))
    routes.patch(
      `${path}/:id`,
      {
        config: { access: access('edit') },
        schema: {
          ...docs.patch,
          tags,
          params: idParams,
          body: entity.patch.extend({ rev: z.number().int().optional().describe(fieldText.rev) }),
          response: { 200: row },
        },
      },
      async (request) => {
        const { rev, ...values } = request.body as { rev?: number } & Record<string, unknown>;
        const caller = callerOf(request);
        const changed = await service.patch(caller, addressOf(request), request.params.id, values, rev);
        return ok(request, present(changed, caller, request.lang));
      },
    );
  if (!left.has('delete'))
    routes.delete(
      `${path}/:id`,
      {
        config: { access: access('delete') },
        schema: { ...docs.delete, tags, params: idParams, response: { 200: envelope(z.null()) } },
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
          ...docs.batch,
          tags,
          body: batchBody.extend({ action: deleteAction }),
          response: { 200: envelope(batchResult) },
        },
      },
      async (request) => {
        const caller = callerOf(request);
        return ok(
          request,
          await runBatch(
            request.body.ids,
            request.lang,
            (id) => service.remove(caller, addressOf(request), id),
            { known: (ids) => service.known(caller, ids), isLeft: clientLeft(request) },
          ),
        );
      },
    );
}
