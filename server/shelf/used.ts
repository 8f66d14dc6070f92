import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { usedQuery, usedValue } from '../../contract/entities/shelf.ts';
import { envelope } from '../../contract/envelope.ts';
import { AppError, errorCode, type MessageKey } from '../../contract/errors.ts';
import type { PermissionKey } from '../../contract/permissions.ts';
import type { DbOrTx } from '../db/client.ts';
import { ok } from '../http/envelope.ts';

/** Names of what uses a thing, and would miss it. */
export type UsersOf = (db: DbOrTx, id: number) => Promise<string[]>;

/** So many are named in a refusal; a bell that rings in two thousand tasks would fill the screen. */
const NAMED = 10;

/** @throws AppError 409 that names what uses a thing */
export function mustBeUnused(
  name: string,
  users: readonly string[],
  key: Extract<MessageKey, 'common.inUse' | 'media.inUse'> = 'common.inUse',
): void {
  if (users.length === 0) return;
  const more = users.length > NAMED ? [`… +${users.length - NAMED}`] : [];
  throw new AppError(errorCode.conflict, key, {
    name,
    users: [...users.slice(0, NAMED), ...more].join(', '),
  });
}

/** `GET /v1/{path}/used?ids=1,2`: who uses each of these things, so that it is known before one is to be deleted. */
export function usedRoute(
  app: FastifyInstance,
  path: string,
  access: PermissionKey,
  users: (id: number) => Promise<string[]>,
): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    `/v1/${path}/used`,
    {
      config: { access },
      schema: {
        tags: [path],
        querystring: usedQuery,
        response: { 200: envelope(z.array(usedValue)) },
      },
    },
    async (request) => {
      const found: z.output<typeof usedValue>[] = [];
      for (const id of request.query.ids) found.push({ id, users: await users(id) });
      return ok(request, found);
    },
  );
}
