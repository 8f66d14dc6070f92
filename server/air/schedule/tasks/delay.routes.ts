import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { envelope } from '../../../../contract/api/envelope.ts';
import { delayBody, delayPreview, delayQuery } from '../../../../contract/entities/tasks/taskDelay.ts';
import { ok } from '../../../platform/http/envelope.ts';
import type { Delays } from './delay.service.ts';
import { byOf } from './task.routes.ts';

const tags = ['scheduled_task'];
const path = '/v1/scheduled_task/delay';
const moved = z.object({ moved: z.number().int().describe('Number of tasks whose run of today was moved.') });

/** Routes that delay the remaining runs of today (contract/entities/tasks/taskDelay.ts). */
export function delayRoutes(app: FastifyInstance, delays: Delays): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.post(
    `${path}/dry_run`,
    {
      config: { access: 'operate_task' },
      schema: { tags, body: delayQuery, response: { 200: envelope(delayPreview) } },
    },
    async (request) => ok(request, delays.preview(byOf(request), request.body)),
  );
  routes.post(
    path,
    {
      config: { access: 'operate_task' },
      schema: { tags, body: delayBody, response: { 200: envelope(moved) } },
    },
    async (request) => ok(request, { moved: await delays.delay(byOf(request), request.body) }),
  );
}
