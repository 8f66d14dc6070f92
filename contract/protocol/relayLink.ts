import { z } from 'zod';
import { siteFromRelay, siteToRelay } from './relaySite.ts';

/**
 * The relay protocol (`/v1/relay`, docs/protocols/relay-protocol.md) between the server and a relay: the connections of
 * the terminals of one place, multiplexed over one WebSocket. Each terminal has a session with a number, whose messages
 * are those of the terminal protocol, unchanged. A frame of sound is sent once, whatever the number of terminals.
 */
export const RELAY_PROTOCOL = 1;
/** Path of the socket. */
export const RELAY_PATH = '/v1/relay/link';
/** Label of the exported key of the TLS connection, over which both sides prove their keys. */
export const RELAY_LABEL = 'EXPORTER-tocsin-relay';

/** Interval of `state`, and silence after which either side closes the connection, ms. */
export const RELAY_STATE_MS = 1_000;
export const RELAY_SILENCE_MS = 4_000;
/** Interval of bundled reports; those with a change of state are sent after the shorter time, ms. */
export const RELAY_REPORTS_MS = 500;
export const RELAY_URGENT_MS = 20;
/** Largest number of sessions of one relay, and largest message, bytes. */
export const MAX_RELAY_SESSIONS = 2_000;
export const MAX_RELAY_BYTES = 4_194_304;

/** First byte of binary messages. */
export const relayFrame = {
  /** To the relay: u32 number, then an audio frame for all sessions that have joined its stream. */
  shared: 1,
  /** Both directions: u32 session, then a binary message of or to this terminal alone. */
  single: 2,
  /** To the server: reports of many terminals (contract/protocol/relayReports.ts), compressed. */
  reports: 3,
  /** To the relay: u32 offset, then a part of the sound that it wants; empty: the sound is over, or not available. */
  sound: 4,
} as const;
/** Bytes before the content of a binary message: kind, three zeros, u32. */
export const RELAY_HEADER_BYTES = 8;

export function encodeRelayFrame(kind: number, number: number, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(RELAY_HEADER_BYTES + content.byteLength);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, kind);
  view.setUint32(4, number);
  bytes.set(content, RELAY_HEADER_BYTES);
  return bytes;
}

/** Reads a binary message; null: cut short. The content is a view. */
export function decodeRelayFrame(
  bytes: Uint8Array,
): { kind: number; number: number; content: Uint8Array } | null {
  if (bytes.byteLength < RELAY_HEADER_BYTES) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    kind: view.getUint8(0),
    number: view.getUint32(4),
    content: bytes.subarray(RELAY_HEADER_BYTES),
  };
}

const session = z.number().int().min(1).max(0xffff_ffff);
const count = z.number().int().min(0);
const us = z.number().int().min(-9e15).max(9e15);

/** Sessions as ranges: first and last of each, in ascending order; two numbers may stand for billions of sessions. */
export const sessionRanges = z
  .array(z.tuple([session, session]))
  .max(MAX_RELAY_SESSIONS)
  .refine(
    (ranges) =>
      ranges.every(([first, last]) => first <= last) &&
      ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0) <= MAX_RELAY_SESSIONS,
    'too many sessions',
  );
export type SessionRanges = z.output<typeof sessionRanges>;

export function rangesOf(sessions: Iterable<number>): SessionRanges {
  const ranges: SessionRanges = [];
  for (const one of [...sessions].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && one <= last[1] + 1) last[1] = one;
    else ranges.push([one, one]);
  }
  return ranges;
}

export function* sessionsIn(ranges: SessionRanges): Iterable<number> {
  for (const [first, last] of ranges) for (let one = first; one <= last; one++) yield one;
}

const key = z.string().max(200);
/** First message, of the relay. */
export const relayHello = z.object({
  type: z.literal('hello'),
  protocol: z.number().int(),
  public_key: key,
  /** True: `proof` is of the one-time token, and the keys are exchanged. */
  joins: z.boolean(),
  proof: key,
  version: z.string().max(40),
});
export type RelayHello = z.output<typeof relayHello>;

export const relayRefusals = ['token', 'withdrawn', 'plain', 'version', 'busy'] as const;
export type RelayRefusal = (typeof relayRefusals)[number];

/** Answer of the server. */
export const relayAnswer = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('welcome'),
    public_key: key,
    proof: key,
    /** Name of the relay, and epoch of the media clock. */
    name: z.string(),
    epoch: z.string(),
    /** True: its terminals come by HTTPS only. */
    https_only: z.boolean(),
  }),
  z.object({
    type: z.literal('refused'),
    reason: z.enum(relayRefusals),
    /** Of `withdrawn`: signature of the server, by which the relay believes it. */
    proof: key.optional(),
  }),
]);
export type RelayAnswer = z.output<typeof relayAnswer>;

/** Messages of a relay after the welcome. */
export const fromRelay = z.discriminatedUnion('type', [
  z.object({ type: z.literal('time'), t0: z.number() }),
  z.object({
    type: z.literal('state'),
    /** Uncertainty of its media clock, µs; null: not synchronised. */
    clock_error_us: us.nullable(),
    /** Packets of sound that slow terminals have not been sent. */
    dropped: count,
  }),
  /** A terminal has connected and said hello, which follows as its first message. */
  z.object({
    type: z.literal('open'),
    session,
    address: z.string().max(100),
    language: z.string().max(8),
    secure: z.boolean(),
    server: z.string().max(300),
  }),
  z.object({ type: z.literal('from'), session, text: z.string() }),
  z.object({ type: z.literal('close'), session }),
  ...siteFromRelay,
]);
export type FromRelay = z.output<typeof fromRelay>;

/** Messages of the server after the welcome. */
export const toRelay = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('time'),
    t0: z.number(),
    t1: us,
    t2: us,
    epoch: z.string(),
    wall_ms: z.number().optional(),
  }),
  /** A message for these terminals. */
  z.object({ type: z.literal('to'), sessions: sessionRanges, text: z.string() }),
  /** These terminals get the stream from a shared frame on, of which the first packets are left out. */
  z.object({ type: z.literal('join'), sessions: sessionRanges, stream: count, frame: count, skip: count }),
  /** The connections of these terminals are closed. */
  z.object({ type: z.literal('end'), sessions: sessionRanges, code: z.number().int() }),
  /** Whether its terminals come by HTTPS only has changed. */
  z.object({ type: z.literal('https'), https_only: z.boolean() }),
  ...siteToRelay,
]);
export type ToRelay = z.output<typeof toRelay>;

/** Messages about what a relay stores. */
export type SiteFromRelay = z.output<(typeof siteFromRelay)[number]>;
export type SiteToRelay = z.output<(typeof siteToRelay)[number]>;
/** Messages about the terminals of a relay. */
export type SessionMessage = Extract<ToRelay, { type: 'to' | 'join' | 'end' }>;
