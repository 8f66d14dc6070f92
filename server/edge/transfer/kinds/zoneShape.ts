import { inScope, type Scope } from '../../../platform/live/scope.ts';
import type { PartitionRow } from '../../../site/zones/zones.repository.ts';
import { MAX_DEPTH } from '../../../site/zones/zones.ts';
import type { InputRow } from '../columns.ts';
import type { Report } from '../report.ts';

/** Zone after the import, with its row in the file. */
export interface Planned {
  code: string;
  /** Code of its parent; null for the top zone. */
  parent: string | null;
  old: PartitionRow | undefined;
  row: InputRow | null;
}

/** Checks the resulting tree: every parent exists and is the caller's, no cycle, not too deep. */
export function checkShape(plan: ReadonlyMap<string, Planned>, scope: Scope, report: Report): void {
  const ids = new Map([...plan.values()].map((zone) => [zone.old?.id, zone.code]));
  const isPlaced = ({ old, parent, row }: Planned) =>
    row !== null && (old === undefined || (old.parent_id !== null && ids.get(old.parent_id) !== parent));

  for (const zone of plan.values()) {
    const { row, parent } = zone;
    if (row === null || parent === null || !isPlaced(zone)) continue;
    const above = plan.get(parent);
    if (above === undefined || (above.old !== undefined && !inScope(scope, above.old.id)))
      if (row.get('parent')) report.fault(row, 'parent', 'transfer.noZone', { value: parent });
      else report.fault(row, 'parent', 'transfer.zoneNeeded');
  }

  const depths = depthsOf(plan);
  for (const zone of plan.values()) {
    const depth = depths.get(zone.code) ?? 0;
    if (depth <= MAX_DEPTH) continue;
    // The fault is recorded at the moved zone, which may be above the one that is too deep.
    let at: Planned | undefined = zone;
    for (let step = 0; at !== undefined && step <= MAX_DEPTH && !isPlaced(at); step++)
      at = at.parent === null ? undefined : plan.get(at.parent);
    if (at?.row == null || report.isBad(at.row)) continue;
    if (depth === Number.POSITIVE_INFINITY) report.fault(at.row, 'parent', 'zone.moveIntoSelf');
    else report.fault(at.row, 'parent', 'zone.tooDeep', { max: MAX_DEPTH });
  }
  // A faulty row invalidates the rows below it, which cannot be stored without it.
  for (const zone of plan.values()) {
    const above = zone.parent === null ? undefined : plan.get(zone.parent);
    if (zone.row === null || report.isBad(zone.row) || above?.row == null || above.old !== undefined)
      continue;
    if (report.isBad(above.row))
      report.fault(zone.row, 'parent', 'transfer.badParent', { value: above.code });
  }
}

/** Level of every zone, the top is 1; in or below a cycle it is infinite. */
function depthsOf(plan: ReadonlyMap<string, Planned>): Map<string, number> {
  const depths = new Map<string, number>();
  for (const start of plan.keys()) {
    const path: string[] = [];
    const onPath = new Set<string>();
    let code: string | null = start;
    while (code !== null && !depths.has(code) && !onPath.has(code)) {
      path.push(code);
      onPath.add(code);
      code = plan.get(code)?.parent ?? null;
    }
    let depth = code === null ? 0 : onPath.has(code) ? Number.POSITIVE_INFINITY : (depths.get(code) ?? 0);
    for (const each of path.reverse()) {
      depth += 1;
      depths.set(each, depth);
    }
  }
  return depths;
}
