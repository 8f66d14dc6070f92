import { expect, test } from 'vitest';
import { ALERT_US, PageSession } from '../../../server/site/foreign/worker/pageSession.ts';
import { PageReceiver, readPage } from './pageReceiver.ts';

const FRAME_BYTES = 160;
const PACKET_US = 20_000;
const START_US = 5_000_000;
const header = { channel: 26, serial: 0x01020304, caller: 'PA', codec: 'g722' } as const;

const frame = (n: number) => new Uint8Array(FRAME_BYTES).fill(n);
const soundOf = (n: number) => ({
  at_us: START_US + 100_000 + n * PACKET_US,
  bytes: frame(n),
  timestamp: 1_000 + n * FRAME_BYTES,
});

/** Runs a page of `count` frames to its end: the packets with the time of each. */
function paged(count: number): { atUs: number; packet: Uint8Array }[] {
  const session = new PageSession(header);
  const sent: { atUs: number; packet: Uint8Array }[] = [];
  for (let n = 0, nowUs = START_US; nowUs < START_US + 4_000_000; nowUs += 10_000) {
    if (n < count && (nowUs - START_US) % PACKET_US === 0) session.add(soundOf(n++), nowUs);
    for (const packet of session.take(nowUs)) sent.push({ atUs: nowUs, packet });
  }
  expect(session.nextUs).toBeNull();
  return sent;
}

test('a page is 31 alerts of 30 ms, its sound in even steps, and 12 ends', () => {
  const sent = paged(20);
  const ops = sent.map(({ packet }) => readPage(packet).op);
  expect(ops).toEqual([
    ...Array.from({ length: 31 }, () => 'alert'),
    ...Array.from({ length: 20 }, () => 'transmit'),
    ...Array.from({ length: 12 }, () => 'end'),
  ]);
  const sound = sent.filter(({ packet }) => readPage(packet).op === 'transmit');
  expect(sound[0]?.atUs).toBe(START_US + ALERT_US);
  expect(new Set(sound.slice(1).map(({ atUs }, i) => atUs - (sound[i]?.atUs ?? 0)))).toEqual(
    new Set([PACKET_US]),
  );
  expect(readPage(sent[0]?.packet ?? frame(0))).toEqual({
    ...{ op: 'alert', channel: 26, serial: 0x01020304, caller: 'PA' },
  });
  expect(readPage(sound[0]?.packet ?? frame(0))).toMatchObject({ codec: 9, timestamp: 1_000 });
});

test('a phone that loses every third packet has all frames, as each packet repeats the one before', () => {
  const phone = new PageReceiver(FRAME_BYTES);
  const sound = paged(20).filter(({ packet }, i) => readPage(packet).op !== 'transmit' || i % 3 !== 0);
  for (const { packet } of sound) phone.receive(packet);
  const all = Array.from({ length: 20 }, (_, n) => [
    1_000 + n * FRAME_BYTES,
    Buffer.from(frame(n)).toString('hex'),
  ]);
  expect([...phone.frames].sort(([a], [b]) => a - b)).toEqual(all);
  expect(phone.isPaged).toBe(false);
});

test('a page that ends early discards what waits; a closing process ends it at once', () => {
  const session = new PageSession(header);
  session.add(soundOf(0), START_US);
  session.take(START_US);
  session.end(START_US + 10_000);
  expect(session.take(START_US + 1_000_000).map((packet) => readPage(packet).op)).toEqual(
    Array.from({ length: 12 }, () => 'end'),
  );
  session.add(soundOf(1), START_US + 2_000_000);
  session.take(START_US + 2_000_000);
  expect(session.last().map((packet) => readPage(packet).op)).toEqual(['end', 'end', 'end']);
  expect(session.nextUs).toBeNull();
});
