import { z } from 'zod';
import { idSchema, pageQuery } from '../../api/envelope.ts';
import { codes, meaningOf } from '../../codeMeanings.ts';
import { exceptionAction, taskValidity } from '../../codes.ts';
import { fieldText } from '../../rules/fieldText.ts';
import { isDateOrder } from '../../rules/ruleChecks.ts';
import { requiredText } from '../../rules/rules.ts';
import { isDate } from '../../schedule/calendar.ts';
import { patchShape } from '../patchShape.ts';

/** A day of the site's calendar, `YYYY-MM-DD`. */
export const dateSchema = z.string({ error: 'rules.date' }).refine(isDate, { error: 'rules.date' });

/** Maximum number of day types of a plan: each is a column of its timetable. */
export const maxDayTypes = 8;
const dayTypeId = z.number().int().min(1).max(1000);
const dayTypeName = requiredText('name', 20);

/**
 * Day type of a plan, such as normal, short or exam: a list of bells that weekdays, or single dates by an exception,
 * have. A task that names day types runs on their days only; other tasks keep their weekdays.
 */
const dayType = z.object({
  id: dayTypeId.describe('Number of the day type within its plan.'),
  name: dayTypeName.describe(fieldText.name),
  weekdays: z
    .array(z.number().int().min(0).max(6))
    .max(7)
    .default([])
    .describe(`Weekdays that have it: ${codes(meaningOf.weekday)}; each has one at most.`),
});
export type DayType = z.output<typeof dayType>;

/** Term of a plan: a named range of dates in which its tasks run. */
const term = z.object({
  name: requiredText('name').describe(fieldText.name),
  start_date: dateSchema.describe(fieldText.start_date),
  end_date: dateSchema.describe(fieldText.end_date),
});
export type Term = z.output<typeof term>;

/**
 * Exception of a plan on some days: `skip` runs no tasks, `weekday` runs the tasks of that weekday (0 Sunday to 6),
 * `plan` runs the tasks of another plan instead, even if that plan is disabled or outside its dates, `day_type` runs the
 * tasks of that day type of the plan beside those that have none. If several match a day, the last one in the list applies. Exceptions of the other plan do not apply.
 */
const planException = z.object({
  start_date: dateSchema.describe(fieldText.start_date),
  end_date: dateSchema.describe(fieldText.end_date),
  action: z
    .enum(exceptionAction)
    .describe(`What the plan does on these days: ${codes(meaningOf.exceptionAction)}.`),
  weekday: z
    .number()
    .int()
    .min(0)
    .max(6)
    .nullable()
    .default(null)
    .describe(`Weekday: ${codes(meaningOf.weekday)}; null: none.`),
  plan_id: idSchema
    .nullable()
    .default(null)
    .describe('Id of the other plan for the action `plan`; null: none.'),
  day_type: dayTypeId
    .nullable()
    .default(null)
    .describe('Number of the day type for the action `day_type`; null: none.'),
  desc: z.string().trim().max(200).default('').describe('Reason, for example the name of the holiday.'),
});
export type PlanException = z.output<typeof planException>;

/** Maximum number of weeks after which the tasks of a plan repeat. */
export const maxEveryWeeks = 4;
const everyWeeks = z.number().int().min(1).max(maxEveryWeeks);
const everyWeeksText =
  'Number of weeks, Monday to Sunday, after which its tasks run again, counted from the week of `start_date`: 1 every week, 2 alternate (A and B) weeks.';

const dayTypesText = 'Day types: lists of bells that weekdays and dates have.';
const termsText = 'Terms: dates within which its tasks run; empty: all dates of the plan.';
const examText =
  'Whether it is an exam: at its terminals its tasks go before everything except alarms, the emergency microphone and the all-call.';

