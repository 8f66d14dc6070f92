import type { SitePlan } from '../../../contract/entities/site/sitePlan.ts';
import { subtree, type Zone } from '../kit/tree/zones.ts';

/** Plans with a picture of a site and its buildings: that of the whole first, then each building from below. */
export function plansBelow(plans: readonly SitePlan[], zones: readonly Zone[], site: number): SitePlan[] {
  const within = subtree(zones, site);
  return plans
    .filter(({ org, picture }) => picture !== null && within.has(org))
    .toSorted(
      (a, b) =>
        Number(b.org === site) - Number(a.org === site) || a.org - b.org || a.floor - b.floor || a.id - b.id,
    );
}
