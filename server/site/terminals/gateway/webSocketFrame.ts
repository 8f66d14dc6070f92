/** First byte of a final frame with text, and with bytes. */
const TEXT = 0x81;
const BINARY = 0x82;

/**
 * Encodes a WebSocket message as bytes on the wire (RFC 6455, 5.2): one final, unmasked binary frame. A
 * server does not mask, so the same bytes serve every receiver: a broadcast frames each message once.
 */
export function binaryMessage(payload: Uint8Array): Buffer {
  return message(BINARY, payload);
}

function message(kind: number, payload: Uint8Array): Buffer {
  const { byteLength } = payload;
  const head = byteLength < 126 ? 2 : byteLength < 65_536 ? 4 : 10;
  const bytes = Buffer.allocUnsafeSlow(head + byteLength);
  bytes[0] = kind;
  if (head === 2) bytes[1] = byteLength;
  else if (head === 4) {
    bytes[1] = 126;
    bytes.writeUInt16BE(byteLength, 2);
  } else {
    bytes[1] = 127;
    bytes.writeBigUInt64BE(BigInt(byteLength), 2);
  }
  bytes.set(payload, head);
  return bytes;
}

/** Encodes a WebSocket ping with a number as its payload. */
export function pingMessage(id: number): Buffer {
  const bytes = Buffer.allocUnsafe(6);
  bytes[0] = 0x89;
  bytes[1] = 4;
  bytes.writeUInt32BE(id, 2);
  return bytes;
}

const framed = new WeakMap<Uint8Array, Buffer>();

/** Like `binaryMessage`, for a payload that goes to many receivers: framed once. */
export function sharedBinaryMessage(payload: Uint8Array): Buffer {
  const known = framed.get(payload);
  if (known !== undefined) return known;
  const message = binaryMessage(payload);
  framed.set(payload, message);
  return message;
}

/** Number of texts that are kept framed, and their greatest length. */
const MOST_RECENT = 8;
const MOST_CHARS = 2_000;
const recent = new Map<string, Buffer>();

/** Encodes a text message. Of texts that went to a terminal just before, such as the opening of a stream: framed once. */
export function textMessage(text: string): Buffer {
  const known = recent.get(text);
  if (known !== undefined) return known;
  const bytes = message(TEXT, Buffer.from(text));
  if (text.length > MOST_CHARS) return bytes;
  if (recent.size >= MOST_RECENT) recent.clear();
  recent.set(text, bytes);
  return bytes;
}

const texts = new WeakMap<object, string>();

/** JSON of a message; the same object that goes to many receivers is encoded once. It must not change afterwards. */
export function sharedText(message: object): string {
  const known = texts.get(message);
  if (known !== undefined) return known;
  const text = JSON.stringify(message);
  texts.set(message, text);
  return text;
}
