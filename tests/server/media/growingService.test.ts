import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mediaPaths } from '../../../server/media/paths.ts';
import { createTranscoder, DEFAULT_LIMITS, type Transcoder } from '../../../server/media/transcoder.ts';
import { spawnSpeechDecoder, startDecoder } from '../../../server/radio/decoder.ts';
import type { GrowingSpeech } from '../../../server/voice/growingSpeech.ts';
import { createSpeechMaker, type SpeechMaker } from '../../../server/voice/speech.ts';
import { createVoice } from '../../../server/voice/voice.ts';
import { sine, wav } from './sounds.ts';

/** Texts that are heard while a speech service speaks them; the service answers as each test has it. */
const SECONDS = 4;
const sound = wav({ rate: 24_000, channels: 1, seconds: SECONDS }, sine(300, 0.3));
/** Two seconds: of a WAV of 16-bit PCM FFmpeg by itself would give nothing before the third. */
const beginning = sound.subarray(0, 2 * 48_000);
const rest = sound.subarray(beginning.length);
const words = { text: 'Hello, this is the gate.', voice: 'xiaoyan', speed: 50 } as const;
const log = { warn: () => {} };

let dir: string;
let transcoder: Transcoder;
let speech: SpeechMaker;
let close: () => void;
/** The answer of the service to the next request, with nothing sent of it yet. */
let asked: Promise<ServerResponse>;
beforeEach(async () => {
  const request = Promise.withResolvers<ServerResponse>();
  asked = request.promise;
  const service = createServer((_request, response) => request.resolve(response));
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  dir = mkdtempSync(join(tmpdir(), 'tocsin-growing-'));
  const paths = mediaPaths(dir);
  for (const folder of [paths.incoming, paths.speech]) mkdirSync(folder, { recursive: true });
  transcoder = createTranscoder({ concurrency: 1, limits: { ...DEFAULT_LIMITS, nice: 0 }, log });
  const ttsUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  speech = createSpeechMaker({
    paths,
    transcoder,
    voice: createVoice({ ttsUrl, log }),
    decode: (on) => startDecoder({ ...on, facts: () => {} }, spawnSpeechDecoder(false)),
  });
  close = () => {
    service.closeAllConnections();
    service.close();
  };
});
afterEach(async () => {
  speech.close();
  close();
  await transcoder.close();
  rmSync(dir, { recursive: true, force: true });
});

const lengthOf = ({ packets }: GrowingSpeech) => packets.length * 20;
const incoming = () => readdirSync(mediaPaths(dir).incoming);

test('a service that streams is heard before its answer ends', async () => {
  const begun = speech.begin(words);
  const answer = await asked;
  answer.write(beginning);
  const live = await begun;
  if (!('growing' in live)) throw new Error('it was made whole first');
  expect([live.growing.ended, live.growing.whole]).toEqual([false, false]);
  answer.end(rest);
  const { duration_ms } = await live.built;
  expect(Math.abs(duration_ms - SECONDS * 1000)).toBeLessThan(100);
  await expect.poll(() => live.growing.whole).toBe(true);
  expect(Math.abs(lengthOf(live.growing) - duration_ms)).toBeLessThan(100);
  expect(incoming()).toEqual([]);
});

test('a service that sends all at the end is heard from then on, and kept', async () => {
  const begun = speech.begin(words);
  const answer = await asked;
  answer.end(sound);
  const live = await begun;
  const built = 'growing' in live ? await live.built : live;
  expect(Math.abs(built.duration_ms - SECONDS * 1000)).toBeLessThan(100);
  // It is there now, and is asked for no more.
  expect(await speech.begin(words)).toEqual(built);
});

test('a service that breaks off in the middle: what was heard stays, and the programme is of the next voice', async () => {
  const begun = speech.begin(words);
  const answer = await asked;
  answer.write(beginning);
  const live = await begun;
  if (!('growing' in live)) throw new Error('it was made whole first');
  answer.destroy();
  const { duration_ms } = await live.built;
  expect([live.growing.ended, live.growing.whole]).toEqual([true, false]);
  expect(live.growing.packets.length).toBeGreaterThan(0);
  expect(duration_ms).toBeGreaterThan(500);
  expect(Math.abs(duration_ms - SECONDS * 1000)).toBeGreaterThan(100);
});

test('a service that breaks off before anything is heard: the next voice is heard from its beginning', async () => {
  const begun = speech.begin(words);
  const answer = await asked;
  answer.write(sound.subarray(0, 2_000));
  answer.destroy();
  const live = await begun;
  const built = 'growing' in live ? await live.built : live;
  if (!('growing' in live)) return expect(built.duration_ms).toBeGreaterThan(500);
  await expect.poll(() => live.growing.whole).toBe(true);
  expect(Math.abs(lengthOf(live.growing) - built.duration_ms)).toBeLessThan(150);
});

test('what is cancelled before anything is heard is refused', async () => {
  const begun = speech.begin(words);
  await asked;
  speech.close();
  await expect(begun).rejects.toMatchObject({ params: { reason: 'media.processingCancelled' } });
  expect(incoming()).toEqual([]);
});

test('what is cancelled in the middle has no programme, and what was heard of it ends there', async () => {
  const begun = speech.begin(words);
  const answer = await asked;
  answer.write(beginning);
  const live = await begun;
  if (!('growing' in live)) throw new Error('it was made whole first');
  speech.close();
  await expect(live.built).rejects.toMatchObject({ params: { reason: 'media.processingCancelled' } });
  await expect.poll(() => live.growing.ended).toBe(true);
  expect(live.growing.whole).toBe(false);
  expect(incoming()).toEqual([]);
});
