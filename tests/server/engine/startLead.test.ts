import { describe, expect, test } from 'vitest';
import { taskType } from '../../../contract/codes.ts';
import { PACKET_US } from '../../../contract/protocol/audio.ts';
import { START_LEAD_US } from '../../../contract/protocol/frames.ts';
import type { ToTerminal } from '../../../contract/protocol/terminal.ts';
import { startLead } from '../../../server/air/engine/stream/startLead.ts';
import { LiveFeed } from '../../../server/sound/source/liveFeed.ts';
import { FakeAir, item } from './fakeAir.ts';
import { FakeTerminal } from './fakeTerminal.ts';
import { passTogether, simulatedSite } from './simulatedTerminal.ts';

const hour = item('music', 3_600_000);
const QUICK_US = 75_000;

/** Lead of a start at terminals that need these leads, without the time for opening the streams. */
function leadOf(needs: readonly (number | null)[], isUrgent = false): number {
  const link = (i: number) => ({ leadUs: needs[i] ?? null, report: { state: 'idle' as const } });
  return Math.floor(startLead({ link }, needs.keys(), isUrgent, START_LEAD_US) / 5_000) * 5_000;
}
const quick = (count: number) => Array.from({ length: count }, () => QUICK_US);

describe('lead of a start', () => {
  test('is what 95 % of the terminals need, 200 ms at most', () => {
    expect(leadOf(quick(20))).toBe(QUICK_US);
    expect(leadOf([...quick(19), 150_000])).toBe(QUICK_US);
    expect(leadOf([...quick(18), 150_000, 160_000])).toBe(150_000);
    expect(leadOf([QUICK_US, 400_000])).toBe(START_LEAD_US);
  });

  test('is the longest where a terminal does not report what it needs, and without terminals', () => {
    expect(leadOf([QUICK_US, null])).toBe(START_LEAD_US);
    expect(leadOf([])).toBe(START_LEAD_US);
  });

  test.each(['locked', 'unsynced', null] as const)('leaves out terminals that cannot play: %s', (state) => {
    const reports = [{ state: 'playing' as const }, state === null ? null : { state }];
    const link = (i: number) => ({ leadUs: i === 0 ? QUICK_US : 180_000, report: reports[i] ?? null });
    expect(startLead({ link }, [0, 1], false, START_LEAD_US)).toBeLessThan(QUICK_US + 1_000);
  });

  test('an urgent start waits at most a packet longer than half of the terminals need', () => {
    expect(leadOf([QUICK_US, 180_000], true)).toBe(QUICK_US + PACKET_US);
    expect(leadOf([QUICK_US, 85_000], true)).toBe(85_000);
    expect(leadOf([180_000], true)).toBe(180_000);
  });
});

type Open = Extract<ToTerminal, { type: 'stream.open' }>;
const openOf = (link: FakeTerminal) =>
  link.messages.findLast((one): one is Open => one.type === 'stream.open');
/** Time from now until the newest stream of a terminal begins, ms. */
const beginsIn = (air: FakeAir, link: FakeTerminal) =>
  ((openOf(link)?.from_us ?? 0) - air.clock.now()) / 1000;

/** Loudspeakers that need these leads. */
function loudspeakers(air: FakeAir, needs: readonly (number | null)[]): FakeTerminal[] {
  return needs.map((leadUs, i) => loudspeaker(air, i + 1, leadUs));
}
function loudspeaker(air: FakeAir, id: number, leadUs: number | null): FakeTerminal {
  const link = Object.assign(air.connect(id), { leadUs });
  link.setReport({ state: 'idle' });
  return link;
}

