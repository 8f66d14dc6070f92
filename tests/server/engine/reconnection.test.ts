import { beforeEach, describe, expect, it } from 'vitest';
import { FakeAir, item } from './fakeAir.ts';

let air: FakeAir;
beforeEach(() => {
  air = new FakeAir();
});
const hour = 3_600_000;

describe('terminals that connect and disconnect', () => {
  it('a returning terminal sounds 200 ms later, in step, without a late packet', async () => {
    air.connect(1);
    air.connect(2);
    await air.start([1, 2], [item('a', hour)]);
    await air.pass(3000);
    air.disconnect(2);
    await air.pass(4010, 10);
    const back = air.connect(2);
    await air.pass(220, 10);
    expect(air.now(2)).toHaveLength(1);
    expect(air.now(2)).toEqual(air.now(1));
    await air.pass(3000);
    expect(air.now(2)).toEqual(air.now(1));
    expect(back.late).toBe(0);
  });

  it('a slow link is skipped without delaying others, and continues in step', async () => {
    air.connect(1);
    const slow = air.connect(2);
    const id = await air.start([1, 2], [item('a', hour)]);
    await air.pass(3000);
    slow.bufferedBytes = 1_000_000;
    await air.pass(5000);
    expect(air.now(1)).toHaveLength(1);
    expect(air.now(2)).toEqual([]);
    expect(air.get(id).stream.skipped).toBeGreaterThan(20);
    slow.bufferedBytes = 0;
    await air.pass(300);
    expect(air.now(2)).toEqual(air.now(1));
  });

  it('a terminal removed from the site is no longer a target', async () => {
    air.connect(1);
    const id = await air.start([1], [item('a', hour)]);
    air.removeTerminal(1);
    await air.pass(50);
    expect(air.store.rows.get(id)).toMatchObject({ state: 'ended', end_reason: 'no_targets' });
  });
});

describe('restart after a kill', () => {
  it('continues at the live position within 20 ms, and keeps what was paused and where', async () => {
    air.connect(1);
    air.connect(2);
    const id = await air.start([1], [item('a', hour)]);
    const still = await air.start([2], [item('b', hour)]);
    const first = air.time.ms + 200;
    await air.pass(4000);
    await air.engine.pause(air.get(still));
    const kept = air.get(still).position_ms;
    await air.pass(30_000);
    await air.restart(3_217);
    air.connect(1);
    air.connect(2);
    await air.pass(1000, 10);
    const expected = (air.time.ms - first) / 20;
    expect(air.now(1)).toHaveLength(1);
    expect(Math.abs((air.now(1)[0]?.packet ?? 0) - expected)).toBeLessThanOrEqual(2);
    expect(air.now(2)).toEqual([]);
    expect(air.get(still)).toMatchObject({ paused: true, position_ms: kept });
    expect(air.live.get(id)).toMatchObject({ state: 'playing' });
  });

  it('leaves out terminals that were stopped by hand, and ends what is over meanwhile', async () => {
    air.connect(1);
    air.connect(2);
    const id = await air.start([1, 2], [item('a', hour)]);
    const brief = await air.start([2], [item('b', 5000)], { priority: 10 });
    await air.pass(1000);
    await air.engine.takeOut(air.get(id), [1]);
    await air.restart(10_000);
    air.connect(1);
    air.connect(2);
    await air.pass(500);
    expect(air.now(1)).toEqual([]);
    expect(air.now(2)).toMatchObject([{ stream: id }]);
    expect(air.store.rows.get(brief)).toMatchObject({ state: 'ended', end_reason: 'outage' });
  });

  it('stores the end once the database is back', async () => {
    air.connect(1);
    const id = await air.start([1], [item('a', hour)]);
    air.store.fails = true;
    await expect(air.engine.stop(air.get(id))).rejects.toThrow('away');
    await air.pass(3000);
    air.store.fails = false;
    await air.pass(11_000);
    expect(air.store.rows.get(id)?.state).toBe('ended');
  });
});
