/** Fields of a zone that the tree shows; `PartitionLive` has them. Counts cover the whole subtree. */
export interface Zone {
  id: number;
  parent_id: number | null;
  name: string;
  online: number;
  offline: number;
  /** Terminals whose relay is not connected. */
  behind_relay: number;
}

/** One visible row of the tree, in order. */
export interface ZoneNode {
  zone: Zone;
  /** 1 for a root. */
  level: number;
  hasChildren: boolean;
  isOpen: boolean;
  /** Position among its siblings, 1-based, and their number (ARIA). */
  position: number;
  size: number;
}

const collator = new Intl.Collator(undefined, { numeric: true });

/** Order of the last tree that was sorted: live counts change all the time, names and parents seldom. */
let sorted: { zones: readonly Zone[]; order: readonly number[] } = { zones: [], order: [] };

/** Sort positions of the zones by name. Sorting ten thousand names for every new count would be too slow. */
function orderOf(zones: readonly Zone[]): readonly number[] {
  const isSame =
    sorted.zones.length === zones.length && sorted.zones.every((zone, i) => zone.name === zones[i]?.name);
  if (!isSame) {
    const order = zones.map((_, i) => i);
    const name = (i: number) => zones[i]?.name ?? '';
    sorted = { zones, order: order.sort((a, b) => collator.compare(name(a), name(b))) };
  }
  return sorted.order;
}

/**
 * Children of each zone by parent id, sorted by name. A zone whose parent is not visible to the account is a
 * root.
 */
export function childrenOf(zones: readonly Zone[]): Map<number | null, Zone[]> {
  const known = new Set(zones.map((zone) => zone.id));
  const children = new Map<number | null, Zone[]>();
  for (const place of orderOf(zones)) {
    const zone = zones[place];
    if (zone === undefined) continue;
    const parent = zone.parent_id !== null && known.has(zone.parent_id) ? zone.parent_id : null;
    const list = children.get(parent);
    if (list === undefined) children.set(parent, [zone]);
    else list.push(zone);
  }
  return children;
}

/** A zone and its descendants. */
export function subtree(zones: readonly Zone[], id: number): Set<number> {
  const children = childrenOf(zones);
  const found = new Set<number>();
  const walk = (one: number) => {
    if (found.has(one)) return;
    found.add(one);
    for (const child of children.get(one) ?? []) walk(child.id);
  };
  walk(id);
  return found;
}

/** Ids of the ancestors of a zone, nearest first. */
export function ancestors(zones: readonly Zone[], id: number): number[] {
  return above(parentsOf(zones), id);
}

/** Ancestors of any of these zones. */
export function allAbove(zones: readonly Zone[], ids: Iterable<number>): Set<number> {
  const parents = parentsOf(zones);
  return new Set([...ids].flatMap((id) => above(parents, id)));
}

function parentsOf(zones: readonly Zone[]): ReadonlyMap<number, number | null> {
  return new Map(zones.map((zone) => [zone.id, zone.parent_id]));
}

function above(parents: ReadonlyMap<number, number | null>, id: number): number[] {
  const found: number[] = [];
  for (let at = parents.get(id) ?? null; at !== null && !found.includes(at); at = parents.get(at) ?? null)
    found.push(at);
  return found;
}

/**
 * Rows to show. With a filter: the zones whose name contains it, with their ancestors, all expanded; without:
 * those that `open` expands.
 */
export function visibleNodes(zones: readonly Zone[], open: ReadonlySet<number>, filter: string): ZoneNode[] {
  const children = childrenOf(zones);
  const word = filter.trim().toLocaleLowerCase();
  const wanted = new Set<number>();
  const parents = parentsOf(word === '' ? [] : zones);
  if (word !== '')
    for (const zone of zones)
      if (zone.name.toLocaleLowerCase().includes(word)) {
        wanted.add(zone.id);
        for (const one of above(parents, zone.id)) wanted.add(one);
      }
  const nodes: ZoneNode[] = [];
  const walk = (parent: number | null, level: number) => {
    const list = (children.get(parent) ?? []).filter((zone) => word === '' || wanted.has(zone.id));
    list.forEach((zone, index) => {
      const hasChildren = (children.get(zone.id) ?? []).some((child) => word === '' || wanted.has(child.id));
      const isOpen = hasChildren && (word !== '' || open.has(zone.id));
      nodes.push({ zone, level, hasChildren, isOpen, position: index + 1, size: list.length });
      if (isOpen) walk(zone.id, level + 1);
    });
  };
  walk(null, 1);
  return nodes;
}
