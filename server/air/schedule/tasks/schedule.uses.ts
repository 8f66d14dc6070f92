import type { DbOrTx } from '../../../platform/db/client.ts';
import type { LiveHub } from '../../../platform/live/hub.ts';
import type { UseRegistry } from '../../../site/uses/registry.ts';
import type { TargetingTaskRegistry } from '../../../site/uses/targetingTasks.ts';
import { placed } from '../../../site/uses/used.ts';
import type { ScheduleIndex } from '../scheduleIndex.ts';
import type { TaskViews } from '../taskViews.ts';
import { savedTasksWith, type TaskUse, tasksWithFiles } from './inUse.repository.ts';

/** Registers saved tasks as users of files, groups of files, preset texts and radio stations. */
export function registerTaskUses({ live, uses }: { live: LiveHub; uses: UseRegistry }): void {
  const register = (
    kind: Parameters<UseRegistry['register']>[0],
    find: (db: DbOrTx, ids: readonly number[]) => Promise<TaskUse[]>,
  ) => uses.register(kind, async (db, ids) => placed(live, 'scheduled_task', await find(db, ids)));
  register('file', tasksWithFiles);
  for (const column of ['file_group', 'preset_text', 'radio'] as const)
    register(column, (db, ids) => savedTasksWith(db, column, ids));
}

/** Registers the search for saved tasks that reach a terminal. */
export function registerTargeting(
  targetingTasks: Pick<TargetingTaskRegistry, 'register'>,
  index: Pick<ScheduleIndex, 'tasks' | 'reaches'>,
  present: Pick<TaskViews, 'brief' | 'running' | 'today'>,
): void {
  targetingTasks.register('list_task', function* (terminalId) {
    const { recent } = index.reaches;
    const [running, day] = [present.running(), present.today()];
    for (const task of index.tasks.values()) {
      if (!recent.isAt(task, terminalId)) continue;
      const { id, name, task_type, plan_id, plan_name, enabled, next_run, broadcast_id } = present.brief(
        task,
        running.get(task.id),
        day,
      );
      yield {
        kind: 'scheduled_task',
        id,
        name,
        task_type,
        plan_id,
        plan_name,
        enabled,
        next_run,
        broadcast_id,
      };
    }
  });
}
