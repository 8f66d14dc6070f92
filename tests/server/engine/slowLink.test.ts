import { beforeEach, expect, it } from 'vitest';
import { FakeAir, item } from './fakeAir.ts';

let air: FakeAir;
beforeEach(() => {
  air = new FakeAir();
});
const hour = 3_600_000;

it('a link that delivers everything late is paused until it is empty, then restarts; others continue', async () => {
  const [slow, good] = [air.connect(1), air.connect(2)];
  const id = await air.start([1, 2], [item('a', hour)]);
  await air.pass(3000);
  const late = (count: number, buffer_ms: number) =>
    air.report(1, {
      stream: id,
      state: buffer_ms > 0 ? 'playing' : 'idle',
      late: count,
      received: 300,
      buffer_ms,
    });

  // Late, but with a reserve: it catches up by itself.
  late(10, 500);
  late(20, 500);
  late(30, 500);
  let sent = slow.frames.length;
  await air.pass(1000);
  expect(slow.frames.length).toBeGreaterThan(sent);

  late(60, 0);
  late(110, 0);
  sent = slow.frames.length;
  const others = good.frames.length;
  await air.pass(1000);
  // Packets queued in the link still arrive.
  late(150, 0);
  await air.pass(1000);
  expect(slow.frames.length).toBe(sent);
  expect(good.frames.length).toBe(others + 20);

  late(150, 0);
  await air.pass(100);
  expect(slow.frames.length).toBeGreaterThan(sent);
  // New packets have nearly two seconds to arrive.
  expect(slow.aheadUs - air.clock.now()).toBeGreaterThan(1_800_000);
  await air.pass(1000);
  expect(air.now(1)).toEqual([]);
  await air.pass(1200);
  expect(air.now(1)).toEqual(air.now(2));
  expect(air.now(1)).toHaveLength(1);
  // No packet was sent that would have arrived late.
  expect(slow.late).toBe(0);
});

it('one bad second does not make a slow link', async () => {
  const one = air.connect(1);
  const id = await air.start([1], [item('a', hour)]);
  await air.pass(3000);
  for (const [late, buffer_ms] of [
    [50, 0],
    [50, 900],
    [90, 0],
    [90, 900],
  ] as const) {
    air.report(1, { stream: id, state: 'playing', late, received: 300, buffer_ms });
    const sent = one.frames.length;
    await air.pass(1000);
    expect(one.frames.length).toBe(sent + 10);
  }
});

it('the server sends no packets to a terminal that plays its cache, until the terminal needs them again', async () => {
  const [slow, good] = [air.connect(1), air.connect(2)];
  const id = await air.start([1, 2], [item('a', hour)]);
  await air.pass(3000);
  const report = (kept: boolean) =>
    air.report(1, { stream: id, state: 'playing', late: 0, received: 300, buffer_ms: 1900, kept });
  report(true);
  const [sent, others] = [slow.frames.length, good.frames.length];
  await air.pass(1000);
  report(true);
  await air.pass(1000);
  expect(slow.frames.length).toBe(sent);
  expect(good.frames.length).toBe(others + 20);
  report(false);
  await air.pass(500);
  expect(slow.frames.length).toBeGreaterThan(sent);
});
