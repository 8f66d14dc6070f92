import { z } from 'zod';
import { exceptionAction, taskValidity } from '../codes.ts';
import { idSchema, pageQuery } from '../envelope.ts';
import { isDateOrder } from '../ruleChecks.ts';
import { requiredText } from '../rules.ts';
import { isDate } from '../schedule/calendar.ts';
import { patchShape } from './patchShape.ts';

/** A day of the site's calendar, `YYYY-MM-DD`. */
export const dateSchema = z.string({ error: 'rules.date' }).refine(isDate, { error: 'rules.date' });

/**
 * What a plan does differently on some days: `skip` rings nothing, `weekday` runs the tasks of that weekday
 * (0 Sunday to 6), `plan` runs the tasks of another plan instead, whether that one is enabled and in its dates or
 * not. Where several hold for a day, the later one in the list counts. Exceptions of the other plan do not.
 */
const planException = z.object({
  start_date: dateSchema,
  end_date: dateSchema,
  action: z.enum(exceptionAction),
  weekday: z.number().int().min(0).max(6).nullable().default(null),
  plan_id: idSchema.nullable().default(null),
  /** E.g. the name of the holiday. */
  desc: z.string().trim().max(200).default(''),
});
export type PlanException = z.output<typeof planException>;

/** What is written of a plan (spec 3). Use `planForm` in forms: it holds the rules between fields. */
export const planFields = z.object({
  name: requiredText('name'),
  start_date: dateSchema,
  /** Last day, included; null: without an end. */
  end_date: dateSchema.nullable().default(null),
  desc: z.string().trim().max(500).default(''),
  enabled: z.boolean().default(true),
  exceptions: z.array(planException).max(500).default([]),
});

function checkPlan(plan: z.output<typeof planFields>, ctx: z.RefinementCtx): void {
  const fault = (path: (string | number)[], message: string) =>
    ctx.addIssue({ code: 'custom', path, message });
  if (plan.end_date !== null && !isDateOrder(plan.start_date, plan.end_date))
    fault(['end_date'], 'rules.dateOrder');
  for (const [i, one] of plan.exceptions.entries()) {
    if (!isDateOrder(one.start_date, one.end_date)) fault(['exceptions', i, 'end_date'], 'rules.dateOrder');
    if (one.action === 'weekday' && one.weekday === null)
      fault(['exceptions', i, 'weekday'], 'rules.selectWeekday');
    if (one.action === 'plan' && one.plan_id === null)
      fault(['exceptions', i, 'plan_id'], 'rules.selectPlan');
  }
}

/** A whole plan with its rules: body of `POST /v1/plan`, and what a form validates. */
export const planForm = planFields.superRefine(checkPlan);
export type PlanForm = z.output<typeof planForm>;

/** Body of `PATCH /v1/plan/:id`; the plan as it then is, is checked as a whole. `rev`: 409 for another. */
export const planPatch = z.object({ ...patchShape(planFields.shape), rev: z.number().int().optional() });

/** Spec 4, computed in the site's time zone. A disabled plan is not effective; `executing`: a task of it plays. */
export const validity = z.enum(taskValidity);
export type Validity = z.output<typeof validity>;

/** `GET /v1/plan`, `/v1/plan/:id`; also the live row of the topic `plan`. */
export const planRow = z.object({
  id: z.number().int(),
  /** Zones of its tasks; null: it has none yet, and is seen by everybody who holds `list_plan`. */
  org: z.array(z.number().int()).nullable(),
  name: z.string(),
  start_date: z.string(),
  end_date: z.string().nullable(),
  desc: z.string(),
  enabled: z.boolean(),
  exceptions: z.array(planException),
  /** Ids of its tasks, as far as the caller sees them. */
  tasks: z.array(z.number().int()),
  /** All its tasks lie within the caller's zones: only then may it be changed, operated or deleted (403). */
  whole: z.boolean(),
  validity,
  /** Next start of one of its tasks, epoch seconds; null: none within a year. */
  next_run: z.number().int().nullable(),
  rev: z.number().int(),
  created_at: z.number().int(),
});
export interface Plan extends z.output<typeof planRow>, Record<string, unknown> {}

export const planSortable = ['name', 'start_date', 'end_date', 'created_at', 'next_run'] as const;
export const planQuery = pageQuery.extend({
  validity: validity.optional(),
  enabled: z.stringbool().optional(),
});

/** `POST /v1/plan/:id/copy`: the plan with its tasks, disabled until somebody has looked at it. */
export const copyBody = z.object({ name: requiredText('name') });

/**
 * `POST /v1/plan/batch`: a result per plan. `delete` needs `delete_plan` and takes the tasks with it; `enable` and
 * `disable` need `operate_plan`.
 */
export const planBatch = z.object({
  ids: z.array(idSchema).min(1).max(1000),
  action: z.enum(['delete', 'enable', 'disable']),
});
