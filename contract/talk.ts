import { z } from 'zod';
import { idSchema } from './envelope.ts';
import { fieldText } from './fieldText.ts';

/**
 * Live sound going up (docs/terminal-protocol.md, "Sending sound"): the messages by which a call station, a capturer
 * or the console's microphone is granted a stream. Sound itself goes up in audio frames (frames.ts).
 */

/** Packets that a frame going up may hold, and bytes of one packet (RFC 6716: the most there can be). */
export const MAX_UPLINK_PACKETS = 5;
export const MAX_UPLINK_PACKET_BYTES = 1275;
/** Packets that may come at once, and in the long run in a second; 50 are real time. */
export const UPLINK_BURST = 150;
export const UPLINK_PACKETS_PER_S = 60;

/** Who speaks hears from the server at least this often, ms: what is longer silent than `TALK_LOST_MS` is gone. */
export const TALK_STATE_MS = 1_000;
export const TALK_LOST_MS = 4_000;
/** A talk that brings no sound for so long ends, ms. */
export const TALK_STALL_MS = 5_000;

const count = z.number().int().min(0);
const stream = z.number().int().min(0).max(0xffff_ffff);

/** Whom to speak to; the server decides who of them may be reached. `all`: everybody that may. */
export const talkTargets = z.object({
  all: z.boolean().default(false).describe('Everybody that the caller may reach.'),
  orgs: z.array(idSchema).max(5000).default([]).describe(fieldText.orgs),
  groups: z.array(idSchema).max(1000).default([]).describe(fieldText.groups),
  devices: z.array(idSchema).max(20_000).default([]).describe(fieldText.devices),
});
export type TalkTargets = z.output<typeof talkTargets>;

/**
 * `page`: speech to chosen targets, with its priority. `all_call`: to everybody that one may reach, `emergency`: to
 * chosen targets; both stand above alarm messages, and need their own right in the console.
 */
export const talkMode = z.enum(['page', 'all_call', 'emergency']);
export type TalkMode = z.output<typeof talkMode>;

export const talkStart = z.object({
  type: z.literal('talk.start'),
  /** Comes back in the answer. */
  request: count,
  mode: talkMode
    .default('page')
    .describe(
      'Kind of talk: `page` to chosen targets with its priority; `all_call` to everybody and `emergency` to chosen targets, both above alarm messages.',
    ),
  targets: talkTargets.describe('Whom to speak to.'),
  priority: z
    .number()
    .int()
    .min(0)
    .max(100)
    .default(50)
    .describe('Priority among talks, 0-100; the larger number wins. A terminal has its own from the server.'),
  /** 0–100 in place of each terminal's own; null leaves it. */
  volume: z.number().int().min(0).max(100).nullable().default(null),
});
export type TalkStart = z.output<typeof talkStart>;

/** `POST /v1/talk/preview`: what a talk would do, were it started now; the answer is an `airPreview`. */
export const talkPreview = talkStart.pick({ mode: true, targets: true, priority: true });
export type TalkPreview = z.input<typeof talkPreview>;

export const talkStop = z.object({ type: z.literal('talk.stop'), stream });

/** What a terminal (or the console on its talk socket) says. */
export const fromTalker = [talkStart, talkStop] as const;
export const fromTalkSocket = z.discriminatedUnion('type', [...fromTalker]);

/** Why a talk was refused, or has ended. */
export const talkRefusal = z.enum(['denied', 'targets', 'busy']);
export type TalkRefusal = z.output<typeof talkRefusal>;
export const talkEnd = z.enum(['stopped', 'no_targets', 'source', 'finished', 'denied']);
export type TalkEnd = z.output<typeof talkEnd>;

/** What the server says to who speaks. */
export const toTalker = [
  /** Send now, on this stream. `targets`: how many terminals it goes to. */
  z.object({ type: z.literal('talk.granted'), request: count, stream, targets: count }),
  z.object({ type: z.literal('talk.refused'), request: count, code: talkRefusal, message: z.string() }),
  /** What the targets do; sent when it changes, at most twice a second, and at least once a second. */
  z.object({
    type: z.literal('talk.state'),
    stream,
    targets: count,
    sounding: count,
    preempted: count,
    offline: count,
    /** Other broadcasts that are held back for it, and that are lowered under it. */
    interrupts: count,
    lowers: count,
    /** Targets that do not sound, by the reason (a key of `Why`), the most frequent first. */
    unheard: z.array(z.object({ reason: z.string(), terminals: count })),
  }),
  /** Send no more: the talk is over. */
  z.object({ type: z.literal('talk.ended'), stream, reason: talkEnd, message: z.string() }),
] as const;
export const toTalkSocket = z.discriminatedUnion('type', [...toTalker]);
export type ToTalker = z.infer<typeof toTalkSocket>;

/** What the server says to terminals that pick up sound. */
export const toSender = [
  /** Who may be spoken to from here: zones by id, name and parent (null: not among them); a call station offers them. */
  z.object({
    type: z.literal('talk.targets'),
    orgs: z.array(z.object({ id: z.number().int(), name: z.string(), parent: z.number().int().nullable() })),
  }),
  /** Send the sound of this channel (1, 2, …) on this stream until `capture.close`. */
  z.object({ type: z.literal('capture.open'), stream, channel: z.number().int().min(1) }),
  z.object({ type: z.literal('capture.close'), stream }),
  /** So many people listen to what is played, or picked up, here; 0: nobody any more. */
  z.object({ type: z.literal('listeners'), listeners: count, message: z.string() }),
] as const;
