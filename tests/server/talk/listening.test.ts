import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { decodeAudioFrame } from '../../../contract/protocol/frames.ts';
import type { ToListener } from '../../../contract/protocol/listen.ts';
import { createDecoder } from '../../../terminal/headless/audio/decoder.ts';
import { Microphone } from '../../../terminal/headless/audio/microphone.ts';
import { TALK } from '../../../terminal/protocol/uplinkSender.ts';
import { frequency } from '../../support/recording.ts';
import { sine } from '../../terminal/support/opus.ts';
import { startTalkSite, type TalkSite } from './talkSite.ts';

/** Listening in at `/v1/listen`: sound played and picked up by a terminal, notifications, and permissions. */
let site: TalkSite;
const sockets: WebSocket[] = [];
const microphones: Microphone[] = [];
beforeAll(async () => {
  site = await startTalkSite();
});
afterEach(() => {
  for (const microphone of microphones.splice(0)) microphone.stop();
  for (const socket of sockets.splice(0)) socket.terminate();
  site.stopTerminals();
});
afterAll(() => site.close());
const wait = { timeout: 60_000 };

async function listener(token: string) {
  const answer = await site.post('/v1/listen/ticket', {}, token);
  const { ticket } = answer.body.value as { ticket: string };
  const socket = new WebSocket(`ws://${site.host}/v1/listen?ticket=${ticket}`);
  sockets.push(socket);
  const messages: ToListener[] = [];
  const packets: Uint8Array[] = [];
  const state = { closed: false };
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) packets.push(...(decodeAudioFrame(new Uint8Array(data))?.packets ?? []));
    else messages.push(JSON.parse(String(data)) as ToListener);
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    state.closed = true;
  });
  await expect.poll(() => socket.readyState, wait).toBe(WebSocket.OPEN);
  return {
    socket,
    messages,
    packets,
    state,
    listen: (request: object) => socket.send(JSON.stringify({ type: 'listen', ...request })),
    /** Frequency of the newest second, Hz, rounded to ten; NaN while there is less than a second. */
    async pitch(): Promise<number> {
      if (packets.length < 50) return Number.NaN;
      const decoder = await createDecoder();
      const pcm = packets.slice(-50).flatMap((packet) => [...(decoder.decode(packet) ?? [])]);
      decoder.free();
      return Math.round(frequency(Float32Array.from(pcm.slice(9_600))) / 10) * 10;
    },
  };
}

/** Starts a call station that sends a tone to its zone. */
async function toneIn(zone: number, code: string, hz: number) {
  const station = await site.station(code, zone);
  station.sender.start({ all: true });
  await station.terminal.until((t) => t.session.sender.talk.phase === 'speaking');
  const tone = sine(hz, -16);
  microphones.push(
    new Microphone({
      sound(out, seconds) {
        for (let i = 0; i < out.length; i++) out[i] = tone(seconds + i / 48_000);
        return true;
      },
      packet: (packet, at) => station.sender.push(TALK, station.mediaAt(at), packet),
    }),
  );
  return station;
}

test("a terminal's sound is heard; the terminal, its row and a second listener are notified; it is in the log", async () => {
  const zone = await site.zone('Listened');
  const speaker = await site.speaker('L-1', zone);
  const station = await toneIn(zone, 'L-CALL', 440);
  const first = await listener(site.token);
  first.listen({ terminal: speaker.id });
  await expect.poll(() => first.pitch(), wait).toBe(440);
  expect(first.messages).toEqual([{ type: 'listening', name: 'L-1', others: 0, message: '' }]);
  expect(site.device(speaker.id)).toMatchObject({ listeners: 1 });
  await expect.poll(() => speaker.terminal.session.sender.listeners.count, wait).toBe(1);
  expect(speaker.terminal.session.sender.listeners.message).not.toBe('');

  const second = await listener(site.token);
  second.listen({ terminal: speaker.id });
  await expect.poll(() => second.messages[0], wait).toMatchObject({ others: 1, message: /subscribed/ });
  // Names the silent side when nothing is heard.
  const heard = () => ({
    isHeard: second.packets.length > 10,
    talk: station.sender.talk.phase,
    closed: second.state.closed,
  });
  await expect.poll(heard, wait).toEqual({ isHeard: true, talk: 'speaking', closed: false });
  second.socket.close();
  await expect.poll(() => site.device(speaker.id)?.listeners, wait).toBe(1);
  first.socket.close();
  await expect.poll(() => site.device(speaker.id)?.listeners, wait).toBe(0);
  await expect.poll(() => speaker.terminal.session.sender.listeners.count, wait).toBe(0);
  const { rows } = await site.database.pool.query(
    "select action from audit where entity = 'device' and entity_id = $1 and action like 'listen%' order by id",
    [speaker.id],
  );
  expect(rows.map(({ action }) => action).sort()).toEqual(['listen', 'listen', 'listen_end', 'listen_end']);
});

test('a channel of a capturer is opened for the first listener, and closed with the last', async () => {
  const zone = await site.zone('Captured');
  const capturer = await site.capturer('L-CAPT', zone);
  const subscriber = await listener(site.token);
  subscriber.listen({ terminal: capturer.id, what: 'pick', channel: 1 });
  // Generated sound of the first channel (terminal/headless/audio/sources.ts).
  await expect.poll(() => subscriber.pitch(), wait).toBe(220);
  subscriber.socket.close();
  await expect.poll(() => capturer.terminal.session.sender.captured, wait).toEqual([]);
});

test('listening requires the permission and the zone, and ends with them', async () => {
  const [own, other] = [await site.zone('Ears'), await site.zone('No ears')];
  const speaker = await site.speaker('EAR-1', own);
  const stranger = await site.speaker('EAR-2', other);
  const token = await site.limited('listener', own, 'operator');
  const subscriber = await listener(token);
  subscriber.listen({ terminal: stranger.id });
  await expect.poll(() => subscriber.messages.at(-1), wait).toMatchObject({ type: 'listen.refused' });
  subscriber.listen({ terminal: speaker.id });
  await expect.poll(() => site.device(speaker.id)?.listeners, wait).toBe(1);
  await site.database.pool.query(
    "update role set permissions = permissions - 'operate_listen_in' where code = 'operator'",
  );
  await expect.poll(() => subscriber.state.closed, wait).toBe(true);
  expect(site.device(speaker.id)?.listeners).toBe(0);
  await expect.poll(async () => (await site.post('/v1/listen/ticket', {}, token)).status, wait).toBe(403);
});
