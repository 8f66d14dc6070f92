import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { envelope, idParams, keyPageOf } from '../../../contract/api/envelope.ts';
import { codeValues, upgradeAction } from '../../../contract/codes.ts';
import {
  upgradeAct,
  upgradeCheckBody,
  upgradeCheckValue,
  upgradeCreate,
  upgradeQuery,
  upgradeRow,
  upgradeTerminalsValue,
} from '../../../contract/entities/terminals/upgrade.ts';
import { callerOf } from '../../platform/http/access.ts';
import { addressOf } from '../../platform/http/address.ts';
import { ok } from '../../platform/http/envelope.ts';
import type { UpgradeService } from './upgrade.service.ts';

const tags = ['upgrade'];
const path = '/v1/upgrade';
const one = envelope(upgradeRow);

/**
 * Routes of upgrade batches: list, get, terminals, check, create, and the actions of contract/workflow.ts.
 */
export function upgradeRoutes(app: FastifyInstance, service: UpgradeService): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const access = 'list_upgrade';
  routes.get(
    path,
    {
      config: { access },
      schema: { tags, querystring: upgradeQuery, response: { 200: envelope(keyPageOf(upgradeRow)) } },
    },
    async (request) => ok(request, await service.list(callerOf(request), request.query)),
  );
  routes.get(
    `${path}/:id`,
    { config: { access }, schema: { tags, params: idParams, response: { 200: one } } },
    async (request) => ok(request, await service.get(callerOf(request), request.params.id)),
  );
  routes.get(
    `${path}/:id/terminals`,
    {
      config: { access },
      schema: { tags, params: idParams, response: { 200: envelope(upgradeTerminalsValue) } },
    },
    async (request) => ok(request, { rows: await service.terminals(callerOf(request), request.params.id) }),
  );
  routes.post(
    `${path}/check`,
    {
      config: { access: 'operate_upgrade' },
      schema: { tags, body: upgradeCheckBody, response: { 200: envelope(upgradeCheckValue) } },
    },
    async (request) => ok(request, service.check(callerOf(request), request.lang, request.body)),
  );
  routes.post(
    path,
    {
      config: { access: 'operate_upgrade' },
      schema: { tags, body: upgradeCreate, response: { 200: one } },
    },
    async (request) => ok(request, await service.create(callerOf(request), addressOf(request), request.body)),
  );
  for (const action of codeValues(upgradeAction))
    routes.post(
      `${path}/:id/${action}`,
      {
        config: { access: 'operate_upgrade' },
        schema: { tags, params: idParams, body: upgradeAct, response: { 200: one } },
      },
      async (request) => {
        const { params, body } = request;
        return ok(
          request,
          await service.act(callerOf(request), addressOf(request), {
            ...(body ?? { instead_of: [] }),
            id: params.id,
            action,
          }),
        );
      },
    );
}
