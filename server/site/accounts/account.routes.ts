import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { batchResult, envelope, idParams, idSchema } from '../../../contract/api/envelope.ts';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { PermissionKey } from '../../../contract/api/permissions.ts';
import {
  type AccountBatch,
  accountBatch,
  accountEntity,
  passwordResetBody,
} from '../../../contract/entities/site/account.ts';
import { sessionRow } from '../../../contract/entities/site/session.ts';
import { maskedIdCard } from '../../../contract/rules/idCard.ts';
import { crudRoutes } from '../../platform/crud/crudRoutes.ts';
import { clientLeft, runBatch } from '../../platform/crud/runBatch.ts';
import { callerOf, may } from '../../platform/http/access.ts';
import { addressOf } from '../../platform/http/address.ts';
import { ok } from '../../platform/http/envelope.ts';
import { checkStill } from '../../platform/http/ticketCaller.ts';
import { type AccountDeps, createAccountService } from './account.service.ts';

/** Permission for each batch action. */
const actionKey: Record<AccountBatch['action'], PermissionKey> = {
  enable: 'edit_user',
  disable: 'edit_user',
  delete: 'delete_user',
};

/** Routes of accounts, their passwords and sessions. */
export function accountRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const service = createAccountService(deps);
  const tags = ['user'];
  crudRoutes(app, accountEntity, service, {
    without: ['batch'],
    present: (row) => ({ ...row, id_card_masked: maskedIdCard(row.id_card) }),
  });

  routes.post(
    '/v1/user/batch',
    {
      config: { access: ['edit_user', 'delete_user'] },
      schema: { tags, body: accountBatch, response: { 200: envelope(batchResult) } },
    },
    async (request) => {
      const caller = callerOf(request);
      const { ids, action } = request.body;
      if (!may(caller, actionKey[action])) throw new AppError(errorCode.forbidden, 'auth.noPermission');
      const ip = addressOf(request);
      const act = async (id: number) => {
        // A long batch stops for a caller who has lost the permission meanwhile.
        await checkStill(deps.callers, caller, actionKey[action]);
        if (action === 'delete') await service.remove(caller, ip, id);
        else await service.patch(caller, ip, id, { disabled: action === 'disable' });
      };
      return ok(
        request,
        await runBatch(ids, request.lang, act, {
          known: (all) => service.known(caller, all),
          isLeft: clientLeft(request),
        }),
      );
    },
  );
  routes.post(
    '/v1/user/:id/password',
    {
      config: { access: 'edit_user' },
      schema: { tags, params: idParams, body: passwordResetBody, response: { 200: envelope(z.null()) } },
    },
    async (request) => {
      await service.resetPassword(callerOf(request), addressOf(request), request.params.id, request.body);
      return ok(request, null);
    },
  );
  routes.get(
    '/v1/user/:id/session',
    {
      config: { access: 'list_session' },
      schema: { tags, params: idParams, response: { 200: envelope(z.array(sessionRow)) } },
    },
    async (request) => ok(request, await service.sessions(callerOf(request), request.params.id)),
  );
  routes.delete(
    '/v1/user/:id/session/:sid',
    {
      config: { access: 'delete_session' },
      schema: {
        tags,
        params: idParams.extend({ sid: idSchema.describe('Id of the session.') }),
        response: { 200: envelope(z.null()) },
      },
    },
    async (request) => {
      const { id, sid } = request.params;
      await service.endSession(callerOf(request), addressOf(request), id, sid);
      return ok(request, null);
    },
  );
}
