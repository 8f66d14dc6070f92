import { z } from 'zod';
import { idSchema, pageQuery } from '../../api/envelope.ts';
import { codes, meaningOf } from '../../codeMeanings.ts';
import { controlAction } from '../../codes.ts';
import { broadcastState, notHeard } from '../../fieldCodes.ts';
import { channelNumber } from '../../protocol/terminalStatus.ts';
import { fieldText } from '../../rules/fieldText.ts';
import { isDateOrder, storedScheduleDay } from '../../rules/ruleChecks.ts';
import { ruleMessage } from '../../rules/ruleMessage.ts';
import { requiredText } from '../../rules/rules.ts';
import { secondOf } from '../../schedule/calendar.ts';
import { patchShape } from '../patchShape.ts';
import { offlineCopies } from './offlineStorage.ts';
import { dateSchema, maxDayTypes, validity } from './plan.ts';
import { busyFields, retryFields } from './queuedStart.ts';

/**
 * A saved task, run by the schedule or started by hand. Its path is `scheduled_task`, its permission keys are those
 * of `task`; running broadcasts, saved or not, are in `contract/entities/tasks/broadcast.ts`.
 */

/** A local time of day of the site, `HH:MM:SS`; `HH:MM` is completed. */
export const timeSchema = z
  .string({ error: 'rules.time' })
  .refine((text) => secondOf(text) !== null, { error: 'rules.time' })
  .transform((text) => (text.length === 5 ? `${text}:00` : text));

const volume = z.number().int().min(0).max(100).nullable();
const ids = (max: number) => z.array(idSchema).max(max);
const seconds = (max: number) =>
  z.number({ error: 'rules.duration' }).int().min(1, 'rules.duration').max(max);

/** Writable fields of a task. Forms use `scheduledTaskForm`, which has the rules between fields. */
export const scheduledTaskFields = z.object({
  name: requiredText('name').describe(fieldText.name),
  plan_id: idSchema.nullable().default(null).describe(fieldText.plan_id),
  enabled: z.boolean().default(true).describe(fieldText.enabled),
  audio_source: z
    .literal([0, 1, 2, 3, 5, 100, 101])
    .describe(`Where the sound comes from: ${codes(meaningOf.audioSource, [0, 1, 2, 3, 5, 100, 101])}.`),
  files: ids(500).default([]).describe(fieldText.files),
  file_group: idSchema
    .nullable()
    .default(null)
    .describe('Id of a file group: all its files play, in the order at the start; only with `files` empty.'),
  textContent: z.string().trim().max(5000).default('').describe(fieldText.textContent),
  voiceName: z.enum(['xiaoyan', 'xiaofeng']).default('xiaoyan').describe(fieldText.voiceName),
  voiceSpeed: z.number().int().min(0).max(100).default(50).describe(fieldText.voiceSpeed),
  preset_text: idSchema.nullable().default(null).describe(fieldText.preset_text),
  radio: idSchema.nullable().default(null).describe(fieldText.radio),
  url: z.string().trim().max(2000).default('').describe(fieldText.url),
  capturer: idSchema.nullable().default(null).describe(fieldText.capturer),
  capturer_channel: channelNumber.nullable().default(null).describe(fieldText.capturer_channel),
  control_action: z.enum(controlAction).nullable().default(null).describe(fieldText.control_action),
  control_volume: volume.default(null).describe(fieldText.control_volume),
  start_date: dateSchema.describe(fieldText.start_date),
  end_date: dateSchema.nullable().default(null).describe(fieldText.end_date),
  start_time: timeSchema.describe(fieldText.start_time),
  end_time: timeSchema.nullable().default(null).describe(fieldText.end_time),
  schedule_day: z
    .union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])
    .default(0)
    .describe(`Days: ${codes(meaningOf.scheduleDay)}.`),
  weekday_flags: z
    .array(z.number().int().min(0).max(6))
    .max(7)
    .default([])
    .describe(`Weekdays for \`schedule_day\` 2: ${codes(meaningOf.weekday)}.`),
  day_types: z
    .array(z.number().int().min(1).max(1000))
    .max(maxDayTypes)
    .default([])
    .describe('Day types of its plan on whose days it runs, instead of its weekdays; empty: none.'),
  duration: seconds(604_800)
    .nullable()
    .default(null)
    .describe('Time after which it ends, s; null: no limit.'),
  count: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .nullable()
    .default(null)
    .describe('How often the list plays (with `loop` 2: the track); null: no limit.'),
  advancePlayTime: z
    .number()
    .int()
    .min(0)
    .max(3600)
    .default(0)
    .describe('Time before `start_time` at which it starts, s.'),
  priority: z.number().int().min(0).max(100).default(50).describe(fieldText.priority),
  volume: volume.default(null).describe(fieldText.volume),
  play_order: z
    .union([z.literal(0), z.literal(1)])
    .default(0)
    .describe(fieldText.play_order),
  loop: z
    .union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])
    .default(0)
    .describe(fieldText.loop),
  interval_time: z.number().min(0).max(3600).default(0).describe(fieldText.interval_time),
  chime_before: idSchema.nullable().default(null).describe(fieldText.chime_before),
  chime_after: idSchema.nullable().default(null).describe(fieldText.chime_after),
  resume_policy: z.enum(['live', 'none', 'position']).default('live').describe(fieldText.resume_policy),
  ...busyFields,
  ...retryFields,
  offline_tasks: z
    .boolean()
    .default(false)
    .describe('Its terminals keep media and schedule, and play them while their link is down.'),
  devices: ids(20_000).default([]).describe(fieldText.devices),
  orgs: ids(5000).default([]).describe(fieldText.orgs),
  groups: ids(1000).default([]).describe(fieldText.groups),
});
type Fields = z.output<typeof scheduledTaskFields>;

