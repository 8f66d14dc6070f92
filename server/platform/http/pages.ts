import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { sendFailure } from './errors.ts';

const root = fileURLToPath(new URL('../../../dist/web', import.meta.url));
/** Paths that are no pages: a wrong one gets an API error. */
const notPages = /^\/(v1|docs|assets|healthz|readyz|metrics)(\/|$)/;

/**
 * Serves the built console, terminal page and help. The console does its own routing: every other path gets
 * its page.
 */
export async function staticPages(app: FastifyInstance): Promise<void> {
  const built = existsSync(root);
  if (built)
    await app.register(fastifyStatic, {
      root,
      // A folder answers with its own page, with or without a trailing slash; `false` would refuse a path
      // with a slash.
      index: ['index.html'],
      wildcard: true,
      // Compressed at build time: a console on a slow link loads a quarter.
      preCompressed: true,
      setHeaders(reply, path) {
        // Files under assets/ have a content hash in their name; pages must be revalidated.
        const fixed = path.includes('/assets/');
        reply.header('cache-control', fixed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (built && (request.method === 'GET' || request.method === 'HEAD') && !notPages.test(path))
      return reply.sendFile('index.html');
    return sendFailure(request, reply, new AppError(errorCode.notFound, 'common.routeNotFound'));
  });
}
