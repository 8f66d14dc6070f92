import type { PermissionKey } from '../../../contract/api/permissions.ts';
import type { AimedTask } from '../../../contract/entities/tasks/aimedTask.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import { may } from '../../platform/http/access.ts';

/** Finds the stored tasks of a module that are aimed at a terminal now. */
export type AimsAt = (terminalId: number) => Iterable<AimedTask>;

/** Fields of a task that is in no plan and has no times. */
export const unscheduled = { plan_id: null, plan_name: null, next_run: null } as const;

/**
 * Registry of what aims at terminals. A module with tasks registers how they are found, so that the terminals need not
 * know it. The zones need no check: who sees the terminal sees the tasks that reach it.
 */
export interface AimRegistry {
  /** @param needed permission to see these tasks */
  register(needed: PermissionKey, find: AimsAt): void;
  /** Tasks of every module that the caller may see. */
  find(caller: Caller, terminalId: number): AimedTask[];
}

export function createAimRegistry(): AimRegistry {
  const finders: [PermissionKey, AimsAt][] = [];
  return {
    register: (needed, find) => void finders.push([needed, find]),
    find: (caller, terminalId) =>
      finders.flatMap(([needed, find]) => (may(caller, needed) ? [...find(terminalId)] : [])),
  };
}
