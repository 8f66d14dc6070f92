import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { envelope } from '../../../contract/api/envelope.ts';
import { nodesOverview } from '../../../contract/entities/site/nodes/systemNode.ts';
import { callerOf } from '../../platform/http/access.ts';
import { addressOf } from '../../platform/http/address.ts';
import { ok } from '../../platform/http/envelope.ts';
import type { Nodes } from './nodes.ts';

const schema = { tags: ['nodes'], response: { 200: envelope(nodesOverview) } };
const config = { access: 'edit_sys_config' } as const;

/** Routes of the servers on one database. */
export function nodesRoutes(app: FastifyInstance, { nodes }: { nodes: Nodes }): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.get('/v1/nodes', { config, schema }, async (request) => ok(request, nodes.overview()));
  routes.delete('/v1/nodes/lost', { config, schema }, async (request) => {
    await nodes.forget(callerOf(request), addressOf(request));
    return ok(request, nodes.overview());
  });
}
