import { z } from 'zod';
import { runEnd } from '../codes.ts';
import { batchResult, idSchema, pageQuery } from '../envelope.ts';
import { ruleMessage } from '../ruleMessage.ts';
import { streamUrl } from './radio.ts';

/** Volume of a task 0–100; null leaves each terminal its own. */
const volume = z.number().int().min(0).max(100).nullable();

/**
 * Starting a real-time task (type 1, spec 3 and 5): from files, text, a radio station or a URL. Targets are terminals, whole zones
 * (with their subtrees) and groups of terminals, as they are at the start.
 */
export const startRealTimeTask = z
  .object({
    name: z
      .string()
      .trim()
      .min(1, ruleMessage('rules.required', { field: 'field.name' }))
      .max(50),
    /** 0 media file, 1 TTS text, 2 radio, 5 URL (contract/codes.ts). */
    audio_source: z.literal([0, 1, 2, 5]),
    files: z.array(idSchema).max(500).default([]),
    textContent: z.string().trim().max(5000).default(''),
    voiceName: z.enum(['xiaoyan', 'xiaofeng']).default('xiaoyan'),
    /** 0–100, 50 is normal. */
    voiceSpeed: z.number().int().min(0).max(100).default(50),
    /** A preset text instead of `textContent`. */
    preset_text: idSchema.nullable().default(null),
    radio: idSchema.nullable().default(null),
    url: z.string().trim().max(2000).default(''),
    /** A music file that is heard once before files or text, and once after. */
    chime_before: idSchema.nullable().default(null),
    chime_after: idSchema.nullable().default(null),
    devices: z.array(idSchema).max(20_000).default([]),
    orgs: z.array(idSchema).max(5000).default([]),
    /** Device groups: their members within the caller's zones. */
    groups: z.array(idSchema).max(1000).default([]),
    priority: z.number().int().min(0).max(100).default(50),
    volume: volume.default(null),
    /** 0 sequential, 1 shuffle. */
    play_order: z.union([z.literal(0), z.literal(1)]).default(0),
    /** 0 list single play, 1 list loop, 2 single-track loop, 3 single song once. */
    loop: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]).default(0),
    /** Silence between two items, seconds. */
    interval_time: z.number().min(0).max(3600).default(0),
    /** Seconds of programme after which it ends by itself; 0: by its list. */
    duration: z.number().int().min(0).max(86_400).default(0),
    resume_policy: z.enum(['live', 'none', 'position']).default('live'),
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
    if (task.devices.length + task.orgs.length + task.groups.length === 0)
      ctx.addIssue({ code: 'custom', path: ['devices'], message: 'rules.selectDevice' });
  });
export type StartRealTimeTask = z.output<typeof startRealTimeTask>;

/**
 * Why a terminal would not be heard if something were started there now: it cannot be reached, waits for its click, has
 * no common clock, or is known to give no sound (it is silent while it should sound; its last self-test failed).
 */
export const notHeard = z.enum(['offline', 'locked', 'unsynced', 'silent', 'self_test']);

/** States of a broadcast as a whole. `waiting`: every terminal of it is taken by something higher. */
export const broadcastState = z.enum(['playing', 'paused', 'waiting', 'ended']);

/** Live row of the `task` topic: all that is on the air, paused or held back. */
export const broadcastLive = z.object({
  id: z.number().int(),
  /** Partitions of its terminals. */
  org: z.array(z.number().int()).nullable(),
  name: z.string(),
  task_type: z.number().int(),
  audio_source: z.number().int(),
  priority: z.number().int(),
  /** The weight of its claim: type weight, then `priority` (design 7); larger wins. */
  weight: z.number().int(),
  volume,
  play_order: z.number().int(),
  loop: z.number().int(),
  resume_policy: z.string(),
  state: z.enum(['playing', 'paused', 'waiting']),
  /** Epoch seconds. */
  started_at: z.number().int(),
  started_by: z.string(),
  /** What of the list plays: 0-based index, name, its length and the position in it, ms at `anchor_at`. */
  item_index: z.number().int(),
  item_count: z.number().int(),
  item_name: z.string(),
  item_duration_ms: z.number(),
  item_position_ms: z.number(),
  /** Wall time of `item_position_ms`, epoch ms: while playing the position runs on from there. */
  anchor_at: z.number(),
  /** Whole length of the list once through, ms; null: loops. */
  total_ms: z.number().nullable(),
  position_ms: z.number(),
  /** How long it plays on from `anchor_at` before it ends by itself, ms; null: until it is stopped. */
  left_ms: z.number().nullable(),
  /** Terminals by what they do now; their sum is the number of targets. */
  targets: z.number().int(),
  sounding: z.number().int(),
  /** Played, and do not report any more. */
  unknown: z.number().int(),
  silent: z.number().int(),
  preempted: z.number().int(),
  offline: z.number().int(),
  /** Nothing comes from its source (a station, a capturer): silence is sent until something does. */
  source_silent: z.boolean(),
  /** Loudest level that a terminal of it reports, dBFS. */
  level_db: z.number().nullable(),
});
export interface BroadcastLive extends z.output<typeof broadcastLive>, Record<string, unknown> {}

/** Query of `GET /v1/task`: what is on the air, what has ended, or (absent) both; newest first. */
export const taskQuery = pageQuery.extend({ state: z.enum(['on_air', 'ended']).optional() });
export const taskSortable = ['name', 'started_at', 'ended_at', 'priority', 'task_type', 'state'] as const;

