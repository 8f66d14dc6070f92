import { z } from 'zod';

/**
 * Status messages of terminals (docs/protocols/terminal-protocol.md, `status`): one shape per kind. Sent immediately on a
 * change, at most once a second while only levels change.
 */

const text = (max: number) => z.string().max(max);
const count = z.number().int().min(0);
/** Level in dBFS; null: not measured. */
const level = z.number().min(-200).max(60).nullable();

/** Most channels, inputs and outputs of one terminal; they are numbered from 1. */
export const MAX_CHANNELS = 32;
export const MAX_LINES = 64;
export const channelNumber = z.number().int().min(1).max(MAX_CHANNELS);
const lineNumber = z.number().int().min(1).max(MAX_LINES);

/**
 * A channel of a capturer. `idle`: measured, and not requested by the server; `sending`: sends to the server;
 * `locked`: waits for a person to allow the microphone; `failed`: its source is not available.
 */
export const capturedChannel = z.object({
  channel: channelNumber,
  state: z.enum(['idle', 'sending', 'locked', 'failed']),
  /** RMS and sample peak of the input since the last status. */
  level_db: level,
  peak_db: level,
  /** Trigger input: true when closed, false when open; null: none. */
  io: z.boolean().nullable(),
});
export type CapturedChannel = z.output<typeof capturedChannel>;

const capturer = z.object({
  type: z.literal('status'),
  kind: z.literal('capturer'),
  channels: z.array(capturedChannel).max(MAX_CHANNELS),
});

const xtts = z.object({
  type: z.literal('status'),
  kind: z.literal('xtts'),
  /** Number of texts in the queue. */
  queue: count,
  /** Beginning of the text that is being spoken; null: none. */
  speaking: text(200).nullable(),
  voices: z.array(z.object({ id: text(64), name: text(64), lang: text(16) })).max(64),
  /** Texts spoken and failed since the program started. */
  spoken: count,
  failed: count,
});

const call = {
  type: z.literal('status'),
  state: z.enum(['idle', 'paging', 'calling', 'ringing', 'talking']),
  /** Other party as shown on its screen; empty: none. */
  peer: text(60).default(''),
  /** Level of its microphone. */
  level_db: level,
};
const caster = z.object({ ...call, kind: z.literal('caster') });
const dialogue = z.object({ ...call, kind: z.literal('dialogue') });

/** An input of a fire terminal, with the supervision of its line. */
export const fireInput = z.object({
  input: lineNumber,
  active: z.boolean(),
  line: z.enum(['ok', 'open', 'short']),
});
export const fireOutput = z.object({ output: lineNumber, on: z.boolean() });

/** Length of a pulse, ms; timed by the terminal. */
export const pulseMs = z.number().int().min(50).max(600_000);
/** New state of an output: off, on, or on for `pulse_ms` and then off. */
export const outputSetting = z.object({
  output: lineNumber,
  on: z.boolean(),
  pulse_ms: pulseMs.optional(),
});
export type OutputSetting = z.output<typeof outputSetting>;
/** Switches outputs of a fire terminal; outputs that are not named stay unchanged. */
export const setOutputs = z.object({
  type: z.literal('outputs'),
  set: z.array(outputSetting).max(MAX_LINES),
});

const fire = z.object({
  type: z.literal('status'),
  kind: z.literal('fire_control_device'),
  inputs: z.array(fireInput).max(MAX_LINES),
  outputs: z.array(fireOutput).max(MAX_LINES),
});

export const terminalStatus = z.discriminatedUnion('kind', [capturer, xtts, caster, dialogue, fire]);
export type TerminalStatus = z.output<typeof terminalStatus>;

/** Fields of the status of a kind; never for kinds without a status. */
export type StatusOf<Kind> = Omit<Extract<TerminalStatus, { kind: Kind }>, 'type' | 'kind'>;
