import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { batchResult, envelope, idParams, pageOf } from '../../../../contract/api/envelope.ts';
import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import { startedTask } from '../../../../contract/entities/tasks/queuedStart.ts';
import {
  copyTaskBody,
  runQuery,
  runRow,
  savedTask,
  scheduledTaskAction,
  scheduledTaskBatch,
  scheduledTaskForm,
  scheduledTaskPatch,
  scheduledTaskQuery,
  scheduledTaskRow,
  taskPreview,
  taskPreviewBody,
  timeline,
  timelineQuery,
  timelineRun,
} from '../../../../contract/entities/tasks/scheduledTask.ts';
import type { Config } from '../../../platform/config/config.ts';
import { fillPlayDefaults } from '../../../platform/config/playDefaults.ts';
import { clientLeft, runBatch } from '../../../platform/crud/runBatch.ts';
import { callerOf, may } from '../../../platform/http/access.ts';
import { addressOf } from '../../../platform/http/address.ts';
import { ok } from '../../../platform/http/envelope.ts';
import { sendSliced } from '../../../platform/http/sliced.ts';
import type { LiveHub } from '../../../platform/live/hub.ts';
import type { SilenceReasonDeps } from '../../../site/faults/silenceReason.ts';
import type { By } from '../../broadcast/startTask.ts';
import { resolveTargets } from '../../broadcast/targetResolver.ts';
import type { ReachDeps } from '../reach.ts';
import { type PreviewDeps, preview } from './preview.ts';
import type { TaskService } from './task.service.ts';
import { listTasks } from './taskList.ts';
import type { Timelines } from './timeline.service.ts';

const tags = ['scheduled_task'];
const none = { 200: envelope(z.null()) };
export const byOf = (request: FastifyRequest): By => ({ caller: callerOf(request), ip: addressOf(request) });

export interface TaskRouteDeps extends PreviewDeps, SilenceReasonDeps {
  tasks: TaskService;
  timelines: Timelines;
  where: ReachDeps;
  config: Pick<Config, 'get'>;
  live: LiveHub;
}

/** Routes of saved tasks (contract/entities/tasks/scheduledTask.ts), their runs, and the timeline. */
export function taskRoutes(app: FastifyInstance, deps: TaskRouteDeps): void {
  const { tasks, timelines } = deps;
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const path = '/v1/scheduled_task';

  routes.get(
    path,
    {
      config: { access: 'list_task' },
      schema: {
        tags,
        querystring: scheduledTaskQuery,
        response: { 200: envelope(pageOf(scheduledTaskRow)) },
      },
    },
    async (request) => {
      return ok(request, listTasks(deps, byOf(request), request.query));
    },
  );
  routes.post(
    path,
    {
      config: { access: 'create_task' },
      preValidation: fillPlayDefaults(deps),
      schema: { tags, body: scheduledTaskForm, response: { 200: envelope(savedTask) } },
    },
    async (request) => ok(request, await tasks.create(byOf(request), request.body)),
  );
  routes.post(
    `${path}/dry_run`,
    {
      config: { access: ['create_task', 'edit_task'] },
      schema: { tags, body: taskPreviewBody, response: { 200: envelope(taskPreview) } },
    },
    async (request) => {
      const by = byOf(request);
      const { task, id, date } = request.body;
      if (id !== undefined) tasks.seen(by, id);
      resolveTargets(deps.where, by.caller.scope, task);
      return ok(request, preview(deps, by.caller.scope, task, id ?? null, date ?? null));
    },
  );
  routes.post(
    `${path}/batch`,
    {
      config: { access: ['delete_task', 'operate_task'] },
      schema: { tags, body: scheduledTaskBatch, response: { 200: envelope(batchResult) } },
    },
    async (request) => {
      const by = byOf(request);
      const { ids, action } = request.body;
      if (!may(by.caller, action === 'delete' ? 'delete_task' : 'operate_task'))
        throw new AppError(errorCode.forbidden, 'auth.noPermission');
      const many = tasks.many();
      const one = (id: number) => (action === 'delete' ? many.remove(by, id) : many.operate(by, id, action));
      const results = await runBatch(ids, request.lang, one, { isLeft: clientLeft(request) });
      await many.all();
      return ok(request, results);
    },
  );
  routes.get(
    `${path}/:id`,
    {
      config: { access: 'list_task' },
      schema: { tags, params: idParams, response: { 200: envelope(scheduledTaskRow) } },
    },
    async (request) => ok(request, tasks.get(byOf(request), request.params.id)),
  );
  routes.patch(
    `${path}/:id`,
    {
      config: { access: 'edit_task' },
      schema: { tags, params: idParams, body: scheduledTaskPatch, response: { 200: envelope(savedTask) } },
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
  routes.post(
    `${path}/:id/copy`,
    {
      config: { access: 'create_task' },
      schema: { tags, params: idParams, body: copyTaskBody, response: { 200: envelope(savedTask) } },
    },
    async (request) => {
      const { name, plan_id } = request.body;
      return ok(request, await tasks.copy(byOf(request), request.params.id, name, plan_id));
    },
  );
  for (const action of scheduledTaskAction.options) {
    routes.post(
      `${path}/:id/${action}`,
      {
        config: { access: 'operate_task' },
        schema: {
          tags,
          params: idParams,
          response: action === 'start' ? { 200: envelope(startedTask.nullable()) } : none,
        },
      },
      async (request) => ok(request, await tasks.operate(byOf(request), request.params.id, action)),
    );
  }
  routes.get(
    `${path}/:id/run`,
    {
      config: { access: 'list_task' },
      schema: { tags, params: idParams, querystring: runQuery, response: { 200: envelope(z.array(runRow)) } },
    },
    async (request) =>
      ok(request, timelines.runsOf(tasks.seen(byOf(request), request.params.id), request.query)),
  );
  routes.get(
    '/v1/next_run',
    {
      config: { access: ['list_task', 'menu_home_page'] },
      schema: { tags, querystring: runQuery, response: { 200: envelope(z.array(runRow)) } },
    },
    async (request) => ok(request, timelines.next(byOf(request), request.query)),
  );
  routes.get(
    '/v1/timeline',
    {
      config: { access: 'list_task' },
      schema: { tags, querystring: timelineQuery, response: { 200: envelope(timeline) } },
    },
    async (request, reply) => {
      const { runs, ...rest } = await timelines.timeline(byOf(request), request.query);
      return sendSliced(request, reply, rest, { name: 'runs', row: timelineRun, of: runs }) as never;
    },
  );
}
