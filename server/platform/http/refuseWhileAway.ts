import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import { AppError, errorCode } from '../../../contract/api/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The route works without the database: the snapshot has all that it reads, and nothing is stored. Routes
     * of emergency actions work so, too.
     */
    fromSnapshot?: boolean;
    /**
     * The route removes permissions, logins, stations or terminals, although it works from the snapshot: its
     * response is sent once the snapshot has the change.
     */
    takesRights?: boolean;
  }
}

/** Tells if a route works from the snapshot alone. @param url pattern of the route */
export function worksFromSnapshot(url: string, config: FastifyContextConfig): boolean {
  return !url.startsWith('/v1/') || config.emergency === true || config.fromSnapshot === true;
}

/** Refuses all requests that the snapshot cannot answer or store, while the database is away. */
export function refuseWhileAway(app: FastifyInstance, isAway: () => boolean): void {
  app.addHook('preValidation', async ({ routeOptions: { url, config } }) => {
    if (url !== undefined && isAway() && !worksFromSnapshot(url, config))
      throw new AppError(errorCode.unavailable, 'common.databaseAway');
  });
}
