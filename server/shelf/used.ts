import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { usedQuery, usedValue } from '../../contract/entities/shelf.ts';
import { envelope } from '../../contract/envelope.ts';
import { AppError, errorCode, type MessageKey } from '../../contract/errors.ts';
import type { LiveRow } from '../../contract/live.ts';
import type { PermissionKey } from '../../contract/permissions.ts';
import type { Caller } from '../auth/callers.ts';
import type { DbOrTx } from '../db/client.ts';
import { callerOf } from '../http/access.ts';
import { ok } from '../http/envelope.ts';
import type { Topic } from '../live/hub.ts';
import { inScope, type Scope } from '../live/scope.ts';

/** A thing and the name of what uses it, and would miss it. */
export type Use = { id: number; user: string };
/** The uses of some things: asked for all of them at once, for each table is looked through only once then. */
export type UsesOf = (db: DbOrTx, ids: readonly number[]) => Promise<Use[]>;

/** Of these things, those that a scope sees. */
export const seenOf = <L extends LiveRow>(
  topic: Pick<Topic<L>, 'get'>,
  scope: Scope,
  ids: readonly number[],
): number[] =>
  ids.filter((id) => {
    const row = topic.get(id);
    return row !== undefined && inScope(scope, row.org);
  });

/** Names of what uses one thing. */
export const usersIn = (uses: readonly Use[], id: number): string[] =>
  uses.filter((use) => use.id === id).map(({ user }) => user);

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
  usesOf: (caller: Caller, ids: readonly number[]) => Promise<Use[]>,
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
      const { ids } = request.query;
      const uses = await usesOf(callerOf(request), ids);
      return ok(
        request,
        ids.map((id) => ({ id, users: usersIn(uses, id) })),
      );
    },
  );
}
