import { createSitePlans, type SitePlans } from '../../site/plans/sitePlans.ts';
import { modulesAmong } from './module.ts';
import { entityNeeds } from './platform.ts';
import type { SiteParts } from './supervision.ts';

const module = modulesAmong<SiteParts & { sitePlans: SitePlans }>();

export const sitePlans = module({
  needs: [
    ...entityNeeds,
    ...([
      'callers',
      'dataDir',
      'isAway',
      'terminals',
      'heldRows',
      'transferables',
      'finders',
      'uses',
    ] as const),
  ],
  async open({ terminals: { directory, gateway }, finders, ...needs }, onStop) {
    const sitePlans = await createSitePlans({ ...needs, directory, gateway });
    onStop('sitePlans', sitePlans.close);
    finders.topics('site_plan');
    return { sitePlans };
  },
  routes: (app, { sitePlans }) => sitePlans.routes(app),
});
