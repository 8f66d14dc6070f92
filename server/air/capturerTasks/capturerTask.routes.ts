import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { batchResult, envelope, idParams, pageOf } from '../../../contract/api/envelope.ts';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { PermissionKey } from '../../../contract/api/permissions.ts';
import {
  capturerTaskAction,
  capturerTaskBatch,
  capturerTaskForm,
  capturerTaskPatch,
  capturerTaskQuery,
  capturerTaskRow,
  capturerTaskSortable,
} from '../../../contract/entities/tasks/capturerTask.ts';
import { pageOfRows } from '../../platform/crud/lists.ts';
import { clientLeft, runBatch } from '../../platform/crud/runBatch.ts';
import { may } from '../../platform/http/access.ts';
import { ok } from '../../platform/http/envelope.ts';
import { byOf } from '../schedule/tasks/task.routes.ts';
import type { CapturerTaskService } from './capturerTask.service.ts';

const tags = ['capturer_task'];
const path = '/v1/capturer_task';
const row = { 200: envelope(capturerTaskRow) };
const none = { 200: envelope(z.null()) };

const keyOf = (action: z.output<typeof capturerTaskBatch>['action']): PermissionKey => {
  if (action === 'delete') return 'delete_task';
  return action === 'enable' || action === 'disable' ? 'edit_task' : 'operate_capturer_task';
};

/** Routes of capturer tasks (contract/entities/tasks/capturerTask.ts). */
export function capturerTaskRoutes(app: FastifyInstance, tasks: CapturerTaskService): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.get(
    path,
    {
      config: { access: 'menu_capturer_task' },
      schema: {
        tags,
        querystring: capturerTaskQuery,
        response: { 200: envelope(pageOf(capturerTaskRow)) },
      },
    },
    async (request) => {
      const { capturer, ...page } = request.query;
      const rows = tasks
        .list(byOf(request))
        .filter((task) => capturer === undefined || task.capturer === capturer);
      return ok(request, pageOfRows(rows, page, capturerTaskSortable, 'name'));
    },
  );
  routes.post(
    path,
    { config: { access: 'create_task' }, schema: { tags, body: capturerTaskForm, response: row } },
    async (request) => ok(request, await tasks.create(byOf(request), request.body)),
  );
  routes.post(
    `${path}/batch`,
    {
      config: { access: ['delete_task', 'edit_task', 'operate_capturer_task'] },
      schema: { tags, body: capturerTaskBatch, response: { 200: envelope(batchResult) } },
    },
    async (request) => {
      const by = byOf(request);
      const { ids, action } = request.body;
      if (!may(by.caller, keyOf(action))) throw new AppError(errorCode.forbidden, 'auth.noPermission');
      const one = (id: number) =>
        action === 'delete' ? tasks.remove(by, id) : tasks.operate(by, id, action);
      return ok(request, await runBatch(ids, request.lang, one, { isLeft: clientLeft(request) }));
    },
  );
  routes.get(
    `${path}/:id`,
    { config: { access: 'menu_capturer_task' }, schema: { tags, params: idParams, response: row } },
    async (request) => ok(request, tasks.get(byOf(request), request.params.id)),
  );
  routes.patch(
    `${path}/:id`,
    {
      config: { access: 'edit_task' },
      schema: { tags, params: idParams, body: capturerTaskPatch, response: row },
    },
    async (request) => ok(request, await tasks.patch(byOf(request), request.params.id, request.body)),
  );
  routes.delete(
    `${path}/:id`,
    { config: { access: 'delete_task' }, schema: { tags, params: idParams, response: none } },
    async (request) => {
      await tasks.remove(byOf(request), request.params.id);
      return ok(request, null);
    },
  );
  for (const action of capturerTaskAction.options) {
    routes.post(
      `${path}/:id/${action}`,
      { config: { access: keyOf(action) }, schema: { tags, params: idParams, response: none } },
      async (request) => {
        await tasks.operate(byOf(request), request.params.id, action);
        return ok(request, null);
      },
    );
  }
}
