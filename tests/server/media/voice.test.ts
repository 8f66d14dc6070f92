import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { TtsVoice } from '../../../contract/codes.ts';
import { segmentsOf } from '../../../contract/protocol/segments.ts';
import { speechAddress } from '../../../server/sound/voice/speechService.ts';
import { createVoice, MAX_TEXT, SERVICE_REST_MS } from '../../../server/sound/voice/voice.ts';
import { everyNth, isLong } from '../../support/random.ts';
import { sine, wav } from './sounds.ts';

const dir = mkdtempSync(join(tmpdir(), 'tocsin-voice-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const voice = createVoice({ log: { warn: () => {} } });
let count = 0;

const spoken = new Map<string, Promise<Int16Array<ArrayBuffer>>>();
/** Synthesises, once for all tests, and returns the samples (22,050 Hz). */
function speak(text: string, who: TtsVoice = 'xiaoyan', speed = 50) {
  const key = JSON.stringify([text, who, speed]);
  const sound = spoken.get(key) ?? synthesised(text, who, speed);
  spoken.set(key, sound);
  return sound;
}
async function synthesised(text: string, who: TtsVoice, speed: number) {
  const output = join(dir, `${count++}.wav`);
  expect(await voice.synthesize({ text, voice: who, speed }, output)).toMatchObject({
    ok: true,
    engine: 'espeak',
  });
  const bytes = readFileSync(output);
  expect(bytes.readUInt32LE(40)).toBe(bytes.length - 44);
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset + 44, bytes.byteOffset + bytes.length));
}

/** Median pitch of the voiced parts in Hz, by autocorrelation. */
function pitch(sound: Int16Array): number {
  const width = 1024;
  const found: number[] = [];
  for (let at = 0; at + 2 * width < sound.length; at += width) {
    const energy = (from: number) => {
      let sum = 0;
      for (let i = 0; i < width; i++) sum += sound[from + i]! ** 2;
      return sum;
    };
    const here = energy(at);
    if (here / width < 1e6) continue;
    let best = 0;
    let lag = 0;
    for (let l = 55; l < 300; l++) {
      let sum = 0;
      for (let i = 0; i < width; i++) sum += sound[at + i]! * sound[at + i + l]!;
      sum /= Math.sqrt(here * energy(at + l));
      if (sum > best * 1.02) [best, lag] = [sum, l];
    }
    if (best > 0.6) found.push(22_050 / lag);
  }
  return found.sort((a, b) => a - b)[Math.floor(found.length / 2)]!;
}

const TEXTS = {
  cmn: '各位旅客请注意，本次列车即将到站，请从左侧车门下车。',
  en: 'Attention please. The train is now arriving at the station.',
  ko: '승객 여러분께 안내 말씀 드립니다. 열차가 곧 도착합니다.',
};

test.each(everyNth(Object.entries(TEXTS), 3))(
  '%s is spoken by a higher and a lower voice',
  async (_language, text) => {
    const high = await speak(text, 'xiaoyan');
    const low = await speak(text, 'xiaofeng');
    expect(high.length / 22_050).toBeGreaterThan(2);
    expect(pitch(high)).toBeGreaterThan(150);
    expect(pitch(low)).toBeLessThan(125);
  },
);

test('speed 0 takes twice as long as 50, and 100 half as long', async () => {
  const [slow, normal, fast] = await Promise.all(
    [0, 50, 100].map((speed) => speak(TEXTS.en, 'xiaoyan', speed)),
  );
  expect(slow!.length / normal!.length).toBeCloseTo(2, 0);
  expect(normal!.length / fast!.length).toBeCloseTo(2, 0);
});

