import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { envelope } from '../../../contract/api/envelope.ts';
import { versionInfo } from '../../../contract/entities/site/version.ts';
import type { Db } from '../db/client.ts';
import { ok } from '../http/envelope.ts';
import { createVersions } from './version.ts';

/** Route of the versions of the running programs, for the version screen. */
export function versionRoutes(
  app: FastifyInstance,
  deps: { db: Db; env: { DATABASE_URL?: string | undefined } },
): void {
  const read = createVersions(deps);
  app.withTypeProvider<ZodTypeProvider>().get(
    '/v1/version',
    {
      config: { access: 'menu_version_info', fromSnapshot: true },
      schema: { tags: ['system'], response: { 200: envelope(versionInfo) } },
    },
    async (request) => ok(request, await read()),
  );
}
