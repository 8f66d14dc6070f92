import { z } from 'zod';
import { gpioTaskType, outputMode } from '../codes.ts';
import { idSchema } from '../envelope.ts';
import { requiredText } from '../rules.ts';
import { MAX_LINES, pulseMs } from '../terminalStatus.ts';
import { defineEntity } from './entity.ts';
import { patchShape } from './patchShape.ts';

/**
 * A GPIO task (spec 1, 3). `ordinary`: an edge of an input runs it, and outputs, a saved task, or both, follow; `link`:
 * an alarm plan runs it (`gpio_set_task_ids`) and lets its outputs go when the alarm ends.
 */

const line = z.number().int().min(1).max(MAX_LINES);

/** Outputs that it switches. `hold`: while its input is active, or its alarm lasts. */
export const gpioOutput = z.object({
  fire_control_device: idSchema,
  output_nums: z.array(line).min(1, 'rules.selectOutput').max(MAX_LINES),
  mode: z.enum(outputMode).default('hold'),
  pulse_ms: pulseMs.default(1000),
});
export type GpioOutput = z.output<typeof gpioOutput>;

export const gpioTaskFields = z.object({
  name: requiredText('name'),
  /** Zone in whose rights it lies; all that it uses lies there or below. Null: the whole site. */
  org: idSchema.nullable().default(null),
  gpio_type: z.enum(gpioTaskType).default('ordinary'),
  activated: z.boolean().default(true),
  /** Whose inputs run it; of the kind `ordinary` only. Any one of them does. */
  fire_control_device: idSchema.nullable().default(null),
  input_nums: z.array(line).max(MAX_LINES).default([]),
  outputs: z.array(gpioOutput).max(64).default([]),
  /** A saved task (`/v1/scheduled_task`) that is started by the edge, and stopped when the input goes back. */
  scheduled_task: idSchema.nullable().default(null),
  desc: z.string().trim().max(500).default(''),
});

/** A whole GPIO task with its rules. */
export const gpioTaskForm = gpioTaskFields.superRefine((task, ctx) => {
  const fault = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
  if (task.gpio_type === 'ordinary') {
    if (task.fire_control_device === null) fault('fire_control_device', 'rules.selectFireDevice');
    if (task.input_nums.length === 0) fault('input_nums', 'rules.selectInput');
  }
  if (task.outputs.length === 0 && (task.gpio_type === 'link' || task.scheduled_task === null))
    fault('outputs', 'rules.selectOutput');
});
export type GpioTaskForm = z.output<typeof gpioTaskForm>;

export const gpioTaskEntity = defineEntity({
  path: 'gpio_task',
  key: 'gpio_task',
  row: z.object({
    id: z.number().int(),
    ...gpioTaskFields.shape,
    rev: z.number().int(),
    created_at: z.number().int(),
  }),
  create: gpioTaskFields,
  patch: z.object(patchShape(gpioTaskFields.shape)),
  filter: z.object({
    org: idSchema.optional(),
    gpio_type: z.enum(gpioTaskType).optional(),
    activated: z.stringbool().optional(),
  }),
  sortable: ['name', 'org', 'gpio_type', 'activated', 'created_at'],
  searchable: ['name', 'desc'],
});
export type GpioTask = z.output<typeof gpioTaskEntity.row>;

/** Live row of the topic `gpio_task`. */
export interface GpioTaskLive extends GpioTask, Record<string, unknown> {
  /** It runs: an input of it is active, an alarm or a person has started it. */
  running: boolean;
  /** Its inputs that are active now. */
  active_inputs: readonly number[];
  /** Who runs it now: a person, alarms, GPIO inputs by their numbers. */
  started_by: readonly string[];
  /** An alarm runs it: it cannot be changed or stopped here. */
  in_alarm: boolean;
  /** Epoch seconds of its last run; null: since the server started, none. */
  last_run_at: number | null;
}
