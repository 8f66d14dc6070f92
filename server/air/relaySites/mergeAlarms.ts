import { alarmAction, alarmState } from '../../../contract/codes.ts';
import type { AlarmsAtRelays } from '../emergency/emergency.types.ts';
import type { AlarmRow } from '../emergency/journal/alarm.repository.ts';
import type { RunningAlarm } from '../emergency/machine/runningAlarm.ts';

/** Alarm as it is at a relay whose line is back. */
export interface AlarmAtRelay {
  row: AlarmRow;
  /** True: it began at the server. */
  continued: boolean;
}

export type MergeDeps = Pick<AlarmsAtRelays, 'alarms' | 'journal' | 'takeOver'> & {
  /** Name of the relay, as author where no person is known. */
  relay: string;
  /** Wall time, ms. */
  wall(): number;
};

/** Performs at the server what persons have done with its alarm at the relay. */
function follow({ alarms, relay }: MergeDeps, alarm: RunningAlarm, row: AlarmRow): void {
  const by = (name: string) => ({ accountId: null, code: '', name: name || relay, ip: '' });
  if (row.step > alarm.row.step) alarms.act(alarm, alarmAction.step, by(''));
  if (row.acknowledged_at !== null && alarm.row.acknowledged_at === null)
    alarms.act(alarm, alarmAction.acknowledge, by(row.acknowledged_by));
  if (row.silenced && !alarm.row.silenced) alarms.act(alarm, alarmAction.silence, by(''));
  if (row.reset_at === null && row.ended_at === null) return;
  const reset = alarms.act(alarm, alarmAction.reset, by(row.reset_by_user));
  if ('refused' in reset) alarms.act(alarm, alarmAction.stop, by(row.reset_by_user));
}

/**
 * Brings the alarms of the server in line with those of a relay: what began at the relay goes on at the server; what
 * was reset on either side is reset. Of two alarms of one plan, the one of the server goes on.
 */
export function mergeAlarms(deps: MergeDeps, list: readonly AlarmAtRelay[]): void {
  const { alarms, journal } = deps;
  for (const { row, continued } of list) {
    const running = row.plan_id === null ? undefined : alarms.ofPlan(row.plan_id);
    if (running?.id === row.id) follow(deps, running, row);
    else if (!continued && row.ended_at === null && !deps.takeOver(row)) {
      const at = deps.wall();
      const over = { at, kind: 'over' as const, by: '', peer_addr: '', params: {} };
      journal.note({ ...row, state: alarmState.notStarted, ended_at: at }, { events: [over] });
    }
  }
}