/** Reasons of a silence that was meant: something higher had the terminal, or a person paused or took it out. */
export const meantSilence = ['preempted', 'waiting', 'stopped', 'paused', 'moved'] as const;

/** A started task, on the air or ended, as it is stored; what it does now is in the live topic `task`. */
export const taskRow = z.object({
  id: z.number().int(),
  name: z.string(),
  task_type: z.number().int(),
  audio_source: z.number().int(),
  priority: z.number().int(),
  volume,
  play_order: z.number().int(),
  loop: z.number().int(),
  /** Seconds. */
  interval_time: z.number(),
  resume_policy: z.string(),
  state: broadcastState,
  /** Epoch seconds. */
  started_at: z.number().int(),
  /** Name of the account; empty: by itself, or an account that is gone. */
  started_by: z.string(),
  ended_at: z.number().int().nullable(),
  end_reason: z.enum(runEnd).nullable(),
  item_count: z.number().int(),
  /** Terminals it was started at, and at how many of them it was heard. */
  targets: z.number().int(),
  heard: z.number().int(),
  /** At how many it was not heard although nobody meant it (`meantSilence`). */
  missed: z.number().int(),
});
export type TaskRow = z.output<typeof taskRow>;

export const taskItem = z.object({
  kind: z.enum(['file', 'speech']),
  file_id: z.number().int().nullable(),
  name: z.string(),
  duration_ms: z.number(),
  /** A chime, heard once before or after the list. */
  part: z.enum(['before', 'after']).optional(),
});

/** `GET /v1/task/:id`; `live` is null once it has ended. */
export const taskDetail = taskRow.extend({
  items: z.array(taskItem),
  textContent: z.string(),
  /** What it plays where that is a stream: the station, or the URL. */
  radio: z.number().int().nullable(),
  url: z.string(),
  /** Seconds of programme after which it ends by itself; 0: by its list. */
  duration: z.number().int(),
  /** What was asked for, to be asked for again; null: not by a person on the spot, or it reaches beyond one's zones. */
  asked: startRealTimeTask.nullable(),
  live: broadcastLive.nullable(),
});

/** `left`: no target any more (taken out by hand, or pre-empted for good); `ended`: the task is over. */
export const targetState = z.enum([
  'sounding',
  'unknown',
  'silent',
  'preempted',
  'paused',
  'offline',
  'left',
  'ended',
]);
export type BroadcastTargetState = z.output<typeof targetState>;

/**
 * Query of `GET /v1/task/:id/target`. The states are those that the live row counts (`silent`: the paused ones as
 * well), of a task that runs; `heard` and `unheard` ask for the proof. What does not sound comes first.
 */
export const targetQuery = pageQuery.extend({
  state: z.enum(['sounding', 'unknown', 'silent', 'preempted', 'offline', 'heard', 'unheard']).optional(),
});
export type TargetQuery = z.output<typeof targetQuery>;

/** What a target of a started task does, or did, and why (`GET /v1/task/:id/target`). */
export const broadcastTargetRow = z.object({
  terminal_id: z.number().int(),
  code: z.string(),
  name: z.string(),
  org: z.number().int().nullable(),
  state: targetState,
  /** A `Why` of entities/device.ts; null: it was heard to the end. */
  why: z
    .object({ key: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) })
    .nullable(),
  /** Epoch ms of the first sample heard. */
  first_sound_at: z.number().nullable(),
  /** How long it was heard, ms; `offline_ms` of it the terminal played by itself, without a link. */
  played_ms: z.number(),
  offline_ms: z.number(),
  /** Packets. */
  received: z.number().int(),
  lost: z.number().int(),
  late: z.number().int(),
  /** What the sound card missed: gaps, and their length in all; null: the terminal does not say. */
  gaps: z.number().int().nullable(),
  missed_ms: z.number().int().nullable(),
});
export type BroadcastTargetRow = z.output<typeof broadcastTargetRow>;

/** `PUT /v1/task/:id/files`: the whole list, in order. */
export const taskFiles = z.object({ files: z.array(idSchema).max(500) });
export const taskVolume = z.object({ volume });

const other = z.object({ task_id: z.number().int(), name: z.string(), terminals: z.number().int() });

/** Answer of "stop all": a result per broadcast on the air, and the number of starts that were not yet on the air. */
export const stopAllResult = batchResult.extend({ starts: z.number().int() });
export type StopAllResult = z.infer<typeof stopAllResult>;

/** Where a task would be heard, were it started now, and what it would meet there. */
export const airPreview = z.object({
  targets: z.number().int(),
  /** Terminals that would sound at once. */
  sounding: z.number().int(),
  /**
   * Tasks that it would pre-empt, that it would lower (voice mix), under which it would itself be lowered, and behind
   * which it would wait, with how many terminals each.
   */
  preempts: z.array(other),
  ducks: z.array(other),
  ducked: z.array(other),
  waits: z.array(other),
  /** Terminals that cannot be reached, at most 1,000 of them named. */
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
});
export type AirPreview = z.output<typeof airPreview>;

/** What a real-time task would do, were it started now (`POST /v1/task/dry_run`). */
export const taskDryRun = airPreview.extend({
  /** Length once through, ms; null: it loops, or is a text that has to be spoken first. */
  total_ms: z.number().nullable(),
});
export type TaskDryRun = z.output<typeof taskDryRun>;
