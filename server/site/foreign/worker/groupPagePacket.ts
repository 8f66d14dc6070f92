import type { GroupPage } from '../../../../contract/entities/terminals/multicast/groupPage.ts';

/** Kinds of packets of a group page. */
export const pageOp = { alert: 0x0f, transmit: 0x10, end: 0xff } as const;

export type PageCodec = GroupPage['codec'];
const codecBytes: Record<PageCodec, number> = { pcmu: 0x00, g722: 0x09 };

/** Bytes of the text that phones show; shorter ones end with zeros. */
export const CALLER_BYTES = 13;
const HEADER_BYTES = 7 + CALLER_BYTES;
const AUDIO_HEADER_BYTES = 6;

export interface PageHeader {
  channel: number;
  /** Number of the sender: of two senders on one channel, the one with the lower number goes on. */
  serial: number;
  caller: string;
}

export interface PageSound {
  codec: PageCodec;
  /** Timestamp of the current frame in the clock of RTP. */
  timestamp: number;
  /** Frame of the packet before; null in the first packet of a page. */
  previous: Uint8Array | null;
  current: Uint8Array;
}

/** Encodes a packet of a group page (docs/protocols/group-page.md). Only `transmit` has sound. */
export function encodePage(
  op: number,
  { channel, serial, caller }: PageHeader,
  sound?: PageSound,
): Uint8Array {
  const previous = sound?.previous?.byteLength ?? 0;
  const soundBytes = sound === undefined ? 0 : AUDIO_HEADER_BYTES + previous + sound.current.byteLength;
  const bytes = new Uint8Array(HEADER_BYTES + soundBytes);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, op);
  view.setUint8(1, channel);
  view.setUint32(2, serial);
  view.setUint8(6, CALLER_BYTES);
  bytes.set(new TextEncoder().encode(caller).subarray(0, CALLER_BYTES), 7);
  if (sound === undefined) return bytes;
  view.setUint8(HEADER_BYTES, codecBytes[sound.codec]);
  view.setUint32(HEADER_BYTES + 2, sound.timestamp % 2 ** 32);
  const at = HEADER_BYTES + AUDIO_HEADER_BYTES;
  if (sound.previous !== null) bytes.set(sound.previous, at);
  bytes.set(sound.current, at + previous);
  return bytes;
}
