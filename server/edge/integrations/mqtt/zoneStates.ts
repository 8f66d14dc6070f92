import type { AlarmLive } from '../../../../contract/entities/tasks/alarm.ts';
import type { Fault } from '../../../../contract/entities/terminals/fault.ts';
import type { IoLive } from '../../../../contract/entities/terminals/io.ts';
import { terminalKindNames } from '../../../../contract/entities/terminals/terminalKind.ts';
import type { LiveHub } from '../../../platform/live/hub.ts';
import { inScope, type Org } from '../../../platform/live/scope.ts';
import type { Zones } from '../../../site/zones/zones.ts';

/** Terminal as the other system sees it. */
export interface TerminalFacts {
  code: string;
  name: string;
  org: number;
  online: boolean;
}
/** Input of a terminal; `active` null: not reported. */
export interface InputFacts {
  id: number;
  code: string;
  number: number;
  name: string;
  org: number;
  active: boolean | null;
}
/** Zone with what is in it or below; alarms without drills. */
export interface ZoneFacts {
  id: number;
  name: string;
  alarms: { plan: string; state: string; began_at: number }[];
  faults: number;
}
export interface SiteFacts {
  zones: ZoneFacts[];
  terminals: TerminalFacts[];
  inputs: InputFacts[];
}

type TerminalLive = { id: number; code: string; name: string; org: number | null; online: boolean };

const zonesOf = (org: Org): readonly number[] => (org === null ? [] : typeof org === 'number' ? [org] : org);

/** Reads the current states of a zone and the zones below it; `org` null: of the whole site. */
export function siteFacts(live: LiveHub, zones: Zones, org: number | null): SiteFacts {
  const scope = org === null ? { all: true as const, ids: new Set<number>() } : zones.scopeOf([org]);
  const rowsOf = <Row>(name: Parameters<LiveHub['state']>[0]) =>
    [...live.state(name).rows.values()] as unknown as Row[];
  const alarms = rowsOf<AlarmLive>('alarm').filter(({ drill }) => drill === 'none');
  const faults = rowsOf<Fault>('fault');
  const isIn = (one: number | null): one is number => one !== null && inScope(scope, one);

  /** Number of faults by zone, those of the zones below included. */
  const counts = new Map<number, number>();
  for (const fault of faults)
    for (const id of new Set(zonesOf(fault.org).flatMap((one) => zones.ancestors(one))))
      counts.set(id, (counts.get(id) ?? 0) + 1);
  const alarmsIn = new Map<number, AlarmLive[]>();
  for (const alarm of alarms)
    for (const id of new Set(zonesOf(alarm.org).flatMap((one) => zones.ancestors(one))))
      alarmsIn.set(id, [...(alarmsIn.get(id) ?? []), alarm]);

  return {
    zones: zones
      .all()
      .filter(({ id }) => isIn(id))
      .map(({ id, name }) => ({
        id,
        name,
        alarms: (alarmsIn.get(id) ?? []).map(({ plan_name, state, began_at }) => ({
          plan: plan_name,
          state,
          began_at,
        })),
        faults: counts.get(id) ?? 0,
      })),
    terminals: terminalKindNames
      .flatMap((kind) => rowsOf<TerminalLive>(kind))
      .flatMap(({ code, name, org: place, online }) =>
        isIn(place) ? [{ code, name, org: place, online }] : [],
      ),
    inputs: rowsOf<IoLive>('io').flatMap((line) =>
      line.direction === 'input' && isIn(line.org)
        ? [{ ...line, code: line.terminal_code, org: line.org }]
        : [],
    ),
  };
}
