import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { envelope, idParams, pageOf } from '../../../contract/api/envelope.ts';
import { audioSource } from '../../../contract/codes.ts';
import {
  broadcastTargetRow,
  startRealTimeTask,
  stopAllBody,
  stopAllResult,
  targetQuery,
  taskDetail,
  taskDryRun,
  taskFiles,
  taskQuery,
  taskRow,
  taskVolume,
} from '../../../contract/entities/tasks/broadcast.ts';
import { lastPage } from '../../../contract/entities/tasks/lastPage.ts';
import { startedTask } from '../../../contract/entities/tasks/queuedStart.ts';
import { sayNow, spokenTask } from '../../../contract/entities/tasks/sayNow.ts';
import { testTone } from '../../../contract/entities/tasks/testTone.ts';
import type { Config } from '../../platform/config/config.ts';
import { fillPlayDefaults } from '../../platform/config/playDefaults.ts';
import type { Access } from '../../platform/http/access.ts';
import { callerOf } from '../../platform/http/access.ts';
import { addressOf } from '../../platform/http/address.ts';
import { ok } from '../../platform/http/envelope.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import type { BroadcastQueries } from './broadcast.queries.ts';
import type { BroadcastService } from './broadcast.service.ts';
import type { By } from './startTask.ts';

const tags = ['task'];
const see: Access = ['menu_real_time_task', 'list_task'];
const operate: Access = 'operate_real_time_task';
const stopping: Access = ['operate_real_time_task', 'operate_task'];
/** Tells if an action takes effect at once, also without the database. */
const isDirect = (action: string) => ['stop', 'pause', 'resume'].includes(action);
const done = { 200: envelope(z.null()) };
const started = { 200: envelope(z.object({ id: z.number().int().describe('Id of the broadcast.') })) };

const byOf = (request: FastifyRequest): By => ({ caller: callerOf(request), ip: addressOf(request) });

/** Routes of real-time tasks: start, control and history. */
export function broadcastRoutes(
  app: FastifyInstance,
  deps: {
    service: BroadcastService;
    queries: BroadcastQueries;
    config: Pick<Config, 'get'>;
    live: LiveHub;
  },
): void {
  const { service, queries } = deps;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    '/v1/task',
    {
      config: { access: see },
      schema: { tags, querystring: taskQuery, response: { 200: envelope(pageOf(taskRow)) } },
    },
    async (request) => ok(request, await queries.list(callerOf(request), request.query)),
  );
  routes.post(
    '/v1/task',
    {
      config: { access: operate },
      preValidation: fillPlayDefaults(deps),
      schema: {
        tags,
        body: startRealTimeTask,
        response: { 200: envelope(startedTask) },
      },
    },
    async (request) => ok(request, await service.start(byOf(request), request.body)),
  );
  routes.post(
    '/v1/task/say',
    {
      config: { access: operate },
      preValidation: fillPlayDefaults(deps, audioSource.ttsText),
      schema: { tags, body: sayNow, response: { 200: envelope(startedTask) } },
    },
    async (request) => ok(request, await service.start(byOf(request), spokenTask(request.body))),
  );
  routes.post(
    '/v1/task/test_tone',
    {
      config: { access: operate },
      schema: { tags, body: testTone, response: started },
    },
    async (request) => ok(request, await service.testTone(byOf(request), request.body)),
  );
  routes.get(
    '/v1/task/last_page',
    {
      config: { access: operate },
      schema: { tags, response: { 200: envelope(lastPage) } },
    },
    async (request) => ok(request, await service.lastPage(byOf(request))),
  );
  routes.post(
    '/v1/task/dry_run',
    {
      config: { access: operate, fromSnapshot: true },
      schema: { tags, body: startRealTimeTask, response: { 200: envelope(taskDryRun) } },
    },
    async (request) => ok(request, await service.dryRun(byOf(request), request.body)),
  );
  routes.post(
    '/v1/task/stop_all',
    {
      config: { access: stopping, emergency: true },
      schema: { tags, body: stopAllBody, response: { 200: envelope(stopAllResult) } },
    },
    async (request) => ok(request, await service.stopAll(byOf(request), request.lang, request.body?.org)),
  );
  routes.get(
    '/v1/task/:id',
    {
      config: { access: see },
      schema: { tags, params: idParams, response: { 200: envelope(taskDetail) } },
    },
    async (request) => ok(request, await queries.get(callerOf(request), request.params.id)),
  );
  routes.get(
    '/v1/task/:id/target',
    {
      config: { access: see },
      schema: {
        tags,
        params: idParams,
        querystring: targetQuery,
        response: { 200: envelope(pageOf(broadcastTargetRow)) },
      },
    },
    async (request) =>
      ok(request, await queries.targets(callerOf(request), request.params.id, request.query)),
  );

  const actions = {
    pause: (by: By, id: number) => service.pause(by, id),
    resume: (by: By, id: number) => service.resume(by, id),
    stop: (by: By, id: number) => service.stop(by, id),
    next: (by: By, id: number) => service.jump(by, id, 'next'),
    previous: (by: By, id: number) => service.jump(by, id, 'previous'),
  };
  for (const [name, action] of Object.entries(actions)) {
    routes.post(
      `/v1/task/:id/${name}`,
      {
        config: { access: name === 'stop' ? stopping : operate, emergency: isDirect(name) },
        schema: { tags, params: idParams, response: done },
      },
      async (request) => {
        await action(byOf(request), request.params.id);
        return ok(request, null);
      },
    );
  }
  routes.post(
    '/v1/task/:id/volume',
    {
      config: { access: operate, emergency: true },
      schema: { tags, params: idParams, body: taskVolume, response: done },
    },
    async (request) => {
      await service.setVolume(byOf(request), request.params.id, request.body.volume);
      return ok(request, null);
    },
  );
  routes.put(
    '/v1/task/:id/files',
    {
      config: { access: operate },
      schema: { tags, params: idParams, body: taskFiles, response: done },
    },
    async (request) => {
      await service.setFiles(byOf(request), request.params.id, request.body.files);
      return ok(request, null);
    },
  );
}
