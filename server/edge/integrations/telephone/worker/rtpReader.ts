/** Packet of sound or of a telephone event. */
export interface ReceivedRtp {
  payloadType: number;
  sequence: number;
  timestamp: number;
  payload: Uint8Array;
}

const HEADER_BYTES = 12;

/** Reads an RTP packet (RFC 3550, 5.1); null: it is none. */
export function decodeRtp(bytes: Uint8Array): ReceivedRtp | null {
  if (bytes.byteLength < HEADER_BYTES) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const first = view.getUint8(0);
  if (first >> 6 !== 2) return null;
  let from = HEADER_BYTES + (first & 0x0f) * 4;
  if ((first & 0x10) !== 0) {
    if (from + 4 > bytes.byteLength) return null;
    from += 4 + view.getUint16(from + 2) * 4;
  }
  const padding = (first & 0x20) === 0 ? 0 : view.getUint8(bytes.byteLength - 1);
  const to = bytes.byteLength - padding;
  if (from > to) return null;
  return {
    payloadType: view.getUint8(1) & 0x7f,
    sequence: view.getUint16(2),
    timestamp: view.getUint32(4),
    payload: bytes.subarray(from, to),
  };
}

/** Tells if a sequence number comes after another; both wrap. */
export const isLater = (sequence: number, than: number): boolean =>
  ((sequence - than) & 0xffff) !== 0 && ((sequence - than) & 0xffff) < 0x8000;

const EVENT_BYTES = 4;
const DIGITS = '0123456789*#ABCD';

/** Digit of a telephone event (RFC 4733, 2.3); null: another event, or malformed. */
export function eventDigit(payload: Uint8Array): string | null {
  if (payload.byteLength < EVENT_BYTES) return null;
  return DIGITS[payload[0] ?? 255] ?? null;
}
