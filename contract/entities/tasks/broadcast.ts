import { z } from 'zod';
import { batchResult, idSchema, pageQuery } from '../../api/envelope.ts';
import { codes, meaningOf } from '../../codeMeanings.ts';
import { runEnd } from '../../codes.ts';
import { broadcastState, notHeard, targetState } from '../../fieldCodes.ts';
import { fieldText } from '../../rules/fieldText.ts';
import { lengthMessage, ruleMessage } from '../../rules/ruleMessage.ts';
import { streamUrl } from '../sound/radio.ts';
import { busyFields, startOutcome } from './queuedStart.ts';

/** Volume of a task 0–100; null leaves each terminal its own. */
const volume = z.number().int().min(0).max(100).nullable();

/**
 * Starting a real-time task (type 1): from files, text, a radio station or a URL. Targets are terminals,
 * whole zones (with their subtrees) and groups of terminals, as they are at the start.
 */
export const startRealTimeTask = z
  .object({
    name: z
      .string()
      .trim()
      .min(1, ruleMessage('rules.required', { field: 'field.name' }))
      .max(50, lengthMessage(50))
      .describe('Name.'),
    audio_source: z
      .literal([0, 1, 2, 5, 99])
      .describe(
        `Where the sound comes from: ${codes(meaningOf.audioSource, [0, 1, 2, 5, 99])}; 99 plays a recorded page again.`,
      ),
    files: z.array(idSchema).max(500).default([]).describe(fieldText.files),
    textContent: z.string().trim().max(5000).default('').describe(fieldText.textContent),
    voiceName: z.enum(['xiaoyan', 'xiaofeng']).default('xiaoyan').describe(fieldText.voiceName),
    voiceSpeed: z.number().int().min(0).max(100).default(50).describe(fieldText.voiceSpeed),
    preset_text: idSchema.nullable().default(null).describe(fieldText.preset_text),
    radio: idSchema.nullable().default(null).describe(fieldText.radio),
    url: z.string().trim().max(2000).default('').describe(fieldText.url),
    recording: idSchema
      .nullable()
      .default(null)
      .describe('Id of the recorded page that is heard again (`audio_source` 99); needs `list_record_file`.'),
    chime_before: idSchema.nullable().default(null).describe(fieldText.chime_before),
    chime_after: idSchema.nullable().default(null).describe(fieldText.chime_after),
    devices: z.array(idSchema).max(20_000).default([]).describe(fieldText.devices),
    orgs: z.array(idSchema).max(5000).default([]).describe(fieldText.orgs),
    groups: z.array(idSchema).max(1000).default([]).describe(fieldText.groups),
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
    duration: z.number().int().min(0).max(86_400).default(0).describe(fieldText.duration),
    resume_policy: z.enum(['live', 'none', 'position']).default('live').describe(fieldText.resume_policy),
    ...busyFields,
  })
  .superRefine((task, ctx) => {
    if (task.audio_source === 0 && task.files.length === 0)
      ctx.addIssue({ code: 'custom', path: ['files'], message: 'rules.selectMedia' });
    if (task.audio_source === 1 && task.textContent === '' && task.preset_text === null)
      ctx.addIssue({ code: 'custom', path: ['textContent'], message: 'rules.selectTts' });
    if (task.audio_source === 2 && task.radio === null)
      ctx.addIssue({ code: 'custom', path: ['radio'], message: 'rules.selectRadio' });
    if (task.audio_source === 5 && !streamUrl.safeParse(task.url).success)
      ctx.addIssue({ code: 'custom', path: ['url'], message: 'rules.streamUrl' });
    if (task.audio_source === 99 && task.recording === null)
      ctx.addIssue({ code: 'custom', path: ['recording'], message: 'rules.selectMedia' });
    if (task.devices.length + task.orgs.length + task.groups.length === 0)
      ctx.addIssue({ code: 'custom', path: ['devices'], message: 'rules.selectDevice' });
  });
export type StartRealTimeTask = z.output<typeof startRealTimeTask>;

