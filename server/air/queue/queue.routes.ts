import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { envelope, idParams } from '../../../contract/api/envelope.ts';
import { queuedStarts } from '../../../contract/entities/tasks/queuedStart.ts';
import { callerOf } from '../../platform/http/access.ts';
import { addressOf } from '../../platform/http/address.ts';
import { ok } from '../../platform/http/envelope.ts';
import type { QueueService } from './queue.service.ts';

const tags = ['queued_start'];
const path = '/v1/queued_start';

/** Routes of the queue of starts. */
export function queueRoutes(app: FastifyInstance, service: QueueService): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.get(
    path,
    {
      config: { access: ['menu_real_time_task', 'list_task', 'caster_broadcast'], fromSnapshot: true },
      schema: { tags, response: { 200: envelope(queuedStarts) } },
    },
    async (request) => ok(request, { rows: service.list(callerOf(request)) }),
  );
  routes.post(
    `${path}/:id/cancel`,
    {
      config: { access: ['operate_real_time_task', 'operate_task', 'caster_broadcast'], emergency: true },
      schema: { tags, params: idParams, response: { 200: envelope(z.null()) } },
    },
    async (request) => {
      await service.cancel(callerOf(request), addressOf(request), request.params.id);
      return ok(request, null);
    },
  );
  routes.post(
    '/v1/unplayed_start/:id/dismiss',
    {
      config: { access: ['menu_real_time_task', 'list_task', 'caster_broadcast'] },
      schema: { tags: ['unplayed_start'], params: idParams, response: { 200: envelope(z.null()) } },
    },
    async (request) => {
      await service.dismiss(callerOf(request), request.params.id);
      return ok(request, null);
    },
  );
}
