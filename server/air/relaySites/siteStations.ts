import { inScope } from '../../platform/live/scope.ts';
import type { CasterAccounts } from '../../site/casters/casterAccounts.ts';
import type { AdoptedTerminal } from '../../site/terminals/directory.ts';
import type { Zones } from '../../site/zones/zones.ts';
import { isStation } from '../calls/numbers.ts';
import type { SiteStation, SiteZone } from './sitePlan.types.ts';

export interface SiteStationsDeps {
  zones: Pick<Zones, 'subtree' | 'get'>;
  casters: Pick<CasterAccounts, 'reach' | 'mayCall'>;
}

/** Zones of a relay: its own one without a parent, and all below it. */
export function zonesAt({ zones }: SiteStationsDeps, org: number): SiteZone[] {
  return [...zones.subtree([org])]
    .sort((a, b) => a - b)
    .flatMap((id) => {
      const zone = zones.get(id);
      if (zone === undefined) return [];
      return [{ id, name: zone.name, parent_id: id === org ? null : zone.parent_id }];
    });
}

/** Call stations of a relay, with its zones that they may page and in which they may call. */
export function stationsAt(
  { zones, casters }: SiteStationsDeps,
  org: number,
  terminals: readonly AdoptedTerminal[],
): SiteStation[] {
  const here = [...zones.subtree([org])].sort((a, b) => a - b);
  return terminals.filter(isStation).map(({ id, org: own }) => {
    const scope = casters.reach(id, own);
    return {
      id,
      pages: here.filter((zone) => inScope(scope, zone)),
      calls: here.filter((zone) => casters.mayCall(id, own, zone)),
    };
  });
}
