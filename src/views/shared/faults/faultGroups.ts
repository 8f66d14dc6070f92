import type { Fault } from '../../../../contract/entities/terminals/fault.ts';
import type { FaultKind } from '../../../../contract/fieldCodes.ts';
import type { MenuGroup } from '../../app/screen.ts';

/** Menu group that counts each kind of fault. */
const groups: Record<FaultKind, MenuGroup> = {
  terminal_lost: 'terminal_status',
  terminal_silent: 'terminal_status',
  terminal_gaps: 'terminal_status',
  terminal_locked: 'terminal_status',
  terminal_duplicate: 'terminal_status',
  terminal_unsynced: 'terminal_status',
  fire_device_lost: 'terminal_status',
  input_line: 'terminal_status',
  output_failed: 'terminal_status',
  schedule_missed: 'task_status',
  schedule_failed: 'task_status',
  source_silent: 'task_status',
  capturer_gone: 'task_status',
  self_test: 'terminal_status',
  alarm_message: 'task_status',
  alarm_nowhere: 'task_status',
  recording_stopped: 'system',
  recording_failed: 'system',
  build_waiting: 'system',
  disk: 'system',
  disk_files: 'system',
  disk_unwritable: 'system',
  backup_failed: 'system',
  backup_trial_failed: 'system',
  backup_overdue: 'system',
  backup_untried: 'system',
  clock: 'system',
  database: 'system',
  snapshot: 'system',
  database_refused: 'system',
  certificate: 'system',
  port: 'system',
  tts: 'system',
  integration: 'system',
  wrong_passwords: 'system',
  sip_port: 'system',
  loudspeaker_login: 'terminal_status',
  loudspeaker_certificate: 'terminal_status',
  standby_lost: 'system',
  standby_behind: 'system',
  witness_lost: 'system',
  node_lost: 'system',
  nats_lost: 'system',
  relay_lost: 'system',
  relay_refused: 'system',
};

/** Number of open faults in each group of the menu. */
export function faultsByGroup(faults: readonly Pick<Fault, 'kind'>[]): ReadonlyMap<MenuGroup, number> {
  const counts = new Map<MenuGroup, number>();
  for (const { kind } of faults) {
    const group = groups[kind];
    counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  return counts;
}