test('a text of several languages is split by script, digits stay in place', () => {
  expect(segmentsOf('请到 3 号口。 Gate 3, please! 3번 출구로 오세요.')).toEqual([
    { language: 'cmn', text: '请到 3 号口。 ' },
    { language: 'en-us', text: 'Gate 3, please! 3' },
    { language: 'ko', text: '번 출구로 오세요.' },
  ]);
  expect(segmentsOf('“15:30 开会')).toEqual([{ language: 'cmn', text: '“15:30 开会' }]);
  expect(segmentsOf('119')).toEqual([{ language: 'en-us', text: '119' }]);
  expect(segmentsOf(' …!? 😀')).toEqual([]);
});

test('a mixed text is as long as its parts together', async () => {
  const parts = await Promise.all(Object.values(TEXTS).map((text) => speak(text)));
  const mixed = await speak(Object.values(TEXTS).join(' '));
  const sum = parts.reduce((total, part) => total + part.length, 0);
  expect(mixed.length / sum).toBeGreaterThan(0.9);
  expect(mixed.length / sum).toBeLessThan(1.1);
});

test('markup in a text is read aloud, not interpreted', async () => {
  const pause = await speak('<break time="60s"/>');
  expect(pause.length / 22_050).toBeLessThan(20);
  expect((await speak('fish & chips')).length).toBeGreaterThan((await speak('fish chips')).length);
});

test('a text without speakable characters is refused', async () => {
  const spoken = await voice.synthesize(
    { text: ' …!? ', voice: 'xiaoyan', speed: 50 },
    join(dir, 'none.wav'),
  );
  expect(spoken).toMatchObject({ ok: false, reason: 'media.speechEmpty' });
});

if (isLong)
  test('the longest allowed text is synthesised to its end', async () => {
    const text = '各位旅客请注意，列车到站。'.repeat(MAX_TEXT).slice(0, MAX_TEXT);
    // Fast speech, as the time of synthesis is that of its sound.
    expect((await speak(text, 'xiaoyan', 100)).length / 22_050).toBeGreaterThan(300);
  });

test('the address of a service is derived from the setting', () => {
  for (const base of [
    'http://a:1',
    'http://a:1/',
    'http://a:1/v1',
    'http://a:1/v1/',
    'http://a:1/v1/audio/speech',
  ])
    expect(speechAddress(base)).toBe('http://a:1/v1/audio/speech');
  expect(speechAddress('http://a/tts/v1')).toBe('http://a/tts/v1/audio/speech');
});

test('a service is used when available, and espeak when it fails', async () => {
  const requests: unknown[] = [];
  let answer = 200;
  const sound = wav({ rate: 24_000, channels: 1, seconds: 1 }, sine(440, 0.3));
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      requests.push([request.url, JSON.parse(body)]);
      response.statusCode = answer;
      response.end(answer === 200 ? sound : 'no');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const ttsUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const logged: object[] = [];
  let time = 0;
  const own = createVoice({ ttsUrl, log: { warn: (facts) => logged.push(facts) }, now: () => time });
  const output = join(dir, 'service.wav');
  const words = { text: 'Hello', voice: 'xiaofeng', speed: 100 } as const;

  expect(await own.synthesize(words, output)).toEqual({ ok: true, engine: 'service' });
  expect(readFileSync(output).equals(sound)).toBe(true);
  expect(requests).toEqual([
    ['/v1/audio/speech', { model: 'tts-1', input: 'Hello', voice: 'onyx', response_format: 'wav', speed: 2 }],
  ]);

  answer = 503;
  expect(await own.synthesize(words, output)).toEqual({ ok: true, engine: 'espeak' });
  expect(JSON.stringify(logged)).toContain('503');

  // Skipped for a while, then used again.
  expect(await own.synthesize(words, output)).toEqual({ ok: true, engine: 'espeak' });
  expect(requests.length).toBe(2);
  expect(own.engine()).toBe('espeak');
  time += SERVICE_REST_MS;
  expect(own.engine()).toBe('service');
  server.close();
  expect(await own.synthesize(words, output)).toEqual({ ok: true, engine: 'espeak' });
  expect(statSync(output).size).toBeGreaterThan(1000);
  expect(JSON.stringify(logged)).toContain('fetch failed');
});
