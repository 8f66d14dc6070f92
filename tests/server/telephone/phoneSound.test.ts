import { createSocket, type Socket } from 'node:dgram';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { SAMPLE_RATE } from '../../../contract/protocol/audio.ts';
import { PhoneSound } from '../../../server/edge/integrations/telephone/phoneSound.ts';
import type { RemoteSound } from '../../../server/edge/integrations/telephone/phoneSound.types.ts';
import { createDecoder } from '../../../server/edge/integrations/telephone/worker/decoders.ts';
import { HeardStreams } from '../../../server/edge/integrations/telephone/worker/heardStreams.ts';
import {
  decodeRtp,
  eventDigit,
  isLater,
} from '../../../server/edge/integrations/telephone/worker/rtpReader.ts';
import { createEncoder } from '../../../server/site/foreign/worker/codecs.ts';
import { encodeRtp } from '../../../server/site/foreign/worker/rtp.ts';
import { frequency } from '../../support/recording.ts';

/** docs/rules/telephone-system.md#nothing-listens-without-need-and-only-to-known-addresses */

const LOOPBACK = '127.0.0.1';
const log = { error: () => undefined };
const sound = new PhoneSound(0, log);
let peer: Socket;
const ends: (() => void)[] = [];
beforeAll(async () => {
  peer = createSocket('udp4');
  await new Promise<void>((done) => peer.bind(0, LOOPBACK, () => done()));
  sound.want(true);
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
});
afterAll(() => {
  sound.want(false);
  peer.close();
});

const slot = (hz: number, from: number) =>
  Float32Array.from({ length: 960 }, (_, i) => 0.5 * Math.sin((2 * Math.PI * hz * (from + i)) / SAMPLE_RATE));

test.each(['pcmu', 'pcma', 'g722', 'opus'] as const)('%s keeps pitch and level of a voice', (codec) => {
  const [encoder, decoder] = [createEncoder(codec), createDecoder(codec)];
  const out: number[] = [];
  for (let n = 0; n < 50; n++) out.push(...decoder.decode(encoder.encode(slot(700, n * 960))));
  encoder.close();
  decoder.close();
  expect(out).toHaveLength(48_000);
  const last = Float32Array.from(out.slice(-24_000));
  expect(frequency(last)).toBeCloseTo(700, -1);
  const power = Math.sqrt(last.reduce((sum, one) => sum + one * one, 0) / last.length);
  expect(power).toBeGreaterThan(0.3);
  expect(power).toBeLessThan(0.4);
});

const rtp = (payloadType: number, sequence: number, timestamp: number, payload: Uint8Array) =>
  encodeRtp({ payloadType, marker: false, sequence, timestamp, ssrc: 1, payload });

test.each([
  ['nothing', new Uint8Array()],
  ['a short header', new Uint8Array(11)],
  ['another version', new Uint8Array(20).fill(0x40, 0, 1)],
  ['an extension beyond the end', Uint8Array.from([0x90, 8, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff])],
  ['padding beyond the end', Uint8Array.from([0xa0, 8, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 200])],
  ['sources beyond the end', new Uint8Array(14).fill(0x8f, 0, 1)],
])('%s is no packet', (_, bytes) => expect(decodeRtp(bytes)).toBeNull());

test('digits and order of packets are read, also where the number wraps', () => {
  expect(eventDigit(Uint8Array.from([11, 10, 0, 160]))).toBe('#');
  expect(eventDigit(Uint8Array.from([16, 10, 0, 160]))).toBeNull();
  expect(eventDigit(Uint8Array.from([1]))).toBeNull();
  expect([isLater(1, 0xffff), isLater(0xffff, 1), isLater(5, 5)]).toEqual([true, false, false]);
});