/** Tells whether the source of a task has no end. */
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
 * A whole task with its rules: body of `POST /v1/scheduled_task`, and the schema of its form. Manual execution is
 * converted to daily; weekdays are kept only where they apply.
 */
export const scheduledTaskForm = scheduledTaskFields.superRefine(checkTask).transform((task) => ({
  ...task,
  schedule_day: storedScheduleDay(task.schedule_day),
  weekday_flags: task.schedule_day === 2 ? [...new Set(task.weekday_flags)].sort((a, b) => a - b) : [],
}));
export type ScheduledTaskForm = z.output<typeof scheduledTaskForm>;

/** Body of `PATCH /v1/scheduled_task/:id`; the resulting task is checked as a whole. `rev`: 409 when it differs. */
export const scheduledTaskPatch = z.object({
  ...patchShape(scheduledTaskFields.shape),
  rev: z.number().int().optional().describe(fieldText.rev),
});

/** A stored task with its current state (`GET /v1/scheduled_task`, `/:id`). */
export const scheduledTaskRow = z.object({
  id: z.number().int().describe(fieldText.id),
  ...scheduledTaskFields.shape,
  start_time: z.string().describe(fieldText.start_time),
  end_time: z.string().nullable().describe(fieldText.end_time),
  start_date: z.string().describe(fieldText.start_date),
  end_date: z.string().nullable().describe(fieldText.end_date),
  task_type: z
    .union([z.literal(0), z.literal(10)])
    .describe(`Type of task: ${codes(meaningOf.taskType, [0, 10])}.`),
  plan_name: z.string().nullable().describe(fieldText.plan_name),
  day_type_names: z.array(z.string()).describe('Names of its day types.'),
  org: z
    .array(z.number().int())
    .describe('Ids of the zones that it reaches, as far as the caller sees them.'),
  whole: z.boolean().describe(fieldText.whole),
  targets: z.number().int().describe(fieldText.targets),
  run_ms: z.number().int().nullable().describe(fieldText.run_ms),
  validity: validity.describe(fieldText.validity),
  next_run: z.number().int().nullable().describe(fieldText.next_run),
  broadcast_id: z.number().int().nullable().describe(fieldText.broadcast_id),
  state: broadcastState
    .exclude(['ended'])
    .nullable()
    .describe(
      `State of its broadcast: ${codes(meaningOf.broadcastState, ['playing', 'paused', 'waiting'])}; null: not on the air.`,
    ),
  play_status: z.number().int().describe(fieldText.play_status),
  kept: offlineCopies
    .nullable()
    .describe('Number of its terminals whose offline cache is complete; null: it has no offline playback.'),
  delay_s: z.number().int().nullable().describe('Delay of its run of today, s; null: none.'),
  created_by_name: z.string().describe('Name of the account that created it; empty: deleted since.'),
  rev: z.number().int().describe(fieldText.rev),
  created_at: z.number().int().describe(fieldText.created_at),
});
export type ScheduledTask = z.output<typeof scheduledTaskRow>;

