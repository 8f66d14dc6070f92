import type { z } from 'zod';
import type { Page } from '../../../../contract/api/envelope.ts';
import {
  type ScheduledTask,
  type scheduledTaskQuery,
  scheduledTaskSortable,
} from '../../../../contract/entities/tasks/scheduledTask.ts';
import { pageOfRows } from '../../../platform/crud/lists.ts';
import type { By } from '../../broadcast/startTask.ts';
import type { ReachDeps } from '../reach.ts';
import type { ScheduleIndex } from '../scheduleIndex.ts';
import type { TaskViews } from '../taskViews.ts';
import type { TaskService } from './task.service.ts';

interface TaskListDeps {
  index: ScheduleIndex;
  present: TaskViews;
  tasks: Pick<TaskService, 'visible'>;
  where: Pick<ReachDeps, 'zones'>;
}

/** Lists a page of the saved tasks that the caller sees. */
export function listTasks(
  { index, present, tasks, where }: TaskListDeps,
  by: By,
  query: z.output<typeof scheduledTaskQuery>,
): Page<ScheduledTask> {
  const { plan_id, org, validity, enabled, task_type, audio_source, ...page } = query;
  const zones = org === undefined ? null : where.zones.subtree([org]);
  const running = present.running();
  const day = present.today();
  const visible = tasks
    .visible(by)
    .filter(
      (task) =>
        (plan_id === undefined || (task.plan_id ?? 0) === plan_id) &&
        (enabled === undefined || task.enabled === enabled) &&
        (audio_source === undefined || task.audio_source === audio_source) &&
        (task_type === undefined || (task.audio_source === 101 ? 10 : 0) === task_type) &&
        (zones === null || index.reaches.recent.of(task).org.some((id) => zones.has(id))),
    );
  // Derived fields are computed for all tasks only if the list is filtered or sorted by them.
  const isDerived = validity !== undefined || /validity|next_run/.test(page.sort ?? '');
  const rows = isDerived
    ? visible
        .map((task) => ({ ...task, ...present.derived(task, running.get(task.id), day) }))
        .filter((row) => validity === undefined || row.validity === validity)
    : visible;
  const found = pageOfRows<{ id: number; name: string }>(rows, page, scheduledTaskSortable, 'start_time');
  const full = found.rows.flatMap(({ id }) => {
    const task = index.tasks.get(id);
    return task === undefined ? [] : present.taskRow(by.caller.scope, task, running.get(id), day);
  });
  return { ...found, rows: full };
}
