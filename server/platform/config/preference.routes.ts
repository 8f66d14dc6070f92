import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { envelope } from '../../../contract/api/envelope.ts';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { Db } from '../db/client.ts';
import { callerOf } from '../http/access.ts';
import { ok } from '../http/envelope.ts';
import * as repository from './preference.repository.ts';

const params = z.object({
  key: z
    .string()
    .regex(/^[a-z0-9_.-]{1,80}$/i)
    .describe('Key: up to 80 letters, digits, _ . and -.'),
});
/** Maximum size of a value, such as a column layout. */
const MAX_BYTES = 32_768;

/** Routes of an account's preferences (column layouts), by key. */
export function preferenceRoutes(app: FastifyInstance, deps: { db: Db }): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.get(
    '/v1/preference/:key',
    {
      config: { access: 'session', fromSnapshot: true },
      schema: { tags: ['preference'], params, response: { 200: envelope(z.unknown()) } },
    },
    async (request) =>
      ok(request, await repository.get(deps.db, callerOf(request).accountId, request.params.key)),
  );
  routes.put(
    '/v1/preference/:key',
    {
      config: { access: 'session' },
      schema: {
        tags: ['preference'],
        params,
        body: z.object({ value: z.unknown().describe('Any JSON, at most 32 KiB.') }),
        response: { 200: envelope(z.null()) },
      },
    },
    async (request) => {
      const value = request.body.value ?? null;
      if (JSON.stringify(value).length > MAX_BYTES)
        throw new AppError(errorCode.tooLarge, 'common.tooLarge', { limit: '32 KiB' });
      await repository.put(deps.db, callerOf(request).accountId, request.params.key, value);
      return ok(request, null);
    },
  );
}
