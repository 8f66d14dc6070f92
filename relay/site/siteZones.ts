import type { SiteZone } from '../../server/air/relaySites/sitePlan.types.ts';
import type { ZoneNode, Zones } from '../../server/site/zones/zones.ts';

/** Zones of this relay as its plan has them; they do not change while the line is cut. */
export function siteZones(rows: readonly SiteZone[]): Pick<Zones, 'all' | 'get' | 'subtree' | 'onChange'> {
  const nodes = new Map<number, ZoneNode>(
    rows.map((row) => [row.id, { ...row, code: '', has_password: false, start_wait_s: 0, rev: 1 }]),
  );
  return {
    all: () => [...nodes.values()],
    get: (id) => nodes.get(id),
    subtree(roots) {
      const found = new Set(roots.filter((id) => nodes.has(id)));
      // A set also visits what is added while it is walked.
      for (const id of found)
        for (const node of nodes.values()) if (node.parent_id === id) found.add(node.id);
      return found;
    },
    onChange: () => () => {},
  };
}
