import { AppError, errorCode } from '../../../contract/api/errors.ts';
import {
  markKey,
  type PlanMark,
  sitePlanEntity,
  sitePlanFields,
  terminalOf,
} from '../../../contract/entities/site/sitePlan.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import { type CrudDeps, crudService } from '../../platform/crud/crud.ts';
import type { Follow } from '../../platform/crud/heldEntity.ts';
import { inScope } from '../../platform/live/scope.ts';
import { zonedForm } from '../zones/zonedForm.ts';
import type { Zones } from '../zones/zones.ts';
import { changesOf } from './planChanges.ts';
import { type SitePlanRow, sitePlans } from './sitePlan.repository.ts';

export interface SitePlanServiceDeps extends CrudDeps {
  zones: Zones;
  directory: { byId(id: number): { org: number | null } | undefined };
}

/** Service of site plans: what is newly placed exists and lies in the caller's zones, areas in those of the plan. */
export function createSitePlanService(deps: SitePlanServiceDeps, committed: Follow<SitePlanRow>) {
  const { zones, directory } = deps;
  const form = zonedForm(zones, sitePlanEntity, sitePlanFields);
  type Whole = ReturnType<typeof form.check>;

  function checkPlaces(caller: Caller, plan: Whole, before: readonly PlanMark[]): void {
    const known = new Set(before.map(markKey));
    for (const mark of plan.marks) {
      if (known.has(markKey(mark))) continue;
      const terminal = directory.byId(terminalOf(mark));
      if (terminal === undefined || !inScope(caller.scope, terminal.org))
        throw new AppError(errorCode.notFound, 'terminal.notFound');
    }
    const within = zones.subtree([plan.org]);
    if (plan.areas.some(({ zone }) => !within.has(zone)))
      throw new AppError(errorCode.badRequest, 'sitePlan.zoneOutside');
  }

  return crudService<SitePlanRow>(deps, sitePlanEntity, sitePlans, {
    async beforeCreate(_tx, caller, values) {
      const plan = form.check(caller, values);
      checkPlaces(caller, plan, []);
      return plan;
    },
    async beforePatch(_tx, caller, row, values) {
      // The picture is set by its own route, after it was drawn.
      const { picture, width, height, ...fields } = values;
      const plan = form.checkChange(caller, row, fields);
      checkPlaces(caller, plan, row.marks);
      return values;
    },
    changes: changesOf,
    committed,
  });
}
export type SitePlanService = ReturnType<typeof createSitePlanService>;
