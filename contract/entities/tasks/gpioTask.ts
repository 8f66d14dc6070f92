import { z } from 'zod';
import { idSchema } from '../../api/envelope.ts';
import { codes, meaningOf } from '../../codeMeanings.ts';
import { gpioTaskType, outputMode } from '../../codes.ts';
import { MAX_LINES, pulseMs } from '../../protocol/terminalStatus.ts';
import { fieldText } from '../../rules/fieldText.ts';
import { requiredText } from '../../rules/rules.ts';
import { defineEntity } from '../entity.ts';
import { patchShape } from '../patchShape.ts';

/**
 * A GPIO task. `ordinary`: an edge of an input runs it and switches outputs, starts a saved task, or both; `link`:
 * an alarm plan runs it (`gpio_set_task_ids`) and releases its outputs when the alarm ends.
 */

const line = z.number().int().min(1).max(MAX_LINES);

/** Outputs that the task switches. `hold`: while its input is active or its alarm runs. */
export const gpioOutput = z.object({
  fire_control_device: idSchema.describe('Id of the fire terminal of the lines.'),
  output_nums: z.array(line).min(1, 'rules.selectOutput').max(MAX_LINES).describe(fieldText.output_nums),
  mode: z
    .enum(outputMode)
    .default('hold')
    .describe(`How the output is switched: ${codes(meaningOf.outputMode)}.`),
  pulse_ms: pulseMs.default(1000).describe(fieldText.pulse_ms),
});
export type GpioOutput = z.output<typeof gpioOutput>;

export const gpioTaskFields = z.object({
  name: requiredText('name').describe(fieldText.name),
  org: idSchema.nullable().default(null).describe('Id of the zone that it belongs to.'),
  gpio_type: z.enum(gpioTaskType).default('ordinary').describe(fieldText.gpio_type),
  activated: z.boolean().default(true).describe(fieldText.activated),
  fire_control_device: idSchema.nullable().default(null).describe('Id of the fire terminal of the lines.'),
  input_nums: z.array(line).max(MAX_LINES).default([]).describe(fieldText.input_nums),
  outputs: z.array(gpioOutput).max(64).default([]).describe('Outputs that it switches.'),
  scheduled_task: idSchema.nullable().default(null).describe(fieldText.scheduled_task),
  desc: z.string().trim().max(500).default('').describe(fieldText.desc),
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
  noun: {
    one: 'GPIO task',
    many: 'GPIO tasks',
    about: 'A GPIO task lets inputs or alarms switch outputs and run a saved task.',
    removal: 'A task that an alarm runs cannot be deleted; outputs that it holds are released.',
    failures: {
      write: {
        conflict: ['common.inUse', 'common.inUseElsewhere'],
        notFound: ['terminal.notFound', 'broadcast.taskNotFound'],
        refused: ['broadcast.alarmInProgress', 'alarm.outsideZone', 'alarm.outsideZoneUnseen'],
      },
      remove: { conflict: ['common.inUse', 'common.inUseElsewhere'], refused: ['broadcast.alarmInProgress'] },
    },
  },
  example: {
    name: 'Door bell',
    fire_control_device: 9,
    input_nums: [1],
    outputs: [{ fire_control_device: 9, output_nums: [2], mode: 'pulse', pulse_ms: 2000 }],
  },
  row: z.object({
    id: z.number().int().describe(fieldText.id),
    ...gpioTaskFields.shape,
    rev: z.number().int().describe(fieldText.rev),
    created_at: z.number().int().describe(fieldText.created_at),
  }),
  create: gpioTaskFields,
  patch: z.object(patchShape(gpioTaskFields.shape)),
  filter: z.object({
    org: idSchema.optional().describe('Id of the zone that it belongs to.'),
    gpio_type: z.enum(gpioTaskType).optional().describe(fieldText.gpio_type),
    activated: z.stringbool().optional().describe(fieldText.activated),
  }),
  sortable: ['name', 'org', 'gpio_type', 'activated', 'created_at'],
  searchable: ['name', 'desc'],
});
export type GpioTask = z.output<typeof gpioTaskEntity.row>;

/** Live row of the topic `gpio_task`. */
export interface GpioTaskLive extends GpioTask, Record<string, unknown> {
  /** True while it runs: one of its inputs is active, or an alarm or a user has started it. */
  running: boolean;
  /** Numbers of its active inputs. */
  active_inputs: readonly number[];
  /** Triggers that run it now: a user, alarms, GPIO inputs by their numbers. */
  started_by: readonly string[];
  /** True while an alarm runs it; it cannot be changed or stopped then. */
  in_alarm: boolean;
  /** Epoch seconds of its last run; null: it has not run since the server started. */
  last_run_at: number | null;
}
