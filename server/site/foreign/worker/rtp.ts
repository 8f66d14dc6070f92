/** Bytes of the header of an RTP packet (RFC 3550) without sources and extensions. */
export const RTP_HEADER_BYTES = 12;

export interface RtpPacket {
  payloadType: number;
  /** True in the first packet after a pause. */
  marker: boolean;
  sequence: number;
  timestamp: number;
  ssrc: number;
  payload: Uint8Array;
}

const VERSION_2 = 0x80;
const MARKER = 0x80;

/** Encodes an RTP packet; sequence and timestamp wrap. */
export function encodeRtp({
  payloadType,
  marker,
  sequence,
  timestamp,
  ssrc,
  payload,
}: RtpPacket): Uint8Array {
  const bytes = new Uint8Array(RTP_HEADER_BYTES + payload.byteLength);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, VERSION_2);
  view.setUint8(1, (marker ? MARKER : 0) | payloadType);
  view.setUint16(2, sequence & 0xffff);
  view.setUint32(4, timestamp % 2 ** 32);
  view.setUint32(8, ssrc);
  bytes.set(payload, RTP_HEADER_BYTES);
  return bytes;
}
