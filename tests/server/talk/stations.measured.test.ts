import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { messageText } from '../../../contract/api/errors.ts';
import { volumeToDb } from '../../../contract/protocol/audio.ts';
import { encodeAudioFrame } from '../../../contract/protocol/frames.ts';
import { systemName } from '../../../contract/systemName.ts';
import { Microphone } from '../../../terminal/headless/audio/microphone.ts';
import { TALK } from '../../../terminal/protocol/uplinkSender.ts';
import { frequency, toneDb } from '../../support/recording.ts';
import { sine } from '../../terminal/support/opus.ts';
import { startTalkSite, type TalkSite } from './talkSite.ts';

/** Call stations at the real server, heard by headless terminals. */
let site: TalkSite;
const microphones: Microphone[] = [];
beforeAll(async () => {
  site = await startTalkSite();
});
afterEach(() => {
  for (const microphone of microphones.splice(0)) microphone.stop();
  site.stopTerminals();
});
afterAll(() => site.close());

type Station = Awaited<ReturnType<TalkSite['station']>>;

/** Sends a tone into a call station, after this many seconds of silence. */
function speak(station: Station, hz = 440, silence = 0): Microphone {
  const tone = sine(hz, -16);
  const microphone = new Microphone({
    sound(out, seconds) {
      for (let i = 0; i < out.length; i++) {
        const t = seconds + i / 48_000;
        out[i] = t < silence ? 0 : tone(t);
      }
      return true;
    },
    packet: (packet, at) => station.sender.push(TALK, station.mediaAt(at), packet),
  });
  microphones.push(microphone);
  return microphone;
}
const speaking = ({ terminal }: Station) => terminal.until((t) => t.session.sender.talk.phase === 'speaking');
const over = ({ terminal }: Station) => terminal.until((t) => t.session.sender.talk.phase !== 'speaking');
const wait = { timeout: 60_000 };

test('a call station talks to its zone: heard, in step, with low delay, and ended by the station', async () => {
  const zone = await site.zone('Building A');
  const [one, two] = [await site.speaker('A-1', zone), await site.speaker('A-2', zone)];
  const station = await site.station('A-CALL', zone);
  await station.terminal.until((t) => t.session.sender.targets !== null);
  expect(station.sender.targets).toMatchObject([{ id: zone, name: 'Building A', parent: null }]);

  station.sender.start({ orgs: [zone] });
  await speaking(station);
  const microphone = speak(station, 440, 0.5);
  const began = microphone.startUs + 500_000;
  await expect.poll(() => one.recording.endUs > began + 1_500_000, wait).toBe(true);
  // The talker is notified once a second, from reports that arrive once a second.
  await expect
    .poll(() => station.sender.talk, wait)
    .toMatchObject({ phase: 'speaking', targets: 2, sounding: 2 });
  for (const { recording } of [one, two]) {
    const delay = (recording.firstSound(began - 200_000, 0.02) ?? 0) - began;
    expect(delay).toBeGreaterThan(0);
    expect(delay).toBeLessThan(400_000);
    // On a busy machine packets are late and a starved card catches up: half a second without that is waited for.
    const last = () => recording.window(recording.endUs - 500_000, 0.5);
    await expect.poll(() => Math.abs(frequency(last()) - 440), wait).toBeLessThan(2);
    // The tone at the default volume of 80.
    await expect.poll(() => toneDb(last(), 440), wait).toBeCloseTo(-16 + volumeToDb(80), 0);
  }
  const row = site.device(one.id);
  expect(row).toMatchObject({ tasks: systemName('page', 'A-CALL'), play_status: 2 });

  station.sender.stop();
  microphone.stop();
  await over(station);
  expect(station.sender.talk.phase).toBe('idle');
  // A talk is stored in the background.
  const task = async () => {
    const answer = await site.call('GET', '/v1/task?limit=1', { token: site.token });
    return (answer.body.value as { rows: Record<string, unknown>[] }).rows[0];
  };
  await expect
    .poll(task)
    .toMatchObject({ task_type: 2, audio_source: 99, targets: 2, end_reason: 'hung_up' });
});

