import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { envelope, idParams, pageOf } from '../../../contract/api/envelope.ts';
import {
  type OfflineStorageView,
  offlineStorageQuery,
  offlineStorageRow,
} from '../../../contract/entities/tasks/offlineStorage.ts';
import { pageOfRows } from '../../platform/crud/lists.ts';
import { ok } from '../../platform/http/envelope.ts';
import type { Terminals } from '../../site/terminals/terminals.ts';
import type { ScheduleIndex } from '../schedule/scheduleIndex.ts';
import { byOf } from '../schedule/tasks/task.routes.ts';
import type { TaskService } from '../schedule/tasks/task.service.ts';

export interface OfflineStorageListDeps {
  index: ScheduleIndex;
  tasks: Pick<TaskService, 'seen'>;
  terminals: Pick<Terminals, 'gateway'>;
  viewOf(terminal: number): OfflineStorageView | null;
}

/**
 * `GET /v1/scheduled_task/:id/keeping`: lists which terminals of a task hold its programme for offline
 * playback.
 */
export function offlineStorageListRoute(app: FastifyInstance, deps: OfflineStorageListDeps): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/v1/scheduled_task/:id/keeping',
    {
      config: { access: 'list_task' },
      schema: {
        tags: ['scheduled_task'],
        params: idParams,
        querystring: offlineStorageQuery,
        response: { 200: envelope(pageOf(offlineStorageRow)) },
      },
    },
    async (request) => {
      const by = byOf(request);
      const task = deps.tasks.seen(by, request.params.id);
      const { synced, ...page } = request.query;
      const rows = deps.index.reaches.recent.seen(task, by.caller.scope).flatMap(({ id, row, org }) => {
        const view = deps.viewOf(id);
        const state = view?.state ?? 'unknown';
        if (synced !== undefined && (state === 'synced') !== synced) return [];
        const online = deps.terminals.gateway.link(id) !== undefined;
        const trouble = view?.trouble ?? null;
        const name = row.dev_name2 || row.name;
        // Sorting key `held`: terminals that hold it come last.
        return {
          id,
          terminal_id: id,
          code: row.code,
          name,
          org,
          online,
          state,
          trouble,
          held: Number(state === 'synced'),
        };
      });
      return ok(request, pageOfRows(rows, page, ['held', 'name', 'code'], 'held'));
    },
  );
}
