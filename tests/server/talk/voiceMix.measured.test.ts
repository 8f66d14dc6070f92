import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { BroadcastTargetRow } from '../../../contract/entities/tasks/broadcast.ts';
import { DUCK_DB } from '../../../contract/protocol/arbitration.ts';
import { PROGRAMME_PACKET_BYTES, volumeToDb } from '../../../contract/protocol/audio.ts';
import { Microphone } from '../../../terminal/headless/audio/microphone.ts';
import { TALK } from '../../../terminal/protocol/uplinkSender.ts';
import { toneDb } from '../../support/recording.ts';
import { encodeSignal, sine } from '../../terminal/support/opus.ts';
import { startAlarm } from '../offline/offlineSite.ts';
import { startTalkSite, type TalkSite } from './talkSite.ts';

/**
 * Voice mix at the real server, heard by headless terminals: one tone is the programme, another one the
 * speech.
 */
const MUSIC_HZ = 1000;
const SPEECH_HZ = 440;
const LEVEL_DB = -20;
/** Default volume of a terminal. */
const OWN_DB = volumeToDb(80);

let site: TalkSite;
let zone: number;
let song: number;
const microphones: Microphone[] = [];
beforeAll(async () => {
  site = await startTalkSite();
  zone = await site.zone('Mixed');
  song = await toneFile('Song', 600);
});
afterEach(async () => {
  for (const microphone of microphones.splice(0)) microphone.stop();
  await site.post('/v1/task/stop_all', {});
  site.stopTerminals();
});
afterAll(() => site.close());

const wait = { timeout: 30_000 };
type Speaker = Awaited<ReturnType<TalkSite['speaker']>>;

/** Built file of the programme's tone: all packets are the same 20 whole waves. */
async function toneFile(name: string, seconds: number): Promise<number> {
  const { rows } = await site.database.pool.query<{ id: number }>(
    `insert into file (name, original_name, size, sha256, duration_ms, build_status)
     values ($1, $1, 1, '', $2, 'built') returning id`,
    [name, seconds * 1000],
  );
  const id = rows[0]?.id ?? 0;
  const packets = encodeSignal(sine(MUSIC_HZ, LEVEL_DB), 4).slice(50, 150);
  const bytes = new Uint8Array(seconds * 50 * PROGRAMME_PACKET_BYTES);
  for (let i = 0; i < seconds * 50; i++)
    bytes.set(packets[i % packets.length] ?? [], i * PROGRAMME_PACKET_BYTES);
  const folder = join(site.deps.env.DATA_DIR, 'media', 'file', String(id), 'programme');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'programme.opk'), bytes);
  return id;
}
async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await site.call(method, path, {
    token: site.token,
    ...(body === undefined ? {} : { body }),
  });
  if (answer.body.code !== 200) throw new Error(answer.body.message);
  return answer.body.value as T;
}
const setMix = (voice_mix: boolean) => call('PATCH', '/v1/sys/config', { voice_mix });
const music = async (devices: readonly Speaker[]) =>
  (
    await call<{ id: number }>('POST', '/v1/task', {
      ...{
        name: 'Music',
        audio_source: 0,
        files: [song],
        devices: devices.map(({ id }) => id),
        priority: 10,
      },
    })
  ).id;
const targetOf = async (task: number, { id }: Speaker) =>
  (await call<{ rows: BroadcastTargetRow[] }>('GET', `/v1/task/${task}/target`)).rows.find(
    (row) => row.terminal_id === id,
  );

/** Lets a station of the zone talk to it until told to stop. */
async function speak(code: string): Promise<() => Promise<void>> {
  const station = await site.station(code, zone);
  station.sender.start({ orgs: [zone] });
  await station.terminal.until((t) => t.session.sender.talk.phase === 'speaking');
  const tone = sine(SPEECH_HZ, LEVEL_DB);
  const microphone = new Microphone({
    sound(out, seconds) {
      for (let i = 0; i < out.length; i++) out[i] = tone(seconds + i / 48_000);
      return true;
    },
    packet: (packet, at) => station.sender.push(TALK, station.mediaAt(at), packet),
  });
  microphones.push(microphone);
  return async () => {
    station.sender.stop();
    microphone.stop();
    await station.terminal.until((t) => t.session.sender.talk.phase !== 'speaking');
  };
}

/** Level of a tone in the last second, relative to the terminal's volume: median of its tenths, dBFS. */
function level({ recording }: Speaker, hz: number): number {
  const tenths = Array.from({ length: 10 }, (_, i) =>
    toneDb(recording.window(recording.endUs - 1_000_000 + i * 100_000, 0.1), hz),
  );
  return (tenths.sort((a, b) => a - b)[5] ?? Number.NaN) - OWN_DB;
}
const hears = (speaker: Speaker, hz: number, db: number) =>
  expect.poll(() => Math.abs(level(speaker, hz) - db), wait).toBeLessThan(1);
const hearsNo = (speaker: Speaker, hz: number) =>
  expect.poll(() => level(speaker, hz), wait).toBeLessThan(-60);

