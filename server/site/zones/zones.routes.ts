import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { batchResult, envelope } from '../../../contract/api/envelope.ts';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { partitionBatch, partitionEntity } from '../../../contract/entities/site/partition.ts';
import { crudRoutes } from '../../platform/crud/crudRoutes.ts';
import { clientLeft } from '../../platform/crud/runBatch.ts';
import { callerOf, may } from '../../platform/http/access.ts';
import { addressOf } from '../../platform/http/address.ts';
import { ok } from '../../platform/http/envelope.ts';
import { usedRoute } from '../uses/used.ts';
import { createZoneService, type ZoneDeps } from './zones.service.ts';

/** Routes of the zone tree. */
export function zoneRoutes(app: FastifyInstance, deps: ZoneDeps): void {
  const service = createZoneService(deps);
  crudRoutes(app, partitionEntity, service, {
    present: (row) => ({ ...row, has_password: row.password_hash !== null }),
    without: ['batch'],
    fromSnapshot: true,
  });
  usedRoute(app, partitionEntity, 'delete_partition', (_, ids) =>
    deps.uses.find(deps.db, 'target_zone', ids),
  );
  app.withTypeProvider<ZodTypeProvider>().post(
    '/v1/partition/batch',
    {
      config: { access: ['edit_partition', 'delete_partition'] },
      schema: { tags: ['partition'], body: partitionBatch, response: { 200: envelope(batchResult) } },
    },
    async (request) => {
      const { body, lang } = request;
      const caller = callerOf(request);
      if (!may(caller, body.action === 'move' ? 'edit_partition' : 'delete_partition'))
        throw new AppError(errorCode.forbidden, 'auth.noPermission');
      return ok(request, await service.batch(caller, addressOf(request), lang, body, clientLeft(request)));
    },
  );
}
