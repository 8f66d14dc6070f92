import type { AlarmLive, AlarmZone } from '../../../contract/entities/tasks/alarm.ts';
import { isSounding } from '../../streams/alarm.ts';

/** Facts of an alarm that the pages of the wall need. */
export type AlarmFacts = Pick<AlarmLive, 'drill' | 'state' | 'org' | 'sounding'> & {
  zones: readonly Pick<AlarmZone, 'org'>[];
};

/** Zones of real alarms of which no terminal is known to sound: those of their targets, or without any those of their origin. */
export function unheardZones(alarms: readonly AlarmFacts[]): ReadonlySet<number> {
  const silent = alarms.filter((one) => isSounding(one) && one.sounding === 0);
  return new Set(
    silent.flatMap(({ zones, org }) =>
      zones.length > 0 ? zones.flatMap((one) => one.org ?? []) : (org ?? []),
    ),
  );
}
