/**
 * Speaks text into a WAV file with espeak-ng. A program of its own, because espeak-ng is GPL-3.0 and the rest of
 * Tocsin is MIT (docs/decisions/0011): the server starts it and talks to it by standard input and output only.
 * Input: one JSON object, `EspeakRequest`. Output: one JSON line, `{"samples": n}`.
 */
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { setPriority } from 'node:os';
import load from '@echogarden/espeak-ng-emscripten';
import { WAV_HEADER_BYTES, wavHeader } from '../contract/wav.ts';
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

const request = JSON.parse(readFileSync(0, 'utf8')) as EspeakRequest;
try {
  // Above the transcoding of uploads, below the server: somebody waits for these words.
  setPriority(5);
} catch {
  // Not allowed everywhere, and not needed.
}
const { eSpeakNGWorker } = await load();
const espeak = new eSpeakNGWorker();
const fd = openSync(request.output, 'w');
writeSync(fd, wavHeader(espeak.samplerate, 0));
let bytes = 0;
for (const { language, text } of request.segments) {
  espeak.set_voice(language + VARIANTS[request.voice], '', 0, 0, 0);
  espeak.set_rate(Math.round(NORMAL_RATE * 2 ** ((request.speed - 50) / 50)));
  espeak.synthesize(literal(text), (audio) => {
    if (audio) bytes += writeSync(fd, audio);
    return false;
  });
}
writeSync(fd, wavHeader(espeak.samplerate, bytes), 0, WAV_HEADER_BYTES, 0);
fsyncSync(fd);
closeSync(fd);
writeSync(1, `${JSON.stringify({ samples: bytes / 2 })}\n`);
