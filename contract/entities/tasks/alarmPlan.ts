import { z } from 'zod';
import { idSchema } from '../../api/envelope.ts';
import { codes, meaningOf } from '../../codeMeanings.ts';
import { alarmState, drillMode } from '../../codes.ts';
import { notHeard } from '../../fieldCodes.ts';
import { MAX_LINES } from '../../protocol/terminalStatus.ts';
import { fieldText } from '../../rules/fieldText.ts';
import { requiredText } from '../../rules/rules.ts';
import { defineEntity } from '../entity.ts';
import { patchShape } from '../patchShape.ts';

/**
 * An alarm plan: inputs of a fire terminal → delay (of that terminal, `delayTriggerTime`) → linkage
 * tasks and outputs, step by step outward.
 */

const lines = z.array(z.number().int().min(1).max(MAX_LINES)).max(MAX_LINES).default([]);
const ids = z.array(idSchema).max(200).default([]);

/**
 * A later step of a phased evacuation. Its terminals switch to it from an earlier step of the plan.
 * `after_s`: seconds after the previous step; null: by hand. The action `step` takes it immediately.
 */
export const alarmStep = z.object({
  name: z.string().trim().max(50).default('').describe('Name of the plan, step or task.'),
  after_s: z
    .number()
    .int()
    .min(1)
    .max(86_400)
    .nullable()
    .describe('Time after the step before, s; null: by hand.'),
  linkage_task_ids: z
    .array(idSchema)
    .min(1, 'rules.selectLinkage')
    .max(200)
    .describe('Ids of the linkage tasks that are started.'),
});
export type AlarmStep = z.output<typeof alarmStep>;

export const alarmPlanFields = z.object({
  name: requiredText('name').describe('Name of the plan, step or task.'),
  org: idSchema
    .nullable()
    .default(null)
    .describe(
      'Id of the zone that it belongs to; everything that it uses is in this zone or below; null: the whole site.',
    ),
  priority: z
    .number()
    .int()
    .min(0)
    .max(100)
    .default(50)
    .describe('Priority among alarms, 0-100; the larger number wins.'),
  fire_control_device: idSchema
    .nullable()
    .default(null)
    .describe(
      'Id of the fire terminal whose inputs start it and whose outputs it switches; null: only by hand or by other systems.',
    ),
  input_nums: lines.describe('Inputs; each of them starts it.'),
  output_nums: lines.describe('Outputs that are on while it alarms.'),
  linkage_task_ids: ids.describe('Ids of the linkage tasks that are started.'),
  steps: z
    .array(alarmStep)
    .max(20)
    .default([])
    .describe('Later steps of a phased evacuation, in their order.'),
  gpio_set_task_ids: ids.describe('Ids of GPIO tasks of the kind `link` that run with it.'),
  reset_time: z
    .number()
    .int()
    .min(0)
    .max(86_400)
    .default(0)
    .describe('Time that it stays in reset before it is ready again, s.'),
  activated: z
    .boolean()
    .default(true)
    .describe('Whether its inputs start it; it can always be started by hand.'),
  desc: z.string().trim().max(500).default('').describe(fieldText.desc),
});

/** A whole plan with its rules; validated by the form, and by the server before it writes. */
export const alarmPlanForm = alarmPlanFields.superRefine((plan, ctx) => {
  const fault = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
  if (plan.fire_control_device === null && plan.input_nums.length + plan.output_nums.length > 0)
    fault('fire_control_device', 'rules.selectFireDevice');
  // An alarm must have an effect at its start, because later steps may never be taken.
  const first = plan.linkage_task_ids.length + plan.output_nums.length + plan.gpio_set_task_ids.length;
  if (first === 0)
    fault('linkage_task_ids', plan.steps.length > 0 ? 'rules.selectFirstLinkage' : 'rules.selectLinkage');
});
export type AlarmPlanForm = z.output<typeof alarmPlanForm>;

export const alarmPlanEntity = defineEntity({
  path: 'alarm_plan',
  key: 'alarm_plan',
  noun: {
    one: 'alarm plan',
    many: 'alarm plans',
    about:
      'An alarm plan defines which inputs start an alarm, which linkage tasks then sound, which outputs switch, and which steps follow.',
    removal: 'A plan whose alarm runs cannot be deleted; its records stay.',
    failures: {
      write: {
        forbidden: ['alarm.planElsewhere'],
        notFound: ['terminal.notFound'],
        refused: ['broadcast.alarmInProgress', 'alarm.outsideZone', 'alarm.outsideZoneUnseen'],
      },
      remove: { conflict: ['common.inUse', 'common.inUseElsewhere'], refused: ['broadcast.alarmInProgress'] },
    },
  },
  example: { name: 'Fire, hall', linkage_task_ids: [2], priority: 90 },
  row: z.object({
    id: z.number().int().describe(fieldText.id),
    ...alarmPlanFields.shape,
    status: z.enum(alarmState).describe(`State: ${codes(meaningOf.alarmState)}.`),
    rev: z.number().int().describe(fieldText.rev),
    created_at: z.number().int().describe(fieldText.created_at),
  }),
  create: alarmPlanFields,
  patch: z.object(patchShape(alarmPlanFields.shape)),
  filter: z.object({
    org: idSchema
      .optional()
      .describe(
        'Id of the zone that it belongs to; everything that it uses is in this zone or below; null: the whole site.',
      ),
    fire_control_device: idSchema
      .optional()
      .describe(
        'Id of the fire terminal whose inputs start it and whose outputs it switches; null: only by hand or by other systems.',
      ),
    activated: z
      .stringbool()
      .optional()
      .describe('Whether its inputs start it; it can always be started by hand.'),
  }),
  sortable: ['name', 'org', 'priority', 'reset_time', 'activated', 'created_at'],
  searchable: ['name', 'desc'],
});
export type AlarmPlan = z.output<typeof alarmPlanEntity.row>;

