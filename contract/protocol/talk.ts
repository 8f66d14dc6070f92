import { z } from 'zod';
import { idSchema } from '../api/envelope.ts';
import { busyFields } from '../entities/tasks/queuedStart.ts';
import { fieldText } from '../rules/fieldText.ts';

/**
 * Uplink audio (docs/protocols/terminal-protocol.md, "Sending sound"): the messages that grant a stream to a call station, a
 * capturer or the console's microphone. The audio itself is sent in audio frames (frames.ts).
 */

/** Most packets of an uplink frame, and most bytes of one packet (the maximum of RFC 6716). */
export const MAX_UPLINK_PACKETS = 5;
export const MAX_UPLINK_PACKET_BYTES = 1275;
/** Burst of uplink packets, and sustained packets per second; 50 are real time. */
export const UPLINK_BURST = 150;
export const UPLINK_PACKETS_PER_S = 60;

/**
 * Longest interval of the server's messages to a speaker, ms; after `TALK_LOST_MS` without one the server is lost.
 */
export const TALK_STATE_MS = 1_000;
export const TALK_LOST_MS = 4_000;
/** Time without audio after which a talk ends, ms. */
export const TALK_STALL_MS = 5_000;

const count = z.number().int().min(0);
const stream = z.number().int().min(0).max(0xffff_ffff);

/** Requested targets; the server removes those out of reach. `all`: every target within reach. */
export const talkTargets = z.object({
  all: z.boolean().default(false).describe('Everybody that the caller may reach.'),
  orgs: z.array(idSchema).max(5000).default([]).describe(fieldText.orgs),
  groups: z.array(idSchema).max(1000).default([]).describe(fieldText.groups),
  devices: z.array(idSchema).max(20_000).default([]).describe(fieldText.devices),
});
export type TalkTargets = z.output<typeof talkTargets>;

/**
 * Modes of a talk. `page`: speech to chosen targets with its own priority. `all_call`: to every target within reach;
 * `emergency`: to chosen targets. Both rank above alarm messages and need a permission of their own in the console.
 */
export const talkMode = z.enum(['page', 'all_call', 'emergency']);
export type TalkMode = z.output<typeof talkMode>;

export const talkStart = z.object({
  type: z.literal('talk.start'),
  /** Echoed in the answer. */
  request: count,
  mode: talkMode
    .default('page')
    .describe(
      'Kind of talk: `page` to chosen targets with its priority; `all_call` to everybody and `emergency` to chosen targets, both above alarm messages.',
    ),
  targets: talkTargets.describe('Targets of the speech.'),
  priority: z
    .number()
    .int()
    .min(0)
    .max(100)
    .default(50)
    .describe('Priority among talks, 0-100; the larger number wins. A terminal has its own from the server.'),
  /** Volume 0–100 instead of each terminal's own; null keeps that. */
  volume: z.number().int().min(0).max(100).nullable().default(null),
  /** Only of a `page`: the other modes always go at once. */
  ...busyFields,
});
export type TalkStart = z.output<typeof talkStart>;

/** `POST /v1/talk/preview`: the effect that a talk would have now; the answer is an `airPreview`. */
export const talkPreview = talkStart.pick({
  mode: true,
  targets: true,
  priority: true,
  busy_policy: true,
  wait_s: true,
});
export type TalkPreview = z.input<typeof talkPreview>;

export const talkStop = z.object({ type: z.literal('talk.stop'), stream });

/** Messages of a terminal, or of the console on its talk socket. */
export const fromTalker = [talkStart, talkStop] as const;
export const fromTalkSocket = z.discriminatedUnion('type', [...fromTalker]);

/** Reasons of a refused talk (`talkRefusal`) and of the end of a talk (`talkEnd`). */
export const talkRefusal = z.enum(['denied', 'targets', 'busy']);
export type TalkRefusal = z.output<typeof talkRefusal>;
export const talkEnd = z.enum(['stopped', 'no_targets', 'source', 'finished', 'denied']);
export type TalkEnd = z.output<typeof talkEnd>;

/** Messages of the server to a speaker. */
export const toTalker = [
  /**
   * Grants the talk: audio is sent on this stream. `targets`: number of terminals; `left_out`: of those that were busy
   * (`free_only`); absent: by an older server, none.
   */
  z.object({
    type: z.literal('talk.granted'),
    request: count,
    stream,
    targets: count,
    left_out: count.optional(),
  }),
  /**
   * The page waits in the queue until its terminals are free; sent on a change, and at least once a second. `left_ms`:
   * time until it gives up, and in `waits_for` until that broadcast ends (null: not known).
   */
  z.object({
    type: z.literal('talk.waiting'),
    request: count,
    position: count,
    targets: count,
    left_ms: count,
    waits_for: z.array(z.object({ name: z.string(), terminals: count, left_ms: count.nullable() })),
  }),
  z.object({ type: z.literal('talk.refused'), request: count, code: talkRefusal, message: z.string() }),
  /** State of the targets; sent on a change, at most twice a second and at least once a second. */
  z.object({
    type: z.literal('talk.state'),
    stream,
    targets: count,
    sounding: count,
    preempted: count,
    offline: count,
    /** Number of other broadcasts that it pre-empts, and of those that it ducks. */
    interrupts: count,
    lowers: count,
    /** Targets that do not play, by reason (a key of `Why`), the most frequent first. */
    unheard: z.array(z.object({ reason: z.string(), terminals: count })),
  }),
  /** Ends the talk: no more audio may be sent. */
  z.object({ type: z.literal('talk.ended'), stream, reason: talkEnd, message: z.string() }),
] as const;
export const toTalkSocket = z.discriminatedUnion('type', [...toTalker]);
export type ToTalker = z.infer<typeof toTalkSocket>;

/** Messages of the server to terminals that capture sound. */
export const toSender = [
  /** Zones that a call station may page, by id, name and parent (null: the parent is not among them). */
  z.object({
    type: z.literal('talk.targets'),
    orgs: z.array(z.object({ id: z.number().int(), name: z.string(), parent: z.number().int().nullable() })),
  }),
  /** Starts sending the sound of this channel (1, 2, …) on this stream until `capture.close`. */
  z.object({ type: z.literal('capture.open'), stream, channel: z.number().int().min(1) }),
  z.object({ type: z.literal('capture.close'), stream }),
  /** Number of people who listen to the playback or the microphone of this terminal; 0: none any more. */
  z.object({ type: z.literal('listeners'), listeners: count, message: z.string() }),
] as const;
