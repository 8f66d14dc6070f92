import type { PartitionLive } from '../../../../../contract/entities/site/partition.ts';
import type { Plan } from '../../../../../contract/entities/tasks/plan.ts';
import { subtree } from '../../../kit/tree/zones.ts';

/** Targets of a change; `orgs` null: all zones. */
export interface ChangedTargets {
  orgs: readonly number[] | null;
  devices: readonly number[];
  groups: readonly number[];
  /** Zones that are known to be reached, without those below them; absent: none. */
  reached?: readonly number[];
}

/** Targets of a change of tasks or plans whose rows name the zones that they reach; null: it has no tasks. */
export function reachedBy(rows: readonly { org: readonly number[] | null }[]): ChangedTargets {
  return { orgs: [], devices: [], groups: [], reached: rows.flatMap(({ org }) => org ?? []) };
}

/**
 * Names of the exams that are in effect where a change reaches. The members of groups are not known here: a change at a
 * group reaches every exam.
 * @param zoneOf zone of a terminal; undefined: not known
 */
export function examsAt(
  plans: readonly Plan[],
  zones: readonly PartitionLive[],
  targets: ChangedTargets,
  zoneOf: (terminal: number) => number | null | undefined,
): string[] {
  const exams = plans.filter(
    (plan) => plan.exam && (plan.validity === 'in_effect' || plan.validity === 'executing'),
  );
  if (exams.length === 0) return [];
  if (targets.orgs === null || targets.groups.length > 0) return exams.map((plan) => plan.name);
  const below = targets.orgs.flatMap((id) => [...subtree(zones, id)]);
  const reached = new Set([...below, ...(targets.reached ?? [])]);
  for (const id of targets.devices) {
    const zone = zoneOf(id);
    if (zone != null) reached.add(zone);
  }
  return exams.filter((plan) => plan.org?.some((id) => reached.has(id))).map((plan) => plan.name);
}
