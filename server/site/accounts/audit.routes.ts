import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { envelope, keyPageOf } from '../../../contract/api/envelope.ts';
import { auditColumns } from '../../../contract/api/logs.ts';
import { withheldFields } from '../../../contract/api/permissions.ts';
import { type AuditQuery, auditQuery, auditRow } from '../../../contract/entities/site/audit.ts';
import * as repository from '../../platform/audit/audit.repository.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import type { Db } from '../../platform/db/client.ts';
import { type LogExportDeps, logExportRoutes } from '../../platform/export/logExport.ts';
import { callerOf } from '../../platform/http/access.ts';
import { ok } from '../../platform/http/envelope.ts';
import { accountsWithin } from './account.repository.ts';

/**
 * `GET /v1/audit`: the audit log, and its export. A caller without all zones sees the entries of accounts
 * within its zones.
 */
export function auditRoutes(app: FastifyInstance, deps: LogExportDeps & { db: Db }): void {
  const page = ({ scope, permissions }: Caller, query: AuditQuery) => {
    const within = scope.all === true ? undefined : accountsWithin([...scope.ids]);
    return repository.list(deps.db, within, query, withheldFields(permissions));
  };
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
    async (request) => ok(request, await page(callerOf(request), request.query)),
  );
  logExportRoutes(app, deps, {
    path: 'audit',
    access: 'list_audit_log',
    query: auditQuery,
    columns: auditColumns,
    page,
  });
}
