import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Radio, RadioLive } from '../../../contract/entities/sound/radio.ts';
import { decodeAudioFrame } from '../../../contract/protocol/frames.ts';
import { eventually } from '../../support/eventually.ts';
import { isLong } from '../../support/random.ts';
import type { TerminalClient } from '../../support/terminalClient.ts';
import { type AirSite, startAirSite } from '../broadcast/airSite.ts';
import { aacPieces, type StreamServer, startStreamServer, toneBytes } from './streamServer.ts';

let site: AirSite;
let server: StreamServer;
let signsOfLife: NodeJS.Timeout;
let speaker: { client: TerminalClient; id: number };
beforeAll(async () => {
  server = await startStreamServer();
  site = await startAirSite({ allow: '127.0.0.1', times: { againMs: 50, stallMs: 60_000, startMs: 60_000 } });
  speaker = await site.adopted('RADIO-1', site.top());
  signsOfLife = setInterval(() => speaker.client.report(), 2_000);
});
afterAll(async () => {
  clearInterval(signsOfLife);
  await site.close();
  await server.close();
});
afterEach(async () => {
  await site.post('/v1/task/stop_all', {});
  server.state.isUp = true;
  server.state.title = 'Morning — 晨曲';
});

const long = { timeout: 30_000, interval: 20 };
const station = async (name: string, radio_url: string) =>
  ((await site.post('/v1/radio', { name, radio_url })).body.value as Radio).id;
const live = (id: number) => site.deps.live.topic<RadioLive>('radio').get(id);

