/**
 * What the decoder program writes to its standard output: one byte that says what follows, two with its length, and it.
 * A packet is Opus as every programme has it; facts are JSON.
 */
export const frameKind = { packet: 1, facts: 2 } as const;
export const FRAME_HEAD = 3;
/** Argument of the decoder program for a spoken text: its loudness is set once, from how it begins. */
export const SPEECH = 'speech';
/** The same, of a process that is started before there is a text. */
export const SPEECH_AHEAD = 'speech-ahead';

/** `refused`: why there is no sound in it, for the log; else what the stream is. */
export interface DecoderFacts {
  /** As people call it: `MP3`, `AAC`, … */
  codec?: string;
  /** kbit/s; 0: not known. */
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

/** Cuts a stream of such frames; what is cut off in the middle waits for the rest. */
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