test('the server decides about targets, and a station has at most one talk', async () => {
  const [own, other] = [await site.zone('Own'), await site.zone('Other')];
  const speaker = await site.speaker('OWN-1', own);
  await site.speaker('OTHER-1', other);
  const station = await site.station('OWN-CALL', own);
  station.sender.start({ orgs: [other] });
  await station.terminal.until((t) => t.session.sender.talk.phase === 'over');
  expect(station.sender.talk).toMatchObject({ message: messageText('zone.notFound', 'cn') });
  station.sender.start({ all: true });
  await speaking(station);
  expect(station.sender.talk).toMatchObject({ targets: 1 });
  const loudspeaker = await site.adopted('PLAIN-1', own);
  loudspeaker.client.send({ type: 'talk.start', request: 1, targets: { all: true } });
  expect(await loudspeaker.client.next('talk.refused')).toMatchObject({ request: 1, code: 'denied' });
  station.sender.stop();
  expect(speaker.terminal.session.phase).toBe('welcomed');
});

test('a stop at the console ends the talk with a message; a silent station is ended', async () => {
  const zone = await site.zone('Stopped');
  const speaker = await site.speaker('S-1', zone);
  const station = await site.station('S-CALL', zone);
  station.sender.start({ all: true });
  await speaking(station);
  speak(station);
  await expect.poll(() => site.device(speaker.id)?.level_db ?? -200, wait).toBeGreaterThan(-30);
  const id = site.device(speaker.id)?.task_id;
  expect((await site.post(`/v1/task/${id}/stop`, {})).body.code).toBe(200);
  await station.terminal.until((t) => t.session.sender.talk.phase === 'over');
  expect(station.sender.talk).toMatchObject({ message: messageText('talk.stopped', 'cn') });
  const stopped = site.now();
  await expect.poll(() => speaker.recording.endUs > stopped + 500_000, wait).toBe(true);
  expect(speaker.recording.firstSound(stopped + 150_000, 0.02)).toBeNull();
});

test('invalid sound, an ungranted stream or too many packets disconnect only that terminal', async () => {
  const zone = await site.zone('Garbage');
  const speaker = await site.speaker('G-1', zone);
  const opus = Uint8Array.of(0xf8, 0xff, 0xfe);
  const frame = (stream: number, at_us: number, packets: Uint8Array[]) =>
    encodeAudioFrame({ stream, at_us, packets });
  const attempts: [string, (stream: number) => Uint8Array[]][] = [
    ['not a frame', () => [Uint8Array.of(1, 9, 9)]],
    ['not granted', (stream) => [frame(stream + 1, 1, [opus])]],
    ['no packet', (stream) => [frame(stream, 1, [])]],
    ['too many packets', (stream) => [frame(stream, 1, Array(6).fill(opus))]],
    ['60 ms in a packet', (stream) => [frame(stream, 1, [Uint8Array.of(0x18, 1, 2)])]],
    ['stereo', (stream) => [frame(stream, 1, [Uint8Array.of(0xfc, 1, 2)])]],
    ['too large', (stream) => [frame(stream, 1, [new Uint8Array(1300).fill(0xf8)])]],
    [
      'too fast',
      (stream) => Array.from({ length: 60 }, (_, i) => frame(stream, 1 + i * 100_000, Array(5).fill(opus))),
    ],
  ];
  for (const [i, [what, frames]] of attempts.entries()) {
    const { client } = await site.adopted(`G-CALL-${i}`, zone, 'caster');
    client.send({ type: 'talk.start', request: 1, targets: { all: true } });
    const { stream } = await client.next('talk.granted');
    for (const bytes of frames(stream)) client.socket.send(bytes);
    expect(await client.next('refused'), what).toMatchObject({ code: 'garbage' });
    await client.closed();
  }
  // Frames that cross the end of the talk are no error.
  const { client } = await site.adopted('G-LATE', zone, 'caster');
  client.send({ type: 'talk.start', request: 1, targets: { all: true } });
  const { stream } = await client.next('talk.granted');
  client.send({ type: 'talk.stop', stream });
  await client.next('talk.ended');
  client.socket.send(frame(stream, 5_000_000, [opus]));
  client.send({ type: 'time', t0: 1 });
  await client.next('time');
  expect(speaker.terminal.session.phase).toBe('welcomed');
});

test('a talk ends when its station is moved to where it may not reach the targets', async () => {
  const [near, far] = [await site.zone('Near'), await site.zone('Far')];
  await site.speaker('NEAR-1', near);
  const station = await site.station('MOVED-CALL', near);
  station.sender.start({ all: true });
  await speaking(station);
  speak(station);
  await site.call('PATCH', `/v1/caster/${station.id}`, { token: site.token, body: { org: far } });
  await station.terminal.until((t) => t.session.sender.talk.phase === 'over');
  expect(station.sender.talk).toMatchObject({ message: messageText('auth.noPermission', 'cn') });
  expect(station.sender.targets).toMatchObject([{ name: 'Far' }]);
});
