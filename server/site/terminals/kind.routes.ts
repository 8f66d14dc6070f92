import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { remoteRequest, remoteView } from '../../../contract/api/administration.ts';
import { type BatchResult, batchResult, envelope, idParams } from '../../../contract/api/envelope.ts';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { entityPermission, type PermissionKey } from '../../../contract/api/permissions.ts';
import { type DeviceBatch, deviceBatch } from '../../../contract/entities/terminals/device.ts';
import { terminalKinds } from '../../../contract/entities/terminals/kinds.ts';
import { terminalBatch } from '../../../contract/entities/terminals/terminalForms.ts';
import type { TerminalKind } from '../../../contract/entities/terminals/terminalKind.ts';
import type { Language } from '../../../contract/language.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import type { Config } from '../../platform/config/config.ts';
import { crudRoutes } from '../../platform/crud/crudRoutes.ts';
import { type Access, callerOf, may } from '../../platform/http/access.ts';
import { ok } from '../../platform/http/envelope.ts';
import { targetZone } from '../zones/targetZone.ts';
import type { Zones } from '../zones/zones.ts';
import type { TerminalService } from './terminal.service.ts';

/** Permission that each batch action needs: sound terminals have a separate permission to operate. */
function actionKeys(kind: TerminalKind): Record<DeviceBatch['action'], PermissionKey> {
  const operate = kind === 'device' ? 'operate_device' : entityPermission('edit', kind);
  return {
    volume: operate,
    restart: operate,
    identify: operate,
    set_server: operate,
    set_buffalo: operate,
    stop: 'operate_real_time_task',
    zone: entityPermission('edit', kind),
    delete: entityPermission('delete', kind),
  };
}

/** Ends broadcasts at these terminals, on behalf of a person; a result per terminal. */
export type StopAt = (
  by: { caller: Caller; ip: string },
  ids: readonly number[],
  lang: Language,
) => Promise<BatchResult>;

/**
 * Routes of adopted terminals of a kind: list, get, change, remove, and batch actions. Terminals are created
 * by adoption.
 */
export function kindRoutes(
  app: FastifyInstance,
  kind: TerminalKind,
  deps: { service: TerminalService; zones: Zones; stopAt: StopAt; config: Pick<Config, 'get'> },
): void {
  const { service, zones, stopAt, config } = deps;
  const keys = actionKeys(kind);
  const common = [keys.volume, keys.zone, keys.delete] as const;
  const access: Access = kind === 'device' ? [...common, keys.stop] : common;
  const body = kind === 'device' ? deviceBatch : terminalBatch;
  crudRoutes(app, terminalKinds[kind].entity, service.one, {
    present: service.present,
    fromSnapshot: true,
    // A caster is an account, created before its station connects; other kinds are created by adoption.
    without: kind === 'caster' ? ['batch'] : ['create', 'batch'],
  });

  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.post(
    `/v1/${kind}/:id/remote`,
    {
      config: { access: keys.restart },
      schema: {
        tags: [kind],
        params: idParams,
        body: remoteRequest,
        response: { 200: envelope(remoteView) },
      },
    },
    async (request) => {
      const { ip, params, body } = request;
      return ok(request, await service.ask(callerOf(request), ip, params.id, body.what));
    },
  );
  routes.post(
    `/v1/${kind}/batch`,
    {
      config: { access, emergency: true, takesRights: true },
      schema: { tags: [kind], body, response: { 200: envelope(batchResult) } },
    },
    async (request) => {
      const caller = callerOf(request);
      const { ip, lang } = request;
      const body = request.body as DeviceBatch;
      if (!may(caller, keys[body.action])) throw new AppError(errorCode.forbidden, 'auth.noPermission');
      const change = (values: Parameters<TerminalService['changeMany']>[3]) =>
        service.changeMany(caller, ip, body.ids, values, lang);
      switch (body.action) {
        case 'volume':
          return ok(request, await change({ ao_volume: body.ao_volume }));
        case 'zone':
          return ok(request, await change({ org: targetZone(zones, caller.scope, body.org) }));
        case 'set_server':
          return ok(
            request,
            await service.administer(caller, ip, body.ids, { type: 'server.set', server: body.server }, lang),
          );
        case 'set_buffalo': {
          const { on, host, port } = body;
          const setting = { type: 'buffalo.set' as const, on, host, port, force: config.get().force_buffalo };
          return ok(request, await service.administer(caller, ip, body.ids, setting, lang));
        }
        case 'stop':
          return ok(request, await stopAt({ caller, ip }, body.ids, lang));
        case 'delete':
          return ok(request, await change(null));
        default:
          return ok(request, await service.command(caller, ip, body.ids, body.action, lang));
      }
    },
  );
}
