import type { PartitionLive } from '../../../../contract/entities/site/partition.ts';
import type { AlarmLive } from '../../../../contract/entities/tasks/alarm.ts';
import type { BroadcastLive } from '../../../../contract/entities/tasks/broadcast.ts';
import type { Fault } from '../../../../contract/entities/terminals/fault.ts';
import { type FaultKind, faultKinds } from '../../../../contract/fieldCodes.ts';
import type { LiveHub } from '../../../platform/live/hub.ts';
import { inScope, type Org, type Scope } from '../../../platform/live/scope.ts';
import type { Zones } from '../../../site/zones/zones.ts';

type Count = 'online' | 'offline' | 'behind_relay' | 'expected';

/** Values that an agent answers with; alarms without drills. */
export interface AgentFacts {
  terminals: Record<Count | 'total' | 'with_fault', number>;
  broadcasts: number;
  alarms: number;
  faults: number;
  /** Open faults of every kind, also of those without one. */
  kinds: ReadonlyMap<FaultKind, number>;
  /** Zones directly below the top, each with what is in it or below. */
  zones: { id: number; name: string; total: number; online: number; faults: number }[];
}

const everything: Scope = { all: true };

/** Reads the values of a zone and the zones below it; `org` null: of the whole site. */
export function agentFacts(
  live: LiveHub,
  zones: Pick<Zones, 'all' | 'scopeOf' | 'ancestors'>,
  org: number | null,
) {
  const scope = org === null ? everything : zones.scopeOf([org]);
  const rowsIn = <Row extends { org: Org }>(name: Parameters<LiveHub['state']>[0]) =>
    ([...live.state(name).rows.values()] as unknown as Row[]).filter((row) => inScope(scope, row.org));
  const faults = rowsIn<Fault>('fault');
  const places = new Map(rowsIn<PartitionLive>('partition').map((row) => [row.id, row]));
  const all = zones.all();
  const roots = all.filter(({ parent_id }) => parent_id === null);
  // Without a single top zone, the topmost zones are those below the site.
  const top = org ?? (roots.length === 1 ? (roots[0]?.id ?? null) : null);
  const tops = org === null ? roots : all.filter(({ id }) => id === org);

  const kinds = new Map<FaultKind, number>(faultKinds.map((kind) => [kind, 0]));
  const faultsIn = new Map<number, number>();
  for (const { kind, org: where } of faults) {
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    const own = where === null ? [] : typeof where === 'number' ? [where] : where;
    for (const id of new Set(own.flatMap((one) => zones.ancestors(one))))
      faultsIn.set(id, (faultsIn.get(id) ?? 0) + 1);
  }
  const sum = (count: Count) => tops.reduce((total, { id }) => total + (places.get(id)?.[count] ?? 0), 0);
  const counts = {
    online: sum('online'),
    offline: sum('offline'),
    behind_relay: sum('behind_relay'),
    expected: sum('expected'),
  };
  const totalOf = (row: Record<Count, number>) => row.online + row.offline + row.behind_relay + row.expected;
  const broken = new Set(faults.flatMap(({ terminal_id }) => terminal_id ?? []));
  return {
    terminals: { ...counts, total: totalOf(counts), with_fault: broken.size },
    broadcasts: rowsIn<BroadcastLive>('task').length,
    alarms: rowsIn<AlarmLive>('alarm').filter(({ drill }) => drill === 'none').length,
    faults: faults.length,
    kinds,
    zones: all
      .filter(({ parent_id }) => parent_id === top)
      .flatMap(({ id, name }) => {
        const row = places.get(id);
        if (row === undefined) return [];
        return [{ id, name, total: totalOf(row), online: row.online, faults: faultsIn.get(id) ?? 0 }];
      }),
  } satisfies AgentFacts;
}
