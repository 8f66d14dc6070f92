import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { BrandProfile } from '../../../brands/schema.ts';
import { envelope } from '../../../contract/api/envelope.ts';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { downloadList } from '../../../contract/entities/terminals/download.ts';
import own from '../../../package.json' with { type: 'json' };
import { attachment } from '../../platform/export/names.ts';
import { ok } from '../../platform/http/envelope.ts';
import { sendRange } from '../../platform/http/sendRange.ts';
import { createDownloads, typeOf } from './downloads.ts';

/** Folder in the data folder where an administrator puts the files (docs/operations.md). */
export const DOWNLOADS = 'downloads';
/** Requests per address and minute: enough for a person, or a program that fetches in ranges. */
const PER_MINUTE = 120;
/** The headless terminal, written by the build of the pages. */
const BUILT = fileURLToPath(new URL('../../../dist/terminal', import.meta.url));
const tags = ['download'];

/** Public routes of the download page's list and files, where the brand shows the page. */
export function downloadRoutes(
  app: FastifyInstance,
  deps: { brand: BrandProfile; env: { DATA_DIR: string } },
): void {
  const built = { folder: BUILT, version: own.version };
  const downloads = createDownloads(join(deps.env.DATA_DIR, DOWNLOADS), deps.brand, built);
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const config = { access: 'public', rateLimit: { max: PER_MINUTE, timeWindow: 60_000 } } as const;
  const gone = () => new AppError(errorCode.notFound, 'common.notFound');
  routes.get(
    '/v1/download',
    { config, schema: { tags, response: { 200: envelope(downloadList) } } },
    async (request) => {
      if (!deps.brand.downloadPage) throw gone();
      return ok(request, await downloads.list());
    },
  );
  routes.get(
    '/v1/download/:name',
    {
      config,
      schema: { tags, params: z.object({ name: z.string().max(200).describe('Name of the file.') }) },
    },
    async (request, reply) => {
      const { name } = request.params;
      const path = deps.brand.downloadPage ? await downloads.pathOf(name) : null;
      if (path === null) throw gone();
      reply.header('content-disposition', attachment(name));
      return sendRange(request, reply, path, typeOf(name)).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw gone();
        throw error;
      });
    },
  );
}
