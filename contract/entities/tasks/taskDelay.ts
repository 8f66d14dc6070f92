import { z } from 'zod';
import { idSchema } from '../../api/envelope.ts';
import { fieldText } from '../../rules/fieldText.ts';
import { dateSchema } from './plan.ts';

/**
 * Delay of the remaining runs of today: they start later by the same time, and are back at their usual time the next
 * day (`/v1/scheduled_task/delay`).
 */

/** Maximum delay, minutes: a run must not pass that of the next day. */
export const maxDelayMinutes = 720;

const minutes = z
  .number({ error: 'rules.duration' })
  .int('rules.duration')
  .min(0, 'rules.duration')
  .max(maxDelayMinutes, 'rules.duration')
  .describe('Delay against the usual times, minutes; 0: the usual times again.');

/** Body of `POST /v1/scheduled_task/delay/dry_run`. */
export const delayQuery = z.object({
  minutes,
  org: idSchema
    .nullable()
    .default(null)
    .describe('Only tasks of this zone and those below it; null: of all zones.'),
});
export type DelayQuery = z.output<typeof delayQuery>;

/** Body of `POST /v1/scheduled_task/delay`: the tasks of the dry run, or some of them. All are delayed, or none. */
export const delayBody = z.object({
  minutes,
  date: dateSchema.describe('Day of the dry run, YYYY-MM-DD: 409 when it is over.'),
  ids: z.array(idSchema).min(1).max(5000).describe(fieldText.ids),
});
export type DelayBody = z.output<typeof delayBody>;

/** Today's remaining runs, and when they would start. */
export const delayPreview = z.object({
  date: z.string().describe('Today in the time zone of the site, YYYY-MM-DD.'),
  runs: z
    .array(
      z.object({
        task_id: z.number().int().describe(fieldText.task_id),
        plan_id: z.number().int().nullable().describe(fieldText.plan_id),
        name: z.string().describe(fieldText.name),
        from: z.number().int().describe('Start as it is now, epoch s.'),
        to: z
          .number()
          .int()
          .nullable()
          .describe('Start after the change, epoch s; null: this moment is over, it would not run today.'),
      }),
    )
    .describe('Runs that would change, the earliest first.'),
  partly: z
    .array(
      z.object({
        task_id: z.number().int().describe(fieldText.task_id),
        name: z.string().describe(fieldText.name),
      }),
    )
    .describe('Tasks with remaining runs that also reach other zones: they stay as they are.'),
});
export type DelayPreview = z.output<typeof delayPreview>;
