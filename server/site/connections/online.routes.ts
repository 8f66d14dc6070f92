import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { envelope, keyPageOf } from '../../../contract/api/envelope.ts';
import { onlineColumns } from '../../../contract/api/logs.ts';
import { fieldPermissions } from '../../../contract/api/permissions.ts';
import { type OnlineQuery, onlineQuery, onlineRow } from '../../../contract/entities/terminals/online.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import type { Db } from '../../platform/db/client.ts';
import { type LogExportDeps, logExportRoutes } from '../../platform/export/logExport.ts';
import { callerOf } from '../../platform/http/access.ts';
import { ok } from '../../platform/http/envelope.ts';
import { narrowed, type Zones } from '../zones/zones.ts';
import * as repository from './online.repository.ts';

/** `GET /v1/online_log`: connections and losses of terminals; and its export. */
export function onlineRoutes(app: FastifyInstance, deps: LogExportDeps & { db: Db; zones: Zones }): void {
  const page = (caller: Caller, { org, ...query }: OnlineQuery) =>
    repository.list(
      deps.db,
      narrowed(deps.zones, caller.scope, org),
      query,
      caller.permissions.has(fieldPermissions.peer_addr),
    );
  app.withTypeProvider<ZodTypeProvider>().get(
    '/v1/online_log',
    {
      config: { access: 'list_online_log' },
      schema: {
        tags: ['online_log'],
        querystring: onlineQuery,
        response: { 200: envelope(keyPageOf(onlineRow)) },
      },
    },
    async (request) => ok(request, await page(callerOf(request), request.query)),
  );
  logExportRoutes(app, deps, {
    path: 'online_log',
    access: 'list_online_log',
    query: onlineQuery,
    columns: onlineColumns,
    page,
  });
}
