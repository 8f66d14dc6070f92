import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mediaPaths } from '../../../server/platform/dataFolder/mediaPaths.ts';
import { createTranscoder, DEFAULT_LIMITS, type Transcoder } from '../../../server/sound/files/transcoder.ts';
import { spawnSpeechDecoder, startDecoder } from '../../../server/sound/radio/decoder.ts';
import { programmesOf } from '../../../server/sound/source/programmes.ts';
import { reopenSpeech } from '../../../server/sound/source/speechSources.ts';
import type { GrowingSpeech } from '../../../server/sound/voice/growingSpeech.ts';
import { createSpeechMaker, type SpeechMaker } from '../../../server/sound/voice/speechMaker.ts';
import { createVoice } from '../../../server/sound/voice/voice.ts';
import { sine, wav } from './sounds.ts';

/** Speech played while a speech service streams it; each test controls the service. */
const SECONDS = 4;
const sound = wav({ rate: 24_000, channels: 1, seconds: SECONDS }, sine(300, 0.3));
/** Two seconds: FFmpeg alone would decode a WAV of 16-bit PCM only from the third second on. */
const beginning = sound.subarray(0, 2 * 48_000);
const rest = sound.subarray(beginning.length);
const words = { text: 'Hello, this is the gate.', voice: 'xiaoyan', speed: 50 } as const;
const log = { warn: () => {} };

let dir: string;
let transcoder: Transcoder;
let speech: SpeechMaker;
let close: () => void;
/** Response of the service to the next request, with nothing sent yet. */
let requested: Promise<ServerResponse>;
beforeEach(async () => {
  const request = Promise.withResolvers<ServerResponse>();
  requested = request.promise;
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

test('speech of a streaming service is heard before its response ends', async () => {
  const begun = speech.begin(words);
  const answer = await requested;
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

test('speech of a service that sends everything at the end is heard from then on, and cached', async () => {
  const begun = speech.begin(words);
  const answer = await requested;
  answer.end(sound);
  const live = await begun;
  const built = 'growing' in live ? await live.built : live;
  expect(Math.abs(built.duration_ms - SECONDS * 1000)).toBeLessThan(100);
  // Cached now: the service is not asked again.
  expect(await speech.begin(words)).toEqual(built);
});

test('a service that fails in the middle: the heard part stays, and the programme uses the next engine', async () => {
  const begun = speech.begin(words);
  const answer = await requested;
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

test('a service that fails before any sound: the next engine is heard from the beginning', async () => {
  const begun = speech.begin(words);
  const answer = await requested;
  answer.write(sound.subarray(0, 2_000));
  answer.destroy();
  const live = await begun;
  const built = 'growing' in live ? await live.built : live;
  if (!('growing' in live)) return expect(built.duration_ms).toBeGreaterThan(500);
  await expect.poll(() => live.growing.whole).toBe(true);
  expect(Math.abs(lengthOf(live.growing) - built.duration_ms)).toBeLessThan(150);
});

test('a request cancelled before any sound is refused', async () => {
  const begun = speech.begin(words);
  await requested;
  speech.close();
  await expect(begun).rejects.toMatchObject({ params: { reason: 'media.processingCancelled' } });
  expect(incoming()).toEqual([]);
});

test('a request cancelled in the middle has no programme, and its sound ends there', async () => {
  const begun = speech.begin(words);
  const answer = await requested;
  answer.write(beginning);
  const live = await begun;
  if (!('growing' in live)) throw new Error('it was made whole first');
  speech.close();
  await expect(live.built).rejects.toMatchObject({ params: { reason: 'media.processingCancelled' } });
  await expect.poll(() => live.growing.ended).toBe(true);
  expect(live.growing.whole).toBe(false);
  expect(incoming()).toEqual([]);
});

test('after a restart a text is heard from its position on while the rest of it is still being spoken', async () => {
  const item = { kind: 'speech', file_id: null, name: words.text, path: '', duration_ms: 0 };
  const asked = { textContent: words.text, voiceName: words.voice, voiceSpeed: words.speed };
  const stored = () => {
    throw new Error('it is not there yet');
  };
  const row = { items: [item], play_order: 0, loop: 0, interval_ms: 0, seed: 0, asked };
  const open = reopenSpeech(stored, programmesOf({ speech } as never), row as never);
  const source = open?.({ items: [item], position: 1_000, timeline: null } as never);
  if (source === undefined) throw new Error('nothing was opened');
  await source.prepare();
  const take = () => source.take(50, 1_000_000).length;
  expect(take()).toBe(0);
  const answer = await requested;
  answer.write(beginning);
  // Of the two seconds that are spoken, the one that was heard before the restart is left out.
  let heard = 0;
  await expect.poll(() => (heard += take())).toBeGreaterThan(20);
  expect(heard).toBeLessThanOrEqual(50);
  source.close();
  answer.end(rest);
});
