import { z } from 'zod';
import { runResult } from '../codes.ts';
import { idSchema, keyQuery, pageQuery } from '../envelope.ts';
import { broadcastTargetRow } from './broadcast.ts';

/**
 * How a run ended; null while it is on the air. `missed`: the server was not there when it was due; `failed`: it
 * could not be started, `error` says why; `done`: a control task that was carried out.
 */
const result = z.enum(runResult);

/** A run of a task of any kind, with the sum of its proofs of delivery (spec 3: task log). */
export const taskLogRow = z.object({
  id: z.number().int(),
  task_name: z.string(),
  /** Epoch seconds. */
  start_time: z.number().int(),
  end_time: z.number().int().nullable(),
  /** When the schedule was to start it, epoch seconds; null: by hand. */
  due_time: z.number().int().nullable(),
  task_type: z.number().int(),
  audio_source: z.number().int(),
  /** Code of the account that started it; empty: the schedule. */
  operator_code: z.string(),
  /** Code of the terminal that started it (a caster), of its capturer and channel, of the GPIO input; empty: none. */
  device_code: z.string(),
  capturer_code: z.string(),
  capturer_channel: z.number().int().nullable(),
  gpio_code: z.string(),
  /** The saved task; null: none, or deleted since. */
  task_id: z.number().int().nullable(),
  result: result.nullable(),
  /** Why it failed, in the caller's language; empty else. */
  error: z.string(),
  /** Terminals within the caller's zones: at how many it was to sound, and at how many it was heard. */
  targets: z.number().int(),
  heard: z.number().int(),
  /** Sum over the terminals, packets. */
  received: z.number().int(),
  lost: z.number().int(),
  late: z.number().int(),
  /** Longest time from the due (or started) moment to a first sound, ms; null: it was not heard. */
  first_sound_ms: z.number().int().nullable(),
});
export type TaskLogRow = z.output<typeof taskLogRow>;

const filters = z.object({
  q: z.string().max(200).optional(),
  /** Start time, epoch seconds, `to` not included. */
  from: z.coerce.number().int().min(0).max(32_503_680_000).optional(),
  to: z.coerce.number().int().min(0).max(32_503_680_000).optional(),
  task_type: z.coerce.number().int().optional(),
  audio_source: z.coerce.number().int().optional(),
  /** `on_air`: not ended yet. `incomplete`: ended, and not heard at every terminal. */
  result: z.union([result, z.enum(['on_air', 'incomplete'])]).optional(),
  task_id: idSchema.optional(),
  terminal_id: idSchema.optional(),
});

/** `GET /v1/task_log`: newest first, by key. */
export const taskLogQuery = keyQuery.extend(filters.shape);

/**
 * `GET /v1/task_log/export` with the ticket of `POST /v1/task_log/export/ticket`: the filtered set as CSV.
 * `terminals`: a row per terminal instead of one per run.
 */
export const taskLogExportQuery = filters.extend({ terminals: z.stringbool().default(false) });

/** `GET /v1/task_log/:id/target`: the proof of delivery of each terminal, those that were not heard first. */
export const taskLogTargetQuery = pageQuery.extend({ heard: z.stringbool().optional() });
export const taskLogTarget = broadcastTargetRow;
