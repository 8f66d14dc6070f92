import { z } from 'zod';
import { controlAction } from '../codes.ts';
import { idSchema, pageQuery } from '../envelope.ts';
import { isDateOrder } from '../ruleChecks.ts';
import { ruleMessage } from '../ruleMessage.ts';
import { requiredText } from '../rules.ts';
import { secondOf } from '../schedule/calendar.ts';
import { channelNumber } from '../terminalStatus.ts';
import { broadcastState, notHeard } from './broadcast.ts';
import { keptAt } from './keeping.ts';
import { patchShape } from './patchShape.ts';
import { dateSchema, validity } from './plan.ts';

/**
 * A saved task (spec 3, 5): what the schedule rings, and what can be started by hand. Its path is `scheduled_task`,
 * its permission keys are those of the spec's `task`; what is on the air, saved or not, is in `entities/broadcast.ts`.
 */

/** A time of the site's day, `HH:MM:SS`; `HH:MM` is completed. */
export const timeSchema = z
  .string({ error: 'rules.time' })
  .refine((text) => secondOf(text) !== null, { error: 'rules.time' })
  .transform((text) => (text.length === 5 ? `${text}:00` : text));

const volume = z.number().int().min(0).max(100).nullable();
const ids = (max: number) => z.array(idSchema).max(max);
const seconds = (max: number) =>
  z.number({ error: 'rules.duration' }).int().min(1, 'rules.duration').max(max);

/** What is written of a task. Use `scheduledTaskForm` in forms: it holds the rules between fields. */
export const scheduledTaskFields = z.object({
  name: requiredText('name'),
  /** Null: it belongs to no plan, and its own dates alone count. */
  plan_id: idSchema.nullable().default(null),
  enabled: z.boolean().default(true),
  /**
   * Where the sound comes from (contract/codes.ts `audioSource`): 0 files, 1 text, 2 radio, 3 capturer, 5 URL,
   * 100 none (silence that keeps its terminals), 101 control task (`control_action`, no sound).
   */
  audio_source: z.literal([0, 1, 2, 3, 5, 100, 101]),
  files: ids(500).default([]),
  /** All files of a group, in its order at the start; with `files` empty. */
  file_group: idSchema.nullable().default(null),
  textContent: z.string().trim().max(5000).default(''),
  voiceName: z.enum(['xiaoyan', 'xiaofeng']).default('xiaoyan'),
  /** 0–100, 50 is normal. */
  voiceSpeed: z.number().int().min(0).max(100).default(50),
  /** A preset text, as it reads at the start, instead of `textContent`. */
  preset_text: idSchema.nullable().default(null),
  radio: idSchema.nullable().default(null),
  url: z.string().trim().max(2000).default(''),
  capturer: idSchema.nullable().default(null),
  /** 1, 2, … as everywhere (contract/terminalStatus.ts). */
  capturer_channel: channelNumber.nullable().default(null),
  /** Control task (type 10): what it does at its terminals; `self_test`: design 8; `volume` sets their play volume to `control_volume`. */
  control_action: z.enum(controlAction).nullable().default(null),
  control_volume: volume.default(null),
  /** First and last day; last day null: without an end. With a plan, only days within both count. */
  start_date: dateSchema,
  end_date: dateSchema.nullable().default(null),
  start_time: timeSchema,
  /** Ends at this time at the latest; not after the start time: on the next day. */
  end_time: timeSchema.nullable().default(null),
  /** Schedule day flag: 0 daily, 1 weekdays (Monday to Friday), 2 the days of `weekday_flags`; 3 becomes 0 (spec 5). */
  schedule_day: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]).default(0),
  /** Selected weekdays, 0 Sunday to 6 Saturday; only with schedule day flag 2. */
  weekday_flags: z.array(z.number().int().min(0).max(6)).max(7).default([]),
  /** Seconds after which it ends; null: no limit by duration. */
  duration: seconds(604_800).nullable().default(null),
  /** How often the list (with single-track loop: the track) plays; null: no limit by count. */
  count: z.number().int().min(1).max(1000).nullable().default(null),
  /** Seconds by which it starts before `start_time` (spec 9). */
  advancePlayTime: z.number().int().min(0).max(3600).default(0),
  priority: z.number().int().min(0).max(100).default(50),
  volume: volume.default(null),
  /** 0 sequential, 1 shuffle. */
  play_order: z.union([z.literal(0), z.literal(1)]).default(0),
  /** 0 list single play, 1 list loop, 2 single-track loop, 3 single song once. */
  loop: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]).default(0),
  /** Silence between two items, seconds. */
  interval_time: z.number().min(0).max(3600).default(0),
  /** A music file that is heard once before, and once after it. */
  chime_before: idSchema.nullable().default(null),
  chime_after: idSchema.nullable().default(null),
  resume_policy: z.enum(['live', 'none', 'position']).default('live'),
  /** Its terminals keep media and schedule, and play it when the link is down. */
  offline_tasks: z.boolean().default(false),
  devices: ids(20_000).default([]),
  orgs: ids(5000).default([]),
  groups: ids(1000).default([]),
});
type Fields = z.output<typeof scheduledTaskFields>;

