import type { AdoptedTerminal } from '../../site/terminals/directory.ts';
import type { AlarmMachine } from './alarm.machine.ts';
import type { PreparedSounds } from './effects/preparedSounds.ts';
import type { AlarmConfiguration } from './plans/alarmConfiguration.ts';
import type { LinkageTaskRow } from './plans/plan.repository.ts';

/** Parts of alarms that relays need to go on while their line is cut (server/air/relaySites). */
export interface AlarmsAtRelays
  extends Pick<AlarmMachine, 'alarms' | 'ended' | 'journal' | 'activeInputs' | 'takeInputs' | 'takeOver'> {
  configuration: AlarmConfiguration;
  prepared: Pick<PreparedSounds, 'of' | 'fallback'>;
  /** Terminals that a linkage task reaches now. */
  reach(task: LinkageTaskRow): readonly AdoptedTerminal[];
}
