import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError, errorCode } from '../../contract/errors.ts';
import { sendFailure } from './errors.ts';

const root = fileURLToPath(new URL('../../dist/web', import.meta.url));
/** Paths that are no page: a wrong one is an error in the API's own form. */
const notPages = /^\/(v1|docs|assets|healthz|readyz|metrics)(\/|$)/;

/** The built console, terminal page and help. The console's routes are its own: every other path gets its page. */
export async function staticPages(app: FastifyInstance): Promise<void> {
  const built = existsSync(root);
  if (built)
    await app.register(fastifyStatic, {
      root,
      index: false,
      wildcard: true,
      preCompressed: false,
      setHeaders(reply, path) {
        // Files under assets/ carry their hash in the name; pages must always be asked for again.
        const fixed = path.includes('/assets/');
        reply.header('cache-control', fixed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  if (built) {
    // A folder's own page: the static files serve none, and refuse a path that is a folder.
    app.get('/', (_request, reply) => reply.sendFile('index.html'));
    for (const page of ['terminal', 'help'])
      for (const path of [`/${page}`, `/${page}/`])
        app.get(path, (_request, reply) => reply.sendFile(`${page}/index.html`));
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (built && (request.method === 'GET' || request.method === 'HEAD') && !notPages.test(path))
      return reply.sendFile('index.html');
    return sendFailure(request, reply, new AppError(errorCode.notFound, 'common.routeNotFound'));
  });
}