/** Sources that never end by themselves. */
export function isEndless(task: Pick<Fields, 'audio_source' | 'loop'>): boolean {
  if (task.audio_source === 101) return false;
  if (task.audio_source >= 2) return true;
  return task.loop === 1 || task.loop === 2;
}

function sourceFault(task: Fields): [path: keyof Fields, message: string] | null {
  switch (task.audio_source) {
    case 0:
      return task.files.length > 0 || task.file_group !== null ? null : ['files', 'rules.selectMedia'];
    case 1:
      return task.textContent !== '' || task.preset_text !== null ? null : ['textContent', 'rules.selectTts'];
    case 2:
      return task.radio !== null ? null : ['radio', 'rules.selectRadio'];
    case 3:
      if (task.capturer === null) return ['capturer', 'rules.selectCapturer'];
      return task.capturer_channel !== null ? null : ['capturer_channel', 'rules.selectCapturer'];
    case 5:
      return /^https?:\/\/\S+$/.test(task.url) ? null : ['url', 'rules.url'];
    case 101:
      if (task.control_action === null) return ['control_action', 'rules.selectControl'];
      if (task.control_action === 'volume' && task.control_volume === null)
        return ['control_volume', ruleMessage('rules.required', { field: 'field.default' })];
      return null;
    default:
      return null;
  }
}

function checkTask(task: Fields, ctx: z.RefinementCtx): void {
  const fault = (path: keyof Fields, message: string) =>
    ctx.addIssue({ code: 'custom', path: [path], message });
  const source = sourceFault(task);
  if (source !== null) fault(...source);
  if (task.devices.length + task.orgs.length + task.groups.length === 0)
    fault('devices', 'rules.selectDevice');
  if (task.end_date !== null && !isDateOrder(task.start_date, task.end_date))
    fault('end_date', 'rules.dateOrder');
  if (task.end_time !== null && task.end_time === task.start_time) fault('end_time', 'rules.endTime');
  if (task.schedule_day === 2 && task.weekday_flags.length === 0)
    fault('weekday_flags', 'rules.selectWeekday');
  const limited = task.end_time !== null || task.duration !== null;
  if (isEndless(task) && !limited && !(task.audio_source < 2 && task.count !== null))
    fault('end_time', 'rules.endNeeded');
}

/**
 * A whole task with its rules: body of `POST /v1/scheduled_task`, and what a form validates. Manual execution is
 * converted to daily (spec 5); weekdays stay only where they count.
 */
export const scheduledTaskForm = scheduledTaskFields.superRefine(checkTask).transform((task) => ({
  ...task,
  schedule_day: task.schedule_day === 3 ? (0 as const) : task.schedule_day,
  weekday_flags: task.schedule_day === 2 ? [...new Set(task.weekday_flags)].sort((a, b) => a - b) : [],
}));
export type ScheduledTaskForm = z.output<typeof scheduledTaskForm>;

