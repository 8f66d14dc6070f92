import { afterEach, expect, test } from 'vitest';
import { defaultTransport, type RtpMulticast } from '../../../contract/entities/terminals/foreign.ts';
import { createMediaClock } from '../../../server/platform/clock/mediaClock.ts';
import { createSender } from '../../../server/site/foreign/sender.ts';
import { eventually } from '../../support/eventually.ts';
import { LOOPBACK, receiveRtp } from './receiveRtp.ts';
import { PITCH_HZ, playTone } from './tone.ts';

const KEY = 'group';
const HALF_DB = 20 * Math.log10(0.5);
const SINE_RMS_DB = 20 * Math.log10(0.5 / Math.SQRT2);

const ends: (() => unknown)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

test.for([
  ['pcmu', 20, 21_602],
  ['pcma', 30, 21_604],
  ['g722', 20, 21_606],
  ['opus', 20, 21_608],
  ['l16', 10, 21_610],
] as const)('FFmpeg receives %s at the right level and pitch', async ([codec, packet_ms, port]) => {
  const clock = createMediaClock();
  const states: (string | null)[] = [];
  const sender = createSender({
    clock,
    state: (_, error) => states.push(error),
    connection() {},
    connectionsLost() {},
    callsPort() {},
    log: console,
  });
  ends.push(() => sender.close());
  const transport: RtpMulticast = {
    ...defaultTransport,
    group: '239.255.21.1',
    ...{ port, codec, packet_ms, interface: LOOPBACK },
  };
  sender.open(KEY, transport);
  await eventually(() => expect(states).toContain(null));
  const from_us = playTone(sender, KEY, 7, clock.now, ends);
  sender.send({ type: 'route', key: KEY, from_us, stream: 7, gain: 0.5 });
  const received = await receiveRtp(transport, 2);
  expect(received.rms_db).toBeCloseTo(SINE_RMS_DB + HALF_DB, 0);
  expect(Math.abs(received.pitchHz - PITCH_HZ)).toBeLessThan(5);
});