/** Live row of the `task` topic: broadcasts that play, are paused or are pre-empted. */
export const broadcastLive = z.object({
  id: z.number().int().describe(fieldText.id),
  org: z.array(z.number().int()).nullable().describe('Ids of the zones of its terminals.'),
  name: z.string().describe('Name.'),
  task_type: z.number().int().describe(fieldText.task_type),
  audio_source: z.number().int().describe(fieldText.audio_source),
  priority: z.number().int().describe(fieldText.priority),
  weight: z.number().int().describe(fieldText.weight),
  volume: volume.describe(fieldText.volume),
  play_order: z.number().int().describe(fieldText.play_order),
  loop: z.number().int().describe(fieldText.loop),
  resume_policy: z.string().describe(fieldText.resume_policy),
  state: z
    .enum(['playing', 'paused', 'waiting'])
    .describe(`State: ${codes(meaningOf.broadcastState, ['playing', 'paused', 'waiting'])}.`),
  started_at: z.number().int().describe(fieldText.started_at),
  started_by: z.string().describe(fieldText.started_by),
  item_index: z.number().int().describe('Current item, counted from 0.'),
  item_count: z.number().int().describe(fieldText.item_count),
  item_name: z.string().describe('Name of the current item.'),
  item_duration_ms: z.number().describe('Length of that item, ms.'),
  item_position_ms: z.number().describe('Position in that item at `anchor_at`, ms.'),
  anchor_at: z.number().describe('Time of the positions, epoch ms; while it plays, they advance from there.'),
  total_ms: z.number().nullable().describe(fieldText.total_ms),
  position_ms: z.number().describe('Position in the list at `anchor_at`, ms.'),
  left_ms: z.number().nullable().describe('Remaining time at `anchor_at`, ms; null: until it is stopped.'),
  targets: z.number().int().describe(fieldText.targets),
  sounding: z.number().int().describe(fieldText.sounding),
  sent: z.number().int().describe(fieldText.sent),
  unknown: z.number().int().describe(fieldText.unknown),
  silent: z.number().int().describe('Number of terminals that should sound and do not.'),
  preempted: z.number().int().describe(fieldText.preempted),
  offline: z.number().int().describe(fieldText.offline),
  behind_relay: z.number().int().describe(fieldText.behind_relay),
  waiting_for: z
    .number()
    .int()
    .describe('Number of loudspeakers that are called and that its start waits for; 0: it has begun.'),
  source_silent: z.boolean().describe('Whether its source delivers no sound; silence is sent meanwhile.'),
  level_db: z.number().nullable().describe('Highest level that a terminal reports, dBFS; null: no report.'),
});
export interface BroadcastLive extends z.output<typeof broadcastLive>, Record<string, unknown> {}

/** Query of `GET /v1/task`: running broadcasts, ended ones, or (absent) both; newest first. */
export const taskQuery = pageQuery.extend({
  state: z
    .enum(['on_air', 'ended'])
    .optional()
    .describe('Only `on_air` (what has not ended) or `ended` ones; both without it.'),
});
export const taskSortable = ['name', 'started_at', 'ended_at', 'priority', 'task_type', 'state'] as const;

/**
 * Reasons why a target without proof is no fault: it was pre-empted, paused, or taken out by a user, its loudspeaker
 * reports nothing back, or its relay was lost, which is a fault of its own.
 */
export const intendedSilence = [
  'preempted',
  'waiting',
  'start_waits',
  'stopped',
  'paused',
  'moved',
  'sent',
  'answered',
  'group_busy',
  'behind_relay',
] as const;

/** A started task, running or ended, as stored; its current state is in the live topic `task`. */
export const taskRow = z.object({
  id: z.number().int().describe(fieldText.id),
  name: z.string().describe('Name.'),
  task_type: z.number().int().describe(fieldText.task_type),
  audio_source: z.number().int().describe(fieldText.audio_source),
  priority: z.number().int().describe(fieldText.priority),
  volume: volume.describe(fieldText.volume),
  play_order: z.number().int().describe(fieldText.play_order),
  loop: z.number().int().describe(fieldText.loop),
  interval_time: z.number().describe(fieldText.interval_time),
  resume_policy: z.string().describe(fieldText.resume_policy),
  state: broadcastState.describe(`State: ${codes(meaningOf.broadcastState)}.`),
  started_at: z.number().int().describe(fieldText.started_at),
  started_by: z.string().describe(fieldText.started_by),
  ended_at: z.number().int().nullable().describe(fieldText.ended_at),
  end_reason: z
    .enum(runEnd)
    .nullable()
    .describe(`How it ended: ${codes(meaningOf.runResult, Object.values(runEnd))}; null: it has not.`),
  item_count: z.number().int().describe(fieldText.item_count),
  targets: z.number().int().describe(fieldText.targets),
  heard: z.number().int().describe(fieldText.heard),
  missed: z.number().int().describe('Number of terminals at which it was unintentionally not heard.'),
  behind_relay: z.number().int().describe(fieldText.unheard_behind),
});
export type TaskRow = z.output<typeof taskRow>;

export const taskItem = z.object({
  kind: z.enum(['file', 'speech']).describe('What the item is: `file` a music file, `speech` a spoken text.'),
  file_id: z.number().int().nullable().describe('Id of the music file; null: a text.'),
  name: z.string().describe('Name.'),
  duration_ms: z.number().describe(fieldText.duration_ms),
  part: z
    .enum(['before', 'after'])
    .optional()
    .describe('A chime heard once, `before` or `after` the list; absent: an item of the list.'),
});

/** `GET /v1/task/:id`; `live` is null once it has ended. */
export const taskDetail = taskRow.extend({
  items: z.array(taskItem).describe('Items of the list, in their order.'),
  textContent: z.string().describe(fieldText.textContent),
  radio: z.number().int().nullable().describe(fieldText.radio),
  url: z.string().describe(fieldText.url),
  duration: z.number().int().describe(fieldText.duration),
  asked: startRealTimeTask
    .nullable()
    .describe(
      'The body that started it, for another start; null: not started by a person, or it reaches beyond the zones of the caller.',
    ),
  live: broadcastLive.nullable().describe('What it does now; null: it has ended.'),
});

