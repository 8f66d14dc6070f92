import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { envelope, idParams } from '../../../../contract/api/envelope.ts';
import type { Caller } from '../../../platform/auth/callers.ts';
import { callerOf } from '../../../platform/http/access.ts';
import { addressOf } from '../../../platform/http/address.ts';
import { ok } from '../../../platform/http/envelope.ts';

/** Route that takes over changed library media into a linkage task. */
export function adoptRoutes(
  app: FastifyInstance,
  adopt: (caller: Caller, ip: string, id: number) => Promise<void>,
): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/v1/linkage_task/:id/adopt',
    {
      config: { access: 'edit_linkage_task' },
      schema: { tags: ['linkage_task'], params: idParams, response: { 200: envelope(z.null()) } },
    },
    async (request) => {
      await adopt(callerOf(request), addressOf(request), request.params.id);
      return ok(request, null);
    },
  );
}
