import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { envelope, idParams } from '../../../contract/api/envelope.ts';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { entityPermission } from '../../../contract/api/permissions.ts';
import {
  historyQuery,
  MAX_HISTORY_RECORDS,
  serverLoad,
  taskHistory,
  taskLevels,
  terminalHistory,
  zoneHistory,
  zoneHistoryQuery,
} from '../../../contract/entities/site/history.ts';
import { terminalKindNames } from '../../../contract/entities/terminals/terminalKind.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import type { Db } from '../../platform/db/client.ts';
import { type Access, callerOf } from '../../platform/http/access.ts';
import { ok } from '../../platform/http/envelope.ts';
import { inScope } from '../../platform/live/scope.ts';
import { oneByOne } from '../../platform/process/inParts.ts';
import type { Directory } from '../terminals/directory.ts';
import type { Zones } from '../zones/zones.ts';
import * as repository from './history.repository.ts';
import {
  lastDay,
  loadOf,
  type Span,
  slotsOf,
  spanOf,
  sumsHistoryOf,
  terminalHistoryOf,
} from './history.views.ts';
import { type Subject, subjects } from './packing.ts';
import type { RecentLevels } from './recentLevels.ts';

export interface HistoryRoutesDeps {
  db: Db;
  zones: Pick<Zones, 'get'>;
  directory: Pick<Directory, 'byId'>;
  levels: RecentLevels;
  /** Wall time, ms. */
  now(): number;
  /** Tells if all terminals of a broadcast lie in the caller's zones. @throws AppError 404 */
  isWhole(caller: Caller, task: number): Promise<boolean>;
}

const seeTasks: Access = ['menu_real_time_task', 'list_task'];

/** Routes of the history of terminals, zones, broadcasts and the server. */
export function historyRoutes(app: FastifyInstance, deps: HistoryRoutesDeps): void {
  const { db, zones, directory, levels } = deps;
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const nowS = () => Math.floor(deps.now() / 1000);
  const read = (subject: Subject, ids: readonly number[], span: Span) =>
    repository.read(db, span.length, subject, ids, ...slotsOf(span));

  for (const kind of terminalKindNames)
    routes.get(
      `/v1/${kind}/:id/history`,
      {
        config: { access: entityPermission('list', kind) },
        schema: { tags: [kind], params: idParams, response: { 200: envelope(terminalHistory) } },
      },
      async (request) => {
        const { id } = request.params;
        const known = directory.byId(id);
        if (known?.kind !== kind || !inScope(callerOf(request).scope, known.org))
          throw new AppError(errorCode.notFound, 'common.notFound');
        const span = lastDay(nowS());
        const records = await read(subjects.terminal, [id], span);
        return ok(request, terminalHistoryOf(records.get(id) ?? [], span));
      },
    );
  routes.get(
    '/v1/partition/history',
    {
      config: { access: 'list_partition' },
      schema: {
        tags: ['partition'],
        querystring: zoneHistoryQuery,
        response: { 200: envelope(zoneHistory) },
      },
    },
    async (request) => {
      const { scope } = callerOf(request);
      const ids = request.query.ids.filter((id) => zones.get(id) !== undefined && inScope(scope, id));
      const span = spanOf(request.query, nowS());
      if ((ids.length * span.count * span.stepS) / span.length > MAX_HISTORY_RECORDS)
        throw new AppError(errorCode.badRequest, 'common.invalidRequest');
      const records = await read(subjects.zone, ids, span);
      const found = [];
      for await (const id of oneByOne(ids)) found.push(sumsHistoryOf(id, records.get(id) ?? [], span));
      return ok(request, { from: span.from, step_s: span.stepS, zones: found });
    },
  );
  routes.get(
    '/v1/task/:id/history',
    {
      config: { access: seeTasks },
      schema: {
        tags: ['task'],
        params: idParams,
        querystring: historyQuery,
        response: { 200: envelope(taskHistory) },
      },
    },
    async (request) => {
      const { id } = request.params;
      if (!(await deps.isWhole(callerOf(request), id)))
        throw new AppError(errorCode.forbidden, 'auth.outsideZone');
      const span = spanOf(request.query, nowS());
      const records = await read(subjects.broadcast, [id], span);
      const history = sumsHistoryOf(id, records.get(id) ?? [], span);
      return ok(request, { from: span.from, step_s: span.stepS, ...history });
    },
  );
  routes.get(
    '/v1/task/level',
    {
      config: { access: seeTasks, fromSnapshot: true },
      schema: { tags: ['task'], response: { 200: envelope(z.array(taskLevels)) } },
    },
    async (request) => ok(request, levels.view(callerOf(request).scope)),
  );
  routes.get(
    '/v1/load',
    {
      config: { access: 'menu_version_info' },
      schema: { tags: ['system'], response: { 200: envelope(serverLoad) } },
    },
    async (request) => {
      const span = lastDay(nowS());
      return ok(request, loadOf((await read(subjects.server, [0], span)).get(0) ?? [], span));
    },
  );
}
