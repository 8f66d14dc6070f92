import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { envelope, idParams } from '../../../../contract/api/envelope.ts';
import { taskDryRun } from '../../../../contract/entities/tasks/broadcast.ts';
import { linkageByHand } from '../../../../contract/entities/tasks/linkageTask.ts';
import { ok } from '../../../platform/http/envelope.ts';
import { byOf } from '../../schedule/tasks/task.routes.ts';
import type { PlayedByHand } from '../byHand/linkageByHand.ts';

const tags = ['linkage_task'];
const access = 'operate_linkage_task';
const path = '/v1/linkage_task/:id';

/** Routes that play a linkage task by hand, outside an alarm. */
export function byHandRoutes(app: FastifyInstance, byHand: PlayedByHand): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.post(
    `${path}/dry_run`,
    {
      config: { access, fromSnapshot: true },
      schema: { tags, params: idParams, body: linkageByHand, response: { 200: envelope(taskDryRun) } },
    },
    async (request) => ok(request, await byHand.dryRun(byOf(request), request.params.id, request.body)),
  );
  routes.post(
    `${path}/start`,
    {
      config: { access },
      schema: {
        tags,
        params: idParams,
        body: linkageByHand,
        response: { 200: envelope(z.object({ id: z.number().int().describe('Id of the broadcast.') })) },
      },
    },
    async (request) => ok(request, await byHand.start(byOf(request), request.params.id, request.body)),
  );
  routes.post(
    `${path}/stop`,
    {
      config: { access, emergency: true },
      schema: { tags, params: idParams, response: { 200: envelope(z.null()) } },
    },
    async (request) => {
      await byHand.stop(byOf(request), request.params.id);
      return ok(request, null);
    },
  );
}
