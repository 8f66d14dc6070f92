import type { FastifyInstance } from 'fastify';
import { withheldFields } from '../../../contract/api/permissions.ts';
import type { Caller } from '../auth/callers.ts';
import { withhold } from '../live/withhold.ts';
import { isKeyed } from './access.ts';

/** Removes fields that a caller may not see, for data outside JSON responses: exports, the live socket. */
export function visibleTo(caller: Pick<Caller, 'permissions'>): <T>(value: T) => T {
  const fields = new Set(withheldFields(caller.permissions));
  return fields.size === 0 ? (value) => value : (value) => withhold(value, fields);
}

/** Applies field permissions to every JSON response, as declared in contract/api/permissions.ts. */
export function guardFields(app: FastifyInstance): void {
  app.addHook('preSerialization', async (request, _reply, payload) => {
    const { caller } = request;
    // A route with access `session` returns the caller's own data.
    if (caller === null || !isKeyed(request.routeOptions.config.access ?? 'public')) return payload;
    return visibleTo(caller)(payload);
  });
}
