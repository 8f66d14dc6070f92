import { beforeEach, describe, expect, it } from 'vitest';
import { FakeAir, item } from './fakeAir.ts';

let air: FakeAir;
beforeEach(() => {
  air = new FakeAir();
});
const hour = 3_600_000;

describe('claims in the engine', () => {
  it('pre-empts the lower one, which returns at the live position', async () => {
    air.connect(1);
    const low = await air.start([1], [item('a', hour)], { priority: 10 });
    await air.pass(3000);
    const high = await air.start([1], [item('b', 2000)], { priority: 90 });
    await air.pass(60, 20);
    expect(air.now(1)).toEqual([]);
    await air.pass(1000);
    expect(air.now(1)).toMatchObject([{ stream: high, path: 'b' }]);
    expect(air.shown.get(1)).toMatchObject({ reason: { key: 'preempting', params: { over: 'task 1' } } });
    expect(air.live.get(low)).toMatchObject({ state: 'waiting', preempted: 1 });
    await air.pass(3000);
    const live = Math.floor((air.clock.now() - (air.get(low).from_us ?? 0)) / 20_000);
    expect(air.now(1)).toEqual([{ stream: low, path: 'a', packet: live }]);
    expect(air.shown.get(1)?.reason.key).toBe('playing');
  });

  it('returns at its old position under that policy, and only when all its terminals were pre-empted', async () => {
    air.connect(1);
    air.connect(2);
    const low = await air.start([1, 2], [item('a', hour)], { priority: 10, resume_policy: 'position' });
    await air.pass(3000);
    const part = await air.start([1], [item('b', hour)], { priority: 90 });
    await air.pass(2000);
    expect(air.now(2)[0]?.packet).toBeGreaterThan(235);
    const rest = await air.start([2], [item('b', hour)], { priority: 90 });
    await air.pass(100);
    const kept = air.get(low).position_ms;
    expect(air.store.rows.get(low)).toMatchObject({ state: 'waiting', position_ms: kept });
    await air.pass(20_000);
    await air.engine.stop(air.get(part));
    await air.pass(1000, 20);
    expect(air.now(1)[0]?.packet).toBeLessThanOrEqual(kept / 20 + 41);
    expect(air.now(1)[0]?.packet).toBeGreaterThanOrEqual(kept / 20 + 38);
    await air.engine.stop(air.get(rest));
    await air.pass(500);
    expect(air.now(2)).toEqual(air.now(1));
  });

  it('does not return under the policy "not at all", and ends when it was pre-empted everywhere', async () => {
    air.connect(1);
    const low = await air.start([1], [item('a', hour)], { priority: 10, resume_policy: 'none' });
    const high = await air.start([1], [item('b', hour)], { priority: 90 });
    await air.pass(200);
    expect(air.engine.get(low)).toBeUndefined();
    expect(air.store.rows.get(low)).toMatchObject({ end_reason: 'no_targets' });
    expect(air.store.proofs.get(low)?.get(1)?.reason).toBe('left:preempted:task 2');
    await air.engine.stop(air.get(high));
    await air.pass(500);
    expect(air.now(1)).toEqual([]);
  });

  it('keeps a terminal while it is paused', async () => {
    air.connect(1);
    const high = await air.start([1], [item('a', hour)], { priority: 90 });
    await air.engine.pause(air.get(high));
    const low = await air.start([1], [item('b', hour)], { priority: 10 });
    await air.pass(1000);
    expect(air.now(1)).toEqual([]);
    expect(air.live.get(low)?.state).toBe('waiting');
    await air.engine.stop(air.get(high));
    await air.pass(500);
    expect(air.now(1)).toMatchObject([{ stream: low }]);
  });
});