/** Packets that a terminal was sent since `from`: with sound, and silent ones for missing sound. */
function heard(client: TerminalClient, from = 0) {
  const packets = client.frames.slice(from).flatMap((bytes) => decodeAudioFrame(bytes)?.packets ?? []);
  return {
    sound: packets.filter((packet) => packet.length === 160).length,
    silent: packets.filter((packet) => packet.length !== 160).length,
  };
}
/** Decoder processes started by this one. */
function decoders(): number[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      const line = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      const isOurs = status.includes(`PPid:\t${process.pid}\n`);
      return isOurs && line.includes('radio/worker/radioWorker.ts') ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

test('all broadcasts of a station share one connection and one process; the title is shown in the task', async () => {
  const radio = await station('Harbour', `${server.url}/live`);
  const from = speaker.client.frames.length;
  const other = await site.adopted('RADIO-2', site.top());
  const requestsBefore = server.requests.length;
  const body = { audio_source: 2, radio };
  const [one, two] = [
    await site.started({ ...body, devices: [speaker.id] }),
    await site.started({ ...body, devices: [other.id] }),
  ];
  await eventually(() => {
    expect(heard(speaker.client, from).sound).toBeGreaterThan(50);
    expect(heard(other.client).sound).toBeGreaterThan(50);
  }, long);
  expect(server.listeners.size).toBe(1);
  expect(server.requests.length - requestsBefore).toBe(1);
  expect(decoders()).toHaveLength(1);
  expect(live(radio)).toMatchObject({ broadcasts: 2, state: 'works', title: 'Morning — 晨曲' });
  await eventually(
    () =>
      expect(site.live(one)).toMatchObject({
        audio_source: 2,
        state: 'playing',
        item_name: 'Harbour 电台 · Morning — 晨曲',
        left_ms: null,
      }),
    long,
  );
  server.state.title = 'News';
  await eventually(() => expect(site.live(two)?.item_name).toBe('Harbour 电台 · News'), long);
  expect((await site.call('DELETE', `/v1/radio/${radio}`, { token: site.token })).body.key).toBe(
    'radio.inUse',
  );
  await site.act(one, 'stop');
  await site.act(two, 'stop');
  await eventually(() => expect(live(radio)?.broadcasts).toBe(0), long);
});

if (isLong)
  test('a cut station is silent while nothing arrives, and sounds again when it is back', async () => {
    const radio = await station('Cut', `${server.url}/live`);
    const task = await site.started({ audio_source: 2, radio, devices: [speaker.id] });
    const { client } = speaker;
    let from = client.frames.length;
    await eventually(() => expect(heard(client, from).sound).toBeGreaterThan(50), long);
    server.state.isUp = false;
    server.cut();
    await eventually(() => expect(live(radio)).toMatchObject({ state: 'fails' }), long);
    // Buffered sound is heard first.
    await eventually(() => expect(heard(client, from).silent).toBeGreaterThan(10), long);
    expect(site.live(task)).toMatchObject({ state: 'playing' });
    server.state.isUp = true;
    await eventually(() => expect(live(radio)).toMatchObject({ state: 'works', error: null }), long);
    from = client.frames.length;
    await eventually(() => expect(heard(client, from).sound).toBeGreaterThan(50), long);
  });

if (isLong)
  test('after a decoder dies, the station is opened again', async () => {
    const radio = await station('Hostile', `${server.url}/live`);
    await site.started({ audio_source: 2, radio, devices: [speaker.id] });
    await eventually(() => expect(heard(speaker.client).sound).toBeGreaterThan(50), long);
    const [first] = decoders();
    process.kill(first ?? 0, 'SIGKILL');
    await eventually(() => {
      const now = decoders();
      expect(now).toHaveLength(1);
      expect(now[0]).not.toBe(first);
    }, long);
    const from = speaker.client.frames.length;
    await eventually(() => expect(heard(speaker.client, from).sound).toBeGreaterThan(50), long);
  });

if (isLong)
  test('a live HLS stream plays on as its playlist grows', async () => {
    const pieces = aacPieces(toneBytes('adts', 60), 47);
    for (const [i, piece] of pieces.entries())
      server.serve(`/live/${i}.aac`, (response) => response.end(piece));
    let newest = 3;
    const url = server.serve('/live/index.m3u8', (response) => {
      const first = Math.max(0, newest - 4);
      const lines = pieces.slice(first, newest + 1).map((_, i) => `#EXTINF:1.0,\n${first + i}.aac`);
      response.end(`#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:${first}\n${lines.join('\n')}\n`);
      newest = Math.min(newest + 1, pieces.length - 1);
    });
    const radio = await station('HLS', url);
    const from = speaker.client.frames.length;
    await site.started({ audio_source: 2, radio, devices: [speaker.id] });
    await eventually(() => expect(heard(speaker.client, from).sound).toBeGreaterThan(200), long);
    expect(live(radio)).toMatchObject({ codec: 'AAC', state: 'works' });
    const segments = server.requests.filter((path) => path.startsWith('/live/') && path.endsWith('.aac'));
    // Started three segments before the end, and no segment was fetched twice.
    expect(segments[0]).toBe('/live/1.aac');
    expect(new Set(segments).size).toBe(segments.length);
  });

test('a URL plays once to its end, with a pause; a cut in the middle is not heard', async () => {
  const sound = toneBytes('mp3', 4);
  let times = 0;
  const url = server.serve('/notice.mp3', (response) => {
    response.writeHead(200, { 'content-length': sound.length });
    if (++times > 1) return response.end(sound);
    response.write(sound.subarray(0, sound.length / 2), () => response.socket?.end());
  });
  const { client } = speaker;
  const from = client.frames.length;
  const task = await site.started({ audio_source: 5, url, devices: [speaker.id] });
  expect(site.live(task)).toMatchObject({ task_type: 5, audio_source: 5 });
  await eventually(() => expect(heard(client, from).sound).toBeGreaterThan(10), long);
  await site.act(task, 'pause');
  await eventually(() => expect(site.live(task)).toMatchObject({ state: 'paused' }), long);
  const before = heard(client, from).sound;
  await site.act(task, 'resume');
  await eventually(() => expect(site.live(task)).toBeUndefined(), long);
  await eventually(async () => {
    const { value } = (await site.get(`/v1/task/${task}`)).body;
    expect(value).toMatchObject({ state: 'ended', end_reason: 'finished' });
  }, long);
  expect(times).toBe(2);
  const { sound: packets } = heard(client, from);
  expect(before).toBeLessThan(200);
  // Four seconds are 200 packets; packets sent ahead before the pause are sent again.
  expect(packets).toBeGreaterThan(195);
  expect(packets).toBeLessThan(260);
});

test('an unplayable stream is refused before anything starts, with its reason', async () => {
  const devices = [speaker.id];
  const radio = await station('Nothing', `${server.url}/nothing`);
  const answers = [
    await site.start({ audio_source: 2, radio, devices }),
    await site.start({ audio_source: 5, url: `${server.url}/nothing`, devices }),
    await site.start({ audio_source: 2, radio: 999_999, devices }),
    await site.start({ audio_source: 2, devices }),
    await site.start({ audio_source: 5, url: 'ftp://x/', devices }),
  ];
  expect(answers.map(({ body }) => [body.code, body.key])).toEqual([
    [999, 'radio.status'],
    [999, 'radio.status'],
    [404, 'common.notFound'],
    [400, 'common.invalidRequest'],
    [400, 'common.invalidRequest'],
  ]);
  expect(await site.dryRun({ audio_source: 2, radio, devices })).toMatchObject({
    targets: 1,
    total_ms: null,
  });
});
