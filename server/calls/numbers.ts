import { settingsOf } from '../../contract/entities/kinds.ts';
import type { CasterBook } from '../casters/casterBook.ts';
import type { VirtualCasters } from '../casters/virtualCasters.ts';
import type { AdoptedTerminal, Directory } from '../terminals/directory.ts';
import type { Called } from './switchboard.ts';

export const isStation = (terminal: AdoptedTerminal | undefined): terminal is AdoptedTerminal =>
  terminal?.kind === 'caster' || terminal?.kind === 'dialogue';

export interface NumbersDeps {
  directory: Directory;
  casters: CasterBook;
  virtualCasters: Pick<VirtualCasters, 'byNumber'>;
}

/** Whom a quick number, a dialogue code or the number of a virtual caster reaches from a station; undefined: nobody. */
export function findCalled(deps: NumbersDeps, station: AdoptedTerminal, number: string): Called | undefined {
  const { directory } = deps;
  const allowed = (other: AdoptedTerminal | undefined): other is AdoptedTerminal =>
    isStation(other) && deps.casters.mayCall(station.id, station.org, other.org);
  const virtual = deps.virtualCasters.byNumber(number);
  if (virtual !== undefined) {
    const stations = virtual.casters.filter((id) => allowed(directory.byId(id)));
    return stations.length === 0 ? undefined : { name: virtual.name, stations, ring: virtual.ring };
  }
  for (const other of directory.all()) {
    if (!isStation(other)) continue;
    const { call_number, details, kind } = other.row;
    const code = kind === 'dialogue' ? settingsOf('dialogue', details).dialogue_code : '';
    if (number === '' || (call_number !== number && code !== number)) continue;
    // Whom it may not call does not exist for it; itself it is told of.
    if (other !== station && !allowed(other)) return undefined;
    return { name: other.settings.name, stations: [other.id], ring: 'all' };
  }
  return undefined;
}
