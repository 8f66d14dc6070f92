import { z } from 'zod';
import { pageQuery } from '../../api/envelope.ts';
import { fieldText } from '../../rules/fieldText.ts';

/** Kinds of stored tasks that target terminals, by the path of their entity. */
export const targetingTaskKinds = ['scheduled_task', 'capturer_task', 'linkage_task'] as const;

/** `GET /v1/device/:id/tasks`: a stored task that targets the terminal, by itself, by its zone or by a group. */
export const targetingTask = z.object({
  kind: z
    .enum(targetingTaskKinds)
    .describe(
      'Kind: `scheduled_task` saved and scheduled tasks, `capturer_task`, `linkage_task` messages of alarm plans.',
    ),
  id: z.number().int().describe('Id of the task, unique within its kind.'),
  name: z.string().describe(fieldText.name),
  task_type: z.number().int().describe(fieldText.task_type),
  plan_id: z.number().int().nullable().describe(fieldText.plan_id),
  plan_name: z.string().nullable().describe('Name of its plan; null: it belongs to none.'),
  enabled: z.boolean().describe(fieldText.enabled),
  next_run: z.number().int().nullable().describe('Next run, epoch s; null: none, or it is not scheduled.'),
  broadcast_id: z.number().int().nullable().describe(fieldText.broadcast_id),
});
export type TargetingTask = z.output<typeof targetingTask>;

export const targetingTaskSortable = ['name', 'kind', 'plan_name', 'next_run'] as const;
export const targetingTaskQuery = pageQuery;
