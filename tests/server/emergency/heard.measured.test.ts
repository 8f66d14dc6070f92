import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { attentionTone } from '../../../contract/codes.ts';
import type { FileLive } from '../../../contract/entities/sound/file.ts';
import { MAX_GAP_S } from '../../../contract/entities/tasks/linkageTask.ts';
import { PROGRAMME_FILE } from '../../../server/sound/files/programmeFiles.ts';
import { createTranscoder, DEFAULT_LIMITS } from '../../../server/sound/files/transcoder.ts';
import { type Recording, toneDb } from '../../support/recording.ts';
import { decodeProgramme, integratedLufs } from '../media/loudness.ts';
import { sine, wav } from '../media/sounds.ts';
import { startTalkSite, type TalkSite } from '../talk/talkSite.ts';
import { until } from './emergencySite.ts';

/** Measures alarms at the sound cards of headless loudspeakers, and in the programmes. */
let site: TalkSite;
let zone: number;
beforeAll(async () => {
  site = await startTalkSite();
  zone = await site.zone('House');
});
afterAll(async () => {
  site.stopTerminals();
  await site.close();
});

const wait = { timeout: 30_000 };
const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
  const answer = await site.call(method, path, { token: site.token, ...(body ? { body } : {}) });
  if (answer.body.code !== 200) throw new Error(`${method} ${path}: ${answer.body.message}`);
  return answer.body.value as T;
};
const made = async (path: string, body: object) =>
  (await call<{ id: number }>('POST', `/v1/${path}`, body)).id;

/** File of one pitch, built like uploads. */
async function pitch(hertz: number, seconds: number): Promise<number> {
  const { rows } = await site.database.pool.query<{ id: number }>(
    `insert into file (name, original_name, size, sha256, duration_ms, build_status)
     values ($1, $1, 1, '', $2, 'built') returning id`,
    [`${hertz} Hz`, seconds * 1000],
  );
  const id = rows[0]?.id ?? 0;
  const dataDir = site.deps.env.DATA_DIR;
  const input = join(dataDir, `${hertz}.wav`);
  writeFileSync(input, wav({ rate: 48_000, channels: 1, seconds }, sine(hertz, 0.1)));
  const transcoder = createTranscoder({
    concurrency: 1,
    limits: { ...DEFAULT_LIMITS, nice: 0 },
    log: { warn: () => {} },
  });
  const outDir = join(dataDir, 'media', 'file', String(id), 'programme');
  expect(await transcoder.enqueue({ input, outDir })).toMatchObject({ ok: true });
  await transcoder.close();
  rmSync(input);
  const live = {
    id,
    org: null,
    group_id: null,
    places: [],
    position: 0,
    build_error: null,
    progress: 1,
    loudness: null,
  };
  site.deps.live
    .topic<FileLive>('file')
    .upsert({ ...live, build_status: 'built', duration_ms: seconds * 1000, rev: 1 });
  return id;
}

/** Pitch that a loudspeaker plays, by its last fifth of a second; null: silence. */
function heardNow(recording: Recording, pitches: readonly number[], at_us = recording.endUs): number | null {
  const samples = recording.window(at_us - 200_000, 0.2);
  return pitches.find((hertz) => toneDb(samples, hertz) > -40) ?? null;
}
/** Longest silence between two times, seconds. */
function longestGap(recording: Recording, from_us: number, to_us: number): number {
  let longest = 0;
  let last = from_us;
  for (let at = from_us + 20_000; at <= to_us; at += 20_000) {
    if (loudest(recording.window(at - 20_000, 0.02)) > 0.003) last = at;
    longest = Math.max(longest, at - last);
  }
  return longest / 1e6;
}
const loudest = (samples: Float32Array) => samples.reduce((top, x) => Math.max(top, Math.abs(x)), 0);

