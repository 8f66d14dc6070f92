import { z } from 'zod';
import {
  type AlarmPlan,
  type AlarmPlanForm,
  alarmPlanFields,
  alarmPlanForm,
} from '../../../contract/entities/alarmPlan.ts';
import { ruleMessage } from '../../../contract/ruleMessage.ts';
import { zodMessage } from '../kit/form/errors.ts';

/** What the form holds. */
export type PlanValues = z.output<typeof alarmPlanFields>;

/** A new plan. `org`: the zone that is looked at; null: the whole site. */
export function newPlan(org: number | null): PlanValues {
  return { ...alarmPlanFields.parse({ name: '-', org }), name: '' };
}

/** A saved plan as the form shows it. */
export function planValues(plan: AlarmPlan): PlanValues {
  return Object.fromEntries(
    Object.keys(alarmPlanFields.shape).map((key) => [key, plan[key as keyof AlarmPlan]]),
  ) as unknown as PlanValues;
}

/** What a new step begins with: a minute after the one before it. */
export const newStep: PlanValues['steps'][number] = { name: '', after_s: 60, linkage_task_ids: [] };

/** The plan as it would be saved, or undefined while it breaks a rule; its name does not matter to a dry run. */
export function dryRunBody(values: PlanValues): AlarmPlanForm | undefined {
  return alarmPlanForm.safeParse({ ...values, name: values.name.trim() || '-' }).data;
}

/** Checks what would be sent with the server's own schema. A missing name must not hide the rules between fields. */
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
 * When each step comes, in seconds after the trigger: the delay, then what was set, added up. Null: from a step by
 * hand on nobody knows.
 */
export function stepTimes(delay_s: number, steps: readonly { after_s: number | null }[]): (number | null)[] {
  const times: (number | null)[] = [delay_s];
  for (const { after_s } of steps) {
    const before = times.at(-1) ?? null;
    times.push(before === null || after_s === null ? null : before + after_s);
  }
  return times;
}
