import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { envelope } from '../../../contract/api/envelope.ts';
import { taskLogSummary, taskLogSummaryQuery } from '../../../contract/entities/tasks/taskLog.ts';
import type { Db } from '../../platform/db/client.ts';
import { callerOf } from '../../platform/http/access.ts';
import { ok } from '../../platform/http/envelope.ts';
import * as repository from './taskLog.repository.ts';

/** `GET /v1/task_log/summary`: number of runs since a time, and of those not heard everywhere. */
export function taskLogSummaryRoutes(app: FastifyInstance, deps: { db: Db }): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/v1/task_log/summary',
    {
      config: { access: 'list_task_log' },
      schema: {
        tags: ['task_log'],
        querystring: taskLogSummaryQuery,
        response: { 200: envelope(taskLogSummary) },
      },
    },
    async (request) => {
      const { scope } = callerOf(request);
      const zones = scope.all === true ? null : [...scope.ids];
      return ok(request, await repository.summary(deps.db, zones, request.query.from));
    },
  );
}
