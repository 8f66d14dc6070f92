import { beforeEach, describe, expect, it } from 'vitest';
import { FakeAir, item } from './fakeAir.ts';

let air: FakeAir;
beforeEach(() => {
  air = new FakeAir();
});
const hour = 3_600_000;

describe('start of a broadcast', () => {
  it('is heard 200 ms later, on a whole millisecond, at all terminals at once and with the same bytes', async () => {
    const [one, two] = [air.connect(1), air.connect(2)];
    air.time.ms += 0.3;
    const id = await air.start([1, 2], [item('a', hour)]);
    const open = one.messages.find((m) => m.type === 'stream.open');
    const from = open?.from_us ?? 0;
    expect(from % 1000).toBe(0);
    expect(from - air.clock.now()).toBeGreaterThanOrEqual(200_000);
    expect(from - air.clock.now()).toBeLessThan(201_000);
    expect(open).toMatchObject({ broadcast: id, title: 'task 1', over: null, began_us: from });
    expect(one.heard(from - 1)).toEqual([]);
    expect(one.heard(from)).toEqual([{ stream: id, path: 'a', packet: 0 }]);
    expect(two.frames[0]).toBe(one.frames[0]);
  });

  it('sends 300 ms to all terminals first, then fills up to two seconds at twice the rate', async () => {
    const one = air.connect(1);
    await air.start([1], [item('a', hour)]);
    const reserve = () => Math.round((one.aheadUs - air.clock.now()) / 1000);
    expect(reserve()).toBeGreaterThanOrEqual(480);
    expect(reserve()).toBeLessThanOrEqual(600);
    await air.pass(500);
    expect(reserve()).toBeLessThanOrEqual(1100);
    await air.pass(3000);
    expect(reserve()).toBeGreaterThan(1850);
    expect(reserve()).toBeLessThanOrEqual(2000);
  });

  it('plays item after item without a gap, intervals as packets of silence, and ends by itself', async () => {
    const one = air.connect(1);
    const id = await air.start([1], [item('a', 1000), item('b', 500)], { interval_ms: 300 });
    const from = air.get(id).from_us ?? 0;
    await air.pass(2500);
    const heard = Array.from({ length: 91 }, (_, i) => one.heard(from + i * 20_000)[0]);
    expect(heard.slice(0, 50).map((h) => `${h?.path}${h?.packet}`)).toEqual(
      Array.from({ length: 50 }, (_, i) => `a${i}`),
    );
    expect(heard.slice(50, 65).map((h) => h?.packet)).toEqual(Array(15).fill(-1));
    expect(heard.slice(65, 90).map((h) => `${h?.path}${h?.packet}`)).toEqual(
      Array.from({ length: 25 }, (_, i) => `b${i}`),
    );
    expect(heard[90]).toBeUndefined();
    expect(air.engine.get(id)).toBeUndefined();
    expect(air.store.rows.get(id)).toMatchObject({ state: 'ended', end_reason: 'finished' });
    expect(one.messages.at(-1)).toEqual({ type: 'stream.close', stream: id, at_us: from + 1_800_000 });
  });

  it('sounds while the commit is running, writes nothing before it, and is taken back when it fails', async () => {
    const one = air.connect(1);
    const commit = Promise.withResolvers<void>();
    air.stored = commit.promise;
    const id = await air.start([1], [item('a', hour)]);
    const before = structuredClone(air.store.rows.get(id));
    await air.pass(100);
    expect(one.frames.length).toBeGreaterThan(0);
    const changed = air.engine.setVolume(air.get(id), 5);
    await air.pass(100);
    expect(air.store.rows.get(id)).toEqual(before);
    air.engine.withdraw(air.get(id));
    commit.resolve();
    await changed;
    await air.pass(500);
    expect(air.engine.get(id)).toBeUndefined();
    expect(air.now(1)).toEqual([]);
    expect(one.messages.at(-1)?.type).toBe('stream.close');
  });

  it('ends after its time limit, which does not run during a pause', async () => {
    const one = air.connect(1);
    const id = await air.start([1], [item('a', hour)], { limit_ms: 3000 });
    await air.pass(1200);
    await air.engine.pause(air.get(id));
    await air.pass(60_000);
    await air.engine.resume(air.get(id));
    await air.pass(2000);
    expect(one.heard(air.clock.now())).toHaveLength(1);
    await air.pass(500);
    expect(air.store.rows.get(id)).toMatchObject({ state: 'ended', end_reason: 'time' });
    const played = one.messages.filter((m) => m.type === 'stream.close');
    expect(played).toHaveLength(1);
  });
});