/** Opens the sound of a call whose other side is this test, with A-law. */
async function opened(addresses: string[]) {
  const heard = { digits: '', packets: 0 };
  const call = sound.open({
    digit(digit) {
      heard.digits += digit;
    },
    packet: () => void heard.packets++,
    failed: () => undefined,
  });
  ends.push(call.close);
  const port = (await call.port) ?? 0;
  const { port: own } = peer.address();
  const remote: RemoteSound = {
    ...{ addresses, address: LOOPBACK, port: own },
    ...{ codec: 'pcma', payload_type: 8, event_type: 101, srtp: null },
  };
  call.remote(remote);
  return { call, heard, send: (bytes: Uint8Array) => peer.send(bytes, port, LOOPBACK) };
}
const voice = (sequence: number) => rtp(8, sequence, sequence * 160, new Uint8Array(160).fill(0xd5));

test('a held key is one digit, and sound is passed on only while it is listened to', async () => {
  const { call, heard, send } = await opened([LOOPBACK]);
  send(voice(1));
  for (let n = 0; n < 8; n++)
    send(rtp(101, 2 + n, 1_000, Uint8Array.from([7, n > 5 ? 0x8a : 10, 0, n * 20])));
  send(rtp(101, 20, 9_000, Uint8Array.from([11, 10, 0, 160])));
  await expect.poll(() => heard.digits).toBe('7#');
  expect(heard.packets).toBe(0);
  call.listen(true);
  // The order to listen and packets take different ways.
  let sequence = 30;
  await expect
    .poll(() => {
      for (let n = 0; n < 5; n++) send(voice(sequence++));
      return heard.packets;
    })
    .toBeGreaterThan(5);
});

test('the caller is sent tones and silence as sound of its codec', async () => {
  const got: Buffer[] = [];
  peer.on('message', (bytes) => got.push(bytes));
  const { call } = await opened([LOOPBACK]);
  call.tone('on_air');
  const sizes = () => new Set(got.map((bytes) => `${(bytes[1] ?? 0) & 0x7f} ${bytes.length}`));
  await expect.poll(() => got.length).toBeGreaterThan(30);
  expect(sizes()).toEqual(new Set(['8 172']));
  const loud = got.filter((bytes) =>
    bytes.subarray(12).some((code) => Math.abs((code ^ 0x55) & 0x7f) > 0x40),
  );
  expect(loud.length).toBeGreaterThan(10);
  expect(loud.length).toBeLessThan(got.length);
  peer.removeAllListeners('message');
});

test('the caller hears the streams that it listens to, speech above music, until they end', async () => {
  const streams = new HeardStreams();
  const encoders = [createEncoder('opus'), createEncoder('opus')] as const;
  const power = (slot: Float32Array) =>
    Math.sqrt(slot.reduce((sum, one) => sum + one * one, 0) / slot.length);
  const hear = (isSpoken: boolean) => {
    let loudness = 0;
    for (let n = 0; n < 20; n++) {
      if (isSpoken) streams.push(1, 'speech', encoders[0].encode(new Float32Array(960)));
      streams.push(2, 'programme', encoders[1].encode(slot(440, n * 960)));
      loudness = power(streams.addTo(new Float32Array(960)));
    }
    return loudness;
  };
  const alone = hear(false);
  expect(alone).toBeGreaterThan(0.2);
  expect(hear(true)).toBeLessThan(alone / 5);
  // Waiting samples are played to their end, then there is silence.
  for (let n = 0; n < 60; n++) streams.addTo(new Float32Array(960));
  expect(power(streams.addTo(new Float32Array(960)))).toBe(0);
  for (const one of encoders) one.close();
  streams.close();
});

test('packets from another address, and floods, are not read', async () => {
  const other = await opened(['192.0.2.1']);
  other.send(rtp(101, 1, 1_000, Uint8Array.from([7, 10, 0, 160])));
  const { heard, send } = await opened([LOOPBACK]);
  for (let n = 0; n < 2_000; n++) send(rtp(101, n, n * 160, Uint8Array.from([n % 10, 10, 0, 160])));
  await expect.poll(() => heard.digits.length).toBeGreaterThan(50);
  // It goes on with the next second.
  await expect
    .poll(() => {
      send(rtp(101, 9_999, 0xffff_0000, Uint8Array.from([11, 10, 0, 160])));
      return heard.digits.endsWith('#');
    })
    .toBe(true);
  expect(heard.digits.length).toBeLessThan(1_000);
  expect(other.heard.digits).toBe('');
});
