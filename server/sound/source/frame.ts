import { PACKET_US } from '../../../contract/protocol/audio.ts';
import { encodeAudioFrame } from '../../../contract/protocol/frames.ts';

/** An audio message with its encoded bytes, which are the same for every receiver. */
export interface Frame {
  stream: number;
  at_us: number;
  packets: Uint8Array[];
  bytes: Uint8Array;
}

export function frameOf(stream: number, at_us: number, packets: Uint8Array[]): Frame {
  return { stream, at_us, packets, bytes: encodeAudioFrame({ stream, at_us, packets }) };
}

/** Returns the part of a frame that lies before a media time; null when all of it lies after. */
export function before(frame: Frame, us: number): Frame | null {
  const keep = Math.round((us - frame.at_us) / PACKET_US);
  if (keep >= frame.packets.length) return frame;
  return keep <= 0 ? null : frameOf(frame.stream, frame.at_us, frame.packets.slice(0, keep));
}

/** Returns a frame without its first packets. */
export function from(frame: Frame, skip: number): Frame {
  return frameOf(frame.stream, frame.at_us + skip * PACKET_US, frame.packets.slice(skip));
}
