import { z } from 'zod';
import { type Plan, type PlanForm, planFields, planForm } from '../../../contract/entities/plan.ts';
import {
  type ScheduledTask,
  type ScheduledTaskForm,
  scheduledTaskFields,
  scheduledTaskForm,
} from '../../../contract/entities/scheduledTask.ts';

/** The file of exported plans: each with its tasks, as they are written. */
const planFile = z.object({
  tocsin: z.literal('plans'),
  version: z.literal(1),
  plans: z
    .array(z.object({ plan: planFields, tasks: z.array(scheduledTaskFields) }))
    .min(1)
    .max(1000),
});
export type PlanFile = z.output<typeof planFile>;

/** Fields of a row that are written; the rest the server makes. */
function written<S extends z.ZodObject>(schema: S, row: Record<string, unknown>): z.output<S> {
  return Object.fromEntries(Object.keys(schema.shape).map((key) => [key, row[key]])) as z.output<S>;
}

/** The file of plans and their tasks, as text. */
export function toPlanFile(plans: readonly { plan: Plan; tasks: readonly ScheduledTask[] }[]): string {
  const file: PlanFile = {
    tocsin: 'plans',
    version: 1,
    plans: plans.map(({ plan, tasks }) => ({
      plan: written(planFields, plan),
      tasks: tasks.map((task) => written(scheduledTaskFields, task)),
    })),
  };
  return JSON.stringify(file, null, 2);
}

/** A plan of a file, ready to be sent. */
export interface PlanImport {
  plan: PlanForm;
  tasks: ScheduledTaskForm[];
}

/** Reads a file; null when it is none, or when something in it breaks a rule. */
export function readPlanFile(text: string): PlanImport[] | null {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return null;
  }
  const file = planFile.safeParse(data);
  if (!file.success) return null;
  const read: PlanImport[] = [];
  for (const { plan, tasks } of file.data.plans) {
    const checked = planForm.safeParse(plan);
    const checkedTasks = tasks.map((task) => scheduledTaskForm.safeParse({ ...task, plan_id: null }));
    if (!checked.success || checkedTasks.some((task) => !task.success)) return null;
    read.push({ plan: checked.data, tasks: checkedTasks.flatMap((task) => task.data ?? []) });
  }
  return read;
}

/** The plan as it is imported: without what points to plans of the other site, and disabled until looked at. */
export function importedPlan({ plan }: PlanImport): PlanForm {
  return { ...plan, enabled: false, exceptions: plan.exceptions.filter((one) => one.action !== 'plan') };
}
