import { firstStepsRoutes } from '../../edge/firstRun/firstSteps.routes.ts';
import { sampleSiteRoutes } from '../../edge/firstRun/sampleSite.routes.ts';
import type { Edge } from './edge.ts';
import type { AirParts } from './emergency.ts';
import { modulesAmong } from './module.ts';
import type { Speech } from './speech.ts';
import type { Upkeep } from './upkeep.ts';

const module = modulesAmong<AirParts & Speech & Edge & Upkeep>();

/** Help for an administrator of a new site: the list of first steps, and the sample site. */
export const firstRun = module({
  needs: [],
  open: () => ({}),
  routes(app, all) {
    firstStepsRoutes(app, all);
    sampleSiteRoutes(app, all);
  },
});
