import { inScope, type Scope } from '../../platform/live/scope.ts';
import type { ZoneNode, Zones } from '../../site/zones/zones.ts';
import type { Change } from './report.ts';
import type { ImportRun } from './transfer.types.ts';

export type { Change } from './report.ts';

/** Zones within a scope by their codes. */
export function zonesByCode(zones: Zones, scope: Scope): Map<string, ZoneNode> {
  return new Map(
    zones
      .all()
      .filter((zone) => inScope(scope, zone.id))
      .map((zone) => [zone.code, zone]),
  );
}

/** Differences between a stored row and a row of a file, zones by their codes. */
export function changesOf(
  run: Pick<ImportRun, 'table'>,
  zones: Zones,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Change[] {
  const changes: Change[] = [];
  const zone = (id: unknown) => (typeof id === 'number' ? (zones.get(id)?.code ?? '') : '');
  for (const { key } of run.table.columns) {
    const [from, to] =
      key === 'zone' ? [zone(before.org), zone(after.org)] : [before[key] ?? '', after[key] ?? before[key]];
    if (key in after || key === 'zone')
      if (from !== to) changes.push({ column: key, before: String(from), after: String(to) });
  }
  return changes;
}