describe('stop and pause', () => {
  it('are heard within 60 ms, and resume continues with the packet after the last one heard', async () => {
    const one = air.connect(1);
    const id = await air.start([1], [item('a', hour)]);
    await air.pass(5000);
    const at = air.clock.now();
    const before = air.now(1)[0]?.packet ?? 0;
    await air.engine.pause(air.get(id));
    expect(one.heard(at + 60_000)).toEqual([]);
    const last = Math.max(...[0, 20_000, 40_000].map((d) => one.heard(at + d)[0]?.packet ?? 0));
    expect(last - before).toBeLessThanOrEqual(3);
    expect(air.shown.get(1)).toMatchObject({ play_status: 1, reason: { key: 'paused' } });
    expect(air.store.rows.get(id)).toMatchObject({ state: 'paused', position_ms: (last + 1) * 20 });
    await air.pass(10_000);
    expect(air.now(1)).toEqual([]);
    await air.engine.resume(air.get(id));
    await air.pass(200, 10);
    const heard = one.heard(air.get(id).from_us ?? 0)[0]?.packet;
    expect(heard).toBe(last + 1);
    expect(air.shown.get(1)).toMatchObject({ play_status: 4 });
    const stopped = air.clock.now();
    await air.engine.stop(air.get(id));
    expect(one.heard(stopped + 60_000)).toEqual([]);
    expect(air.shown.get(1)).toMatchObject({ play_status: 3, reason: { key: 'stopped' } });
    expect(one.late).toBe(0);
  });

  it('a pause during a resume that is still reading takes precedence', async () => {
    air.connect(1);
    const id = await air.start([1], [item('a', hour)]);
    await air.pass(1000);
    await air.engine.pause(air.get(id));
    const resumed = air.engine.resume(air.get(id));
    const paused = air.engine.pause(air.get(id));
    await Promise.all([resumed, paused]);
    await air.pass(2000);
    expect(air.now(1)).toEqual([]);
    expect(air.store.rows.get(id)?.state).toBe('paused');
  });

  it('removes single terminals, reports that, and ends when none is left', async () => {
    air.connect(1);
    air.connect(2);
    const id = await air.start([1, 2], [item('a', hour)]);
    await air.pass(1000);
    await air.engine.takeOut(air.get(id), [1]);
    await air.pass(100);
    expect(air.now(1)).toEqual([]);
    expect(air.now(2)).toHaveLength(1);
    expect(air.shown.get(1)?.play_status).toBe(3);
    expect(air.store.proofs.get(id)?.get(1)?.reason).toBe('left:stopped:task 1');
    await air.engine.takeOut(air.get(id), [2]);
    expect(air.store.rows.get(id)).toMatchObject({ state: 'ended', end_reason: 'no_targets' });
  });
});

describe('list changes while playing', () => {
  const abc = [item('a', 10_000), item('b', 10_000), item('c', 10_000)];
  it('next and previous switch without a gap', async () => {
    const one = air.connect(1);
    const id = await air.start([1], abc);
    await air.pass(3000);
    await air.engine.jump(air.get(id), 'next');
    const at = air.get(id).from_us ?? 0;
    await air.pass(500);
    expect(one.heard(at - 1)).toMatchObject([{ path: 'a' }]);
    expect(one.heard(at)).toEqual([{ stream: id, path: 'b', packet: 0 }]);
    await air.engine.jump(air.get(id), 'previous');
    await air.pass(500);
    expect(air.now(1)).toMatchObject([{ path: 'a' }]);
    expect(air.live.get(id)).toMatchObject({ item_index: 0, item_name: 'a' });
    expect(one.late).toBe(0);
  });

  it('a new list continues with the current item, to the packet', async () => {
    const one = air.connect(1);
    const id = await air.start([1], abc);
    await air.pass(13_000);
    const before = air.clock.now();
    await air.engine.setItems(air.get(id), [item('d', 1000), item('b', 10_000), item('e', 1000)].map(exists));
    await air.pass(1000, 20);
    const first = one.heard(before)[0]?.packet ?? 0;
    for (let i = 0; i < 50; i++)
      expect(one.heard(before + i * 20_000)).toEqual([{ stream: id, path: 'b', packet: first + i }]);
    await air.pass(7000);
    expect(air.now(1)).toMatchObject([{ path: 'e' }]);
    await air.engine.setItems(air.get(id), [exists(item('f', 5000))]);
    await air.pass(300);
    expect(air.now(1)).toMatchObject([{ path: 'f' }]);
  });

  function exists<T extends { path: string; duration_ms: number }>(one: T): T {
    air.lengths.set(`/data/${one.path}/programme.opk`, one.duration_ms / 20);
    return one;
  }
});

describe('failing sources', () => {
  it('a missing or short file ends its broadcast with the reason, after the readable part', async () => {
    air.connect(1);
    air.connect(2);
    const fine = await air.start([1], [item('a', hour)]);
    air.lengths.set('/data/short/programme.opk', 100);
    const short = await air.start([2], [item('short', 30_000)]);
    await air.pass(1900);
    expect(air.now(2)).toMatchObject([{ path: 'short' }]);
    await air.pass(1000);
    expect(air.store.rows.get(short)).toMatchObject({ state: 'ended', end_reason: 'source' });
    expect(air.now(1)).toMatchObject([{ stream: fine }]);
    expect(air.warnings).toContain('the source of a broadcast failed');
  });
  it('refuses to start without its first item', async () => {
    air.lengths.set('/data/gone/programme.opk', 0);
    await expect(air.start([1], [item('gone', 1000)])).rejects.toThrow('ends before its length');
  });
});
