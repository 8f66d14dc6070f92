import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { envelope, idParams } from '../../../../contract/api/envelope.ts';
import { timetable, timetableBody, timetableChange } from '../../../../contract/entities/tasks/timetable.ts';
import { ok } from '../../../platform/http/envelope.ts';
import { byOf } from '../tasks/task.routes.ts';
import type { Timetables } from './timetable.service.ts';

const tags = ['plan'];
const path = '/v1/plan/:id/timetable';
/** Which of these a change needs depends on its body: the service checks it. */
const access = ['create_task', 'edit_task', 'delete_task'] as const;

/** Routes of the timetable of a plan (contract/entities/tasks/timetable.ts). */
export function timetableRoutes(app: FastifyInstance, timetables: Timetables): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.get(
    path,
    {
      config: { access: 'list_task' },
      schema: { tags, params: idParams, response: { 200: envelope(timetable) } },
    },
    async (request) => ok(request, await timetables.get(byOf(request), request.params.id)),
  );
  const changes = {
    config: { access },
    schema: { tags, params: idParams, body: timetableBody, response: { 200: envelope(timetableChange) } },
  };
  routes.put(path, changes, async (request) =>
    ok(request, await timetables.save(byOf(request), request.params.id, request.body)),
  );
  routes.post(`${path}/dry_run`, changes, async (request) =>
    ok(request, await timetables.preview(byOf(request), request.params.id, request.body)),
  );
}
