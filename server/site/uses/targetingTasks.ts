import type { PermissionKey } from '../../../contract/api/permissions.ts';
import type { TargetingTask } from '../../../contract/entities/tasks/targetingTask.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import { may } from '../../platform/http/access.ts';

/** Finds the stored tasks of a module that target a terminal now. */
export type FindTargetingTasks = (terminalId: number) => Iterable<TargetingTask>;

/** Fields of a task that is in no plan and has no times. */
export const unscheduled = { plan_id: null, plan_name: null, next_run: null } as const;

/**
 * Registry of the tasks that target a terminal. A module with tasks registers its search, so that the terminals need not
 * know it. Zones are not checked: an account that sees the terminal sees the tasks that reach it.
 */
export interface TargetingTaskRegistry {
  /** @param needed permission to see these tasks */
  register(needed: PermissionKey, find: FindTargetingTasks): void;
  /** Tasks of every module that the caller may see. */
  find(caller: Caller, terminalId: number): TargetingTask[];
}

export function createTargetingTaskRegistry(): TargetingTaskRegistry {
  const finders: [PermissionKey, FindTargetingTasks][] = [];
  return {
    register: (needed, find) => void finders.push([needed, find]),
    find: (caller, terminalId) =>
      finders.flatMap(([needed, find]) => (may(caller, needed) ? [...find(terminalId)] : [])),
  };
}
