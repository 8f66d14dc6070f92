import { z } from 'zod';
import { planFields } from './plan.ts';
import { scheduledTaskFields } from './scheduledTask.ts';

/**
 * Plans with their tasks as a file: what they name is named by code (terminals, zones) or by name (files, groups,
 * texts, stations, other plans), so that a plan goes from one site to another.
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

/** Without the completion of `timeSchema`: what goes out is not transformed. */
const time = z.string().max(8);
export const planFileTask = z.object({
  ...plainTask,
  start_time: time,
  end_time: time.nullable().default(null),
  files: names(500),
  file_group: named,
  preset_text: named,
  radio: named,
  /** Code of the capturer. */
  capturer: named,
  chime_before: named,
  chime_after: named,
  /** Codes of terminals and zones, names of groups. */
  devices: names(20_000),
  orgs: names(5000),
  groups: names(1000),
});
export type PlanFileTask = z.output<typeof planFileTask>;

const planFilePlan = z.object({
  ...plainPlan,
  exceptions: z
    .array(z.object({ ...plainException, plan: named }))
    .max(500)
    .default([]),
  tasks: z.array(planFileTask).max(2000).default([]),
});
export type PlanFilePlan = z.output<typeof planFilePlan>;

/** `GET /v1/plan/export`: all plans that there are, or none. */
export const exportedPlans = z.object({
  format: z.literal('tocsin.plans'),
  version: z.literal(1),
  plans: z.array(planFilePlan),
});
/** The body of `POST /v1/plan/import`. */
export const planFile = exportedPlans.extend({ plans: z.array(planFilePlan).min(1).max(200) });
export type PlanFile = z.output<typeof planFile>;

/** Megabytes (10^6 bytes) of a file. */
export const maxPlanFileMb = 20;

/** `ids`: plans, divided by commas; absent: all that the caller sees. */
export const planExportQuery = z.object({
  ids: z
    .string()
    .regex(/^\d{1,9}(,\d{1,9}){0,199}$/)
    .optional(),
});
export const planImportQuery = z.object({ dry_run: z.stringbool().default(true) });

/** What an import made, or in a dry run would make: all of it, or with one fault nothing. New plans are disabled. */
export const planImportReport = z.object({
  dry_run: z.boolean(),
  imported: z.boolean(),
  plans: z.array(z.object({ name: z.string(), tasks: z.number().int() })),
  faults: z.array(
    z.object({
      /** Where in the file, e.g. `plans.0.tasks.3.files.1`, and the names of that plan and task. */
      path: z.string(),
      plan: z.string(),
      task: z.string(),
      message: z.string(),
    }),
  ),
});
export type PlanImportReport = z.output<typeof planImportReport>;
