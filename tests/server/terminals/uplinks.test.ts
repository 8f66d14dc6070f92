import { beforeEach, expect, test } from 'vitest';
import { encodeAudioFrame } from '../../../contract/protocol/frames.ts';
import { Uplinks } from '../../../server/site/terminals/gateway/uplinks.ts';
import { SILENCE_PACKET } from '../../../server/sound/source/source.ts';

/** Packets of live sound from senders whose clock is not ours. */
const STREAM = 7;
const PACKET_US = 20_000;
let now: number;
let taken: number;
let uplinks: Uplinks;

beforeEach(() => {
  now = 1e9;
  taken = 0;
  uplinks = new Uplinks(() => now);
  uplinks.grant(STREAM, { push: () => taken++ });
});

/** Receives one packet with a time of the sender, µs; tells if it was passed on. */
function arrives(at_us: number): boolean {
  const before = taken;
  expect(uplinks.take(encodeAudioFrame({ stream: STREAM, at_us, packets: [SILENCE_PACKET] }))).toBe(true);
  return taken > before;
}
/** Receives packets in time for some seconds. @returns number of those that were passed on */
function send(from_us: number, seconds: number): number {
  const before = taken;
  for (let i = 0; i < seconds * 50; i++) {
    now += PACKET_US;
    arrives(from_us + i * PACKET_US);
  }
  return taken - before;
}

test('a repeated packet, and one that took half a second longer than the fastest, are dropped', () => {
  expect(send(5e6, 1)).toBe(50);
  expect(arrives(6e6 - PACKET_US)).toBe(false);
  now += 600_000;
  expect(arrives(6e6)).toBe(false);
  expect(arrives(6e6 + 590_000)).toBe(true);
});

test.each([
  ['hours, as after the start of another server', 9 * 3600e6],
  ['half a second', 500_000],
])('a clock that is corrected by %s back is heard on', (_, step_us) => {
  const right_us = 4e6;
  expect(send(right_us + step_us, 0.1)).toBe(5);
  expect(send(right_us + 100_000, 60)).toBe(60 * 50);
});

test('a step back of up to 0.2 s costs the packets until the time is reached again, and no others', () => {
  expect(send(4e6, 1)).toBe(50);
  expect(send(5e6 - 150_000, 60)).toBe(60 * 50 - 7);
});

test.each([0.9999, 1.0001])('a clock with a rate of %d is heard for hours', (rate) => {
  for (let second = 0; second < 3 * 3600; second++) {
    now += 1e6 / rate;
    expect(arrives(4e6 + second * 1e6)).toBe(true);
  }
});
