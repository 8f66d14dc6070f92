import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { envelope, idParams, pageOf } from '../../../contract/api/envelope.ts';
import {
  targetingTask,
  targetingTaskQuery,
  targetingTaskSortable,
} from '../../../contract/entities/tasks/targetingTask.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import { pageOfRows } from '../../platform/crud/lists.ts';
import { callerOf } from '../../platform/http/access.ts';
import { ok } from '../../platform/http/envelope.ts';
import type { TargetingTaskRegistry } from './targetingTasks.ts';

/** Route of the stored tasks that target a sound terminal, the only kind that tasks play at. */
export function targetingTaskRoutes(
  app: FastifyInstance,
  deps: {
    targetingTasks: Pick<TargetingTaskRegistry, 'find'>;
    /** Reads a terminal. @throws AppError 404 when the caller does not see it */
    read(caller: Caller, id: number): Promise<{ id: number }>;
  },
): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/v1/device/:id/tasks',
    {
      config: { access: 'list_device' },
      schema: {
        tags: ['device'],
        params: idParams,
        querystring: targetingTaskQuery,
        response: { 200: envelope(pageOf(targetingTask)) },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { id } = await deps.read(caller, request.params.id);
      return ok(
        request,
        pageOfRows(deps.targetingTasks.find(caller, id), request.query, targetingTaskSortable, 'name'),
      );
    },
  );
}