/** Body of `PATCH /v1/scheduled_task/:id`; the task as it then is, is checked as a whole. `rev`: 409 for another. */
export const scheduledTaskPatch = z.object({
  ...patchShape(scheduledTaskFields.shape),
  rev: z.number().int().optional(),
});

/** A task as it is stored and as it stands now (`GET /v1/scheduled_task`, `/:id`). */
export const scheduledTaskRow = z.object({
  id: z.number().int(),
  ...scheduledTaskFields.shape,
  start_time: z.string(),
  end_time: z.string().nullable(),
  start_date: z.string(),
  end_date: z.string().nullable(),
  /** 10 for control tasks, else 0 (spec 3). */
  task_type: z.union([z.literal(0), z.literal(10)]),
  plan_name: z.string().nullable(),
  /** Zones that it reaches, as far as the caller sees them. */
  org: z.array(z.number().int()),
  /** All that it reaches lies within the caller's zones: only then may it be changed, operated or deleted (403). */
  whole: z.boolean(),
  /** Terminals that it reaches now, within the caller's zones. */
  targets: z.number().int(),
  /** Length of one run if nothing stops it, ms; null: a source or text whose length is not known. */
  run_ms: z.number().int().nullable(),
  validity,
  /** Next start, epoch seconds, advance start time taken off; null: none within a year. */
  next_run: z.number().int().nullable(),
  /** What it does now: the broadcast in `/v1/task` and its state; null: it is not on the air. */
  broadcast_id: z.number().int().nullable(),
  state: broadcastState.exclude(['ended']).nullable(),
  /** Spec 4: 0 free, 1 pause, 2 playing, 3 manual stop, 4 manual playing. */
  play_status: z.number().int(),
  /** At how many of its terminals what it needs is held; null: they do not keep it (`offline_tasks`). */
  kept: keptAt.nullable(),
  created_by_name: z.string(),
  rev: z.number().int(),
  created_at: z.number().int(),
});
export type ScheduledTask = z.output<typeof scheduledTaskRow>;

/** Live row of the topic `scheduled_task`: what a list shows and what changes by itself. */
export const scheduledTaskLive = scheduledTaskRow.pick({
  id: true,
  name: true,
  plan_id: true,
  plan_name: true,
  enabled: true,
  task_type: true,
  audio_source: true,
  start_date: true,
  end_date: true,
  start_time: true,
  end_time: true,
  schedule_day: true,
  weekday_flags: true,
  priority: true,
  volume: true,
  offline_tasks: true,
  org: true,
  run_ms: true,
  validity: true,
  next_run: true,
  broadcast_id: true,
  state: true,
  play_status: true,
  kept: true,
  rev: true,
});
export interface ScheduledTaskLive extends z.output<typeof scheduledTaskLive>, Record<string, unknown> {}

export const scheduledTaskSortable = [
  'name',
  'priority',
  'start_time',
  'start_date',
  'end_date',
  'audio_source',
  'validity',
  'next_run',
  'created_at',
] as const;

/** `plan_id`: 0 for tasks of no plan. `org`: tasks that reach the zone or one below it. */
export const scheduledTaskQuery = pageQuery.extend({
  plan_id: z.coerce.number().int().min(0).optional(),
  org: idSchema.optional(),
  validity: validity.optional(),
  enabled: z.stringbool().optional(),
  task_type: z.coerce.number().int().optional(),
  audio_source: z.coerce.number().int().optional(),
});

/** `POST /v1/scheduled_task/:id/copy`: disabled until somebody has looked at it. */
export const copyTaskBody = z.object({
  name: requiredText('name'),
  plan_id: idSchema.nullable().optional(),
});

/**
 * `POST /v1/scheduled_task/batch`: a result per task. `delete` needs `delete_task`, the others `operate_task`. The
 * same actions are there for one: `POST /v1/scheduled_task/:id/{enable|disable|start|pause|resume|stop}`. `start`
 * runs it now, enabled or not (spec 4: manual playing), refused while it runs; `stop` leads to manual stop.
 */
