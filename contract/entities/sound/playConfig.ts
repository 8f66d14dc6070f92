import { z } from 'zod';
import { idSchema } from '../../api/envelope.ts';
import { codes, meaningOf } from '../../codeMeanings.ts';

/**
 * The play config (part of the system configuration): defaults of how a task plays. The forms of new
 * tasks start with it, and `POST /v1/task` and `POST /v1/scheduled_task` use it for fields that the body omits.
 */
export const playConfig = z.object({
  play_volume: z
    .number()
    .int()
    .min(0)
    .max(100)
    .nullable()
    .describe('Volume 0-100 of a task without one; null: each terminal uses its own.'),
  play_resume_policy: z
    .enum(['live', 'none', 'position'])
    .describe(`How a task without this value resumes after a pre-emption: ${codes(meaningOf.resumePolicy)}.`),
  play_interval_time: z
    .number()
    .min(0)
    .max(3600)
    .describe('Silence between two items of a list, s, of a task without one.'),
  play_chime_before: idSchema
    .nullable()
    .describe('Id of the music file that plays once before a list; null: none.'),
  play_chime_after: idSchema
    .nullable()
    .describe('Id of the music file that plays once after a list; null: none.'),
});
export type PlayConfig = z.output<typeof playConfig>;

/** Initial play config. */
export const firstPlayConfig: PlayConfig = {
  play_volume: null,
  play_resume_policy: 'live',
  play_interval_time: 0,
  play_chime_before: null,
  play_chime_after: null,
};

/** Play config under the field names of tasks. */
export interface PlayDefaults {
  volume: number | null;
  resume_policy: PlayConfig['play_resume_policy'];
  interval_time: number;
  chime_before: number | null;
  chime_after: number | null;
}

export function playDefaultsOf(config: PlayConfig): PlayDefaults {
  return {
    volume: config.play_volume,
    resume_policy: config.play_resume_policy,
    interval_time: config.play_interval_time,
    chime_before: config.play_chime_before,
    chime_after: config.play_chime_after,
  };
}
