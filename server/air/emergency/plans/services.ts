import { alarmPlanEntity, alarmPlanForm } from '../../../../contract/entities/tasks/alarmPlan.ts';
import {
  type LinkageTaskForm,
  linkageTaskEntity,
  linkageTaskForm,
} from '../../../../contract/entities/tasks/linkageTask.ts';
import type { Caller } from '../../../platform/auth/callers.ts';
import { type CrudDeps, type CrudService, crudService } from '../../../platform/crud/crud.ts';
import type { Tx } from '../../../platform/db/client.ts';
import type { UseRegistry } from '../../../site/uses/registry.ts';
import { mustBeUnused, usersIn } from '../../../site/uses/used.ts';
import { outsideZone } from '../../../site/zones/outside.ts';
import { zonedForm } from '../../../site/zones/zonedForm.ts';
import type { Zones } from '../../../site/zones/zones.ts';
import type { AlarmConfiguration } from './alarmConfiguration.ts';
import { frozenOf, namedBy } from './frozen.ts';
import { libraryParts } from './frozenParts.repository.ts';
import { checkPlansOfOtherZones } from './otherZonePlans.ts';
import type { AlarmPlanRow, LinkageTaskRow } from './plan.repository.ts';
import * as repository from './plan.repository.ts';
import type { References } from './references.ts';

export interface EmergencyServiceDeps extends CrudDeps {
  zones: Zones;
  uses: Pick<UseRegistry, 'find'>;
  configuration: AlarmConfiguration;
  references: References;
  /** @throws AppError 999 while an alarm uses it */
  mustBeIdle: { task(id: number): void; plan(id: number): void };
  /** Called after a linkage task was written: its sound must be made. */
  written(task: LinkageTaskRow): void;
  /** Called after a linkage task was removed. */
  removed(task: number): void;
}

/** Frozen parts of a task: those frozen before, others from the library as it is now. */
async function frozenNow(tx: Tx, task: LinkageTaskForm, before: LinkageTaskRow['frozen']) {
  return frozenOf(task, await libraryParts(tx, namedBy(task)), before ?? []);
}

/** Service of linkage tasks: sounds or actions of alarms, and their targets. */
export function createLinkageTasks(deps: EmergencyServiceDeps): CrudService<LinkageTaskRow> {
  const { zones, configuration, references, mustBeIdle } = deps;
  const zoned = zonedForm(zones, linkageTaskEntity, linkageTaskForm);

  /** Refuses to move it out of the zone of a plan that uses it. @throws AppError 999 */
  function staysBelowPlans({ scope }: Caller, id: number, org: number | null): void {
    for (const plan of configuration.plansOf(id))
      if (org === null || !references.below(plan.org).has(org)) throw outsideZone(scope, plan);
  }

  return crudService<LinkageTaskRow>(deps, linkageTaskEntity, repository.linkageTasks, {
    begin: repository.lockEmergency,
    async beforeCreate(tx, caller, values) {
      const form = zoned.check(caller, values);
      await references.checkLinkageTask(tx, caller, form);
      return { ...form, frozen: await frozenNow(tx, form, null) };
    },
    async beforePatch(tx, caller, row, values) {
      mustBeIdle.task(row.id);
      const form = zoned.checkChange(caller, row, values);
      await references.checkLinkageTask(tx, caller, form);
      if (form.org !== row.org) staysBelowPlans(caller, row.id, form.org);
      if (Object.keys(values).length === 0) return values;
      const frozen = await frozenNow(tx, form, row.frozen);
      await checkPlansOfOtherZones(tx, caller, row, { ...form, frozen });
      return { ...values, frozen, ...('org' in values ? { org: form.org } : {}) };
    },
    async beforeRemove(tx, caller, row) {
      mustBeIdle.task(row.id);
      mustBeUnused(caller.scope, row.name, await repository.plansWithLinkageTask(tx, row.id));
    },
    committed(before, after) {
      if (after !== null) {
        configuration.putTask(after);
        deps.written(after);
      } else if (before !== null) {
        configuration.removeTask(before.id);
        deps.removed(before.id);
      }
    },
  });
}

/** Service of alarm plans. */
export function createAlarmPlans(deps: EmergencyServiceDeps): CrudService<AlarmPlanRow> {
  const { zones, configuration, references, mustBeIdle } = deps;
  const zoned = zonedForm(zones, alarmPlanEntity, alarmPlanForm);
  return crudService<AlarmPlanRow>(deps, alarmPlanEntity, repository.alarmPlans, {
    begin: repository.lockEmergency,
    async beforeCreate(tx, caller, values) {
      const form = zoned.check(caller, values);
      await references.checkPlan(tx, caller, form);
      return form;
    },
    async beforePatch(tx, caller, row, values) {
      mustBeIdle.plan(row.id);
      const form = zoned.checkChange(caller, row, values);
      await references.checkPlan(tx, caller, form);
      return 'org' in values ? { ...values, org: form.org } : values;
    },
    async beforeRemove(tx, { scope }, row) {
      mustBeIdle.plan(row.id);
      mustBeUnused(scope, row.name, usersIn(await deps.uses.find(tx, 'alarm_plan', [row.id]), row.id));
    },
    committed(before, after) {
      if (after !== null) configuration.putPlan(after);
      else if (before !== null) configuration.removePlan(before.id);
    },
  });
}
