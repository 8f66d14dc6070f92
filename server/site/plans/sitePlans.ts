import type { FastifyInstance } from 'fastify';
import { sitePlanEntity } from '../../../contract/entities/site/sitePlan.ts';
import { type HeldEntityDeps, heldEntity } from '../../platform/crud/heldEntity.ts';
import type { Db } from '../../platform/db/client.ts';
import { createPathTickets } from '../../platform/http/pathTickets.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import { type LostMarksDeps, removeLostMarks } from './lostMarks.ts';
import { type SitePlanRow, sitePlans } from './sitePlan.repository.ts';
import { type SitePlanRouteDeps, sitePlanRoutes } from './sitePlan.routes.ts';
import { createSitePlanService, type SitePlanServiceDeps } from './sitePlan.service.ts';
import { createSitePlanPictures } from './sitePlanPictures.ts';

export interface SitePlansDeps
  extends Omit<SitePlanServiceDeps, 'db'>,
    Omit<HeldEntityDeps, 'db'>,
    Pick<SitePlanRouteDeps, 'callers'>,
    Pick<LostMarksDeps, 'uses' | 'gateway'> {
  db: Db;
  live: LiveHub;
  log: { error(details: object, message: string): void };
  dataDir: string;
  /** True when the server runs from its snapshot, which has no plans. */
  isAway: boolean;
}

export interface SitePlans {
  routes(app: FastifyInstance): void;
  close(): Promise<void>;
}

/** Opens site plans: held in memory, shown live, their pictures in the data folder. */
export async function createSitePlans(deps: SitePlansDeps): Promise<SitePlans> {
  const topic = deps.live.topic<SitePlanRow>('site_plan');
  const used = () => new Set(topic.snapshot().flatMap(({ picture }) => picture ?? []));
  const pictures = createSitePlanPictures(deps.dataDir, used, deps.log);
  function follow(before: SitePlanRow | null, after: SitePlanRow | null): void {
    if (after !== null) topic.upsert(after, after.rev);
    else if (before !== null) {
      topic.remove(before.id);
      void pictures.sweep();
    }
  }
  const entity = await heldEntity<SitePlanRow>(deps, {
    entity: sitePlanEntity,
    repository: sitePlans,
    serviceOf: (db, committed) => createSitePlanService({ ...deps, db }, committed),
    held: () => topic.snapshot(),
    follow,
  });
  const lostMarks = removeLostMarks(deps, () => topic.snapshot(), follow);
  if (!deps.isAway) {
    await pictures.clean();
    // Those of terminals that were deleted when the server was killed.
    await lostMarks.remove();
  }
  const service = createSitePlanService(deps, follow);
  const tickets = createPathTickets();
  return {
    routes(app) {
      entity.routes(app);
      sitePlanRoutes(app, { callers: deps.callers, tickets, pictures, service });
    },
    close: lostMarks.close,
  };
}
