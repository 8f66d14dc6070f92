import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { envelope } from '../../../contract/api/envelope.ts';
import { searchAnswer, searchQuery } from '../../../contract/api/search.ts';
import { callerOf } from '../../platform/http/access.ts';
import { ok } from '../../platform/http/envelope.ts';
import { type SearchDeps, search } from './search.service.ts';

/** Route of the search over everything that has a name. */
export function searchRoutes(app: FastifyInstance, deps: SearchDeps): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/v1/search',
    {
      config: { access: 'session', fromSnapshot: true },
      schema: { tags: ['search'], querystring: searchQuery, response: { 200: envelope(searchAnswer) } },
    },
    async (request) => ok(request, await search(deps, callerOf(request), request.query)),
  );
}
