import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { batchResult, envelope, idParams, pageOf } from '../../../../contract/api/envelope.ts';
import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import {
  copyBody,
  planBatch,
  planForm,
  planPatch,
  planQuery,
  planRow,
  planSortable,
} from '../../../../contract/entities/tasks/plan.ts';
import {
  exportedPlans,
  maxPlanFileMb,
  planExportQuery,
  planFile,
  planImportQuery,
  planImportReport,
} from '../../../../contract/entities/tasks/planFile.ts';
import { pageOfRows } from '../../../platform/crud/lists.ts';
import { clientLeft, runBatch } from '../../../platform/crud/runBatch.ts';
import { may } from '../../../platform/http/access.ts';
import { ok } from '../../../platform/http/envelope.ts';
import { byOf } from '../tasks/task.routes.ts';
import type { PlanService } from './plan.service.ts';
import type { PlanFiles } from './planFile.ts';

const tags = ['plan'];
const row = { 200: envelope(planRow) };
const none = { 200: envelope(z.null()) };

/** Routes of plans (contract/entities/tasks/plan.ts). */
export function planRoutes(app: FastifyInstance, plans: PlanService, files: PlanFiles): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.get(
    '/v1/plan',
    {
      config: { access: 'list_plan' },
      schema: { tags, querystring: planQuery, response: { 200: envelope(pageOf(planRow)) } },
    },
    async (request) => {
      const { validity, enabled, ...page } = request.query;
      const rows = plans
        .list(byOf(request))
        .filter((plan) => validity === undefined || plan.validity === validity)
        .filter((plan) => enabled === undefined || plan.enabled === enabled);
      return ok(request, pageOfRows(rows, page, planSortable, 'start_date'));
    },
  );
  routes.post(
    '/v1/plan',
    { config: { access: 'create_plan' }, schema: { tags, body: planForm, response: row } },
    async (request) => ok(request, await plans.create(byOf(request), request.body)),
  );
  routes.post(
    '/v1/plan/batch',
    {
      config: { access: ['delete_plan', 'operate_plan'] },
      schema: { tags, body: planBatch, response: { 200: envelope(batchResult) } },
    },
    async (request) => {
      const by = byOf(request);
      const { ids, action } = request.body;
      const left = { isLeft: clientLeft(request) };
      if (!may(by.caller, action === 'delete' ? 'delete_plan' : 'operate_plan'))
        throw new AppError(errorCode.forbidden, 'auth.noPermission');
      // Deletions run one by one: a plan may be referred to by the next one, and each must see the result of
      // the one before.
      if (action === 'delete')
        return ok(request, await runBatch(ids, request.lang, (id) => plans.remove(by, id), left));
      const later = plans.readLater();
      const one = (id: number) => plans.enable(by, id, action === 'enable', later.read);
      const results = await runBatch(ids, request.lang, one, left);
      await later.all();
      return ok(request, results);
    },
  );
  routes.get(
    '/v1/plan/export',
    {
      config: { access: 'list_plan' },
      schema: { tags, querystring: planExportQuery, response: { 200: envelope(exportedPlans) } },
    },
    async (request) => {
      const by = byOf(request);
      if (!may(by.caller, 'list_task')) throw new AppError(errorCode.forbidden, 'auth.noPermission');
      const ids = request.query.ids?.split(',').map(Number) ?? null;
      return ok(request, await files.out(by, ids));
    },
  );
  routes.post(
    '/v1/plan/import',
    {
      config: { access: 'create_plan' },
      bodyLimit: maxPlanFileMb * 1_000_000,
      schema: {
        tags,
        querystring: planImportQuery,
        body: planFile,
        response: { 200: envelope(planImportReport) },
      },
    },
    async (request) => {
      const by = byOf(request);
      if (!may(by.caller, 'create_task')) throw new AppError(errorCode.forbidden, 'auth.noPermission');
      return ok(request, await files.take(by, request.lang, request.body, request.query.dry_run));
    },
  );
  routes.get(
    '/v1/plan/:id',
    { config: { access: 'list_plan' }, schema: { tags, params: idParams, response: row } },
    async (request) => ok(request, plans.get(byOf(request), request.params.id)),
  );
  routes.patch(
    '/v1/plan/:id',
    { config: { access: 'edit_plan' }, schema: { tags, params: idParams, body: planPatch, response: row } },
    async (request) => ok(request, await plans.patch(byOf(request), request.params.id, request.body)),
  );
  routes.delete(
    '/v1/plan/:id',
    { config: { access: 'delete_plan' }, schema: { tags, params: idParams, response: none } },
    async (request) => {
      await plans.remove(byOf(request), request.params.id);
      return ok(request, null);
    },
  );
  routes.post(
    '/v1/plan/:id/copy',
    { config: { access: 'create_plan' }, schema: { tags, params: idParams, body: copyBody, response: row } },
    async (request) => {
      const by = byOf(request);
      if (!may(by.caller, 'create_task')) throw new AppError(errorCode.forbidden, 'auth.noPermission');
      return ok(request, await plans.copy(by, request.params.id, request.body.name));
    },
  );
  for (const action of ['enable', 'disable'] as const) {
    routes.post(
      `/v1/plan/:id/${action}`,
      { config: { access: 'operate_plan' }, schema: { tags, params: idParams, response: none } },
      async (request) => {
        await plans.enable(byOf(request), request.params.id, action === 'enable');
        return ok(request, null);
      },
    );
  }
}
