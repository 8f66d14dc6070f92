import { describe, expect, test } from 'vitest';
import { PACKET_US } from '../../../contract/protocol/audio.ts';
import { LiveFeed } from '../../../server/sound/source/liveFeed.ts';
import { SILENCE_PACKET } from '../../../server/sound/source/source.ts';
import { random } from '../../support/random.ts';

interface Carried {
  /** Packet number; null: silence. */
  packet: number | null;
  left_us: number;
  heardUs: number;
}

const nothingYet = () => 0;

/** Reads a feed each ms over a given time, as a stream does. */
function carry(
  arrivals: readonly number[],
  untilUs: number,
  act: (feed: LiveFeed, us: number) => void = nothingYet,
) {
  let us = 0;
  const feed = new LiveFeed({ now: () => us, stallMs: 1000 });
  const source = feed.open();
  let nextUs = source.pace.startUs;
  const carried: Carried[] = [];
  const pull = () => {
    while (!source.finished && nextUs < us + source.pace.leadUs) {
      const [packet] = source.take(1, nextUs - us);
      if (packet === undefined) return;
      const number = packet === SILENCE_PACKET ? null : new DataView(packet.buffer).getUint32(0);
      carried.push({ packet: number, left_us: us, heardUs: nextUs });
      nextUs += PACKET_US;
    }
  };
  source.attach?.(pull);
  let i = 0;
  for (; us < untilUs; us += 1000) {
    for (; i < arrivals.length && (arrivals[i] ?? 0) <= us; i++) {
      const bytes = new Uint8Array(4);
      new DataView(bytes.buffer).setUint32(0, i);
      feed.push(bytes);
    }
    act(feed, us);
    pull();
  }
  source.close();
  return { feed, source, carried };
}

const regular = (count: number, delay = (_i: number) => 0) =>
  Array.from({ length: count }, (_, i) => 5_000 + i * PACKET_US + delay(i)).map((at, i, all) =>
    Math.max(at, ...all.slice(Math.max(0, i - 20), i)),
  );
const spoken = (carried: readonly Carried[]) => carried.filter((one) => one.packet !== null);
const delay = (one: Carried, arrivals: readonly number[]) => one.heardUs - (arrivals[one.packet ?? 0] ?? 0);

