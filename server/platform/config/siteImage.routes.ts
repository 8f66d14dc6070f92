import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { envelope } from '../../../contract/api/envelope.ts';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import {
  limitsOf,
  siteImageLimits,
  siteImageSlot,
  siteImageSlots,
  siteImages,
} from '../../../contract/entities/site/siteImage.ts';
import { callerOf } from '../http/access.ts';
import { addressOf } from '../http/address.ts';
import { ok } from '../http/envelope.ts';
import { multipartHead, oneFile } from '../http/upload/oneFile.ts';
import type { Site } from './site.ts';

const tags = ['system'];
/**
 * Routes of the site's pictures: public, as the login page shows them; set with the permission to edit the
 * configuration.
 */
export function siteImageRoutes(app: FastifyInstance, { site }: { site: Site }): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const params = z.object({
    slot: siteImageSlot.describe(
      'Place of the picture: `logo`, `login` (background of the login page), `shell` (background of the console), each also `_dark`: `logo_dark`, `login_dark`, `shell_dark`.',
    ),
  });
  const response = { 200: envelope(siteImages) };
  routes.put(
    '/v1/sys/image/:slot',
    {
      config: { access: 'edit_sys_config' },
      bodyLimit: siteImageLimits.background.bytes + multipartHead,
      schema: {
        tags,
        params,
        consumes: ['multipart/form-data'],
        body: z.unknown().describe('One part with a file name: the picture, a PNG.'),
        response,
      },
    },
    async (request) => {
      const { slot } = request.params;
      const file = await oneFile(request, limitsOf(slot).bytes, 'common.pngOnly');
      await site.images.put(callerOf(request), addressOf(request), slot, file);
      return ok(request, site.images.get());
    },
  );
  routes.delete(
    '/v1/sys/image/:slot',
    { config: { access: 'edit_sys_config' }, schema: { tags, params, response } },
    async (request) => {
      await site.images.clear(callerOf(request), addressOf(request), [request.params.slot]);
      return ok(request, site.images.get());
    },
  );
  routes.delete(
    '/v1/sys/image',
    { config: { access: 'edit_sys_config' }, schema: { tags, response } },
    async (request) => {
      await site.images.clear(callerOf(request), addressOf(request), siteImageSlots);
      return ok(request, site.images.get());
    },
  );
  routes.get(
    '/v1/site/image/:name',
    {
      config: { access: 'public', fromSnapshot: true },
      schema: {
        tags,
        params: z.object({
          name: z.string().max(100).describe('Name of the file, from the list of pictures.'),
        }),
      },
    },
    async (request, reply) => {
      const [, name] = /^([0-9a-f]{64})\.png$/.exec(request.params.name) ?? [];
      const path = name === undefined ? null : site.images.pathOf(name);
      const handle = path === null ? null : await open(path, 'r').catch(() => null);
      if (handle === null) throw new AppError(errorCode.notFound, 'common.notFound');
      const { size } = await handle.stat();
      return (
        reply
          .type('image/png')
          .header('content-length', size)
          // The name is the hash of the content, so it can be cached forever.
          .header('cache-control', 'public, max-age=31536000, immutable')
          .header('content-disposition', 'inline')
          .header('content-security-policy', "default-src 'none'; sandbox")
          .send(createReadStream('', { fd: handle }))
      );
    },
  );
}
