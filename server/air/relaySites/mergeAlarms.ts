import { alarmState } from '../../../contract/codes.ts';
import type { AlarmsAtRelays } from '../emergency/emergency.types.ts';
import type { AlarmRow } from '../emergency/journal/alarm.repository.ts';

/** Alarm as it is at a relay whose line is back. */
export interface AlarmAtRelay {
  row: AlarmRow;
  /** True: it began at the server. */
  continued: boolean;
}

export type MergeDeps = Pick<AlarmsAtRelays, 'alarms' | 'journal' | 'takeOver'> & {
  /** Tells if a terminal is one of the relay. */
  isHere(terminal: number): boolean;
  /** Name of the relay. */
  relay: string;
  /** Wall time, ms. */
  wall(): number;
};

/**
 * Brings the alarms of the server in line with those of a relay: what began at the relay goes on at the server; what
 * was reset on either side is reset. Of two alarms of one plan, the one of the server goes on.
 */
export function mergeAlarms(deps: MergeDeps, list: readonly AlarmAtRelay[]): void {
  const { alarms, journal } = deps;
  for (const { row, continued } of list) {
    const running = row.plan_id === null ? undefined : alarms.ofPlan(row.plan_id);
    if (running?.id === row.id) alarms.follow(running, row, deps.relay);
    else if (!continued && row.ended_at === null && !deps.takeOver(row, deps.isHere)) {
      const at = deps.wall();
      const over = { at, kind: 'over' as const, by: '', peer_addr: '', params: {} };
      journal.note({ ...row, state: alarmState.notStarted, ended_at: at }, { events: [over] });
    }
  }
}
