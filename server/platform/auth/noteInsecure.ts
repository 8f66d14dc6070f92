import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/client.ts';
import { isSecure } from '../httpsOnly/transport.ts';
import * as insecure from './insecureLogins.repository.ts';

const MAX_KNOWN = 10_000;

/**
 * Notes sessions that were opened by HTTPS and whose token is sent by plain HTTP now, where others can read it. Must
 * be called after `guardRoutes`.
 */
export function noteInsecureLogins(app: FastifyInstance, db: Db): void {
  const recorded = new Set<number>();
  app.addHook('preParsing', async (request) => {
    const { caller } = request;
    if (caller === null || !caller.secure || isSecure(request) || recorded.has(caller.sessionId)) return;
    if (recorded.size >= MAX_KNOWN) recorded.clear();
    recorded.add(caller.sessionId);
    // Not waited for: the database may be away. Then the next request notes it.
    insecure.note(db, caller.sessionId).then(
      (isStored) => isStored || recorded.delete(caller.sessionId),
      () => recorded.delete(caller.sessionId),
    );
  });
}
