import type { FastifyInstance } from 'fastify';
import { withheldFields } from '../../contract/permissions.ts';
import type { Caller } from '../auth/callers.ts';
import { withhold } from '../live/withhold.ts';
import { isKeyed } from './access.ts';

/** What a caller sees of rows that do not go through an answer's JSON: exports, the live socket. */
export function visibleTo(caller: Pick<Caller, 'permissions'>): <T>(value: T) => T {
  const fields = new Set(withheldFields(caller.permissions));
  return fields.size === 0 ? (value) => value : (value) => withhold(value, fields);
}

/** Field-level rights of every JSON answer (design 9), by the one declaration in contract/permissions.ts. */
export function guardFields(app: FastifyInstance): void {
  app.addHook('preSerialization', async (request, _reply, payload) => {
    const { caller } = request;
    // A route that asks for a login alone gives what is one's own.
    if (caller === null || !isKeyed(request.routeOptions.config.access ?? 'public')) return payload;
    return visibleTo(caller)(payload);
  });
}
