import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, onRequestAsyncHookHandler, onRequestHookHandler } from 'fastify';
import type { ApiDocument } from './document.ts';

interface Made {
  plain: Buffer;
  packed: Buffer;
  etag: string;
}

/**
 * Route `GET /v1/openapi.json`: the OpenAPI document, made at the first request and cached; gzip if accepted,
 * and 304 for a matching ETag.
 */
export function documentRoutes(
  app: FastifyInstance,
  document: Pick<ApiDocument, 'prepare'>,
  onRequest: onRequestHookHandler | onRequestAsyncHookHandler,
): void {
  let made: Promise<Made> | undefined;
  async function make(): Promise<Made> {
    await document.prepare();
    const plain = Buffer.from(JSON.stringify(app.swagger()));
    const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
    return { plain, packed: await promisify(gzip)(plain), etag };
  }
  app.get(
    '/v1/openapi.json',
    { onRequest, config: { access: 'public' }, schema: { hide: true } },
    async (request, reply) => {
      made ??= make();
      const { plain, packed, etag } = await made;
      reply.header('etag', etag).header('vary', 'accept-encoding').header('cache-control', 'no-cache');
      if (request.headers['if-none-match'] === etag) return reply.status(304).send();
      reply.type('application/json; charset=utf-8');
      if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(plain);
      return reply.header('content-encoding', 'gzip').send(packed);
    },
  );
}