export const scheduledTaskAction = z.enum(['enable', 'disable', 'start', 'pause', 'resume', 'stop']);
export type ScheduledTaskAction = z.output<typeof scheduledTaskAction>;
export const scheduledTaskBatch = z.object({
  ids: z.array(idSchema).min(1).max(2000),
  action: z.enum(['delete', ...scheduledTaskAction.options]),
});

/** A run of a task that is to come, or (in a timeline) was. */
export const runRow = z.object({
  task_id: z.number().int(),
  plan_id: z.number().int().nullable(),
  name: z.string(),
  task_type: z.number().int(),
  audio_source: z.number().int(),
  /** Epoch seconds; the end is null where it is not known beforehand. */
  start: z.number().int(),
  end: z.number().int().nullable(),
});
export type Run = z.output<typeof runRow>;

/** `GET /v1/scheduled_task/:id/run`: its next runs. `GET /v1/next_run`: the next of all, for the home page. */
export const runQuery = z.object({
  /** Epoch seconds; absent: now. */
  from: z.coerce.number().int().min(0).max(32_503_680_000).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(10),
});

/**
 * Another run that meets this one: `preempts` is taken from the other, `preempted_by` is lost to it; `ducks`, `ducked_by`:
 * both are heard, the one lowered under the other (voice mix).
 */
const meeting = z.object({
  kind: z.enum(['preempts', 'preempted_by', 'ducks', 'ducked_by']),
  task_id: z.number().int(),
  name: z.string(),
  /** Epoch seconds from which the two meet. */
  at: z.number().int(),
  terminals: z.number().int(),
});
export type Meeting = z.output<typeof meeting>;

/** `GET /v1/timeline`: at most 35 days; `org` with all zones below it. */
export const timelineQuery = z.object({
  from: z.coerce.number().int().min(0).max(32_503_680_000),
  to: z.coerce.number().int().min(0).max(32_503_680_000),
  org: idSchema.optional(),
  plan_id: idSchema.optional(),
});
export const timelineRun = runRow.extend({
  priority: z.number().int(),
  /** The weight of its claim; larger wins. */
  weight: z.number().int(),
  /** Zones in which it sounds, and terminals, as far as the caller sees and asked for them. */
  org: z.array(z.number().int()),
  terminals: z.number().int(),
  meets: z.array(meeting),
});
export type TimelineRun = z.output<typeof timelineRun>;
export const timeline = z.object({
  /** Site time zone, IANA name: days and hours are drawn in it. */
  time_zone: z.string(),
  runs: z.array(timelineRun),
  /** There are more than 20,000 runs: these are the first. */
  truncated: z.boolean(),
});
export type Timeline = z.output<typeof timeline>;

/** `POST /v1/scheduled_task/dry_run`: what a task would do on a date, before it is saved. */
export const taskPreviewBody = z.object({
  task: scheduledTaskForm,
  /** The saved task that it replaces. */
  id: idSchema.optional(),
  /** A day of the site; absent: the day of its next run. */
  date: dateSchema.optional(),
});
export const taskPreview = z.object({
  /** The day that was looked at, `YYYY-MM-DD`; null: it has no run within a year. */
  date: z.string().nullable(),
  /** Its runs that start on that day, with what they meet. */
  runs: z.array(timelineRun),
  /** Its next starts from now, epoch seconds, at most ten. */
  next: z.array(z.number().int()),
  targets: z.number().int(),
  unreachable_count: z.number().int(),
  /** Terminals that could not be reached now, at most 1,000 of them. */
  unreachable: z.array(
    z.object({
      terminal_id: z.number().int(),
      code: z.string(),
      name: z.string(),
      org: z.number().int().nullable(),
      reason: notHeard,
    }),
  ),
  run_ms: z.number().int().nullable(),
});
export type TaskPreview = z.output<typeof taskPreview>;

/** Answer of creating and changing: the task, and what it meets within the next seven days, worst first. */
export const savedTask = scheduledTaskRow.extend({
  meets: z.array(meeting.extend({ runs: z.number().int() })),
});
export type SavedTask = z.output<typeof savedTask>;
