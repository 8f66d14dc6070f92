import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { envelope } from '../../../contract/api/envelope.ts';
import { AppError, errorCode, type MessageKey } from '../../../contract/api/errors.ts';
import type { LiveRow, TopicName } from '../../../contract/api/live.ts';
import type { PermissionKey } from '../../../contract/api/permissions.ts';
import type { EntityContract } from '../../../contract/entities/entity.ts';
import { usedQuery, usedValue } from '../../../contract/entities/sound/library.ts';
import { usedDoc } from '../../platform/api/entityDocs.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import type { DbOrTx } from '../../platform/db/client.ts';
import { callerOf } from '../../platform/http/access.ts';
import { ok } from '../../platform/http/envelope.ts';
import type { LiveHub, Topic } from '../../platform/live/hub.ts';
import { inScope, type Org, type Scope } from '../../platform/live/scope.ts';

/**
 * User of an entry (a task, for example): its name, and the zones whose accounts see it (contract/api/live.ts
 * `LiveRow`).
 */
export interface User {
  name: string;
  org: Org;
}
/** Entry and one of its users, which would break without it. */
export type Use = { id: number; user: string; org: Org };
/** Finds the uses of entries: of all of them at once, so that each table is read only once. */
export type UsesOf = (db: DbOrTx, ids: readonly number[]) => Promise<Use[]>;

/**
 * Adds the zones of users from the live topic that holds their `row`. A user that is not there is visible
 * only to accounts of all zones.
 */
export const placed = <T extends { row: number }>(
  live: LiveHub,
  topic: TopicName,
  users: readonly T[],
): (Omit<T, 'row'> & { org: Org })[] =>
  users.map(({ row, ...user }) => {
    const found = live.topic(topic).get(row);
    return { ...user, org: found === undefined ? [] : found.org };
  });

/** Filters ids by visibility to a scope. */
export const seenOf = <L extends LiveRow>(
  topic: Pick<Topic<L>, 'get'>,
  scope: Scope,
  ids: readonly number[],
): number[] =>
  ids.filter((id) => {
    const row = topic.get(id);
    return row !== undefined && inScope(scope, row.org);
  });

/** Users of one entry. */
export const usersIn = (uses: readonly Use[], id: number): User[] =>
  uses.filter((use) => use.id === id).map(({ user: name, org }) => ({ name, org }));

/** Splits users into the names that a scope may see, and the number of the others. */
export function shownTo(scope: Scope, users: readonly User[]): { names: string[]; elsewhere: number } {
  const names = users.filter(({ org }) => inScope(scope, org)).map(({ name }) => name);
  return { names, elsewhere: users.length - names.length };
}

/** Maximum names in a refusal: a chime may be used by two thousand tasks. */
const NAMED = 10;

/**
 * Refuses to delete an entry that is in use.
 * @throws AppError 409 with the visible users' names; of the others it gives the number
 */
export function mustBeUnused(
  scope: Scope,
  name: string,
  users: readonly User[],
  key: Extract<MessageKey, 'common.inUse' | 'media.inUse'> = 'common.inUse',
): void {
  if (users.length === 0) return;
  const { names, elsewhere } = shownTo(scope, users);
  if (names.length === 0)
    throw new AppError(errorCode.conflict, 'common.inUseElsewhere', { name, count: elsewhere });
  const shown = names.slice(0, NAMED);
  const more = users.length > shown.length ? [`… +${users.length - shown.length}`] : [];
  throw new AppError(errorCode.conflict, key, { name, users: [...shown, ...more].join(', ') });
}

/**
 * `GET /v1/{path}/used?ids=1,2`: lists the users of each of these entries, to show them before a deletion.
 */
export function usedRoute(
  app: FastifyInstance,
  { path, noun }: Pick<EntityContract, 'path' | 'noun'>,
  access: PermissionKey,
  usesOf: (caller: Caller, ids: readonly number[]) => Promise<Use[]>,
): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    `/v1/${path}/used`,
    {
      config: { access },
      schema: {
        ...usedDoc(noun.one, noun.many),
        tags: [path],
        querystring: usedQuery,
        response: { 200: envelope(z.array(usedValue)) },
      },
    },
    async (request) => {
      const { ids } = request.query;
      const caller = callerOf(request);
      const uses = await usesOf(caller, ids);
      const value = ids.map((id) => {
        const { names, elsewhere } = shownTo(caller.scope, usersIn(uses, id));
        return { id, users: names, elsewhere };
      });
      return ok(request, value);
    },
  );
}
