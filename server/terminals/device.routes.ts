import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { type DeviceBatch, deviceBatch, deviceEntity } from '../../contract/entities/device.ts';
import { batchResult, envelope } from '../../contract/envelope.ts';
import { AppError, errorCode } from '../../contract/errors.ts';
import type { PermissionKey } from '../../contract/permissions.ts';
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
  zone: 'edit_device',
  delete: 'delete_device',
};

/** Adopted terminals: list, one, change, remove, and actions on many. They are made by adoption. */
export function deviceRoutes(app: FastifyInstance, deps: { service: DeviceService; zones: Zones }): void {
  const { service, zones } = deps;
  crudRoutes(app, deviceEntity, service.one, { without: ['create', 'batch'] });

  app.withTypeProvider<ZodTypeProvider>().post(
    '/v1/device/batch',
    {
      config: { access: ['operate_device', 'edit_device', 'delete_device'] },
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
        case 'delete':
          return ok(request, await change(null));
        default:
          return ok(request, await service.command(caller, ip, body.ids, body.action, lang));
      }
    },
  );
}
