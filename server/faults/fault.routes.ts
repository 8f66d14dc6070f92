import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { faultQuery, faultRow } from '../../contract/entities/fault.ts';
import {
  type BatchItemResult,
  batchResult,
  envelope,
  idParams,
  idSchema,
  pageOf,
} from '../../contract/envelope.ts';
import { AppError, errorCode, messageText } from '../../contract/errors.ts';
import type { Caller } from '../auth/callers.ts';
import type { Db } from '../db/client.ts';
import { callerOf } from '../http/access.ts';
import { addressOf } from '../http/address.ts';
import { ok } from '../http/envelope.ts';
import type { Audit } from '../system/audit.ts';
import * as repository from './fault.repository.ts';
import type { Faults } from './faults.ts';

const tags = ['fault'];

/** The list of faults, and acknowledging them: somebody has seen it and cares. */
export function faultRoutes(app: FastifyInstance, deps: { db: Db; audit: Audit; faults: Faults }): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  /** Acknowledges what is new; the state that each of the ids had before, for those within the scope. */
  async function acknowledge(caller: Caller, ip: string, ids: readonly number[]) {
    const before = await deps.db.transaction(async (tx) => {
      const rows = await repository.lockMany(tx, caller.scope, ids);
      const fresh = rows.filter((row) => row.state === 'new').map((row) => row.id);
      await repository.acknowledgeMany(tx, fresh, caller.accountId);
      const entries = fresh.map((id) => ({ action: 'acknowledge', entity: 'fault', entity_id: id, ip }));
      await deps.audit.record(tx, caller, entries);
      return new Map(rows.map((row) => [row.id, row.state]));
    });
    const rows = await repository.byIds(deps.db, [...before.keys()]);
    deps.faults.changed(rows);
    return { before, rows };
  }
  const failure = (state: string | undefined): AppError | null => {
    if (state === undefined) return new AppError(errorCode.notFound, 'common.notFound');
    return state === 'new' ? null : new AppError(errorCode.conflict, 'common.stateForbids');
  };

  routes.get(
    '/v1/fault',
    {
      config: { access: 'list_fault' },
      schema: { tags, querystring: faultQuery, response: { 200: envelope(pageOf(faultRow)) } },
    },
    async (request) => ok(request, await repository.list(deps.db, callerOf(request).scope, request.query)),
  );
  routes.post(
    '/v1/fault/:id/acknowledge',
    {
      config: { access: 'operate_fault' },
      schema: { tags, params: idParams, response: { 200: envelope(faultRow) } },
    },
    async (request) => {
      const { id } = request.params;
      const { before, rows } = await acknowledge(callerOf(request), addressOf(request), [id]);
      const error = failure(before.get(id));
      if (error !== null) throw error;
      return ok(request, rows[0] as z.output<typeof faultRow>);
    },
  );
  routes.post(
    '/v1/fault/batch',
    {
      config: { access: 'operate_fault' },
      schema: {
        tags,
        body: z.object({ ids: z.array(idSchema).min(1).max(20_000), action: z.literal('acknowledge') }),
        response: { 200: envelope(batchResult) },
      },
    },
    async (request) => {
      const { lang } = request;
      const { before } = await acknowledge(callerOf(request), addressOf(request), request.body.ids);
      const results = [...new Set(request.body.ids)].map((id): BatchItemResult => {
        const error = failure(before.get(id));
        if (error === null) return { id, ok: true, code: 200, message: messageText('common.success', lang) };
        return { id, ok: false, code: error.code, message: messageText(error.key, lang, error.params) };
      });
      return ok(request, { results });
    },
  );
}
