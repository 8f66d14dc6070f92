import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { auditQuery, auditRow } from '../../contract/entities/audit.ts';
import { envelope, keyPageOf } from '../../contract/envelope.ts';
import { accountsWithin } from '../accounts/account.repository.ts';
import type { Db } from '../db/client.ts';
import { callerOf } from '../http/access.ts';
import { ok } from '../http/envelope.ts';
import * as repository from './audit.repository.ts';

/** `GET /v1/audit`: who changed what. Whoever has not all zones sees what accounts within their zones did. */
export function auditRoutes(app: FastifyInstance, deps: { db: Db }): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/v1/audit',
    {
      config: { access: 'list_audit_log' },
      schema: {
        tags: ['audit'],
        querystring: auditQuery,
        response: { 200: envelope(keyPageOf(auditRow)) },
      },
    },
    async (request) => {
      const { scope } = callerOf(request);
      const within = scope.all === true ? undefined : accountsWithin([...scope.ids]);
      return ok(request, await repository.list(deps.db, within, request.query));
    },
  );
}
