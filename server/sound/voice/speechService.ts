import { createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { TtsVoice } from '../../../contract/codes.ts';

/** Voices of OpenAI's API for our voice names; compatible services know them too. */
const VOICES: Record<TtsVoice, string> = { xiaoyan: 'nova', xiaofeng: 'onyx' };
const TIMEOUT_MS = 20_000;
/** Two hours of 24 kHz WAV; longer than speech of 5,000 characters. */
const MAX_BYTES = 350_000_000;

/**
 * Address of the speech API: a full `…/audio/speech` address is used as is, else `/v1/audio/speech` is
 * appended.
 */
export function speechAddress(base: string): string {
  const url = new URL(base);
  if (!url.pathname.endsWith('/audio/speech'))
    url.pathname = `${url.pathname.replace(/\/(v1\/?)?$/, '')}/v1/audio/speech`;
  return url.href;
}

/**
 * Synthesises a text by an OpenAI-compatible service into a file (in the sound format of the response).
 * Throws if the service cannot be reached, refuses, or takes over 20 s.
 */
export async function requestSpeech(
  base: string,
  words: { text: string; voice: TtsVoice; speed: number },
  output: string,
  signal?: AbortSignal,
  listener?: { bytes(piece: Uint8Array): void },
): Promise<void> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(speechAddress(base), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'tts-1',
      input: words.text,
      voice: VOICES[words.voice],
      response_format: 'wav',
      speed: 2 ** ((words.speed - 50) / 50),
    }),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw new Error(`speech service answered ${response.status}`);
  }
  let bytes = 0;
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) done(new Error('speech service sends too much'));
      else {
        listener?.bytes(chunk);
        done(null, chunk);
      }
    },
  });
  // Plain write: input of the transcoder, removed afterwards.
  await pipeline(Readable.from(response.body), limit, createWriteStream(output));
  if (bytes === 0) throw new Error('speech service sent nothing');
}
