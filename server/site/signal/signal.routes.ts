import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { envelope, idParams, pageOf } from '../../../contract/api/envelope.ts';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import {
  MAX_SIGNAL_RANGE_S,
  signalHour,
  signalHourQuery,
  signalQuery,
  signalRow,
} from '../../../contract/entities/terminals/signal.ts';
import type { Db } from '../../platform/db/client.ts';
import { callerOf } from '../../platform/http/access.ts';
import { ok } from '../../platform/http/envelope.ts';
import { inScope } from '../../platform/live/scope.ts';
import type { Terminals } from '../terminals/terminals.ts';
import { narrowed, type Zones } from '../zones/zones.ts';
import * as repository from './signal.repository.ts';

const tags = ['signal'];
const DAY_S = 86_400;

/**
 * `GET /v1/signal`: terminals with a SIM card or a reading; `GET /v1/signal/:id/hour`: hourly readings of one
 * terminal.
 */
export function signalRoutes(
  app: FastifyInstance,
  deps: {
    db: Db;
    zones: Zones;
    terminals: Pick<Terminals, 'gateway' | 'directory' | 'devices'>;
    /** Wall time, ms. */
    now(): number;
    /** Stores the readings that are not stored yet. */
    flush(): Promise<void>;
  },
): void {
  const { db, zones, terminals } = deps;
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const config = { access: 'list_signal' } as const;
  routes.get(
    '/v1/signal',
    { config, schema: { tags, querystring: signalQuery, response: { 200: envelope(pageOf(signalRow)) } } },
    async (request) => {
      const { org, ...query } = request.query;
      const scope = narrowed(zones, callerOf(request).scope, org);
      await deps.flush();
      const { rows, ...page } = await repository.list(db, scope, query);
      const isOnline = (id: number) => terminals.devices.get(id)?.online === true;
      return ok(request, { ...page, rows: rows.map((row) => ({ ...row, online: isOnline(row.id) })) });
    },
  );
  routes.get(
    '/v1/signal/:id/hour',
    {
      config,
      schema: {
        tags,
        params: idParams,
        querystring: signalHourQuery,
        response: { 200: envelope(z.array(signalHour)) },
      },
    },
    async (request) => {
      const { id } = request.params;
      const known = terminals.directory.byId(id);
      if (known === undefined || !inScope(callerOf(request).scope, known.org))
        throw new AppError(errorCode.notFound, 'common.notFound');
      const { from, to = from === undefined ? Math.floor(deps.now() / 1000) : from + MAX_SIGNAL_RANGE_S } =
        request.query;
      await deps.flush();
      return ok(request, await repository.hours(db, id, from ?? Math.max(0, to - DAY_S), to));
    },
  );
}