/**
 * Query of `GET /v1/task/:id/target`. The states are those that the live row counts (`silent`: the paused ones as
 * well), of a task that runs; `heard` and `unheard` ask for the proof. Targets that do not play come first.
 */
const runningStates = [
  'sounding',
  'sent',
  'unknown',
  'silent',
  'preempted',
  'offline',
  'behind_relay',
] as const;
export const targetQuery = pageQuery.extend({
  state: z
    .enum([...runningStates, 'heard', 'unheard'])
    .optional()
    .describe(
      `Only terminals in this state: ${codes(meaningOf.targetState, runningStates)}; \`heard\` and \`unheard\` ask for the proof of delivery.`,
    ),
});
export type TargetQuery = z.output<typeof targetQuery>;

/** State of a target of a started task, with the reason (`GET /v1/task/:id/target`). */
export const broadcastTargetRow = z.object({
  terminal_id: z.number().int().describe(fieldText.terminal_id),
  code: z.string().describe(fieldText.code),
  name: z.string().describe('Name.'),
  org: z.number().int().nullable().describe('Id of its zone; null: the whole site.'),
  state: targetState.describe(`What the terminal does: ${codes(meaningOf.targetState)}.`),
  reason: z
    .object({
      key: z.string().describe(fieldText.key),
      params: z.record(z.string(), z.union([z.string(), z.number()])).describe(fieldText.params),
    })
    .nullable()
    .describe(fieldText.state_reason),
  first_sound_at: z.number().nullable().describe(fieldText.first_sound_at),
  played_ms: z.number().describe(fieldText.played_ms),
  offline_ms: z
    .number()
    .describe('Part of `played_ms` that the terminal played by itself without a link, ms.'),
  received: z.number().int().describe(fieldText.received),
  lost: z.number().int().describe(fieldText.lost),
  late: z.number().int().describe(fieldText.late),
  gaps: z.number().int().nullable().describe(fieldText.gaps),
  missed_ms: z.number().int().nullable().describe(fieldText.missed_ms),
});
export type BroadcastTargetRow = z.output<typeof broadcastTargetRow>;

/** `PUT /v1/task/:id/files`: the whole list, in order. */
export const taskFiles = z.object({ files: z.array(idSchema).max(500).describe(fieldText.files) });
export const taskVolume = z.object({ volume: volume.describe(fieldText.volume) });

const other = z.object({
  task_id: z.number().int().describe('Id of the broadcast.'),
  name: z.string().describe('Name.'),
  terminals: z.number().int().describe(fieldText.terminals),
});

/** `POST /v1/task/stop_all`; without a body it stops all within the zones of the caller. */
export const stopAllBody = z
  .object({
    org: idSchema.optional().describe('Id of the zone to stop, with all below it; absent: all zones.'),
  })
  .nullish();

/** Answer of "stop all": a result per broadcast on the air, and the number of starts that were not yet on the air. */
export const stopAllResult = batchResult.extend({
  starts: z.number().int().describe('Number of starts that were cancelled before they were on the air.'),
});
export type StopAllResult = z.infer<typeof stopAllResult>;

/** Targets where a task would be heard if started now, and its conflicts there. */
export const airPreview = z.object({
  targets: z.number().int().describe(fieldText.targets),
  sounding: z.number().int().describe(fieldText.sounding),
  sent: z.number().int().describe('Those among them whose loudspeakers report nothing back.'),
  start_wait: z
    .object({
      loudspeakers: z.number().int().describe('Number of loudspeakers that must be called first.'),
      most_s: z.number().int().describe('Longest wait for them, s.'),
    })
    .nullable()
    .describe('Wait of its start for loudspeakers that are called first; null: it begins at once.'),
  preempts: z.array(other).describe(fieldText.preempts),
  ducks: z.array(other).describe('Broadcasts that it would lower (voice mix).'),
  ducked: z.array(other).describe('Broadcasts under which it would itself be lowered.'),
  waits: z.array(other).describe('Broadcasts that it would wait for.'),
  unreachable_count: z.number().int().describe(fieldText.unreachable_count),
  unreachable_behind: z.number().int().describe(fieldText.unreachable_behind),
  unreachable: z
    .array(
      z.object({
        terminal_id: z.number().int().describe(fieldText.terminal_id),
        code: z.string().describe(fieldText.code),
        name: z.string().describe('Name.'),
        org: z.number().int().nullable().describe('Id of its zone; null: the whole site.'),
        reason: notHeard.describe(fieldText.reason),
      }),
    )
    .describe(fieldText.unreachable),
  outcome: startOutcome
    .nullable()
    .describe(
      'Effect of its policy for busy terminals; null: it goes by its rank. What would be pre-empted is that of a start now, so nothing while it waits or if it is refused.',
    ),
});
export type AirPreview = z.output<typeof airPreview>;

/** Effect that a real-time task would have if started now (`POST /v1/task/dry_run`). */
export const taskDryRun = airPreview.extend({
  total_ms: z.number().nullable().describe(fieldText.total_ms),
});
export type TaskDryRun = z.output<typeof taskDryRun>;
