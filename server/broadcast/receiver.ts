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
}

/** Sends a frame to a receiver, or decides that it needs none; false: not yet. */
export function offer({ link, from_us, since_us }: Receiver, frame: Frame, now_us: number): boolean {
  const lead = Math.min(MAX_LEAD_US, FIRST_LEAD_US + now_us - since_us);
  if (frame.at_us > now_us + lead) return false;
  const early = Math.ceil((from_us - frame.at_us) / PACKET_US);
  if (early >= frame.packets.length) return true;
  if (link.bufferedBytes > BUSY_BYTES) return false;
  if (early <= 0) link.sendAudio(frame.bytes);
  else link.sendAudio(from(frame, early).bytes);
  return true;
}
