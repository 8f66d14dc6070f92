import { z } from 'zod';
import { idSchema } from '../envelope.ts';

/** Volume of a task 0–100; null leaves each terminal its own. */
const volume = z.number().int().min(0).max(100).nullable();

/**
 * Starting a real-time task (type 1, spec 3 and 5): from files or from text. Targets are terminals and
 * whole zones (with their subtrees, as they are at the start).
 */
export const startRealTimeTask = z
  .object({
    name: z.string().trim().min(1).max(50),
    /** 0 media file, 1 TTS text (contract/codes.ts). */
    audio_source: z.union([z.literal(0), z.literal(1)]),
    files: z.array(idSchema).max(500).default([]),
    textContent: z.string().trim().max(5000).default(''),
    voiceName: z.enum(['xiaoyan', 'xiaofeng']).default('xiaoyan'),
    /** 0–100, 50 is normal. */
    voiceSpeed: z.number().int().min(0).max(100).default(50),
    devices: z.array(idSchema).max(20_000).default([]),
    orgs: z.array(idSchema).max(5000).default([]),
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
    if (task.audio_source === 1 && task.textContent === '')
      ctx.addIssue({ code: 'custom', path: ['textContent'], message: 'rules.selectTts' });
    if (task.devices.length === 0 && task.orgs.length === 0)
      ctx.addIssue({ code: 'custom', path: ['devices'], message: 'rules.selectDevice' });
  });
export type StartRealTimeTask = z.output<typeof startRealTimeTask>;

/** States of a broadcast as a whole. `waiting`: every terminal of it is taken by something higher. */
export const broadcastState = z.enum(['playing', 'paused', 'waiting', 'ended']);

/** Live row of the `task` topic: all that is on the air, paused or held back. */
export interface BroadcastLive extends Record<string, unknown> {
  id: number;
  /** Partitions of its terminals. */
  org: number[] | null;
  name: string;
  task_type: number;
  audio_source: number;
  priority: number;
  /** The weight of its claim: type weight, then `priority` (design 7); larger wins. */
  weight: number;
  volume: number | null;
  play_order: number;
  loop: number;
  resume_policy: string;
  state: 'playing' | 'paused' | 'waiting';
  /** Epoch seconds. */
  started_at: number;
  started_by: string;
  /** What of the list plays: 0-based index, name, its length and the position in it, ms at `anchor_at`. */
  item_index: number;
  item_count: number;
  item_name: string;
  item_duration_ms: number;
  item_position_ms: number;
  /** Wall time of `item_position_ms`, epoch ms: while playing the position runs on from there. */
  anchor_at: number;
  /** Whole length of the list once through, ms; null: loops. */
  total_ms: number | null;
  position_ms: number;
  /** Terminals by what they do now; their sum is the number of targets. */
  targets: number;
  sounding: number;
  silent: number;
  preempted: number;
  offline: number;
  /** Loudest level that a terminal of it reports, dBFS. */
  level_db: number | null;
}

/** What one target of a broadcast does, and why (`GET /v1/task/:id/target`). */
export const broadcastTargetRow = z.object({
  terminal_id: z.number().int(),
  code: z.string(),
  name: z.string(),
  org: z.number().int().nullable(),
  state: z.enum(['sounding', 'silent', 'preempted', 'paused', 'offline']),
  why: z.object({ key: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) }),
  /** Epoch ms of the first sample heard. */
  first_sound_at: z.number().nullable(),
  received: z.number().int(),
  lost: z.number().int(),
  late: z.number().int(),
});
