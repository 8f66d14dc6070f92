import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { segmentsOf } from '../../../contract/protocol/segments.ts';
import {
  encodeSpeechFrame,
  SPEECH_CHUNK_BYTES,
  type Speak,
  type Spoken,
} from '../../../contract/protocol/speech.ts';
import type { TerminalStatus } from '../../../contract/protocol/terminalStatus.ts';
import type { EspeakRequest } from '../../../espeak/request.ts';
import { home } from '../home.ts';
import type { Part } from '../partTypes.ts';

const PROGRAM = join(home, 'espeak/main.ts');
/** Length of the beginning of a text in the status, characters. */
const MAX_STATUS_TEXT = 200;
/** Voices of the program; the language is detected by the script of the text. */
const VOICES = ['zh-CN', 'en-US', 'ko-KR'].flatMap((lang) =>
  ['xiaoyan', 'xiaofeng'].map((id) => ({ id: `${id}-${lang}`, name: id, lang })),
);

/** Synthesises a text as the bytes of a WAV file. */
export type Synthesizer = (
  words: Omit<Speak, 'type' | 'request'>,
  signal: AbortSignal,
) => Promise<Uint8Array>;

/** Speaks with espeak-ng, in a process of its own (docs/decisions/0011). */
export const byEspeak: Synthesizer = async ({ text, voice, speed }, signal) => {
  const output = join(tmpdir(), `tocsin-speech-${randomUUID()}.wav`);
  const request: EspeakRequest = { segments: segmentsOf(text), voice, speed, output };
  if (request.segments.length === 0) throw new Error('the text has no letter or digit');
  try {
    await new Promise<void>((resolve, reject) => {
      const child = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'ignore', 'ignore'], signal });
      child.once('error', reject);
      child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`espeak ended with ${code}`))));
      child.stdin.end(JSON.stringify(request));
    });
    return await readFile(output);
  } finally {
    await rm(output, { force: true });
  }
};

/** TTS terminal: synthesises the texts of the server one after the other and returns the sound. */
export function ttsPart(synthesize: Synthesizer = byEspeak): Part {
  const waiting: { words: Speak; answer: (message: Spoken, file?: Uint8Array) => void }[] = [];
  const ending = new AbortController();
  let speaking: string | null = null;
  let spoken = 0;
  let failed = 0;

  async function work(): Promise<void> {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      const { request, text, voice, speed } = job.words;
      speaking = text;
      try {
        const file = await synthesize({ text, voice, speed }, ending.signal);
        spoken += 1;
        job.answer({ type: 'spoken', request, ok: true }, file);
      } catch (error) {
        failed += 1;
        job.answer({ type: 'spoken', request, ok: false, message: String(error).slice(0, 200) });
      }
      speaking = null;
    }
  }

  return {
    role: 3,
    features: ['speak'],
    status: (): TerminalStatus => ({
      type: 'status',
      kind: 'xtts',
      queue: waiting.length,
      speaking: speaking?.slice(0, MAX_STATUS_TEXT) ?? null,
      voices: VOICES,
      spoken,
      failed,
    }),
    speak(words, link) {
      const answer = (message: Spoken, file?: Uint8Array) => {
        for (let at = 0; file !== undefined && at < file.byteLength; at += SPEECH_CHUNK_BYTES)
          link.bytes(encodeSpeechFrame(words.request, file.subarray(at, at + SPEECH_CHUNK_BYTES)));
        link.send(message);
      };
      waiting.push({ words, answer });
      if (speaking === null && waiting.length === 1) void work();
    },
    stop: () => ending.abort(),
  };
}