/** Writable fields of a plan. Forms use `planForm`, which has the rules between fields. */
export const planFields = z.object({
  name: requiredText('name').describe(fieldText.name),
  start_date: dateSchema.describe(fieldText.start_date),
  end_date: dateSchema.nullable().default(null).describe(fieldText.end_date),
  desc: z.string().trim().max(500).default('').describe(fieldText.desc),
  enabled: z.boolean().default(true).describe(fieldText.enabled),
  every_weeks: everyWeeks.default(1).describe(everyWeeksText),
  exam: z.boolean().default(false).describe(examText),
  day_types: z.array(dayType).max(maxDayTypes).default([]).describe(dayTypesText),
  terms: z.array(term).max(20).default([]).describe(termsText),
  exceptions: z.array(planException).max(500).default([]).describe(fieldText.exceptions),
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
    if (one.action === 'day_type' && !plan.day_types.some(({ id }) => id === one.day_type))
      fault(['exceptions', i, 'day_type'], 'rules.selectDayType');
  }
  for (const [i, one] of plan.terms.entries())
    if (!isDateOrder(one.start_date, one.end_date)) fault(['terms', i, 'end_date'], 'rules.dateOrder');
  for (const [i, one] of plan.day_types.entries()) {
    const others = plan.day_types.slice(0, i);
    if (others.some(({ id, name }) => id === one.id || name === one.name))
      fault(['day_types', i, 'name'], 'rules.dayTypeTwice');
    if (others.some(({ weekdays }) => weekdays.some((day) => one.weekdays.includes(day))))
      fault(['day_types', i, 'weekdays'], 'rules.weekdayTwice');
  }
}

/** A whole plan with its rules: body of `POST /v1/plan`, and the schema of its form. */
export const planForm = planFields.superRefine(checkPlan);
export type PlanForm = z.output<typeof planForm>;

/** Body of `PATCH /v1/plan/:id`; the resulting plan is checked as a whole. `rev`: 409 when it differs. */
export const planPatch = z.object({
  ...patchShape(planFields.shape),
  rev: z.number().int().optional().describe(fieldText.rev),
});

/** Validity in the site's time zone. A disabled plan is not effective; `executing`: a task of it plays. */
export const validity = z.enum(taskValidity);
export type Validity = z.output<typeof validity>;

/** `GET /v1/plan`, `/v1/plan/:id`; also the live row of the topic `plan`. */
export const planRow = z.object({
  id: z.number().int().describe(fieldText.id),
  org: z
    .array(z.number().int())
    .nullable()
    .describe(
      'Ids of the zones of its tasks; null: it has no tasks yet, and is visible to everybody with `list_plan`.',
    ),
  name: z.string().describe(fieldText.name),
  start_date: z.string().describe(fieldText.start_date),
  end_date: z.string().nullable().describe(fieldText.end_date),
  desc: z.string().describe(fieldText.desc),
  enabled: z.boolean().describe(fieldText.enabled),
  every_weeks: z.number().int().describe(everyWeeksText),
  exam: z.boolean().describe(examText),
  day_types: z.array(dayType).describe(dayTypesText),
  terms: z.array(term).describe(termsText),
  exceptions: z.array(planException).describe(fieldText.exceptions),
  tasks: z.array(z.number().int()).describe('Ids of its tasks, as far as the caller sees them.'),
  whole: z.boolean().describe(fieldText.whole),
  validity: validity.describe(fieldText.validity),
  next_run: z.number().int().nullable().describe(fieldText.next_run),
  rev: z.number().int().describe(fieldText.rev),
  created_at: z.number().int().describe(fieldText.created_at),
});
export interface Plan extends z.output<typeof planRow>, Record<string, unknown> {}

export const planSortable = ['name', 'start_date', 'end_date', 'created_at', 'next_run'] as const;
export const planQuery = pageQuery.extend({
  validity: validity.optional().describe(fieldText.validity),
  enabled: z.stringbool().optional().describe(fieldText.enabled),
});

/** `POST /v1/plan/:id/copy`: copies the plan with its tasks, disabled. */
export const copyBody = z.object({ name: requiredText('name').describe(fieldText.name) });

/**
 * `POST /v1/plan/batch`: a result per plan. `delete` needs `delete_plan` and takes the tasks with it; `enable` and
 * `disable` need `operate_plan`.
 */
export const planBatch = z.object({
  ids: z.array(idSchema).min(1).max(1000).describe(fieldText.ids),
  action: z
    .enum(['delete', 'enable', 'disable'])
    .describe(
      'Action for each plan: `delete` also deletes its tasks, `enable` and `disable` switch its schedule.',
    ),
});
