/** Message of RTSP (RFC 2326); names of headers are in lower case. */
export interface RtspMessage {
  /** Status of a response; null: it is a request. */
  status: number | null;
  headers: ReadonlyMap<string, readonly string[]>;
  body: string;
}

/** Error of a peer that does not speak RTSP. */
export class RtspFormatError extends Error {}

const MAX_HEAD_BYTES = 16_384;
const MAX_BODY_BYTES = 65_536;
const FRAME = 0x24;
const FRAME_HEAD_BYTES = 4;
const END = Buffer.from('\r\n\r\n');

/** Reads the messages of a connection; frames of sound and pictures in between are dropped. */
export class RtspReader {
  #rest: Buffer = Buffer.alloc(0);
  /** Bytes of a frame that are still to be dropped. */
  #dropped = 0;

  /** Takes what has arrived. @throws RtspFormatError */
  take(bytes: Buffer): RtspMessage[] {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const messages: RtspMessage[] = [];
    for (;;) {
      if (this.#dropped > 0) {
        const length = Math.min(this.#dropped, this.#rest.length);
        this.#rest = this.#rest.subarray(length);
        this.#dropped -= length;
      }
      if (this.#rest.length === 0) return messages;
      if (this.#rest[0] === FRAME) {
        if (this.#rest.length < FRAME_HEAD_BYTES) return messages;
        this.#dropped = FRAME_HEAD_BYTES + this.#rest.readUInt16BE(2);
        continue;
      }
      const message = this.#message();
      if (message === null) return messages;
      messages.push(message);
    }
  }

  #message(): RtspMessage | null {
    const end = this.#rest.indexOf(END);
    if (end > MAX_HEAD_BYTES || (end < 0 && this.#rest.length > MAX_HEAD_BYTES))
      throw new RtspFormatError('its head is too long');
    if (end < 0) return null;
    const [start = '', ...lines] = this.#rest.toString('latin1', 0, end).trimStart().split('\r\n');
    const [, code] = /^RTSP\/1\.0 (\d{3})\b/.exec(start) ?? [];
    if (code === undefined && !/^[A-Z_]+ \S+ RTSP\/1\.0$/.test(start))
      throw new RtspFormatError('it does not speak RTSP 1.0');
    const headers = new Map<string, string[]>();
    for (const line of lines) {
      const [, name, value = ''] = /^([^:\s]+)\s*:\s*(.*)$/.exec(line) ?? [];
      if (name === undefined) continue;
      const key = name.toLowerCase();
      headers.set(key, [...(headers.get(key) ?? []), value]);
    }
    const length = Number(headers.get('content-length')?.[0] ?? 0);
    if (!Number.isInteger(length) || length < 0 || length > MAX_BODY_BYTES)
      throw new RtspFormatError('its body is too long');
    const from = end + END.length;
    if (this.#rest.length < from + length) return null;
    const body = this.#rest.toString('utf8', from, from + length);
    this.#rest = this.#rest.subarray(from + length);
    return { status: code === undefined ? null : Number(code), headers, body };
  }
}
