import { alarmPlanEntity } from '../../../../contract/entities/tasks/alarmPlan.ts';
import { linkageTaskEntity } from '../../../../contract/entities/tasks/linkageTask.ts';
import type { CrudService } from '../../../platform/crud/crud.ts';
import type { Transferables } from '../../../platform/crud/transferables.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { type AlarmPlanRow, alarmPlans, type LinkageTaskRow, linkageTasks } from './plan.repository.ts';
import { createAlarmPlans, createLinkageTasks, type EmergencyServiceDeps } from './services.ts';

/** The services within the transaction of an import. */
interface StagedServices {
  linkage_task: CrudService<LinkageTaskRow>;
  alarm_plan: CrudService<AlarmPlanRow>;
  /** Applies in memory what was written; called after the commit. */
  committed(): void;
}

function stagedServices(deps: EmergencyServiceDeps, tx: Tx): StagedServices {
  const { configuration } = deps;
  const due: (() => void)[] = [];
  const later: EmergencyServiceDeps = {
    ...deps,
    // Transactions of the services become savepoints of this one.
    db: tx,
    configuration: {
      ...configuration,
      putTask: (row) => void due.push(() => configuration.putTask(row)),
      putPlan: (row) => void due.push(() => configuration.putPlan(row)),
    },
    written: (task) => void due.push(() => deps.written(task)),
  };
  return {
    linkage_task: createLinkageTasks(later),
    alarm_plan: createAlarmPlans(later),
    committed() {
      for (const run of due) run();
    },
  };
}

/** Lets linkage tasks and alarm plans be imported and exported. */
export function addTransferables(
  transferables: Pick<Transferables, 'add'>,
  deps: EmergencyServiceDeps,
): void {
  transferables.add<LinkageTaskRow>({
    entity: linkageTaskEntity,
    repository: linkageTasks,
    staged(tx) {
      const { linkage_task: service, committed } = stagedServices(deps, tx);
      return { service, committed };
    },
  });
  transferables.add<AlarmPlanRow>({
    entity: alarmPlanEntity,
    repository: alarmPlans,
    staged(tx) {
      const { alarm_plan: service, committed } = stagedServices(deps, tx);
      return { service, committed };
    },
  });
}