describe('live sound', () => {
  test('every packet is sent in order, immediately, with a steady and small delay', () => {
    // They lie on the grid so that the first buffer is short enough to stay.
    const arrivals = regular(500, () => 10_000);
    const { carried, feed } = carry(arrivals, 10_100_000);
    const all = spoken(carried);
    expect(all.map((one) => one.packet)).toEqual(arrivals.map((_, i) => i));
    expect(feed.counts.dropped).toBe(0);
    for (const one of all) {
      expect(one.left_us - (arrivals[one.packet ?? 0] ?? 0)).toBeLessThan(2_000);
      expect(delay(one, arrivals)).toBeGreaterThanOrEqual(100_000);
      expect(delay(one, arrivals)).toBeLessThanOrEqual(135_000);
    }
  });

  test('jitter lengthens the buffer as needed; without jitter the delay shrinks again', () => {
    const arrivals = regular(1_500, (i) => (i < 250 ? (i % 7) * 10_000 : 0));
    const { carried } = carry(arrivals, 30_000_000);
    const all = spoken(carried);
    // Once adapted to the jitter, it inserts no more silence.
    const middle = carried.filter((one) => one.left_us > 2_000_000 && one.left_us < 5_000_000);
    expect(middle.every((one) => one.packet !== null)).toBe(true);
    // Packets leave the server early enough, whatever the uplink's jitter.
    for (const one of all) expect(one.heardUs - one.left_us).toBeGreaterThanOrEqual(100_000);
    const last = all.at(-1);
    expect(last?.packet).toBe(1_499);
    expect(delay(last as Carried, arrivals)).toBeLessThan(160_000);
  });

  const everyPhase = Array.from({ length: 20 }, (_, ms) => ms * 1_000);

  test('a steady link has a short buffer after a second, wherever its packets lie on the grid', () => {
    for (const phase of everyPhase) {
      const arrivals = regular(150, () => phase);
      const { carried } = carry(arrivals, 3_000_000);
      const longest = Math.max(...spoken(carried.slice(60)).map((one) => delay(one, arrivals)));
      expect(longest).toBeLessThanOrEqual(125_000);
      const first = carried.findIndex((one) => one.packet !== null);
      expect(carried.slice(first, -20).every((one) => one.packet !== null)).toBe(true);
    }
  });

  test.each([2_000, 8_000, 15_000])(
    'a link with jitter of %d µs has no gap after its first second',
    (jitterUs) => {
      const next = random(285);
      for (const phase of everyPhase) {
        const arrivals = regular(400, () => phase + Math.round(next() * jitterUs));
        const { carried } = carry(arrivals, 8_000_000);
        const gaps = carried.slice(60, -20).filter((one) => one.packet === null);
        expect(gaps).toEqual([]);
      }
    },
  );

  test('a burst after an interruption of the uplink is cut: old sound must not delay all later sound', () => {
    const arrivals = regular(400, (i) => (i >= 100 && i < 140 ? (140 - i) * PACKET_US : 0));
    const { carried, feed } = carry(arrivals, 9_000_000);
    expect(feed.counts.dropped).toBeGreaterThan(20);
    for (const one of spoken(carried)) expect(delay(one, arrivals)).toBeLessThan(310_000);
    expect(spoken(carried).at(-1)?.packet).toBe(399);
  });

  test('a gap is filled with silence, and a source that stays away fails', () => {
    const arrivals = regular(50);
    const { carried, source } = carry(arrivals, 3_000_000);
    for (const [i, one] of carried.entries())
      if (i > 0) expect(one.heardUs - (carried[i - 1]?.heardUs ?? 0)).toBe(PACKET_US);
    const lastPacket = arrivals.at(-1) ?? 0;
    expect(source.failure?.message).toMatch(/broke off/);
    expect(carried.at(-1)?.left_us ?? 0).toBeGreaterThan(lastPacket + 900_000);
    expect(carried.at(-1)?.left_us ?? 0).toBeLessThan(lastPacket + 1_100_000);
  });

  test('after the end all received packets are played', () => {
    const arrivals = regular(50);
    const { carried, source } = carry(arrivals, 1_500_000, (feed, us) => {
      if (us === 1_000_000) feed.end();
    });
    expect(spoken(carried)).toHaveLength(50);
    expect(source.finished).toBe(true);
    expect(source.failure).toBeNull();
    expect(carried.at(-1)?.left_us).toBeLessThanOrEqual(1_000_000);
  });

  test('late packets at a terminal lengthen the lead, unused reserve shortens it', () => {
    const { feed } = carry([], 8_000_000, (one, us) => {
      if (us % 1_000_000 === 0 && us < 3_000_000) one.reported(3, 0);
    });
    expect(feed.floorUs).toBe(160_000);
    const calm = carry([], 60_000_000, (one, us) => {
      if (us % 1_000_000 === 0) one.reported(0, 80);
    });
    expect(calm.feed.floorUs).toBe(60_000);
  });

  test('the delay begins with what the links need, grows with it, and shrinks only by unused reserve', () => {
    const feed = new LiveFeed();
    feed.follow(75_000);
    expect(feed.floorUs).toBe(75_000);
    feed.follow(120_000);
    expect(feed.floorUs).toBe(120_000);
    feed.follow(75_000);
    expect(feed.floorUs).toBe(120_000);
    feed.follow(900_000);
    expect(feed.floorUs).toBe(240_000);
    const set = new LiveFeed({ floor: { firstUs: 60_000, leastUs: 40_000 } });
    set.follow(120_000);
    expect(set.floorUs).toBe(60_000);
  });

  test('a listener gets every packet, also while no broadcast reads them', () => {
    const feed = new LiveFeed();
    const heard: number[] = [];
    const end = feed.tap((packet) => heard.push(packet[0] ?? -1));
    feed.push(Uint8Array.of(1));
    const source = feed.open();
    feed.push(Uint8Array.of(2));
    source.close();
    end();
    feed.push(Uint8Array.of(3));
    expect(heard).toEqual([1, 2]);
  });
});
