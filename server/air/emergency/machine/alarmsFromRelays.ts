import type { AlarmRow } from '../journal/alarm.repository.ts';
import type { AlarmJournal } from '../journal/alarmJournal.ts';
import type { Alarms } from './alarmsApi.ts';
import type { Inputs, StoredInputs } from './fireInputs.ts';
import { type ResumeDeps, resumeAlarm } from './resumeAlarm.ts';

/** Hand-over of alarms between this server and relays (server/air/relaySites). */
export interface AlarmsFromRelays {
  /** Active inputs, by terminal. */
  activeInputs(): StoredInputs;
  /**
   * Takes over the active inputs of fire terminals from a relay, which has acted on their changes: nothing starts, and
   * nothing is noted again.
   */
  takeInputs(active: StoredInputs): void;
  /**
   * Continues an alarm that began at a relay; false: its plan is gone, or has another alarm.
   *
   * @param isHere tells if a terminal is one of the relay
   */
  takeOver(row: AlarmRow, isHere: (terminal: number) => boolean): boolean;
}

export function alarmsFromRelays(
  deps: ResumeDeps & { alarms: Pick<Alarms, 'all'>; inputs: Inputs; journal: Pick<AlarmJournal, 'inputs'> },
): AlarmsFromRelays {
  const { alarms, inputs, journal } = deps;
  return {
    activeInputs: () => inputs.stored,
    takeInputs(active) {
      inputs.adopt(active);
      for (const { row, plan, active: own } of alarms.all()) {
        const device = row.device_id;
        if (device === null || active[device] === undefined) continue;
        for (const input of plan.input_nums)
          if (inputs.isActive(device, input)) own.add(input);
          else own.delete(input);
      }
      journal.inputs(inputs.stored);
    },
    takeOver: (row, isHere) => resumeAlarm(deps, row, 'line_back', isHere),
  };
}
