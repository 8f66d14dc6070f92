import { afterEach, expect, test } from 'vitest';
import type { RtpMulticast } from '../../../contract/entities/terminals/foreign.ts';
import { PACKET_SAMPLES, PACKET_US, SAMPLE_RATE } from '../../../contract/protocol/audio.ts';
import { createMediaClock } from '../../../server/platform/clock/mediaClock.ts';
import { createSender, type Sender } from '../../../server/site/foreign/sender.ts';
import { OpusEncoder } from '../../../terminal/headless/audio/opusEncoder.ts';
import { eventually } from '../../support/eventually.ts';
import { LOOPBACK, receiveRtp } from './receiveRtp.ts';

const KEY = 'group';
const AHEAD_US = 500_000;
const HALF_DB = 20 * Math.log10(0.5);
const SINE_RMS_DB = 20 * Math.log10(0.5 / Math.SQRT2);
const PITCH_HZ = 1_000;

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Keeps a sender supplied with a tone of half of full scale. */
function playTone(sender: Sender, now: () => number): void {
  const encoder = new OpusEncoder();
  let at_us = now() + AHEAD_US;
  let sample = 0;
  sender.send({ type: 'route', key: KEY, from_us: at_us, stream: 7, gain: 0.5 });
  const timer = setInterval(() => {
    while (at_us < now() + AHEAD_US) {
      const tone = Float32Array.from(
        { length: PACKET_SAMPLES },
        () => 0.5 * Math.sin((2 * Math.PI * PITCH_HZ * sample++) / SAMPLE_RATE),
      );
      const packets = encoder.encode(tone);
      if (packets.length > 0) sender.send({ type: 'frame', key: KEY, stream: 7, at_us, packets });
      at_us += PACKET_US * packets.length;
    }
  }, 50);
  ends.push(() => {
    clearInterval(timer);
    encoder.end();
  });
}

test.for([
  ['pcmu', 20, 21_602],
  ['pcma', 30, 21_604],
  ['g722', 20, 21_606],
  ['opus', 20, 21_608],
  ['l16', 10, 21_610],
] as const)('FFmpeg receives %s at the right level and pitch', async ([codec, packet_ms, port]) => {
  const clock = createMediaClock();
  const states: (string | null)[] = [];
  const sender = createSender({ clock, state: (_, error) => states.push(error), callsPort() {}, log: console });
  ends.push(() => sender.close());
  const transport: RtpMulticast = {
    transport: 'rtp_multicast',
    group: '239.255.21.1',
    ...{ port, codec, packet_ms, ttl: 1, interface: LOOPBACK, delay_ms: 60 },
  };
  sender.open(KEY, transport);
  await eventually(() => expect(states).toContain(null));
  playTone(sender, clock.now);
  const received = await receiveRtp(transport, 2);
  expect(received.rms_db).toBeCloseTo(SINE_RMS_DB + HALF_DB, 0);
  expect(Math.abs(received.pitchHz - PITCH_HZ)).toBeLessThan(5);
});
