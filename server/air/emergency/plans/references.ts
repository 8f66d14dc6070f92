import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import { gpioTaskType, terminalRole } from '../../../../contract/codes.ts';
import type { AlarmPlanForm } from '../../../../contract/entities/tasks/alarmPlan.ts';
import type { LinkageTaskForm } from '../../../../contract/entities/tasks/linkageTask.ts';
import type { Caller } from '../../../platform/auth/callers.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { inScope } from '../../../platform/live/scope.ts';
import type { Groups } from '../../../site/groups/groups.ts';
import type { Directory } from '../../../site/terminals/directory.ts';
import { outsideZone } from '../../../site/zones/outside.ts';
import type { Zones } from '../../../site/zones/zones.ts';
import { tasksOfPlan } from './alarmConfiguration.ts';
import * as repository from './plan.repository.ts';

export interface ReferenceDeps {
  zones: Zones;
  directory: Directory;
  groups: Pick<Groups, 'members' | 'revision'>;
}

const notFound = () => new AppError(errorCode.notFound, 'common.notFound');

/**
 * Checks that everything a linkage task or a plan names exists, is visible to the caller, and lies in its
 * zone or below; locks what can be deleted until the transaction ends.
 */
export function createReferences({ zones, directory, groups }: ReferenceDeps) {
  /** The zones that an entity of this zone may use. */
  const below = (org: number | null) => zones.subtree(org === null ? [] : [org]);

  /**
   * @throws AppError 404 for what does not exist or is not visible to the caller, 999 for what lies outside
   *   the zone
   */
  async function checkLinkageTask(tx: Tx, { scope }: Caller, task: LinkageTaskForm): Promise<void> {
    const own = below(task.org);
    for (const id of task.devices) {
      const terminal = directory.byId(id);
      if (
        terminal?.row.role !== terminalRole.soundColumn ||
        terminal.kind !== 'device' ||
        !inScope(scope, terminal.org)
      )
        throw new AppError(errorCode.notFound, 'terminal.notFound');
      if (terminal.org === null || !own.has(terminal.org))
        throw outsideZone(scope, { name: terminal.row.name, org: terminal.org });
    }
    for (const id of task.orgs) {
      const zone = zones.get(id);
      if (zone === undefined || !inScope(scope, id)) throw new AppError(errorCode.notFound, 'zone.notFound');
      if (!own.has(id)) throw outsideZone(scope, { name: zone.name, org: zone.id });
    }
    for (const id of task.groups) {
      groups.members(scope, id);
      for (const member of groups.members({ all: true }, id)) {
        const terminal = directory.byId(member);
        if (terminal !== undefined && (terminal.org === null || !own.has(terminal.org)))
          throw outsideZone(scope, { name: terminal.row.name, org: terminal.org });
      }
    }
    if (task.audio_source === 0) {
      const held = await repository.holdFiles(tx, scope, task.files);
      if (!task.files.every((id) => held.has(id))) throw notFound();
    }
    if (task.audio_source === 1 && task.preset_text !== null)
      if (!(await repository.holdPresetText(tx, scope, task.preset_text))) throw notFound();
  }

  /** @throws AppError as `checkLinkageTask` */
  async function checkPlan(tx: Tx, { scope }: Caller, plan: AlarmPlanForm): Promise<void> {
    const own = below(plan.org);
    const device = plan.fire_control_device;
    if (device !== null) {
      const terminal = directory.byId(device);
      if (terminal?.kind !== 'fire_control_device' || !inScope(scope, terminal.org))
        throw new AppError(errorCode.notFound, 'terminal.notFound');
      if (terminal.org === null || !own.has(terminal.org))
        throw outsideZone(scope, { name: terminal.row.name, org: terminal.org });
    }
    const check = (
      wanted: readonly number[],
      rows: readonly { id: number; name: string; org: number | null }[],
    ) => {
      const found = new Map(rows.map((row) => [row.id, row]));
      for (const id of wanted) {
        const row = found.get(id);
        if (row === undefined || row.org === null || !inScope(scope, row.org)) throw notFound();
        if (!own.has(row.org)) throw outsideZone(scope, row);
      }
    };
    const tasks = tasksOfPlan(plan);
    check(tasks, await repository.holdLinkageTasks(tx, tasks));
    const links = await repository.holdGpioTasks(tx, plan.gpio_set_task_ids);
    check(
      plan.gpio_set_task_ids,
      links.filter((row) => row.gpio_type === gpioTaskType.link),
    );
  }

  return { below, checkLinkageTask, checkPlan };
}
export type References = ReturnType<typeof createReferences>;
