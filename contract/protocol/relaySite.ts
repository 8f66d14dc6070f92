import { z } from 'zod';
import { itemId } from './offline.ts';

/**
 * Part of the relay protocol: what a relay stores to go on while its line is cut (docs/protocols/relay-protocol.md,
 * "While the line is cut"), and what it tells the server afterwards.
 */

/** Largest part of a sound in one message, bytes. */
export const SOUND_PART_BYTES = 65_536;
/** Largest number of lines in one message. */
export const MAX_TOLD_LINES = 200;

const count = z.number().int().min(0);
const row = z.record(z.string(), z.unknown());

/** Active inputs by terminal. */
export const activeInputs = z.record(z.string().regex(/^\d{1,10}$/), z.array(count).max(64));

/** Line of the journal of a relay. */
export const toldLine = z.object({
  /** Increases from line to line, beyond restarts of the relay. */
  seq: count,
  /** Alarm or broadcast that it is about; null: none (inputs, a volume, a run that terminals played). */
  of: z
    .string()
    .regex(/^(alarm|broadcast) \d{1,10}$/)
    .nullable(),
  /** True: the alarm began at the server, which owns its row. */
  continued: z.boolean().optional(),
  /** Writes, as in the journal of the server. */
  part: row.optional(),
  /** Active inputs as they are now; kept so that a restart of the relay does not take them for new ones. */
  inputs: activeInputs.optional(),
  /** Volume that a control action of an alarm has set. */
  volume: z
    .object({ terminals: z.array(count).max(2_000), ao_volume: z.number().int().min(0).max(100) })
    .optional(),
  /** Scheduled run that terminals of the relay have played. */
  played: z
    .object({
      task: count,
      start_s: count,
      terminals: z
        .array(z.object({ id: count, first_sound_ms: count.nullable(), played_ms: count }))
        .max(2_000),
    })
    .optional(),
  /**
   * An alarm that began at the relay (`alarm`) is one that the server had begun already (`is`), with these inputs, in
   * this step: its lines are told as those of a continued one. The server needs only those.
   */
  same: z
    .object({ alarm: count, is: count, input_nums: z.array(count), alarming: z.boolean(), step: count })
    .optional(),
});
export type ToldLine = z.output<typeof toldLine>;

/**
 * State at the relay after its last line: alarms that began there and run, those that it has continued, and active
 * inputs.
 */
export const toldRest = z.object({
  alarms: z.array(z.object({ row, continued: z.boolean() })),
  inputs: activeInputs,
});

/** Messages of a relay, once the server has sent `site.state`. */
export const siteFromRelay = [
  /** Plan that the relay has stored; the server sends another one. */
  z.object({ type: z.literal('site.have'), revision: z.string().max(64).nullable() }),
  /** Wants a sound from a position on, bytes. */
  z.object({ type: z.literal('site.want'), item: itemId, offset: count }),
  /** Events of the time without a line; `rest` is in the last message. */
  z.object({
    type: z.literal('site.told'),
    /** Each is checked by itself (`toldLine`), so that one that is not valid does not hold up the others. */
    lines: z.array(z.looseObject({ seq: count })).max(MAX_TOLD_LINES),
    rest: z.unknown(),
  }),
] as const;

/** Messages of the server. */
export const siteToRelay = [
  /** All that the relay stores, in place of what it has. */
  z.object({ type: z.literal('site.plan'), revision: z.string(), plan: row }),
  /** Sent first, and after every change. */
  z.object({
    type: z.literal('site.state'),
    /** Owner number of the media clock. */
    term: z.number().int(),
    /** Last line of the relay's journal that the server has. */
    told: count,
    /** Alarms that run and reach terminals of the relay. */
    alarms: z.array(row),
    /** First on a connection: alarms of inputs that are over, of the last day; earlier versions send none. */
    over: z.array(row).default([]),
    inputs: activeInputs,
  }),
  /** The lines up to this number are stored. */
  z.object({ type: z.literal('site.taken'), told: count, rest: z.boolean() }),
] as const;