/** Live row of the topic `alarm_plan`. */
export interface AlarmPlanLive extends AlarmPlan, Record<string, unknown> {
  /** Id of the running alarm in the topic `alarm`; null: none. */
  alarm_id: number | null;
  /** Number of terminals that its steps reach now, of those online, and of those whose relay is not connected. */
  targets: number;
  online: number;
  behind_relay: number;
  /** Its fire terminal is online; true without one. */
  device_online: boolean;
  /** Name of the relay of that terminal if it is not connected; null otherwise. */
  device_relay: string | null;
  /** True when all content of its messages is available. */
  ready: boolean;
  /** True while its running alarm is a drill; false when none runs. */
  drilling: boolean;
  /** Time of its last real alarm, epoch seconds; null: never. */
  last_alarm_at: number | null;
}

/**
 * Body of `POST /v1/alarm_plan/:id/start`. The drill `silent` plays nothing, and its terminals confirm that they
 * could play; `chosen` plays at the terminals named here only. Neither switches outputs.
 */
export const startAlarm = z
  .object({
    drill: z.enum(drillMode).default('none').describe(fieldText.drill),
    devices: z.array(idSchema).max(20_000).default([]).describe('Ids of the terminals of a drill `chosen`.'),
    orgs: z.array(idSchema).max(5000).default([]).describe(fieldText.orgs),
    groups: z.array(idSchema).max(1000).default([]).describe(fieldText.groups),
    desc: z.string().trim().max(500).default('').describe(fieldText.desc),
  })
  .superRefine((start, ctx) => {
    const chosen = start.devices.length + start.orgs.length + start.groups.length;
    if (start.drill === 'chosen' && chosen === 0)
      ctx.addIssue({ code: 'custom', path: ['devices'], message: 'rules.selectDevice' });
  });
export type StartAlarm = z.output<typeof startAlarm>;

/** `POST /v1/alarm_plan/:id/acknowledge` and the other actions on the alarm of a plan; the body may be absent. */
export const actOnAlarm = z
  .object({
    alarm_id: idSchema
      .optional()
      .describe(
        'Id of the alarm that is meant. The action is refused if it is over, or if another one runs by now.',
      ),
  })
  .nullish();

const seconds = z.number().int();
/** `POST /v1/alarm_plan/dry_run`: the effect that starting a plan, saved or not, would have now. */
export const alarmPlanDryRun = z.object({
  delay_s: seconds.describe('Delay before it sounds, s; 0 by hand.'),
  steps: z
    .array(
      z.object({
        name: z.string().describe('Name of the plan, step or task.'),
        at_s: seconds.nullable().describe('Time after the alarm began, s; null: by hand.'),
        tasks: z
          .array(
            z.object({
              linkage_task_id: z.number().int().describe('Id of the linkage task.'),
              name: z.string().describe('Name of the plan, step or task.'),
              terminals: z.number().int().describe(fieldText.terminals),
              round_ms: z
                .number()
                .nullable()
                .describe('Length of one round of the message, ms; null: not known before it is spoken.'),
              ready: z.boolean().describe('Whether everything that it plays is ready.'),
            }),
          )
          .describe('Linkage tasks of the step.'),
      }),
    )
    .describe('Later steps of a phased evacuation, in their order.'),
  targets: z.number().int().describe(fieldText.targets),
  by_hand: z.number().int().describe('Number of terminals that only a step by hand reaches.'),
  preempts: z
    .array(
      z.object({
        task_id: z.number().int().describe(fieldText.task_id),
        name: z.string().describe('Name of the plan, step or task.'),
        terminals: z.number().int().describe(fieldText.terminals),
      }),
    )
    .describe(fieldText.preempts),
  unreachable_count: z.number().int().describe(fieldText.unreachable_count),
  unreachable_behind: z.number().int().describe(fieldText.unreachable_behind),
  unreachable: z
    .array(
      z.object({
        terminal_id: z.number().int().describe(fieldText.terminal_id),
        code: z.string().describe(fieldText.code),
        name: z.string().describe('Name of the plan, step or task.'),
        org: z.number().int().nullable().describe('Id of the zone of the terminal; null: the whole site.'),
        reason: notHeard.describe(fieldText.reason),
      }),
    )
    .describe(fieldText.unreachable),
  outranked_by: z
    .array(
      z.object({
        id: z.number().int().describe(fieldText.id),
        name: z.string().describe('Name of the plan, step or task.'),
        terminals: z.number().int().describe(fieldText.terminals),
      }),
    )
    .describe('Other plans with a higher priority that use the same terminals.'),
  outranked_elsewhere: z.number().int().describe('Number of such plans outside the zones of the caller.'),
});
export type AlarmPlanDryRun = z.output<typeof alarmPlanDryRun>;
