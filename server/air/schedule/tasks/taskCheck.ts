import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import { audioSource, controlAction } from '../../../../contract/codes.ts';
import type { ScheduledTaskForm } from '../../../../contract/entities/tasks/scheduledTask.ts';
import type { LiveHub } from '../../../platform/live/hub.ts';
import { mustSee } from '../../../sound/library/visible.ts';
import type { Programmes } from '../../../sound/source/programmes.ts';
import type { By } from '../../broadcast/startTask.ts';
import { resolveTargets } from '../../broadcast/targetResolver.ts';
import { capturerIn } from '../../talk/captured.ts';
import type { ReachDeps } from '../reach.ts';
import type { ScheduleIndex } from '../scheduleIndex.ts';
import type { TaskViews } from '../taskViews.ts';
import { hasDayTypes, planNotFound } from './taskFields.ts';

export interface TaskCheckDeps {
  live: LiveHub;
  index: ScheduleIndex;
  present: TaskViews;
  programmes: Programmes;
  where: ReachDeps;
}

/** Creates the checks of a task's references: they must exist, and be visible to the caller. */
export function createTaskCheck(deps: TaskCheckDeps) {
  const { index, present } = deps;

  /** Checks the permission to run the self-test, also by schedule. @throws AppError 403 */
  function mayTest(
    caller: By['caller'],
    { control_action }: Pick<ScheduledTaskForm, 'control_action'>,
  ): void {
    if (control_action === controlAction.selfTest && !caller.permissions.has('operate_self_test'))
      throw new AppError(errorCode.forbidden, 'auth.noPermission');
  }

  /**
   * Checks all references of a task.
   * @throws AppError for one that does not exist, or that the caller may not use
   */
  async function check({ caller }: By, task: ScheduledTaskForm): Promise<void> {
    mayTest(caller, task);
    const plan = task.plan_id === null ? undefined : index.plans.get(task.plan_id);
    if (task.plan_id !== null && (plan === undefined || !present.seesPlan(caller.scope, plan)))
      throw planNotFound();
    if (plan !== undefined && !hasDayTypes(plan, task))
      throw new AppError(errorCode.refused, 'schedule.noDayType', { name: task.name });
    if (task.audio_source === audioSource.capturer)
      capturerIn(deps.where.directory, caller.scope, task.capturer);
    try {
      resolveTargets(deps.where, caller.scope, task);
    } catch (error) {
      // A zone without terminals is allowed.
      if (!(error instanceof AppError && error.key === 'broadcast.noDevices')) throw error;
    }
    const files = [...task.files, task.chime_before, task.chime_after];
    mustSee(deps.live, caller.scope, { ...task, files });
    const chimes = [task.chime_before, task.chime_after].flatMap((id) => id ?? []);
    await deps.programmes.items([...(task.audio_source === 0 ? task.files : []), ...chimes]);
    if (task.audio_source === 0 && task.file_group !== null && !hasRow('file_group', task.file_group))
      throw new AppError(errorCode.notFound, 'group.notFound');
    if (task.audio_source === 1 && task.preset_text !== null && !hasRow('preset_text', task.preset_text))
      throw new AppError(errorCode.notFound, 'common.notFound');
  }
  function hasRow(topic: 'file_group' | 'preset_text', id: number): boolean {
    return deps.live.topic(topic).get(id) !== undefined;
  }

  return { mayTest, check };
}
