import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { envelope } from '../../../../contract/api/envelope.ts';
import {
  backupName,
  backupOverview,
  backupSettingsPatch,
} from '../../../../contract/entities/site/backup.ts';
import { callerOf } from '../../../platform/http/access.ts';
import { addressOf } from '../../../platform/http/address.ts';
import { ok } from '../../../platform/http/envelope.ts';
import type { Backups } from './backups.ts';

const tags = ['backup'];
/** A backup holds the data of all zones, so it takes the permission for system settings. */
const config = { access: 'edit_sys_config' } as const;

/**
 * Routes of backups: settings, list, start, trial and deletion. Every one answers with the whole overview.
 */
export function backupRoutes(app: FastifyInstance, { backups }: { backups: Backups }): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const response = { 200: envelope(backupOverview) };
  const params = z.object({ name: backupName });
  routes.get('/v1/backup', { config, schema: { tags, response } }, async (request) =>
    ok(request, await backups.overview()),
  );
  routes.patch(
    '/v1/backup/settings',
    { config, schema: { tags, body: backupSettingsPatch, response } },
    async (request) => {
      await backups.set(callerOf(request), addressOf(request), request.body);
      return ok(request, await backups.overview());
    },
  );
  routes.post('/v1/backup', { config, schema: { tags, response } }, async (request) => {
    await backups.start(callerOf(request), addressOf(request));
    return ok(request, await backups.overview());
  });
  routes.post('/v1/backup/:name/trial', { config, schema: { tags, params, response } }, async (request) => {
    await backups.tryOut(callerOf(request), addressOf(request), request.params.name);
    return ok(request, await backups.overview());
  });
  routes.delete('/v1/backup/:name', { config, schema: { tags, params, response } }, async (request) => {
    await backups.remove(callerOf(request), addressOf(request), request.params.name);
    return ok(request, await backups.overview());
  });
}
