import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { onlineQuery, onlineRow } from '../../contract/entities/online.ts';
import { envelope, keyPageOf } from '../../contract/envelope.ts';
import type { Db } from '../db/client.ts';
import { callerOf } from '../http/access.ts';
import { ok } from '../http/envelope.ts';
import * as repository from './online.repository.ts';

/** `GET /v1/online_log`: the run log, connections and losses of terminals. */
export function onlineRoutes(app: FastifyInstance, deps: { db: Db }): void {
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
    async (request) => ok(request, await repository.list(deps.db, callerOf(request).scope, request.query)),
  );
}
