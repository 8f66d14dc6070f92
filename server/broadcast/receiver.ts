import { PACKET_US } from '../../contract/audio.ts';
import { MAX_LEAD_US } from '../../contract/frames.ts';
import type { ToTerminal } from '../../contract/terminal.ts';
import type { TerminalLink } from '../terminals/types.ts';
import { type Frame, from } from './frame.ts';

/**
 * How far ahead of now a terminal is given sound when it joins; it grows to `MAX_LEAD_US` at twice the pace of
 * playing, so that many terminals that start together have their first sound before any has its reserve.
 */
export const FIRST_LEAD_US = 500_000;
/** More than this waiting in a link: no sound is added, bytes. Two seconds of programme are 16,640. */
const BUSY_BYTES = 24_576;
export type OpenMessage = Extract<ToTerminal, { type: 'stream.open' }>;

/** A terminal that a stream is for. */
export interface Receiver {
  link: TerminalLink;
  /** Not told yet that the stream is open. */
  open: OpenMessage | null;
  /** Media time from which it plays, and when it joined. */
  from_us: number;
  since_us: number;
  /** Number of the frame that it gets next. */
  next: number;
  /** Reports in a row by which it had nothing in time, and too late what came. */
  drowned: number;
  /** Is given nothing, until what waits in its link has come. */
  rests: boolean;
}

/** After so many reports of nothing in time a link is too slow for what it is given. */
const DROWNED_REPORTS = 2;

/**
 * Takes in a terminal's report: how many packets came too late since the last one, and what it has in reserve, ms. What
 * a slow link holds up in the network delays all that follows, the end of an alarm too, for as long as more is sent than
 * it carries. So it is left alone until nothing late comes any more, and begins anew with all the time to arrive that
 * there is: it plays with gaps instead of nothing. A terminal that plays what it keeps (`kept`) is left alone altogether.
 *
 * @param ahead_us how far ahead of being heard a packet can be sent
 */
export function pace(
  receiver: Receiver,
  { late, buffer_ms, kept }: { late: number; buffer_ms: number; kept: boolean },
  now_us: number,
  ahead_us: number,
): void {
  if (kept) receiver.rests = true;
  if (receiver.rests) {
    if (late > 0 || kept) return;
    receiver.rests = false;
    receiver.since_us = now_us - MAX_LEAD_US;
    receiver.from_us = Math.max(receiver.from_us, now_us + ahead_us);
  }
  receiver.drowned = late > 0 && buffer_ms === 0 ? receiver.drowned + 1 : 0;
  receiver.rests = receiver.drowned >= DROWNED_REPORTS;
}

/** Sends a frame to a receiver, or decides that it needs none; false: not yet. */
export function offer({ link, from_us, since_us, rests }: Receiver, frame: Frame, now_us: number): boolean {
  if (rests) return false;
  const lead = Math.min(MAX_LEAD_US, FIRST_LEAD_US + now_us - since_us);
  if (frame.at_us > now_us + lead) return false;
  const early = Math.ceil((from_us - frame.at_us) / PACKET_US);
  if (early >= frame.packets.length) return true;
  if (link.bufferedBytes > BUSY_BYTES) return false;
  if (early <= 0) link.sendAudio(frame.bytes);
  else link.sendAudio(from(frame, early).bytes);
  return true;
}
