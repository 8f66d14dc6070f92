import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import {
  type AlarmPlan,
  type AlarmPlanForm,
  alarmPlanFields,
  alarmPlanForm,
} from '../../../../contract/entities/tasks/alarmPlan.ts';
import { ruleMessage } from '../../../../contract/rules/ruleMessage.ts';
import { zodMessage } from '../../kit/form/errors.ts';

/** Values of the form. */
export type PlanValues = z.output<typeof alarmPlanFields>;

export type PlanFormReturn = UseFormReturn<PlanValues, unknown, AlarmPlanForm>;

/** Values of a new plan. `org`: the selected zone; null: the whole site. */
export function newPlan(org: number | null): PlanValues {
  return { ...alarmPlanFields.parse({ name: '-', org }), name: '' };
}

/** Form values of a saved plan. */
export function planValues(plan: AlarmPlan): PlanValues {
  return Object.fromEntries(
    Object.keys(alarmPlanFields.shape).map((key) => [key, plan[key as keyof AlarmPlan]]),
  ) as unknown as PlanValues;
}

/** Initial values of a new step: a minute after the one before it. */
export const newStep: PlanValues['steps'][number] = { name: '', after_s: 60, linkage_task_ids: [] };

/** Body of the dry run, or undefined while the plan breaks a rule; a dry run needs no name. */
export function dryRunBody(values: PlanValues): AlarmPlanForm | undefined {
  return alarmPlanForm.safeParse({ ...values, name: values.name.trim() || '-' }).data;
}

/** Checks the body with the schema of the server. A missing name must not hide errors between fields. */
export const planSchema = z
  .object({
    ...alarmPlanFields.shape,
    name: z.string(),
    steps: z.array(
      z.object({ name: z.string(), after_s: z.number().nullable(), linkage_task_ids: z.array(z.number()) }),
    ),
  })
  .transform((values, ctx): AlarmPlanForm => {
    const name = values.name.trim();
    const checked = alarmPlanForm.safeParse({ ...values, name: name || '-' }, { error: zodMessage });
    const fault = (path: PropertyKey[], message: string) => ctx.addIssue({ code: 'custom', path, message });
    if (name === '') fault(['name'], ruleMessage('rules.required', { field: 'field.name' }));
    for (const { path, message } of checked.error?.issues ?? []) fault(path, message);
    return checked.success && name !== '' ? checked.data : z.NEVER;
  });

/**
 * Times of the steps, in seconds after the trigger: the delay and the waits, added up. Null from a step by
 * hand on, whose time is unknown.
 */
export function stepTimes(delay_s: number, steps: readonly { after_s: number | null }[]): (number | null)[] {
  const times: (number | null)[] = [delay_s];
  for (const { after_s } of steps) {
    const before = times.at(-1) ?? null;
    times.push(before === null || after_s === null ? null : before + after_s);
  }
  return times;
}