/** Live row of the topic `scheduled_task`: the columns of lists and the fields that the server changes. */
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
  day_types: true,
  day_type_names: true,
  priority: true,
  volume: true,
  busy_policy: true,
  wait_s: true,
  retries: true,
  retry_s: true,
  offline_tasks: true,
  org: true,
  run_ms: true,
  validity: true,
  next_run: true,
  delay_s: true,
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
  plan_id: z.coerce.number().int().min(0).optional().describe('Id of the plan; 0: tasks of no plan.'),
  org: idSchema.optional().describe('Only tasks that reach this zone or one below it.'),
  validity: validity.optional().describe(fieldText.validity),
  enabled: z.stringbool().optional().describe(fieldText.enabled),
  task_type: z.coerce.number().int().optional().describe(fieldText.task_type),
  audio_source: z.coerce
    .number()
    .int()
    .optional()
    .describe(`Where the sound comes from: ${codes(meaningOf.audioSource, [0, 1, 2, 3, 5, 100, 101])}.`),
});

/** `POST /v1/scheduled_task/:id/copy`: the copy is disabled. */
export const copyTaskBody = z.object({
  name: requiredText('name').describe(fieldText.name),
  plan_id: idSchema.nullable().optional().describe(fieldText.plan_id),
});

/**
 * `POST /v1/scheduled_task/batch`: a result per task. `delete` needs `delete_task`, the others `operate_task`. The
 * same actions for a single task: `POST /v1/scheduled_task/:id/{enable|disable|start|pause|resume|stop}`. `start`
 * runs it now, enabled or not (manual playing), refused while it runs; `stop` leads to manual stop.
 */
export const scheduledTaskAction = z.enum(['enable', 'disable', 'start', 'pause', 'resume', 'stop']);
export type ScheduledTaskAction = z.output<typeof scheduledTaskAction>;
export const scheduledTaskBatch = z.object({
  ids: z.array(idSchema).min(1).max(2000).describe(fieldText.ids),
  action: z
    .enum(['delete', ...scheduledTaskAction.options])
    .describe(
      'Action for each task: `delete` removes it; `enable` and `disable` switch its schedule; `start` runs it now; `pause`, `resume` and `stop` control its sound.',
    ),
});

/** A future run of a task, or (in a timeline) a past one. */
export const runRow = z.object({
  task_id: z.number().int().describe(fieldText.task_id),
  plan_id: z.number().int().nullable().describe(fieldText.plan_id),
  name: z.string().describe(fieldText.name),
  task_type: z.number().int().describe(fieldText.task_type),
  audio_source: z
    .number()
    .int()
    .describe(`Where the sound comes from: ${codes(meaningOf.audioSource)}.`),
  start: z.number().int().describe('Start, epoch s.'),
  end: z.number().int().nullable().describe('End, epoch s; null: not known beforehand.'),
});
export type Run = z.output<typeof runRow>;

/** `GET /v1/scheduled_task/:id/run`: its next runs. `GET /v1/next_run`: the next of all, for the home page. */
export const runQuery = z.object({
  from: z.coerce
    .number()
    .int()
    .min(0)
    .max(32_503_680_000)
    .optional()
    .describe('From this moment on, epoch s; absent: now.'),
  limit: z.coerce.number().int().min(1).max(200).default(10).describe('Number of runs at most.'),
});