describe('starts at quick and slow links', () => {
  test('a slow terminal joins later, on the grid of the packets', async () => {
    const air = new FakeAir();
    const all = loudspeakers(air, [...quick(20), 150_000]);
    await air.start(
      all.map(({ terminalId }) => terminalId),
      [hour],
    );
    const begins = all.map((link) => beginsIn(air, link));
    const [first = 0] = begins;
    expect(first).toBeGreaterThanOrEqual(75);
    expect(first).toBeLessThanOrEqual(77);
    expect(begins.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => first));
    expect(begins[20]).toBeGreaterThanOrEqual(150);
    expect(((begins[20] ?? 0) - first) % 20).toBe(0);
  });

  test('a resumed broadcast and a terminal that joins follow the links too', async () => {
    const air = new FakeAir();
    const [one] = loudspeakers(air, quick(2));
    const music = await air.start([1, 2], [hour], { priority: 10 });
    await air.pass(1_000);
    const page = await air.start([1, 2], [item('page', 60_000)], { priority: 90 });
    await air.pass(1_000);
    await air.engine.stop(air.get(page));
    await air.pass(50);
    expect(openOf(one as FakeTerminal)?.stream).toBe(music);
    expect(beginsIn(air, one as FakeTerminal)).toBeLessThanOrEqual(95);
    air.disconnect(2);
    const back = loudspeaker(air, 2, QUICK_US);
    expect(beginsIn(air, back)).toBeGreaterThan(START_LEAD_US / 1000 - 1);
    air.disconnect(2);
    const reconnected = new FakeTerminal(2, () => air.clock.now());
    reconnected.leadUs = QUICK_US;
    air.connect(2, reconnected);
    expect(beginsIn(air, reconnected)).toBeLessThanOrEqual(95);
  });

  test('two broadcasts never overlap at a pre-emption, also where the links need almost nothing', async () => {
    const air = new FakeAir();
    const [one] = loudspeakers(air, [60_000]);
    await air.start([1], [hour], { priority: 10 });
    await air.pass(1_010);
    await air.start([1], [item('page', 60_000)], { priority: 90 });
    for (let i = 0; i < 30; i++) {
      await air.pass(10, 10);
      expect(one?.heard(air.clock.now()).length).toBeLessThanOrEqual(1);
    }
  });

  test('live speech begins with the delay that the links need, and follows them', async () => {
    const air = new FakeAir();
    const all = loudspeakers(air, quick(3));
    const feed = new LiveFeed({ now: () => air.clock.now() });
    await air.speak([1, 2, 3], feed);
    feed.push(Uint8Array.of(1));
    expect(feed.floorUs).toBeGreaterThanOrEqual(QUICK_US);
    expect(feed.floorUs).toBeLessThan(QUICK_US + 1_000);
    expect(beginsIn(air, all[0] as FakeTerminal)).toBeLessThanOrEqual(90);
    for (const link of all) link.leadUs = 120_000;
    await air.pass(1_100);
    expect(feed.floorUs).toBeGreaterThanOrEqual(120_000);
  });
});

describe('terminals behind simulated links', () => {
  const near = { delayUs: () => 300 };
  const far = { delayUs: (_way: 'up' | 'down', random: () => number) => 70_000 + random() * 30_000 };

  /** First sounds by the reports, ms after the call. */
  const firstSounds = (
    all: readonly { simulation: { reports: { first_sound_us: number | null }[] } }[],
    at_us: number,
  ) =>
    all.map(({ simulation }) => ((simulation.reports.at(-1)?.first_sound_us ?? Number.NaN) - at_us) / 1000);

  test('a quick hall starts quickly; a slow link joins late and in step, without a late packet', async () => {
    const air = new FakeAir();
    const all = await simulatedSite(air, [...Array.from({ length: 20 }, () => near), far]);
    const at_us = air.clock.now();
    const ids = all.map(({ terminalId }) => terminalId);
    await air.start(ids, [hour]);
    await passTogether(air, all, 4_000);
    const first = firstSounds(all, at_us);
    expect(Math.max(...first.slice(0, 20))).toBeLessThanOrEqual(75);
    expect(Math.min(...first.slice(0, 20))).toBeGreaterThanOrEqual(60);
    expect(first[20]).toBeGreaterThan(150);
    expect(first[20]).toBeLessThanOrEqual(200);
    for (const { simulation } of all) {
      expect(simulation.reports.at(-1)).toMatchObject({ late: 0, lost: 0, gaps: 0 });
      expect(simulation.heard.length).toBeGreaterThan(1);
      for (const { errorUs } of simulation.heard.slice(1)) expect(Math.abs(errorUs)).toBeLessThan(5_000);
    }
  });

  test('an alarm does not wait for the slow half', async () => {
    const air = new FakeAir();
    const all = await simulatedSite(air, [near, far]);
    const at_us = air.clock.now();
    await air.start([1, 2], [hour], { task_type: taskType.alarm });
    await passTogether(air, all, 1_500);
    const [quickly = 0, slowly = 0] = firstSounds(all, at_us);
    expect(quickly).toBeLessThanOrEqual(95);
    expect(slowly).toBeGreaterThan(150);
    expect(all[1]?.simulation.reports.at(-1)?.late).toBe(0);
  });
});
