import { readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SpeechValue } from '../../../contract/entities/sound/upload.ts';
import { createTestApp, type TestApp } from '../setup/app.ts';
import { decodeProgramme, integratedLufs } from './loudness.ts';
import { mediaTree } from './site.ts';

let site: TestApp;
let token: string;
beforeAll(async () => {
  site = await createTestApp();
  token = await site.login();
});
afterAll(() => site.close());

const WORDS = { text: '各位旅客请注意。Attention please.', voice: 'xiaoyan', speed: 50 } as const;
const inData = (path: string) => join(site.deps.env.DATA_DIR, path);

test('a text becomes a programme at −16 LUFS with its length', async () => {
  const speech = await site.deps.media.speech.build(WORDS);
  const file = inData(join(speech.path, 'programme.opk'));
  expect(statSync(file).size).toBe((speech.duration_ms / 20) * 160);
  expect(speech.duration_ms).toBeGreaterThan(1500);
  expect(Math.abs(integratedLufs(await decodeProgramme(file)) + 16)).toBeLessThan(0.5);
});

test('the same text is synthesised once, also for two concurrent requests', async () => {
  const words = { ...WORDS, text: 'Only once, please.' };
  const [one, two] = await Promise.all([
    site.deps.media.speech.build(words),
    site.deps.media.speech.build(words),
  ]);
  expect(one).toEqual(two);
  const made = statSync(inData(join(one.path, 'programme.opk'))).ino;
  expect(await site.deps.media.speech.build(words)).toEqual(one);
  expect(statSync(inData(join(one.path, 'programme.opk'))).ino).toBe(made);
  const others = await Promise.all([
    site.deps.media.speech.build({ ...words, voice: 'xiaofeng' }),
    site.deps.media.speech.build({ ...words, speed: 51 }),
  ]);
  expect(new Set([one, ...others].map(({ key }) => key)).size).toBe(3);
  expect(mediaTree(site.deps.env.DATA_DIR).filter((path) => path.startsWith('incoming'))).toEqual([]);
});

test('a text can be previewed before it is broadcast', async () => {
  const { body } = await site.call('POST', '/v1/tts/preview', {
    token,
    body: { textContent: 'Test one two' },
  });
  const { url, duration_ms } = body.value as SpeechValue;
  expect(duration_ms).toBeGreaterThan(500);
  const answer = await site.app.inject({ method: 'GET', url, headers: { range: 'bytes=0-3' } });
  expect(answer.statusCode).toBe(206);
  expect(answer.payload).toBe('OggS');
  expect((await site.app.inject({ method: 'GET', url: `${url}x` })).statusCode).toBe(401);
});

test.each([
  [{ textContent: '' }, 400],
  [{ textContent: 'x'.repeat(5001) }, 400],
  [{ textContent: 'x', voiceSpeed: 101 }, 400],
  [{ textContent: 'x', voiceName: 'nobody' }, 400],
])('a preview of %o is refused', async (body, status) => {
  expect((await site.call('POST', '/v1/tts/preview', { token, body })).status).toBe(status);
});

test('a text without speakable characters is refused with the reason', async () => {
  const { body } = await site.call('POST', '/v1/tts/preview', { token, body: { textContent: '…!?' } });
  expect(body).toMatchObject({ code: 999, key: 'media.speechFailed' });
  expect(body.message).toContain('The text contains nothing that can be spoken');
});

test('speech not used for a month is removed, unless a broadcast needs it', async () => {
  const { speech } = site.deps.media;
  const [old, needed, fresh] = await Promise.all(
    ['Old words', 'Needed words', 'Fresh words'].map((text) => speech.build({ ...WORDS, text })),
  );
  const long = new Date(Date.now() - 40 * 86_400_000);
  for (const { path } of [old!, needed!]) utimesSync(inData(path), long, long);
  await speech.sweep(new Set([needed!.path]));
  expect(await speech.find(old!.key)).toBeNull();
  expect(await speech.find(needed!.key)).not.toBeNull();
  expect(await speech.find(fresh!.key)).not.toBeNull();
  expect(await speech.find('../../../etc/passwd')).toBeNull();
  rmSync(inData(fresh!.path), { recursive: true });
  expect((await speech.build({ ...WORDS, text: 'Fresh words' })).key).toBe(fresh!.key);
  expect(readFileSync(inData(join(fresh!.path, 'listen.ogg'))).length).toBeGreaterThan(1000);
});
