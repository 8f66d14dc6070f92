import type { PartitionLive } from '../../contract/entities/site/partition.ts';

/** Time for which the counts of equal names hold, ms: names change seldom, and every cell of a grid reads one. */
const HOLD_MS = 1000;

type Named = Pick<PartitionLive, 'id' | 'parent_id' | 'name'>;

/**
 * Creates the function that names a zone: by its name, or by its path below the top where another zone that the
 * account sees has the same name, such as two schools with a "Block A". Empty: not visible to the account.
 */
export function createZoneNames(
  partition: { get(id: number): Named | undefined; filter(test: (row: Named) => boolean): readonly Named[] },
  now: () => number,
): (id: number) => string {
  let counts = new Map<string, number>();
  let until = Number.NEGATIVE_INFINITY;

  function isShared(name: string): boolean {
    if (now() >= until) {
      counts = new Map();
      for (const one of partition.filter(() => true)) counts.set(one.name, (counts.get(one.name) ?? 0) + 1);
      until = now() + HOLD_MS;
    }
    return (counts.get(name) ?? 0) > 1;
  }

  return (id) => {
    const zone = partition.get(id);
    if (zone === undefined || !isShared(zone.name)) return zone?.name ?? '';
    const path: Named[] = [];
    for (let at: Named | undefined = zone; at !== undefined && !path.includes(at); ) {
      path.unshift(at);
      at = at.parent_id === null ? undefined : partition.get(at.parent_id);
    }
    const isWhole = path.length > 2 && path[0]?.parent_id === null;
    return (isWhole ? path.slice(1) : path).map(({ name }) => name).join(' / ');
  };
}
