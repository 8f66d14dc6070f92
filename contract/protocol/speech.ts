import { z } from 'zod';
import { ttsVoice } from '../codes.ts';

/**
 * Speech synthesis by TTS terminals (docs/protocols/terminal-protocol.md, "Speaking texts"). A terminal announces the feature
 * `speak`; the server asks authorized terminals only.
 */

/** Longest text, characters, and largest sound file that a terminal may return, bytes. */
export const MAX_SPEECH_TEXT = 5000;
export const MAX_SPEECH_BYTES = 64 * 1024 * 1024;
/** First byte of a binary frame with a part of a sound file, and bytes before that part. */
export const FRAME_SPEECH = 2;
export const SPEECH_HEADER_BYTES = 8;
/** Bytes of the file in one frame. */
export const SPEECH_CHUNK_BYTES = 512 * 1024;

export const speak = z.object({
  type: z.literal('speak'),
  request: z.number().int(),
  text: z.string().max(MAX_SPEECH_TEXT),
  voice: z.enum([ttsVoice.xiaoyan, ttsVoice.xiaofeng]),
  /** 0–100; 50 is normal, 0 half, 100 double the speed. */
  speed: z.number().min(0).max(100),
});
export type Speak = z.output<typeof speak>;

/** Result message, after the last part of the file or instead of a file. */
export const spoken = z.object({
  type: z.literal('spoken'),
  request: z.number().int().min(0),
  ok: z.boolean(),
  message: z.string().max(200).optional(),
});
export type Spoken = z.output<typeof spoken>;

/** Encodes a speech frame: u8 kind = 2, u8 zero, u16 zero, u32 request, then the part; big-endian. */
export function encodeSpeechFrame(request: number, part: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(SPEECH_HEADER_BYTES + part.byteLength);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, FRAME_SPEECH);
  view.setUint32(4, request);
  bytes.set(part, SPEECH_HEADER_BYTES);
  return bytes;
}

/** Decodes a speech frame; null for other bytes. `part` is a view. */
export function decodeSpeechFrame(bytes: Uint8Array): { request: number; part: Uint8Array } | null {
  if (bytes.byteLength < SPEECH_HEADER_BYTES || bytes[0] !== FRAME_SPEECH) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { request: view.getUint32(4), part: bytes.subarray(SPEECH_HEADER_BYTES) };
}
