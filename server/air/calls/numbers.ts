import { settingsOf } from '../../../contract/entities/terminals/kinds.ts';
import type { CasterAccounts } from '../../site/casters/casterAccounts.ts';
import type { VirtualCasters } from '../../site/casters/virtualCasters.ts';
import type { AdoptedTerminal, Directory } from '../../site/terminals/directory.ts';
import type { Called } from './switchboard.ts';

export const isStation = (terminal: AdoptedTerminal | undefined): terminal is AdoptedTerminal =>
  terminal?.kind === 'caster' || terminal?.kind === 'dialogue';

export interface NumbersDeps {
  directory: Directory;
  casters: Pick<CasterAccounts, 'reach' | 'mayCall'>;
  virtualCasters: Pick<VirtualCasters, 'byId' | 'byNumber'>;
}

const allowed = (
  { casters }: NumbersDeps,
  station: AdoptedTerminal,
  other: AdoptedTerminal | undefined,
): other is AdoptedTerminal => isStation(other) && casters.mayCall(station.id, station.org, other.org);

/**
 * The called party for a station; undefined: it may not be called from here. A station's own number is found
 * too, so that it gets the reason `self`.
 */
export function calledStation(
  deps: NumbersDeps,
  station: AdoptedTerminal,
  other: AdoptedTerminal | undefined,
): Called | undefined {
  if (other === undefined || (other !== station && !allowed(deps, station, other))) return undefined;
  return { name: other.settings.name, stations: [other.id], ring: 'all' };
}

/** The members of a virtual caster that a station may call; undefined: none. */
export function calledVirtual(
  deps: NumbersDeps,
  station: AdoptedTerminal,
  virtual: NonNullable<ReturnType<VirtualCasters['byNumber']>>,
): Called | undefined {
  const stations = virtual.casters.filter((id) => allowed(deps, station, deps.directory.byId(id)));
  return stations.length === 0 ? undefined : { name: virtual.name, stations, ring: virtual.ring };
}

/**
 * Finds the called party of a quick number, a dialogue code or the number of a virtual caster; undefined:
 * none.
 */
export function findCalled(deps: NumbersDeps, station: AdoptedTerminal, number: string): Called | undefined {
  const virtual = deps.virtualCasters.byNumber(number);
  if (virtual !== undefined) return calledVirtual(deps, station, virtual);
  for (const other of deps.directory.all()) {
    if (!isStation(other)) continue;
    const { call_number, details, kind } = other.row;
    const code = kind === 'dialogue' ? settingsOf('dialogue', details).dialogue_code : '';
    if (number === '' || (call_number !== number && code !== number)) continue;
    // A station that may not be called counts as unknown.
    return calledStation(deps, station, other);
  }
  return undefined;
}
