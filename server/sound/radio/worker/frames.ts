/**
 * Framing of the decoder's standard output: one byte of kind, two bytes of length, and the body. A packet is
 * Opus in the format of all programmes; facts are JSON.
 */
export const frameKind = { packet: 1, facts: 2 } as const;
export const FRAME_HEAD = 3;
/** Argument of the decoder program for speech of one text: its gain is set once, from its beginning. */
export const SPEECH = 'speech';
/** Like `SPEECH`, for a process that is started before there is a text. */
export const SPEECH_AHEAD = 'speech-ahead';

/** Properties of the stream, or in `refused` the reason why there is no sound in it, for the log. */
export interface DecoderFacts {
  /** Common name: `MP3`, `AAC`, … */
  codec?: string;
  /** kbit/s; 0: unknown. */
  bitrate?: number;
  refused?: string;
}

export function frameOf(kind: number, body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(FRAME_HEAD + body.length);
  bytes[0] = kind;
  bytes[1] = body.length >> 8;
  bytes[2] = body.length & 255;
  bytes.set(body, FRAME_HEAD);
  return bytes;
}

/** Splits a stream into such frames; an incomplete frame waits for the rest. */
export function frameReader(onFrame: (kind: number, body: Uint8Array) => void): (chunk: Uint8Array) => void {
  let rest = new Uint8Array(0);
  return (chunk) => {
    const bytes = new Uint8Array(rest.length + chunk.length);
    bytes.set(rest);
    bytes.set(chunk, rest.length);
    let at = 0;
    while (at + FRAME_HEAD <= bytes.length) {
      const length = ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
      const end = at + FRAME_HEAD + length;
      if (end > bytes.length) break;
      onFrame(bytes[at] ?? 0, bytes.slice(at + FRAME_HEAD, end));
      at = end;
    }
    rest = bytes.slice(at);
  };
}
