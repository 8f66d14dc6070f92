import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import { AppError, errorCode } from '../../contract/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Works without the database: the snapshot has all that it reads, and nothing is stored. Emergency actions do so, too. */
    fromSnapshot?: boolean;
    /** Takes rights, logins, stations or terminals though it works so: it is answered once the snapshot has that. */
    takesRights?: boolean;
  }
}

/** Tells whether a route works from the snapshot alone. `url`: as it was declared. */
export function worksFromSnapshot(url: string, config: FastifyContextConfig): boolean {
  return !url.startsWith('/v1/') || config.emergency === true || config.fromSnapshot === true;
}

/** Refuses in words, while the server runs from its snapshot, all that cannot be true or be kept without the database. */
export function refuseWhileAway(app: FastifyInstance, isAway: () => boolean): void {
  app.addHook('preValidation', async ({ routeOptions: { url, config } }) => {
    if (url !== undefined && isAway() && !worksFromSnapshot(url, config))
      throw new AppError(errorCode.unavailable, 'common.databaseAway');
  });
}
