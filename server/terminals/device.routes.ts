import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { type DeviceBatch, deviceBatch, deviceEntity } from '../../contract/entities/device.ts';
import { type BatchResult, batchResult, envelope } from '../../contract/envelope.ts';
import { AppError, errorCode } from '../../contract/errors.ts';
import type { Language } from '../../contract/language.ts';
import type { PermissionKey } from '../../contract/permissions.ts';
import type { Caller } from '../auth/callers.ts';
import { crudRoutes } from '../crud.ts';
import { callerOf, may } from '../http/access.ts';
import { ok } from '../http/envelope.ts';
import type { Zones } from '../zones/zones.ts';
import type { DeviceService } from './device.service.ts';
import { targetZone } from './zoneOf.ts';

/** The right that each batch action needs. */
const actionKey: Record<DeviceBatch['action'], PermissionKey> = {
  volume: 'operate_device',
  restart: 'operate_device',
  identify: 'operate_device',
  stop: 'operate_real_time_task',
  zone: 'edit_device',
  delete: 'delete_device',
};

/** Takes terminals out of what plays at them, by a person: a result per terminal. */
export type StopAt = (
  by: { caller: Caller; ip: string },
  ids: readonly number[],
  lang: Language,
) => Promise<BatchResult>;

/** Adopted terminals: list, one, change, remove, and actions on many. They are made by adoption. */
export function deviceRoutes(
  app: FastifyInstance,
  deps: { service: DeviceService; zones: Zones; stopAt: StopAt },
): void {
  const { service, zones, stopAt } = deps;
  crudRoutes(app, deviceEntity, service.one, { without: ['create', 'batch'] });

  app.withTypeProvider<ZodTypeProvider>().post(
    '/v1/device/batch',
    {
      config: { access: ['operate_device', 'edit_device', 'delete_device', 'operate_real_time_task'] },
      schema: { tags: ['device'], body: deviceBatch, response: { 200: envelope(batchResult) } },
    },
    async (request) => {
      const caller = callerOf(request);
      const { body, ip, lang } = request;
      if (!may(caller, actionKey[body.action])) throw new AppError(errorCode.forbidden, 'auth.noPermission');
      const change = (values: Parameters<DeviceService['changeMany']>[3]) =>
        service.changeMany(caller, ip, body.ids, values, lang);
      switch (body.action) {
        case 'volume':
          return ok(request, await change({ ao_volume: body.ao_volume }));
        case 'zone':
          return ok(request, await change({ org: targetZone(zones, caller.scope, body.org) }));
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
