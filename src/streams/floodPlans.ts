import type { AlarmPlan } from '../../contract/entities/tasks/alarmPlan.ts';
import type { LinkageTask } from '../../contract/entities/tasks/linkageTask.ts';
import type { Fault } from '../../contract/entities/terminals/fault.ts';

/** Targets of the linkage tasks of the plans: by terminal, zone and device group. */
export interface FloodReach {
  tasks: readonly Pick<LinkageTask, 'id' | 'devices' | 'orgs' | 'groups'>[];
  /** A zone and its ancestors. */
  zonesOver: (org: number) => ReadonlySet<number>;
  /** Device groups of a loudspeaker. */
  groupsOf: (terminal: number) => readonly number[];
}

/** Linkage tasks that a fault impairs: their message, or a loudspeaker. */
function tasksOf(fault: Fault, reach: FloodReach | undefined): ReadonlySet<number> {
  if (fault.kind === 'alarm_message') return new Set([Number(fault.subject)]);
  const { terminal_id: terminal, org } = fault;
  if (terminal === null || reach === undefined) return new Set();
  const over = org === null ? new Set<number>() : reach.zonesOver(org);
  const groups = reach.groupsOf(terminal);
  const sounds = reach.tasks.filter(
    (task) =>
      task.devices.includes(terminal) ||
      task.orgs.some((zone) => over.has(zone)) ||
      task.groups.some((group) => groups.includes(group)),
  );
  return new Set(sounds.map(({ id }) => id));
}

/**
 * Returns the plans that a fault impairs: those of its alarm terminal, and those that play its message or use
 * its loudspeaker.
 */
export function plansOf(fault: Fault, plans: readonly AlarmPlan[], reach: FloodReach | undefined): number[] {
  const tasks = tasksOf(fault, reach);
  return plans
    .filter((plan) => {
      if (fault.kind === 'alarm_nowhere') return plan.id === Number(fault.subject);
      if (fault.terminal_id !== null && plan.fire_control_device === fault.terminal_id) return true;
      return [plan, ...plan.steps].some(({ linkage_task_ids }) =>
        linkage_task_ids.some((id) => tasks.has(id)),
      );
    })
    .map(({ id }) => id);
}
