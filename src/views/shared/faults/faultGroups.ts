import type { Fault } from '../../../../contract/entities/terminals/fault.ts';
import type { FaultKind } from '../../../../contract/fieldCodes.ts';
import type { MenuGroup } from '../../app/screen.ts';

/** Menu group for each kind of fault; kinds not listed belong to the system. */
const groups: Partial<Record<FaultKind, MenuGroup>> = {
  terminal_lost: 'terminal_status',
  terminal_silent: 'terminal_status',
  terminal_gaps: 'terminal_status',
  terminal_locked: 'terminal_status',
  terminal_duplicate: 'terminal_status',
  terminal_unsynced: 'terminal_status',
  schedule_missed: 'task_status',
  schedule_failed: 'task_status',
  source_silent: 'task_status',
  capturer_gone: 'task_status',
  self_test: 'terminal_status',
  alarm_message: 'task_status',
  alarm_nowhere: 'task_status',
};

/** Number of open faults in each group of the menu. */
export function faultsByGroup(faults: readonly Pick<Fault, 'kind'>[]): ReadonlyMap<MenuGroup, number> {
  const counts = new Map<MenuGroup, number>();
  for (const { kind } of faults) {
    const group = groups[kind] ?? 'system';
    counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  return counts;
}
