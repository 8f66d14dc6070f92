import { createSitePlans, type SitePlans } from '../../site/plans/sitePlans.ts';
import { modulesAmong } from './module.ts';
import { entityNeeds } from './platform.ts';
import type { SiteParts } from './supervision.ts';

const module = modulesAmong<SiteParts & { sitePlans: SitePlans }>();

export const sitePlans = module({
  needs: [
    ...entityNeeds,
    ...(['callers', 'dataDir', 'isAway', 'terminals', 'heldRows', 'transferables', 'finders'] as const),
  ],
  async open({ terminals, finders, ...needs }) {
    const sitePlans = await createSitePlans({ ...needs, directory: terminals.directory });
    finders.topics('site_plan');
    return { sitePlans };
  },
  routes: (app, { sitePlans }) => sitePlans.routes(app),
});
