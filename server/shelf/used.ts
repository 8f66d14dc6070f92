import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { EntityContract } from '../../contract/entities/entity.ts';
import { usedQuery, usedValue } from '../../contract/entities/shelf.ts';
import { envelope } from '../../contract/envelope.ts';
import { AppError, errorCode, type MessageKey } from '../../contract/errors.ts';
import type { LiveRow, TopicName } from '../../contract/live.ts';
import type { PermissionKey } from '../../contract/permissions.ts';
import { usedDoc } from '../api/entityDocs.ts';
import type { Caller } from '../auth/callers.ts';
import type { DbOrTx } from '../db/client.ts';
import { callerOf } from '../http/access.ts';
import { ok } from '../http/envelope.ts';
import type { LiveHub, Topic } from '../live/hub.ts';
import { inScope, type Org, type Scope } from '../live/scope.ts';

/** What uses something: its name, and the zones whose people see it (contract/live.ts `LiveRow`). */
export interface User {
  name: string;
  org: Org;
}
/** A thing and what uses it, and would miss it. */
export type Use = { id: number; user: string; org: Org };
/** The uses of some things: asked for all of them at once, for each table is looked through only once then. */
export type UsesOf = (db: DbOrTx, ids: readonly number[]) => Promise<Use[]>;

/** Users whose zones a live topic has, by their `row` in it. One that is not there is seen by accounts of all zones. */
export const placed = <T extends { row: number }>(
  live: LiveHub,
  topic: TopicName,
  users: readonly T[],
): (Omit<T, 'row'> & { org: Org })[] =>
  users.map(({ row, ...user }) => {
    const found = live.topic(topic).get(row);
    return { ...user, org: found === undefined ? [] : found.org };
  });

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

/** What uses one thing. */
export const usersIn = (uses: readonly Use[], id: number): User[] =>
  uses.filter((use) => use.id === id).map(({ user: name, org }) => ({ name, org }));

/** The names that a scope may know, and how many there are beside them. */
export function shownTo(scope: Scope, users: readonly User[]): { names: string[]; elsewhere: number } {
  const names = users.filter(({ org }) => inScope(scope, org)).map(({ name }) => name);
  return { names, elsewhere: users.length - names.length };
}

/** So many are named in a refusal; a bell that rings in two thousand tasks would fill the screen. */
const NAMED = 10;

/** @throws AppError 409 that names what uses a thing, as far as the scope sees it; of the others it says the number */
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

/** `GET /v1/{path}/used?ids=1,2`: who uses each of these things, so that it is known before one is to be deleted. */
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
