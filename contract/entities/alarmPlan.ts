import { z } from 'zod';
import { alarmState, drillMode } from '../codes.ts';
import { idSchema } from '../envelope.ts';
import { requiredText } from '../rules.ts';
import { MAX_LINES } from '../terminalStatus.ts';
import { notHeard } from './broadcast.ts';
import { defineEntity } from './entity.ts';
import { patchShape } from './patchShape.ts';

/**
 * An alarm plan (spec 3, design 8): inputs of a fire terminal → delay (of that terminal, `delayTriggerTime`) → linkage
 * tasks and outputs, step by step outward.
 */

const lines = z.array(z.number().int().min(1).max(MAX_LINES)).max(MAX_LINES).default([]);
const ids = z.array(idSchema).max(200).default([]);

/**
 * A later step of a phased evacuation. A terminal that it reaches goes over to it from an earlier step of its plan.
 * `after_s`: seconds after the step before; null: by hand. `step` takes it at once, whatever is left of them.
 */
export const alarmStep = z.object({
  name: z.string().trim().max(50).default(''),
  after_s: z.number().int().min(1).max(86_400).nullable(),
  linkage_task_ids: z.array(idSchema).min(1, 'rules.selectLinkage').max(200),
});
export type AlarmStep = z.output<typeof alarmStep>;

export const alarmPlanFields = z.object({
  name: requiredText('name'),
  /** Zone in whose rights it lies; all that it uses lies there or below. Null: the whole site. */
  org: idSchema.nullable().default(null),
  /** Among alarms; a larger number wins. */
  priority: z.number().int().min(0).max(100).default(50),
  /** The fire terminal whose inputs start it and whose outputs it switches; null: it starts by hand or from outside. */
  fire_control_device: idSchema.nullable().default(null),
  /** Any one of them starts it. */
  input_nums: lines,
  /** On while it alarms. */
  output_nums: lines,
  /** What is set going at once. */
  linkage_task_ids: ids,
  steps: z.array(alarmStep).max(20).default([]),
  /** GPIO tasks of the kind `link` that run with it. */
  gpio_set_task_ids: ids,
  /** Seconds that it stays in reset before it is ready again. */
  reset_time: z.number().int().min(0).max(86_400).default(0),
  /** Inputs start it. By hand it starts either way. */
  activated: z.boolean().default(true),
  desc: z.string().trim().max(500).default(''),
});

/** A whole plan with its rules: what a form validates, and the server before it writes. */
export const alarmPlanForm = alarmPlanFields.superRefine((plan, ctx) => {
  const fault = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
  if (plan.fire_control_device === null && plan.input_nums.length + plan.output_nums.length > 0)
    fault('fire_control_device', 'rules.selectFireDevice');
  // Steps come later, or never: an alarm must do something when it begins.
  const first = plan.linkage_task_ids.length + plan.output_nums.length + plan.gpio_set_task_ids.length;
  if (first === 0)
    fault('linkage_task_ids', plan.steps.length > 0 ? 'rules.selectFirstLinkage' : 'rules.selectLinkage');
});
export type AlarmPlanForm = z.output<typeof alarmPlanForm>;

export const alarmPlanEntity = defineEntity({
  path: 'alarm_plan',
  key: 'alarm_plan',
  row: z.object({
    id: z.number().int(),
    ...alarmPlanFields.shape,
    /** Spec 4; what else there is to know of a running one is in the live topic `alarm`. */
    status: z.enum(alarmState),
    rev: z.number().int(),
    created_at: z.number().int(),
  }),
  create: alarmPlanFields,
  patch: z.object(patchShape(alarmPlanFields.shape)),
  filter: z.object({
    org: idSchema.optional(),
    fire_control_device: idSchema.optional(),
    activated: z.stringbool().optional(),
  }),
  sortable: ['name', 'org', 'priority', 'reset_time', 'activated', 'created_at'],
  searchable: ['name', 'desc'],
});
export type AlarmPlan = z.output<typeof alarmPlanEntity.row>;

/** Live row of the topic `alarm_plan`. */
export interface AlarmPlanLive extends AlarmPlan, Record<string, unknown> {
  /** The alarm that runs, id of its row in the topic `alarm`. */
  alarm_id: number | null;
  /** Terminals that its steps reach now, and how many of them are online. */
  targets: number;
  online: number;
  /** Its fire terminal is online; true without one. */
  device_online: boolean;
  /** What its messages play is there. */
  ready: boolean;
  /** What runs of it is a drill; false where nothing runs. */
  drilling: boolean;
  /** Epoch seconds of the last time it alarmed for real; null: never. */
  last_alarm_at: number | null;
}

/**
 * Body of `POST /v1/alarm_plan/:id/start`. A drill `silent` sounds nowhere, and its terminals say what they would
 * have played; `chosen` sounds at the terminals named here and nowhere else. Neither switches outputs.
 */
export const startAlarm = z
  .object({
    drill: z.enum(drillMode).default('none'),
    devices: z.array(idSchema).max(20_000).default([]),
    orgs: z.array(idSchema).max(5000).default([]),
    groups: z.array(idSchema).max(1000).default([]),
    desc: z.string().trim().max(500).default(''),
  })
  .superRefine((start, ctx) => {
    const chosen = start.devices.length + start.orgs.length + start.groups.length;
    if (start.drill === 'chosen' && chosen === 0)
      ctx.addIssue({ code: 'custom', path: ['devices'], message: 'rules.selectDevice' });
  });
export type StartAlarm = z.output<typeof startAlarm>;

const seconds = z.number().int();
/** `POST /v1/alarm_plan/dry_run`: what a plan, saved or not, would do, were it started now. */
export const alarmPlanDryRun = z.object({
  /** Of the fire terminal; 0 by hand. */
  delay_s: seconds,
  steps: z.array(
    z.object({
      name: z.string(),
      /** Seconds after the alarm began; null: by hand. */
      at_s: seconds.nullable(),
      tasks: z.array(
        z.object({
          linkage_task_id: z.number().int(),
          name: z.string(),
          terminals: z.number().int(),
          /** Length of a round, ms; null: not known before it is spoken. */
          round_ms: z.number().nullable(),
          ready: z.boolean(),
        }),
      ),
    }),
  ),
  /** Terminals that would sound by themselves; `by_hand`: those that only a step by hand reaches. */
  targets: z.number().int(),
  by_hand: z.number().int(),
  /** What would be held back: names of what plays there now. */
  preempts: z.array(z.object({ task_id: z.number().int(), name: z.string(), terminals: z.number().int() })),
  /** Those among `targets` that would not be heard, at most 1,000 of them named. */
  unreachable_count: z.number().int(),
  unreachable: z.array(
    z.object({
      terminal_id: z.number().int(),
      code: z.string(),
      name: z.string(),
      org: z.number().int().nullable(),
      reason: notHeard,
    }),
  ),
  /** Other plans that use the same terminals with a higher priority. */
  outranked_by: z.array(z.object({ id: z.number().int(), name: z.string(), terminals: z.number().int() })),
  /** How many plans of zones outside the reader's do the same. */
  outranked_elsewhere: z.number().int(),
});
export type AlarmPlanDryRun = z.output<typeof alarmPlanDryRun>;
