import { z } from 'zod';
import { idSchema, pageQuery } from '../envelope.ts';
import { requiredText } from '../rules.ts';
import { channelNumber } from '../terminalStatus.ts';
import { broadcastState } from './broadcast.ts';
import { patchShape } from './patchShape.ts';

/**
 * A capturer task (spec 3, task type 7): a channel of a capturer that is heard at its targets, by hand or, where the
 * capturer's trigger mode is IO (entities/capturer.ts), as long as the channel's input is closed. Listed with
 * `menu_capturer_task`, written with the keys of tasks, operated with `operate_capturer_task`.
 */

const volume = z.number().int().min(0).max(100).nullable();
const ids = (max: number) => z.array(idSchema).max(max).default([]);

export const capturerTaskFields = z.object({
  name: requiredText('name'),
  /** Off: its input does not start it; by hand it still can be. */
  enabled: z.boolean().default(true),
  capturer: idSchema.nullable().default(null),
  capturer_channel: channelNumber.nullable().default(null),
  devices: ids(20_000),
  orgs: ids(5000),
  groups: ids(1000),
  priority: z.number().int().min(0).max(100).default(50),
  volume: volume.default(null),
  /** Live sound has no place to come back to: it goes on live after a pre-emption, or not at all. */
  resume_policy: z.enum(['live', 'none']).default('live'),
  /** Seconds after which it ends by itself; 0: when it is stopped. */
  duration: z.number().int().min(0).max(86_400).default(0),
});

/** A whole task with its rules: body of `POST /v1/capturer_task`, and what a form validates. */
export const capturerTaskForm = capturerTaskFields.superRefine((task, ctx) => {
  const fault = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
  if (task.capturer === null) fault('capturer', 'rules.selectCapturer');
  else if (task.capturer_channel === null) fault('capturer_channel', 'rules.selectCapturer');
  if (task.devices.length + task.orgs.length + task.groups.length === 0)
    fault('devices', 'rules.selectDevice');
});
export type CapturerTaskForm = z.output<typeof capturerTaskForm>;

/** Body of `PATCH /v1/capturer_task/:id`; checked as the whole task that it then is. `rev`: 409 for another. */
export const capturerTaskPatch = z.object({
  ...patchShape(capturerTaskFields.shape),
  rev: z.number().int().optional(),
});

/** A task as it is stored and as it stands now; also the live row of the topic `capturer_task`. */
export const capturerTaskRow = z.object({
  id: z.number().int(),
  ...capturerTaskFields.shape,
  capturer: z.number().int(),
  capturer_channel: z.number().int(),
  /** Zones of its capturer and of what it reaches, as far as the reader sees them. */
  org: z.array(z.number().int()),
  /** All of it lies within the reader's zones: only then may it be changed, operated or deleted (403). */
  whole: z.boolean(),
  /** Terminals that it reaches now. */
  targets: z.number().int(),
  /** What it does now: the broadcast in `/v1/task` and its state; null: it is not on the air. */
  broadcast_id: z.number().int().nullable(),
  state: broadcastState.exclude(['ended']).nullable(),
  /** Its input has started what is on the air, and ends it. */
  by_io: z.boolean(),
  /** Spec 4: 0 free, 1 pause, 2 playing, 4 manual playing. */
  play_status: z.number().int(),
  rev: z.number().int(),
  created_at: z.number().int(),
});
export interface CapturerTask extends z.output<typeof capturerTaskRow>, Record<string, unknown> {}

export const capturerTaskSortable = ['name', 'capturer', 'priority', 'created_at'] as const;
export const capturerTaskQuery = pageQuery.extend({ capturer: idSchema.optional() });

/**
 * `POST /v1/capturer_task/batch`: a result per task; `delete` needs `delete_task`, `enable` and `disable` need
 * `edit_task`, the others `operate_capturer_task`. The same for one: `POST /v1/capturer_task/:id/{action}`.
 */
export const capturerTaskAction = z.enum(['enable', 'disable', 'start', 'pause', 'resume', 'stop']);
export type CapturerTaskAction = z.output<typeof capturerTaskAction>;
export const capturerTaskBatch = z.object({
  ids: z.array(idSchema).min(1).max(2000),
  action: z.enum(['delete', ...capturerTaskAction.options]),
});
