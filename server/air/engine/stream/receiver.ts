import { PACKET_US } from '../../../../contract/protocol/audio.ts';
import { MAX_LEAD_US } from '../../../../contract/protocol/frames.ts';
import type { ToTerminal } from '../../../../contract/protocol/terminal.ts';
import type { TerminalLink } from '../../../site/terminals/gateway/terminals.types.ts';
import { type Frame, from } from '../../../sound/source/frame.ts';

/**
 * Lead of the sound that a terminal gets when it joins; it grows to `MAX_LEAD_US` at twice the speed of
 * playing, so that many terminals that start together get their first sound before any fills its jitter buffer.
 * Beyond it grows at half that, up to what the terminal stores.
 */
export const FIRST_LEAD_US = 500_000;
/**
 * Bytes that a terminal may leave unconfirmed while it gets sound beyond `MAX_LEAD_US`. It is pinged after each
 * 8,192 bytes: a link that has confirmed the last ping is free, and a stop waits behind less than two seconds of sound.
 */
const FREE_BYTES = 9_216;
/** Bytes waiting in a link above which no sound is added. Two seconds of programme are 16,640. */
const BUSY_BYTES = 24_576;
export type OpenMessage = Extract<ToTerminal, { type: 'stream.open' }>;

/** A terminal that receives a stream. */
export interface Receiver {
  link: TerminalLink;
  /** The open message, until it is sent. */
  open: OpenMessage | null;
  /** Messages that are sent before the open message: the ends of what it replaces. */
  before: readonly ToTerminal[];
  /** Media time from which the terminal plays, and time at which it joined. */
  from_us: number;
  sinceUs: number;
  /** Number of the frame that it gets next. */
  next: number;
  /** Consecutive reports with an empty buffer and late packets. */
  congestedReports: number;
  /** True while it is sent nothing, until its link has drained. */
  isBackedOff: boolean;
}

/** Number of such reports after which the link is too slow for the stream. */
const CONGESTED_REPORTS = 2;

/**
 * Takes in a terminal's report: packets that came too late since the last one, and its buffer reserve, ms. On
 * a slow link every further packet delays all that follow, the end of an alarm too. So sending stops until no
 * late packets arrive any more, and begins again with the greatest lead possible: it plays with gaps instead
 * of not at all. A terminal that plays its stored copy (`kept`) is sent nothing.
 *
 * @param aheadUs longest lead with which a packet can be sent
 */
export function updateBackoff(
  receiver: Receiver,
  { late, buffer_ms, kept }: { late: number; buffer_ms: number; kept: boolean },
  nowUs: number,
  aheadUs: number,
): void {
  if (kept) receiver.isBackedOff = true;
  if (receiver.isBackedOff) {
    if (late > 0 || kept) return;
    receiver.isBackedOff = false;
    receiver.sinceUs = nowUs - MAX_LEAD_US;
    receiver.from_us = Math.max(receiver.from_us, nowUs + aheadUs);
  }
  receiver.congestedReports = late > 0 && buffer_ms === 0 ? receiver.congestedReports + 1 : 0;
  receiver.isBackedOff = receiver.congestedReports >= CONGESTED_REPORTS;
}

/** Lead of a terminal some time after it joined, µs. @param mostUs longest lead that it can take */
function leadOf(joinedUs: number, mostUs: number): number {
  const grownUs = FIRST_LEAD_US + joinedUs;
  return Math.min(mostUs, grownUs, (grownUs + MAX_LEAD_US) / 2);
}

/** Time since its join at which a terminal would have this lead, µs. */
export function joinedAtLead(leadUs: number): number {
  return Math.max(0, Math.max(leadUs, 2 * leadUs - MAX_LEAD_US) - FIRST_LEAD_US);
}

/** Sends a frame to a receiver, or decides that it needs none; false: not yet. */
export function sendFrame(
  { link, from_us, sinceUs, isBackedOff }: Receiver,
  frame: Frame,
  nowUs: number,
): boolean {
  if (isBackedOff) return false;
  const aheadUs = frame.at_us - nowUs;
  if (aheadUs > leadOf(nowUs - sinceUs, link.reserveUs)) return false;
  if (aheadUs > MAX_LEAD_US && link.unconfirmedBytes > FREE_BYTES) return false;
  const early = Math.ceil((from_us - frame.at_us) / PACKET_US);
  if (early >= frame.packets.length) return true;
  if (link.bufferedBytes > BUSY_BYTES) return false;
  if (early <= 0) link.sendAudio(frame.bytes);
  else link.sendAudio(from(frame, early).bytes);
  return true;
}
