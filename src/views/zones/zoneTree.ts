import type { PartitionLive } from '../../../contract/entities/partition.ts';

/** A zone in its tree. Counts cover the whole subtree (contract/entities/partition.ts). */
export interface ZoneNode {
  zone: PartitionLive;
  /** 0 at the top of what the account may see. */
  depth: number;
  children: readonly ZoneNode[];
}

/** The zone tree of an account, and the questions that screens ask of it. */
export interface ZoneTree {
  roots: readonly ZoneNode[];
  get(id: number): ZoneNode | undefined;
  /** A zone with all below it; empty for an unknown one. */
  subtree(id: number): ReadonlySet<number>;
  /** From the top down to a zone, itself last. */
  path(id: number): PartitionLive[];
  size: number;
}

const names = new Intl.Collator(undefined, { numeric: true });

/**
 * Builds the tree. A zone whose parent is out of sight stands at the top: an account sees only its own subtrees
 * (design 9). Siblings are sorted by name, numbers by value.
 */
export function buildZoneTree(zones: readonly PartitionLive[]): ZoneTree {
  const known = new Map(zones.map((zone) => [zone.id, zone]));
  const byParent = new Map<number | null, PartitionLive[]>();
  for (const zone of zones) {
    const parent = zone.parent_id !== null && known.has(zone.parent_id) ? zone.parent_id : null;
    const siblings = byParent.get(parent);
    if (siblings === undefined) byParent.set(parent, [zone]);
    else siblings.push(zone);
  }
  const nodes = new Map<number, ZoneNode>();
  const build = (parent: number | null, depth: number): ZoneNode[] =>
    (byParent.get(parent) ?? [])
      .sort((a, b) => names.compare(a.name, b.name) || a.id - b.id)
      .map((zone) => {
        const node = { zone, depth, children: build(zone.id, depth + 1) };
        nodes.set(zone.id, node);
        return node;
      });
  const roots = build(null, 0);

  function subtree(id: number): ReadonlySet<number> {
    const found = new Set<number>();
    const add = (node: ZoneNode | undefined) => {
      if (node === undefined) return;
      found.add(node.zone.id);
      node.children.forEach(add);
    };
    add(nodes.get(id));
    return found;
  }

  return {
    roots,
    get: (id) => nodes.get(id),
    subtree,
    path(id) {
      const path: PartitionLive[] = [];
      for (let zone = known.get(id); zone !== undefined && path.length <= known.size; ) {
        path.unshift(zone);
        zone = zone.parent_id === null ? undefined : known.get(zone.parent_id);
      }
      return path;
    },
    size: nodes.size,
  };
}

/** Whether a zone can be moved under another: not into itself or below, and not to where it is. */
export function canMove(tree: ZoneTree, moved: number, to: number): boolean {
  const zone = tree.get(moved)?.zone;
  if (zone === undefined || zone.parent_id === null || tree.get(to) === undefined) return false;
  return zone.parent_id !== to && !tree.subtree(moved).has(to);
}

/** A row of the tree as it is shown. */
export interface ZoneRow {
  node: ZoneNode;
  isOpen: boolean;
}

/**
 * The rows that are shown: open zones with their children. With a text, every zone whose name or code holds it,
 * and what leads to it, open.
 */
export function visibleZones(tree: ZoneTree, open: ReadonlySet<number>, text: string): ZoneRow[] {
  const needle = text.trim().toLowerCase();
  const rows: ZoneRow[] = [];
  const isHit = ({ zone }: ZoneNode) =>
    zone.name.toLowerCase().includes(needle) || zone.code.toLowerCase().includes(needle);
  /** Whether the node or anything below it was shown. */
  const filtered = (node: ZoneNode): boolean => {
    const at = rows.length;
    rows.push({ node, isOpen: true });
    const below = node.children.map(filtered).some(Boolean);
    if (below || isHit(node)) return true;
    rows.length = at;
    return false;
  };
  const plain = (node: ZoneNode) => {
    const isOpen = open.has(node.zone.id) && node.children.length > 0;
    rows.push({ node, isOpen });
    if (isOpen) node.children.forEach(plain);
  };
  tree.roots.forEach(needle === '' ? plain : filtered);
  return rows;
}
