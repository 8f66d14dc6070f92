import type { FastifyInstance } from 'fastify';
import { AppError, errorBody, errorCode } from '../../contract/errors.ts';
import type { SnapshotKeeper } from '../db/standIn/keeper.ts';
import { worksFromSnapshot } from './refuseWhileAway.ts';

/** Gives rights and takes none. */
const LOGIN = '/v1/login';

/**
 * Answers who has changed rights, accounts, logins or terminals once the snapshot has it too: a server that starts without
 * its database must not grant what was withdrawn.
 */
export function answerWhenKept(
  app: FastifyInstance,
  snapshot: Pick<SnapshotKeeper, 'isBehind' | 'settled'> | null,
): void {
  if (snapshot === null) return;
  // As the answer goes out, whoever has made its text.
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.method === 'GET' || request.url === LOGIN || !snapshot.isBehind()) return payload;
    // An emergency action takes no rights, and waits for no database: others may have changed some, which then goes away.
    if (worksFromSnapshot(request.method, request.routeOptions.url ?? '')) return payload;
    try {
      await snapshot.settled();
      return payload;
    } catch (error) {
      request.log.error({ err: error }, 'a change is not in the snapshot');
      const failure = new AppError(errorCode.unavailable, 'common.snapshotBehind');
      reply.code(failure.code).type('application/json');
      return JSON.stringify(errorBody(failure, request.lang));
    }
  });
}
