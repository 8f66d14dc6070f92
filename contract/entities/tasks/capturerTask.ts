import { z } from 'zod';
import { idSchema, pageQuery } from '../../api/envelope.ts';
import { codes, meaningOf } from '../../codeMeanings.ts';
import { broadcastState } from '../../fieldCodes.ts';
import { channelNumber } from '../../protocol/terminalStatus.ts';
import { fieldText } from '../../rules/fieldText.ts';
import { requiredText } from '../../rules/rules.ts';
import { patchShape } from '../patchShape.ts';

/**
 * A capturer task (task type 7): broadcasts a channel of a capturer to its targets, by hand or, where the
 * capturer's trigger mode is IO (contract/entities/terminals/capturer.ts), as long as the channel's input is closed. Listed with
 * `menu_capturer_task`, written with the keys of tasks, operated with `operate_capturer_task`.
 */

const volume = z.number().int().min(0).max(100).nullable();
const ids = (max: number) => z.array(idSchema).max(max).default([]);

export const capturerTaskFields = z.object({
  name: requiredText('name').describe(fieldText.name),
  enabled: z
    .boolean()
    .default(true)
    .describe('Whether its input starts it; it can always be started by hand.'),
  capturer: idSchema.nullable().default(null).describe(fieldText.capturer),
  capturer_channel: channelNumber.nullable().default(null).describe(fieldText.capturer_channel),
  devices: ids(20_000).describe(fieldText.devices),
  orgs: ids(5000).describe(fieldText.orgs),
  groups: ids(1000).describe(fieldText.groups),
  priority: z.number().int().min(0).max(100).default(50).describe(fieldText.priority),
  volume: volume.default(null).describe(fieldText.volume),
  resume_policy: z
    .enum(['live', 'none'])
    .default('live')
    .describe(`How it resumes after a pre-emption: ${codes(meaningOf.resumePolicy, ['live', 'none'])}.`),
  duration: z
    .number()
    .int()
    .min(0)
    .max(86_400)
    .default(0)
    .describe('Time after which it ends by itself, s; 0: when it is stopped.'),
});

/** A whole task with its rules: body of `POST /v1/capturer_task`, and the schema of its form. */
export const capturerTaskForm = capturerTaskFields.superRefine((task, ctx) => {
  const fault = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
  if (task.capturer === null) fault('capturer', 'rules.selectCapturer');
  else if (task.capturer_channel === null) fault('capturer_channel', 'rules.selectCapturer');
  if (task.devices.length + task.orgs.length + task.groups.length === 0)
    fault('devices', 'rules.selectDevice');
});
export type CapturerTaskForm = z.output<typeof capturerTaskForm>;

/** Body of `PATCH /v1/capturer_task/:id`; the resulting task is checked as a whole. `rev`: 409 when it differs. */
export const capturerTaskPatch = z.object({
  ...patchShape(capturerTaskFields.shape),
  rev: z.number().int().optional().describe(fieldText.rev),
});

/** A stored task with its current state; also the live row of the topic `capturer_task`. */
export const capturerTaskRow = z.object({
  id: z.number().int().describe(fieldText.id),
  ...capturerTaskFields.shape,
  capturer: z.number().int().describe(fieldText.capturer),
  capturer_channel: z.number().int().describe(fieldText.capturer_channel),
  org: z
    .array(z.number().int())
    .describe('Ids of the zones of its capturer and of what it reaches, as far as the caller sees them.'),
  whole: z.boolean().describe(fieldText.whole),
  targets: z.number().int().describe(fieldText.targets),
  broadcast_id: z.number().int().nullable().describe(fieldText.broadcast_id),
  state: broadcastState
    .exclude(['ended'])
    .nullable()
    .describe(
      `State of its broadcast: ${codes(meaningOf.broadcastState, ['playing', 'paused', 'waiting'])}; null: not on the air.`,
    ),
  by_io: z.boolean().describe('Whether an input has started its broadcast and ends it.'),
  play_status: z.number().int().describe(fieldText.play_status),
  rev: z.number().int().describe(fieldText.rev),
  created_at: z.number().int().describe(fieldText.created_at),
});
export interface CapturerTask extends z.output<typeof capturerTaskRow>, Record<string, unknown> {}

export const capturerTaskSortable = ['name', 'capturer', 'priority', 'created_at'] as const;
export const capturerTaskQuery = pageQuery.extend({
  capturer: idSchema.optional().describe(fieldText.capturer),
});

/**
 * `POST /v1/capturer_task/batch`: a result per task; `delete` needs `delete_task`, `enable` and `disable` need
 * `edit_task`, the others `operate_capturer_task`. The same for one: `POST /v1/capturer_task/:id/{action}`.
 */
export const capturerTaskAction = z.enum(['enable', 'disable', 'start', 'pause', 'resume', 'stop']);
export type CapturerTaskAction = z.output<typeof capturerTaskAction>;
export const capturerTaskBatch = z.object({
  ids: z.array(idSchema).min(1).max(2000).describe(fieldText.ids),
  action: z
    .enum(['delete', ...capturerTaskAction.options])
    .describe(
      'Action for each task: `delete` removes it; `enable` and `disable` let its input start it or not; `start`, `pause`, `resume` and `stop` control its sound.',
    ),
});
