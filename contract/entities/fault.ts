import { z } from 'zod';
import { idSchema, pageQuery } from '../envelope.ts';

export const faultState = z.enum(['new', 'acknowledged', 'resolved']);

/**
 * Kinds of fault that exist; each has its text in the locale section `fault`, with these parameters:
 * terminal_lost, terminal_locked `name code` · terminal_silent, terminal_gaps `name code task` · terminal_duplicate
 * `code holder_addr refused_addr` · disk `free_mb total_mb` · disk_files `free total` (inodes) · clock `jump_s` (positive: forward) ·
 * fire_device_lost `name code` (a fire terminal, instead of terminal_lost) · input_line `name code line number state`
 * (of a supervised input: `open` or `short`; `line` is its name) · output_failed `name code line number` ·
 * terminal_unsynced `name code trouble` (connected, and without what it is to keep; `fetching`, `full`, …) ·
 * schedule_missed, schedule_failed, source_silent `task` (its name) · capturer_gone `task name` (what its input had started was given up) · self_test `name code` ·
 * alarm_message `task reason` (a linkage task whose message
 * is not there) · alarm_nowhere `plan` (its name: its alarm runs and has no terminal to sound at) · recording_stopped `free_mb` (the disk is nearly full) · recording_failed `error` · build_waiting `what count` (files or texts that cannot be made ready and are tried again) · database: none · integration `name` · tts: those of who opens them.
 */
export const faultKinds = [
  'terminal_lost',
  'terminal_silent',
  'terminal_gaps',
  'terminal_locked',
  'terminal_duplicate',
  'terminal_unsynced',
  'fire_device_lost',
  'input_line',
  'output_failed',
  'schedule_missed',
  'schedule_failed',
  'source_silent',
  'capturer_gone',
  'self_test',
  'alarm_message',
  'alarm_nowhere',
  'recording_stopped',
  'recording_failed',
  'build_waiting',
  'disk',
  'disk_files',
  'clock',
  'database',
  'tts',
  'integration',
] as const;
export const faultKind = z.enum(faultKinds);
export type FaultKind = z.output<typeof faultKind>;

export const faultRow = z.object({
  id: z.number().int(),
  kind: faultKind,
  subject: z.string(),
  terminal_id: z.number().int().nullable(),
  org: z.number().int().nullable(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  state: faultState,
  opened_at: z.number().int(),
  acknowledged_at: z.number().int().nullable(),
  acknowledged_by_name: z.string().nullable(),
  resolved_at: z.number().int().nullable(),
  /** Shelved: known, and out of the counts until then (epoch seconds); null: it is not. By whom. */
  shelved_until: z.number().int().nullable(),
  shelved_by: z.string(),
  /**
   * How often it began in this spell of chatter; 0: it does not chatter. What chatters stays open until it has been away
   * for the whole off-delay.
   */
  chatter: z.number().int(),
  /** It chatters, and what is wrong has been away since then (epoch seconds); null: it is there. */
  cleared_at: z.number().int().nullable(),
  /** Network of its terminal when it began, `10.1.2.0/24`; empty: not known. */
  subnet: z.string(),
  rev: z.number().int(),
});
/**
 * A fault, also the live row of the topics `fault` (open ones) and `fault_ended` (those of the last hour that are over).
 */
export type Fault = z.output<typeof faultRow>;

/** `GET /v1/fault`: `state` open means new or acknowledged. */
export const faultQuery = pageQuery.extend({
  state: z.enum(['new', 'acknowledged', 'resolved', 'open']).optional(),
  kind: faultKind.optional(),
  terminal_id: idSchema.optional(),
});
export type FaultQuery = z.output<typeof faultQuery>;
/** Shelving ends by itself: nothing is put away for good. */
export const MAX_SHELF_MINUTES = 1440;

/**
 * `POST /v1/fault/batch`: a result per fault. `acknowledge`: somebody has seen it and cares. `shelve`: it does not count
 * for so many minutes (and is acknowledged by that); `unshelve` takes that back.
 */
const ids = z.array(idSchema).min(1).max(20_000);
export const faultBatch = z.discriminatedUnion('action', [
  z.object({ ids, action: z.literal('acknowledge') }),
  z.object({
    ids,
    action: z.literal('shelve'),
    minutes: z.number().int().min(1).max(MAX_SHELF_MINUTES),
  }),
  z.object({ ids, action: z.literal('unshelve') }),
]);
export type FaultBatch = z.output<typeof faultBatch>;

/** What the list of faults may be sorted by. */
export const faultSortable = ['opened_at', 'resolved_at', 'acknowledged_at', 'kind', 'state'] as const;
