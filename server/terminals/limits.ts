import { HELLO_TIMEOUT_MS, MAX_MESSAGES_PER_S, PRESENCE_TIMEOUT_MS } from '../../contract/frames.ts';

/** Times (milliseconds) and bounds of the gateway; tests bring shorter ones. */
export const defaultLimits = {
  helloMs: HELLO_TIMEOUT_MS,
  presenceMs: PRESENCE_TIMEOUT_MS,
  /** How often presence, hello times and slow readers are looked at: offline is seen presenceMs + this late. */
  sweepMs: 500,
  /** An older connection of the same code that does not answer a ping for this long gives way. */
  probeMs: 1_000,
  /** A command that is not answered within this has failed. */
  commandMs: 5_000,
  /** After a refusal the socket is destroyed at the latest after this. */
  lingerMs: 1_000,
  messagesPerS: MAX_MESSAGES_PER_S,
  /** Audio is dropped for a terminal while more than this waits for it or is not confirmed by it: 7 s of programme. */
  audioBufferBytes: 65_536,
  /** A terminal for which more than this waits, or that takes or confirms nothing for so long, is cut off: it comes back. */
  maxBufferBytes: 1_048_576,
  stalledMs: 5_000,
  /** Connections that are not welcomed, from one address and in all. A site may sit behind one address. */
  waitingPerAddress: 2_000,
  waiting: 10_000,
  /** Bytes per second that a terminal may send before it is welcomed. */
  waitingBytesPerS: 65_536,
} as const;
export type GatewayLimits = { [K in keyof typeof defaultLimits]: number };
