import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { BrandProfile } from '../../../brands/schema.ts';
import { appIcons, appManifest, appNames } from '../../../contract/apps.ts';
import { toLanguage } from '../../../contract/language.ts';
import { manifestOf } from './manifest.ts';

const brands = fileURLToPath(new URL('../../../brands', import.meta.url));
const files = appIcons.map(({ file }) => file);
const tags = ['app'];

/** Public routes of the installable client programs: their manifests in the name of the brand, and its icons. */
export function appRoutes(app: FastifyInstance, { brand }: { brand: BrandProfile }): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const config = { access: 'public', fromSnapshot: true } as const;
  routes.get(
    '/v1/app/:app/manifest',
    {
      config,
      schema: {
        tags,
        params: z.object({ app: z.enum(appNames).describe('Client program: `console` or `station`.') }),
        querystring: z.object({
          lang: z.string().max(10).optional().describe('Language of the names: `cn`, `en` or `kr`.'),
        }),
        // A browser reads the manifest itself: it has no envelope.
        response: { 200: appManifest },
      },
    },
    async (request, reply) => {
      reply.type('application/manifest+json');
      return manifestOf(request.params.app, brand, toLanguage(request.query.lang));
    },
  );
  routes.get(
    '/v1/app/icon/:file',
    {
      config,
      schema: {
        tags,
        params: z.object({
          file: z
            .enum(files)
            .describe(
              '`icon-192.png` and `icon-512.png`: shown as they are; `maskable-512.png`: may be cut to any shape; `touch-180.png`: of a home screen.',
            ),
        }),
      },
    },
    async (request, reply) => {
      // The same for everybody; another brand is another start of the server.
      reply.header('cache-control', 'public, max-age=3600');
      return reply.type('image/png').send(createReadStream(join(brands, brand.id, request.params.file)));
    },
  );
}
