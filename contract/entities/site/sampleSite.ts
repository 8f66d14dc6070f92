import { z } from 'zod';
import { fieldText } from '../../rules/fieldText.ts';

/** Entities of the objects that a sample site consists of, in the order in which they are made. */
export const sampleEntities = [
  'partition',
  'device',
  'file',
  'preset_text',
  'plan',
  'scheduled_task',
  'linkage_task',
  'alarm_plan',
] as const;
export type SampleEntity = (typeof sampleEntities)[number];

const object = {
  entity: z
    .enum(sampleEntities)
    .describe(
      'What it is: `partition` a zone, `device` a planned terminal, `file` a chime, `preset_text` a text that is spoken, `plan` a plan, `scheduled_task` a task of that plan, `linkage_task` a message of an alarm, `alarm_plan` an alarm plan.',
    ),
  id: z.number().int().describe(fieldText.id),
  name: z.string().describe(fieldText.name),
};

/** `GET /v1/sample_site`: what is left of the sample site, and whether one can be made. */
export const sampleSite = z.object({
  possible: z.boolean().describe('Whether the site is empty, so that it can be filled with a sample.'),
  objects: z
    .array(
      z.object({
        ...object,
        changed: z.boolean().describe('Whether a person has changed it since: removing the sample keeps it.'),
      }),
    )
    .describe('Objects of the sample that are still there, in the order in which they were made.'),
});
export type SampleSite = z.output<typeof sampleSite>;

/** Answer to `DELETE /v1/sample_site`. */
export const sampleRemoval = z.object({
  removed: z.number().int().describe('Number of objects that were removed.'),
  kept: z
    .array(
      z.object({ ...object, reason: z.string().describe('Why it is kept, in the language of the caller.') }),
    )
    .describe('Objects that are kept, because a person has changed them or something else uses them.'),
});
export type SampleRemoval = z.output<typeof sampleRemoval>;
