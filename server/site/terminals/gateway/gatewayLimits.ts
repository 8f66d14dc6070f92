import {
  HELLO_TIMEOUT_MS,
  MAX_MESSAGES_PER_S,
  PRESENCE_TIMEOUT_MS,
} from '../../../../contract/protocol/frames.ts';

/** Times (milliseconds) and limits of the gateway; tests use shorter ones. */
export const defaultGatewayLimits = {
  helloMs: HELLO_TIMEOUT_MS,
  presenceMs: PRESENCE_TIMEOUT_MS,
  /**
   * Interval of checking presence, hello times and slow readers; delays the detection of an offline terminal.
   */
  sweepMs: 500,
  /** Time that an older connection of the same code has to answer a ping. */
  probeMs: 1_000,
  /** Time after which a command has failed. */
  commandMs: 5_000,
  /** Time after a refusal until the socket is destroyed. */
  lingerMs: 1_000,
  messagesPerS: MAX_MESSAGES_PER_S,
  /** Bytes buffered or unconfirmed beyond which audio for a terminal is dropped: 7 s of programme. */
  audioBufferBytes: 65_536,
  /**
   * Limits beyond which a connection is closed (the terminal reconnects): buffered bytes, and time without
   * progress.
   */
  maxBufferBytes: 1_048_576,
  stalledMs: 5_000,
  /** Maximum connections that are not welcomed, per address and in all. A site may be behind one address. */
  waitingPerAddress: 2_000,
  waiting: 10_000,
  /** Time for which a terminal that was refused by plain HTTP stays listed: it tries again every 30 s. */
  refusedMs: 90_000,
  /** Maximum bytes per second from a terminal before it is welcomed. */
  waitingBytesPerS: 65_536,
} as const;
export type GatewayLimits = { [K in keyof typeof defaultGatewayLimits]: number };
