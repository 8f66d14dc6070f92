import type { FastifyInstance } from 'fastify';
import { AppError, errorBody, errorCode } from '../../../contract/api/errors.ts';
import type { SnapshotWriter } from '../db/standIn/snapshotWriter.ts';
import { worksFromSnapshot } from './refuseWhileAway.ts';

/** Lowest HTTP status of a failure. */
const FAILED = 400;
/** Grants permissions and removes none. */
const LOGIN = '/v1/login';

/**
 * Delays the response to a change of permissions, accounts, sessions or terminals until the snapshot has it:
 * a server that starts without its database must not grant what was withdrawn.
 */
export function answerAfterSnapshot(
  app: FastifyInstance,
  snapshot: Pick<SnapshotWriter, 'isBehind' | 'settled'> | null,
): void {
  if (snapshot === null) return;
  // In onSend, so that every response is covered.
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.method === 'GET' || request.url === LOGIN || !snapshot.isBehind()) return payload;
    const { url = '', config } = request.routeOptions;
    // An emergency action removes no permissions and must not wait for the database: the pending change may
    // be another request's.
    if (worksFromSnapshot(url, config) && config.takesRights !== true) return payload;
    // A failed request confirms no change; waiting here would make the snapshot give up its logins in every
    // outage.
    if (reply.statusCode >= FAILED) return payload;
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
