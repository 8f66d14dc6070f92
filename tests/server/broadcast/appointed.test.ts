import { describe, expect, it } from 'vitest';
import { FakeAir, item } from '../engine/fakeAir.ts';

const MINUTE = 60_000;

describe('a broadcast with a start time in the future', () => {
  it('is first heard at that time, to the packet; a pre-empted broadcast sounds until then', async () => {
    const air = new FakeAir();
    air.connect(1);
    await air.start([1], [item('music', 10 * MINUTE)], { priority: 10 });
    await air.pass(3000);
    const from_us = air.clock.now() + 900_000;
    const bell = await air.start([1], [item('bell', MINUTE)], { priority: 90 }, undefined, from_us);
    expect(air.get(bell).from_us).toBe(from_us);
    const heard: string[] = [];
    for (let i = 0; i < 60; i++) {
      const before = from_us - air.clock.now();
      const now = air.now(1).map(({ path, packet }) => (path === 'bell' ? `bell ${packet}` : path));
      heard.push(...now);
      expect(now).toHaveLength(1);
      expect(now[0] === 'music').toBe(before > 0);
      await air.pass(20, 20);
    }
    expect(heard).toContain('bell 0');
    expect(air.terminals.every((t) => t.late === 0)).toBe(true);
  });

  it('still begins on time when the server is killed before it', async () => {
    const air = new FakeAir();
    air.connect(1);
    const due = air.time.ms + 4000;
    await air.start([1], [item('bell', MINUTE)], { anchor_at: due }, undefined, air.clock.now() + 4_000_000);
    await air.pass(200);
    await air.restart(1000);
    air.connect(1);
    while (air.time.ms < due) {
      expect(air.now(1)).toEqual([]);
      await air.pass(20, 20);
    }
    expect(air.now(1).map(({ packet }) => packet)).toEqual([0]);
  });
});