/**
 * Conflict with another run: this run `preempts` terminals of the other, or is `preempted_by` it; `ducks`,
 * `ducked_by`: both play, one ducked under the other (voice mix).
 */
const meeting = z.object({
  kind: z
    .enum(['preempts', 'preempted_by', 'ducks', 'ducked_by'])
    .describe(
      'Conflict of the two runs: `preempts` it takes terminals from the other, `preempted_by` the other takes them; `ducks` the other is lowered under it, `ducked_by` it is lowered under the other.',
    ),
  task_id: z.number().int().describe(fieldText.task_id),
  name: z.string().describe(fieldText.name),
  at: z.number().int().describe('Begin of the conflict, epoch s.'),
  terminals: z.number().int().describe(fieldText.terminals),
});
export type Meeting = z.output<typeof meeting>;

/** Conflicts of several runs with one other task. */
export const taskMeeting = meeting.extend({
  runs: z.number().int().describe('Number of runs with this conflict.'),
});

/** `GET /v1/timeline`: at most 35 days; `org` with all zones below it. */
export const timelineQuery = z.object({
  from: z.coerce.number().int().min(0).max(32_503_680_000).describe(fieldText.from),
  to: z.coerce.number().int().min(0).max(32_503_680_000).describe(fieldText.to),
  org: idSchema.optional().describe('Id of a zone, with all below it.'),
  plan_id: idSchema.optional().describe(fieldText.plan_id),
});
export const timelineRun = runRow.extend({
  priority: z.number().int().describe(fieldText.priority),
  weight: z.number().int().describe(fieldText.weight),
  org: z
    .array(z.number().int())
    .describe('Ids of the zones that it reaches, as far as the caller sees them.'),
  terminals: z.number().int().describe(fieldText.terminals),
  meets: z.array(meeting).describe('Runs that conflict with this one.'),
});
export type TimelineRun = z.output<typeof timelineRun>;
export const timeline = z.object({
  time_zone: z.string().describe('Time zone of the site, IANA name.'),
  runs: z.array(timelineRun).describe('Runs.'),
  truncated: z.boolean().describe('There are more than 20,000 runs; these are the first.'),
});
export type Timeline = z.output<typeof timeline>;

/** Terminals of a task, and those that would not be heard now. */
export const reachedFields = {
  targets: z.number().int().describe(fieldText.targets),
  unreachable_count: z.number().int().describe(fieldText.unreachable_count),
  unreachable_behind: z.number().int().describe(fieldText.unreachable_behind),
  unreachable: z
    .array(
      z.object({
        terminal_id: z.number().int().describe(fieldText.terminal_id),
        code: z.string().describe(fieldText.code),
        name: z.string().describe(fieldText.name),
        org: z.number().int().nullable().describe('Id of the zone of the terminal; null: the whole site.'),
        reason: notHeard.describe(fieldText.reason),
      }),
    )
    .describe(fieldText.unreachable),
};

/** `POST /v1/scheduled_task/dry_run`: the effect of an unsaved task on a date. */
export const taskPreviewBody = z.object({
  task: scheduledTaskForm.describe('The task as it would be saved.'),
  id: idSchema.optional().describe('Id of the saved task that it replaces; absent: a new one.'),
  date: dateSchema.optional().describe('Day of the preview, YYYY-MM-DD; absent: that of its next run.'),
});
export const taskPreview = z.object({
  date: z.string().nullable().describe('Day of the preview, YYYY-MM-DD; null: no run within a year.'),
  runs: z.array(timelineRun).describe('Runs.'),
  next: z.array(z.number().int()).describe('Its next starts, epoch s, at most ten.'),
  ...reachedFields,
  run_ms: z.number().int().nullable().describe(fieldText.run_ms),
});
export type TaskPreview = z.output<typeof taskPreview>;

/** Answer of creating and changing: the task and its conflicts within the next seven days, worst first. */
export const savedTask = scheduledTaskRow.extend({
  meets: z.array(taskMeeting).describe('Conflicts within the next seven days, the most severe first.'),
});
export type SavedTask = z.output<typeof savedTask>;
