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
  const noted = new Set<number>();
  app.addHook('preParsing', async (request) => {
    const { caller } = request;
    if (caller === null || !caller.secure || isSecure(request) || noted.has(caller.sessionId)) return;
    if (noted.size >= MAX_KNOWN) noted.clear();
    noted.add(caller.sessionId);
    // Not waited for: the database may be away. Then the next request notes it.
    insecure.note(db, caller.sessionId).then(
      (isStored) => isStored || noted.delete(caller.sessionId),
      () => noted.delete(caller.sessionId),
    );
  });
}
