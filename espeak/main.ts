/**
 * Speaks text into a WAV file with espeak-ng. A program of its own, because espeak-ng is GPL-3.0 and the rest of
 * Tocsin is MIT (docs/decisions/0011): the server starts it and talks to it by standard input and output only.
 * Input: one JSON object, `EspeakRequest`. Output: JSON lines: `{"wav": base64}` for each piece of the sound as it comes, as a
 * WAV of float samples, where that is asked for, and `{"samples": n}` in the end. The voices are loaded before the input is read, so that a
 * process can be started ahead of its text.
 */
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { setPriority } from 'node:os';
import load from '@echogarden/espeak-ng-emscripten';
import { SPEAK_AHEAD } from '../contract/protocol/segments.ts';
import { floatWavHeader, WAV_HEADER_BYTES, wavHeader } from '../contract/protocol/wav.ts';
import type { EspeakRequest } from './request.ts';

/** Words per minute of espeak-ng at the middle of our scale; each end is an octave away. */
const NORMAL_RATE = 175;
/** Variants of espeak-ng's voices; by median pitch measured 170–199 Hz and 92–108 Hz over the three languages. */
const VARIANTS = { xiaoyan: '+f2', xiaofeng: '+m3' } as const;

/** Text as espeak-ng's SSML reads it literally: no markup, no phoneme notation. */
function literal(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('[[', '[ [');
}

/** Said to nobody, before there is a text. */
const warmUp = [
  ['ko', '안내 말씀 드립니다'],
  ['cmn', '请注意'],
  ['en-us', 'Attention please, the bus is here'],
] as const;

/** Bytes of the file in one line at most. */
const LINE_BYTES = 24_576;

try {
  // Above the transcoding of uploads, below the server: somebody waits for these words.
  setPriority(5);
} catch {
  // Not allowed everywhere, and not needed.
}
const { eSpeakNGWorker } = await load();
const espeak = new eSpeakNGWorker();
// A process that was started ahead has time: its first words take several times as long as all others.
for (const [language, text] of process.argv[2] === SPEAK_AHEAD ? warmUp : []) {
  espeak.set_voice(language + VARIANTS.xiaoyan, '', 0, 0, 0);
  espeak.synthesize(text, () => false);
}
const request = JSON.parse(readFileSync(0, 'utf8')) as EspeakRequest;
const fd = openSync(request.output, 'w');
let bytes = 0;

/** Lets the server hear a piece at once. */
function emit(piece: Uint8Array): void {
  for (let at = 0; at < piece.byteLength; at += LINE_BYTES) {
    const wav = Buffer.from(piece.subarray(at, at + LINE_BYTES)).toString('base64');
    writeSync(1, `${JSON.stringify({ wav })}\n`);
  }
}

/** Writes samples to the file. @returns their bytes */
function write(samples: Int16Array): number {
  if (request.aloud === true) emit(new Uint8Array(Float32Array.from(samples, (one) => one / 32_768).buffer));
  return writeSync(fd, new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
}

writeSync(fd, wavHeader(espeak.samplerate, 0));
if (request.aloud === true) emit(floatWavHeader(espeak.samplerate));
for (const { language, text } of request.segments) {
  espeak.set_voice(language + VARIANTS[request.voice], '', 0, 0, 0);
  espeak.set_rate(Math.round(NORMAL_RATE * 2 ** ((request.speed - 50) / 50)));
  espeak.synthesize(literal(text), (audio) => {
    if (audio) bytes += write(new Int16Array(audio.buffer, audio.byteOffset, audio.byteLength / 2));
    return false;
  });
}
writeSync(fd, wavHeader(espeak.samplerate, bytes), 0, WAV_HEADER_BYTES, 0);
fsyncSync(fd);
closeSync(fd);
writeSync(1, `${JSON.stringify({ samples: bytes / 2 })}\n`);
