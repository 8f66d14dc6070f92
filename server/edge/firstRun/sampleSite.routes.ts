import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { envelope } from '../../../contract/api/envelope.ts';
import { sampleRemoval, sampleSite } from '../../../contract/entities/site/sampleSite.ts';
import { callerOf } from '../../platform/http/access.ts';
import { addressOf } from '../../platform/http/address.ts';
import { ok } from '../../platform/http/envelope.ts';
import type { SampleBy, SampleDeps } from './sampleDeps.ts';
import { createSampleSite } from './sampleSite.ts';

const tags = ['system'];
/** The permission for system settings, which only accounts of the whole site have in effect. */
const config = { access: 'edit_sys_config' } as const;

const byOf = (request: FastifyRequest): SampleBy => ({ caller: callerOf(request), ip: addressOf(request) });

/** Routes of the sample site: what is left of it, filling an empty site, and removing it. */
export function sampleSiteRoutes(app: FastifyInstance, deps: SampleDeps): void {
  const sample = createSampleSite(deps);
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const response = { 200: envelope(sampleSite) };
  routes.get('/v1/sample_site', { config, schema: { tags, response } }, async (request) =>
    ok(request, await sample.overview(byOf(request))),
  );
  routes.post('/v1/sample_site', { config, schema: { tags, response } }, async (request) => {
    await sample.fill(byOf(request), request.lang);
    return ok(request, await sample.overview(byOf(request)));
  });
  routes.delete(
    '/v1/sample_site',
    { config, schema: { tags, response: { 200: envelope(sampleRemoval) } } },
    async (request) => ok(request, await sample.remove(byOf(request), request.lang)),
  );
}
