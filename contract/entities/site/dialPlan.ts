import { z } from 'zod';
import { idSchema } from '../../api/envelope.ts';
import { codes, meaningOf } from '../../codeMeanings.ts';
import { dialActions } from '../../fieldCodes.ts';
import { fieldText } from '../../rules/fieldText.ts';

/** Code that a telephone dials, and its effect. */
export const dialledCode = z.object({
  code: z
    .string()
    .regex(/^[0-9]{1,8}$/, { error: 'rules.quickCode' })
    .describe('Digits that are dialled, 1-8, unique in the plan; 0012 is not 12.'),
  action: z.enum(dialActions).describe(`What dialling does: ${codes(meaningOf.dialAction)}.`),
  zone: idSchema
    .nullable()
    .default(null)
    .describe(
      'Id of the zone that a `page` speaks to, a `listen` hears, or a `message` is played in; zones below belong to it.',
    ),
  file: idSchema.nullable().default(null).describe('Id of the media file that a `message` plays once.'),
  scheduled_task: idSchema.nullable().default(null).describe(fieldText.scheduled_task),
  alarm_plan: idSchema.nullable().default(null).describe(fieldText.alarm_plan),
});
export type DialledCode = z.output<typeof dialledCode>;

/** PIN of a code: 4 to 12 digits. */
export const pin = z.string().regex(/^[0-9]{4,12}$/, { error: 'rules.pin' });

const needs = {
  page: ['zone'],
  listen: ['zone'],
  all_call: [],
  message: ['zone', 'file'],
  start_task: ['scheduled_task'],
  stop_task: ['scheduled_task'],
  start_alarm: ['alarm_plan'],
  stop_alarm: ['alarm_plan'],
} as const satisfies Record<DialledCode['action'], readonly (keyof DialledCode)[]>;
/** Fields of a code that an action needs. */
export const fieldsOf = (
  action: DialledCode['action'],
): readonly ('zone' | 'file' | 'scheduled_task' | 'alarm_plan')[] => needs[action];

const ruleOf = {
  zone: 'rules.selectOrg',
  file: 'rules.selectMedia',
  scheduled_task: 'rules.selectTask',
  alarm_plan: 'rules.selectAlarmPlan',
} as const;

/**
 * Finds the first fault of a dial plan: a code twice, a target that is missing, or a code without a PIN. Null: none.
 *
 * @param stored codes whose PIN is stored already
 */
export function dialPlanFault(
  plan: readonly DialledCode[],
  pins: Readonly<Record<string, string>>,
  stored: ReadonlySet<string>,
): string | null {
  if (new Set(plan.map(({ code }) => code)).size < plan.length) return 'rules.codeTwice';
  for (const one of plan) {
    const missing = fieldsOf(one.action).find((field) => one[field] === null);
    if (missing !== undefined) return ruleOf[missing];
    if (pins[one.code] === undefined && !stored.has(one.code)) return 'rules.pin';
  }
  return null;
}
