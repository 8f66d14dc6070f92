import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import {
  type BatchItemResult,
  batchResult,
  envelope,
  idParams,
  pageOf,
} from '../../../contract/api/envelope.ts';
import { AppError, errorCode, messageText } from '../../../contract/api/errors.ts';
import { withheldFields } from '../../../contract/api/permissions.ts';
import {
  type FaultBatch,
  faultBatch,
  faultQuery,
  faultRow,
} from '../../../contract/entities/terminals/fault.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import type { Db } from '../../platform/db/client.ts';
import { callerOf } from '../../platform/http/access.ts';
import { addressOf } from '../../platform/http/address.ts';
import { ok } from '../../platform/http/envelope.ts';
import * as repository from './fault.repository.ts';
import type { Faults } from './faults.ts';

const tags = ['fault'];

/** Actions allowed by state: a resolved fault allows none, and a fault is acknowledged once. */
const allows = (state: string, action: FaultBatch['action']) =>
  action === 'acknowledge' ? state === 'new' : state !== 'resolved';

/** Routes of faults: list, acknowledge, shelve. */
export function faultRoutes(app: FastifyInstance, deps: { db: Db; audit: Audit; faults: Faults }): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  /** Acts on the faults that allow it; returns the previous state of each id within the scope. */
  async function act(caller: Caller, ip: string, { ids, ...what }: FaultBatch) {
    const { action } = what;
    const before = await deps.db.transaction(async (tx) => {
      const rows = await repository.lockMany(tx, caller.scope, ids);
      const open = rows.filter((row) => allows(row.state, action)).map((row) => row.id);
      if (action !== 'unshelve') {
        const fresh = rows.filter((row) => row.state === 'new').map((row) => row.id);
        await repository.acknowledgeMany(tx, fresh, caller.accountId);
      }
      if (what.action === 'shelve')
        await repository.shelveMany(tx, open, Math.floor(Date.now() / 1000) + what.minutes * 60, caller.name);
      if (action === 'unshelve') await repository.shelveMany(tx, open, null, '');
      const after = what.action === 'shelve' ? { after: { minutes: what.minutes } } : {};
      const entries = open.map((id) => ({ action, entity: 'fault', entity_id: id, ip, ...after }));
      await deps.audit.record(tx, caller, entries);
      return new Map(rows.map((row) => [row.id, row.state]));
    });
    const rows = await repository.byIds(deps.db, [...before.keys()]);
    deps.faults.changed(rows);
    return { before, rows };
  }
  const failure = (state: string | undefined, action: FaultBatch['action']): AppError | null => {
    if (state === undefined) return new AppError(errorCode.notFound, 'common.notFound');
    return allows(state, action) ? null : new AppError(errorCode.conflict, 'common.stateForbids');
  };

  routes.get(
    '/v1/fault',
    {
      config: { access: 'list_fault' },
      schema: { tags, querystring: faultQuery, response: { 200: envelope(pageOf(faultRow)) } },
    },
    async (request) => {
      const { scope, permissions } = callerOf(request);
      return ok(request, await repository.list(deps.db, scope, request.query, withheldFields(permissions)));
    },
  );
  routes.post(
    '/v1/fault/:id/acknowledge',
    {
      config: { access: 'operate_fault' },
      schema: { tags, params: idParams, response: { 200: envelope(faultRow) } },
    },
    async (request) => {
      const { id } = request.params;
      const { before, rows } = await act(callerOf(request), addressOf(request), {
        ids: [id],
        action: 'acknowledge',
      });
      const error = failure(before.get(id), 'acknowledge');
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
        body: faultBatch,
        response: { 200: envelope(batchResult) },
      },
    },
    async (request) => {
      const { lang } = request;
      const { before } = await act(callerOf(request), addressOf(request), request.body);
      const results = [...new Set(request.body.ids)].map((id): BatchItemResult => {
        const error = failure(before.get(id), request.body.action);
        if (error === null) return { id, ok: true, code: 200, message: messageText('common.success', lang) };
        return { id, ok: false, code: error.code, message: messageText(error.key, lang, error.params) };
      });
      return ok(request, { results });
    },
  );
}
