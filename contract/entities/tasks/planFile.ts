import { z } from 'zod';
import { fieldText } from '../../rules/fieldText.ts';
import { planFields } from './plan.ts';
import { scheduledTaskFields } from './scheduledTask.ts';

/**
 * Plans with their tasks as a file. References are codes (terminals, zones) or names (files, groups, texts, stations,
 * other plans), so that a plan can be transferred to another site.
 */
const name = z.string().trim().min(1).max(200);
const names = (max: number) => z.array(name).max(max).default([]);

const {
  plan_id: _plan,
  files: _files,
  file_group: _fileGroup,
  preset_text: _text,
  radio: _radio,
  capturer: _capturer,
  chime_before: _before,
  chime_after: _after,
  devices: _devices,
  orgs: _orgs,
  groups: _groups,
  ...plainTask
} = scheduledTaskFields.shape;
const { exceptions, ...plainPlan } = planFields.shape;
const { plan_id: _other, ...plainException } = exceptions.unwrap().element.shape;
const named = name.nullable().default(null);

/** Time without the completion of `timeSchema`, because responses are not transformed. */
const time = z.string().max(8);
export const planFileTask = z.object({
  ...plainTask,
  start_time: time.describe('Time of day, HH:MM:SS in the time zone of the site.'),
  end_time: time
    .nullable()
    .default(null)
    .describe('Latest end, HH:MM:SS in the time zone of the site; null: none.'),
  files: names(500).describe('Names of music files, in their order.'),
  file_group: named.describe('Name of a file group; null: none.'),
  preset_text: named.describe('Name of a preset text; null: none.'),
  radio: named.describe('Name of a radio station; null: none.'),
  capturer: named.describe('Code of the capturer; null: none.'),
  chime_before: named.describe('Name of a music file that plays once before; null: none.'),
  chime_after: named.describe('Name of a music file that plays once after; null: none.'),
  devices: names(20_000).describe('Codes of terminals.'),
  orgs: names(5000).describe('Codes of zones.'),
  groups: names(1000).describe('Names of terminal groups.'),
});
export type PlanFileTask = z.output<typeof planFileTask>;

const planFilePlan = z.object({
  ...plainPlan,
  exceptions: z
    .array(z.object({ ...plainException, plan: named.describe('Name of the plan; null: none.') }))
    .max(500)
    .default([])
    .describe(fieldText.exceptions),
  tasks: z.array(planFileTask).max(2000).default([]).describe('Tasks of the plan.'),
});
export type PlanFilePlan = z.output<typeof planFilePlan>;

/** `GET /v1/plan/export`: all plans, or none. */
export const exportedPlans = z.object({
  format: z.literal('tocsin.plans').describe('Kind of file, always `tocsin.plans`.'),
  version: z.literal(1).describe('Version of the format, always 1.'),
  plans: z.array(planFilePlan).describe('Plans with their tasks.'),
});
/** The body of `POST /v1/plan/import`. */
export const planFile = exportedPlans.extend({
  plans: z.array(planFilePlan).min(1).max(200).describe('Plans with their tasks.'),
});
export type PlanFile = z.output<typeof planFile>;

/** Megabytes (10^6 bytes) of a file. */
export const maxPlanFileMb = 20;

/** `ids`: plan ids separated by commas; absent: all that the caller sees. */
export const planExportQuery = z.object({
  ids: z
    .string()
    .regex(/^\d{1,9}(,\d{1,9}){0,199}$/)
    .optional()
    .describe('Ids of plans, divided by commas; absent: all that the caller sees.'),
});
export const planImportQuery = z.object({
  dry_run: z.stringbool().default(true).describe('Only report what would happen; true unless sent as false.'),
});

/**
 * Result of an import or of its dry run: everything is imported, or with one fault nothing. New plans are disabled.
 */
export const planImportReport = z.object({
  dry_run: z.boolean().describe('Only report what would happen; true unless sent as false.'),
  imported: z.boolean().describe(fieldText.imported),
  plans: z
    .array(
      z.object({
        name: z.string().describe('Name.'),
        tasks: z.number().int().describe('Number of its tasks.'),
      }),
    )
    .describe('Plans that are created, or would be.'),
  faults: z
    .array(
      z.object({
        path: z.string().describe('Where in the file, for example plans.0.tasks.3.files.1.'),
        plan: z.string().describe('Name of the plan.'),
        task: z.string().describe('Name of the task; empty: none.'),
        message: z.string().describe(fieldText.message),
      }),
    )
    .describe('What is wrong with the file.'),
});
export type PlanImportReport = z.output<typeof planImportReport>;
