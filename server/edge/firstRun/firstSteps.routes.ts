import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { envelope } from '../../../contract/api/envelope.ts';
import { firstSteps } from '../../../contract/entities/site/firstSteps.ts';
import { ok } from '../../platform/http/envelope.ts';
import { isSecure } from '../../platform/httpsOnly/transport.ts';
import { type FirstStepsDeps, firstStepsOf } from './firstSteps.ts';

/** Route of the list of first steps, for administrators of the whole site. */
export function firstStepsRoutes(app: FastifyInstance, deps: FirstStepsDeps): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/v1/first_steps',
    {
      config: { access: 'edit_sys_config' },
      schema: { tags: ['system'], response: { 200: envelope(firstSteps) } },
    },
    async (request) => {
      // This server's own connection is encrypted with its own certificate.
      const isProxied = isSecure(request) && !('encrypted' in request.raw.socket);
      return ok(request, await firstStepsOf(deps, isProxied));
    },
  );
}