test('phases: each terminal repeats its own message, and returns to it after the emergency microphone', async () => {
  const [alert, evacuate] = [440, 1000];
  const [hall, yard] = [await site.speaker('HALL', zone), await site.speaker('YARD', zone)];
  const [first, second] = [await pitch(alert, 2), await pitch(evacuate, 2)];
  const everywhere = await made('linkage_task', { name: 'Alert', files: [first], orgs: [zone], org: zone });
  const here = await made('linkage_task', {
    name: 'Evacuate',
    files: [second],
    devices: [hall.id],
    org: zone,
    interval_time: 1,
  });
  const plan = await made('alarm_plan', {
    name: 'Outward',
    org: zone,
    linkage_task_ids: [everywhere],
    steps: [{ name: 'Hall', after_s: null, linkage_task_ids: [here] }],
    reset_time: 0,
  });
  const hears = ({ recording }: typeof hall) => heardNow(recording, [alert, evacuate]);
  await call('POST', `/v1/alarm_plan/${plan}/start`, {});
  await expect.poll(() => hears(hall), wait).toBe(alert);
  await expect.poll(() => hears(yard), wait).toBe(alert);

  await call('POST', `/v1/alarm_plan/${plan}/step`);
  await expect.poll(() => hears(hall), wait).toBe(evacuate);
  const from = Math.max(hall.recording.endUs, yard.recording.endUs);
  await until('two rounds', () => hall.recording.endUs - from > 6_500_000);
  const to = Math.min(hall.recording.endUs, yard.recording.endUs);
  // Never the other's message: checked ten times a second.
  for (let at = from; at < to; at += 100_000) {
    expect(heardNow(hall.recording, [alert], at)).toBeNull();
    expect(heardNow(yard.recording, [evacuate], at)).toBeNull();
  }
  const gaps = [hall, yard].map(({ recording }) => longestGap(recording, from, to));
  process.stdout.write(`longest silence between rounds: ${gaps.map((gap) => gap.toFixed(2)).join(', ')} s\n`);
  for (const gap of gaps) expect(gap).toBeLessThan(MAX_GAP_S);

  const { ticket } = await call<{ ticket: string }>('POST', '/v1/talk/ticket', {});
  const socket = new WebSocket(`ws://${site.host}/v1/talk?ticket=${ticket}`);
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(JSON.stringify({ type: 'talk.start', request: 1, mode: 'emergency', targets: { all: true } }));
  const holder = () => site.deps.broadcasting.engine.claims.holder(hall.id);
  const alarms = new Set([holder(), site.deps.broadcasting.engine.claims.holder(yard.id)]);
  await expect.poll(() => alarms.has(holder()), wait).toBe(false);
  await expect.poll(() => [hears(hall), hears(yard)], wait).toEqual([null, null]);
  socket.close();
  await expect.poll(() => hears(hall), wait).toBe(evacuate);
  await expect.poll(() => hears(yard), wait).toBe(alert);
  await call('POST', `/v1/alarm_plan/${plan}/stop`);
  await expect.poll(() => [hears(hall), hears(yard)], wait).toEqual([null, null]);
}, 180_000);

test('attention tones, spoken messages and their rounds are as loud as uploads: −16 LUFS', async () => {
  const { media, env } = site.deps;
  const loudness = async (path: string) =>
    integratedLufs(await decodeProgramme(join(env.DATA_DIR, path, PROGRAMME_FILE)));
  const measured: Record<string, number> = {};
  for (const tone of Object.values(attentionTone))
    if (tone !== 'none') measured[tone] = await loudness((await media.tones.of(tone)).path);
  const text = 'Attention please. Leave the building by the nearest exit.';
  measured.speech = await loudness((await media.speech.build({ text, voice: 'xiaoyan', speed: 50 })).path);
  const { id } = await site.speaker('LOUD', zone);
  const task = await made('linkage_task', {
    name: 'Leave',
    audio_source: 1,
    textContent: text,
    tone: 'evacuate',
    devices: [id],
  });
  const plan = await made('alarm_plan', { name: 'Loud', linkage_task_ids: [task], reset_time: 0 });
  await call('POST', `/v1/alarm_plan/${plan}/start`, {});
  const path = await until('its round is on the air', () =>
    [...site.deps.broadcasting.engine.all()]
      .flatMap(({ row }) => (row.linkage_task_id === task ? row.items.map((item) => item.path) : []))
      .find((one) => one.startsWith('media/alarm')),
  );
  measured.round = await loudness(path);
  await call('POST', `/v1/alarm_plan/${plan}/stop`);
  process.stdout.write(`loudness, LUFS: ${JSON.stringify(measured)}\n`);
  for (const [what, lufs] of Object.entries(measured)) expect(Math.abs(lufs + 16), what).toBeLessThan(0.5);
}, 180_000);