test('speech ducks the programme by 20 dB where the terminal can mix, pre-empts it where it cannot, and releases it', async () => {
  await setMix(true);
  const one = await site.speaker('MIX-1', zone);
  const old = await site.speaker('MIX-OLD', zone, { mix: false });
  const task = await music([one, old]);
  await Promise.all([hears(one, MUSIC_HZ, LEVEL_DB), hears(old, MUSIC_HZ, LEVEL_DB)]);

  const stop = await speak('MIX-CALL');
  await Promise.all([
    hears(one, MUSIC_HZ, LEVEL_DB - DUCK_DB),
    hears(one, SPEECH_HZ, LEVEL_DB),
    hears(old, SPEECH_HZ, LEVEL_DB),
    hearsNo(old, MUSIC_HZ),
  ]);
  const row = await targetOf(task, one);
  expect(row).toMatchObject({ state: 'sounding', reason: { key: 'ducked', params: { task: 'Music' } } });
  expect(row?.reason?.params.by).toContain('MIX-CALL');
  expect(await targetOf(task, old)).toMatchObject({ state: 'preempted', reason: { key: 'preempted' } });
  const talk = site.device(one.id)?.task_id ?? 0;
  expect(site.device(one.id)).toMatchObject({
    reason: { key: 'ducking', params: { over: 'Music' } },
    sound: 'ok',
  });
  expect(site.device(old.id)).toMatchObject({ task_id: talk, reason: { key: 'preempting' } });
  // Both are counted, each from its own reports.
  const counted = async () => Promise.all([targetOf(task, one), targetOf(talk, one)]);
  const before = await counted();
  await expect
    .poll(
      async () => (await counted()).map((now, i) => (now?.received ?? 0) - (before[i]?.received ?? 0)),
      wait,
    )
    .toSatisfy((grown: number[]) => grown.every((n) => n > 50));

  await stop();
  await Promise.all([
    hears(one, MUSIC_HZ, LEVEL_DB),
    hearsNo(one, SPEECH_HZ),
    hears(old, MUSIC_HZ, LEVEL_DB),
  ]);
  expect(await targetOf(task, one)).toMatchObject({ state: 'sounding', reason: { key: 'playing' }, lost: 0 });
  await expect
    .poll(() => targetOf(talk, one), wait)
    .toMatchObject({ state: 'ended', reason: null, first_sound_at: expect.any(Number) });
});

test('with the setting off speech pre-empts; broadcasts started after switching it on are mixed', async () => {
  await setMix(false);
  const one = await site.speaker('OFF-1', zone);
  await music([one]);
  await hears(one, MUSIC_HZ, LEVEL_DB);
  const stop = await speak('OFF-CALL');
  await Promise.all([hears(one, SPEECH_HZ, LEVEL_DB), hearsNo(one, MUSIC_HZ)]);
  await setMix(true);
  // Running speech continues as it began.
  expect(site.device(one.id)).toMatchObject({ reason: { key: 'preempting' } });
  await stop();
  await hears(one, MUSIC_HZ, LEVEL_DB);
  await speak('OFF-CALL-2');
  await Promise.all([hears(one, SPEECH_HZ, LEVEL_DB), hears(one, MUSIC_HZ, LEVEL_DB - DUCK_DB)]);
});

test('an alarm pre-empts both, and both return', async () => {
  await setMix(true);
  const one = await site.speaker('ALARM-1', zone);
  await music([one]);
  await hears(one, MUSIC_HZ, LEVEL_DB);
  await speak('ALARM-CALL');
  await hears(one, MUSIC_HZ, LEVEL_DB - DUCK_DB);
  const items = await site.deps.media.files.items([song]);
  const alarm = await startAlarm(site, items, [one.id]);
  // The alarm plays the same tone as the music, at full volume and without the speech.
  await Promise.all([hearsNo(one, SPEECH_HZ), hears(one, MUSIC_HZ, LEVEL_DB - OWN_DB)]);
  expect(site.device(one.id)).toMatchObject({ task_id: alarm.id, reason: { key: 'preempting' } });
  await site.deps.broadcasting.engine.stop(alarm);
  await Promise.all([hears(one, SPEECH_HZ, LEVEL_DB), hears(one, MUSIC_HZ, LEVEL_DB - DUCK_DB)]);
});

test('a stop at the terminal ends both there; pausing a text restores the programme', async () => {
  await setMix(true);
  const one = await site.speaker('STOP-1', zone);
  const task = await music([one]);
  const text = { name: 'Text', audio_source: 1, textContent: 'The school closes at five. '.repeat(40) };
  const { id } = await call<{ id: number }>('POST', '/v1/task', { ...text, devices: [one.id], priority: 60 });
  await hears(one, MUSIC_HZ, LEVEL_DB - DUCK_DB);
  await call('POST', `/v1/task/${id}/pause`, {});
  await hears(one, MUSIC_HZ, LEVEL_DB);
  expect(site.device(one.id)).toMatchObject({ task_id: task, play_status: 4, reason: { key: 'playing' } });
  await call('POST', `/v1/task/${id}/resume`, {});
  await hears(one, MUSIC_HZ, LEVEL_DB - DUCK_DB);
  await call('POST', '/v1/device/batch', { action: 'stop', ids: [one.id] });
  await hearsNo(one, MUSIC_HZ);
  expect(site.device(one.id)).toMatchObject({ play_status: 3, task_id: null });
});
