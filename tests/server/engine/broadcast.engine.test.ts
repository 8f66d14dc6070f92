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
    const reserve = () => Math.round((one.ahead_us - air.clock.now()) / 1000);
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
    expect(air.shown.get(1)).toMatchObject({ play_status: 1, why: { key: 'paused' } });
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
    expect(air.shown.get(1)).toMatchObject({ play_status: 3, why: { key: 'stopped' } });
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
    expect(air.shown.get(1)).toMatchObject({ why: { key: 'preempting', params: { over: 'task 1' } } });
    expect(air.live.get(low)).toMatchObject({ state: 'waiting', preempted: 1 });
    await air.pass(3000);
    const live = Math.floor((air.clock.now() - (air.get(low).from_us ?? 0)) / 20_000);
    expect(air.now(1)).toEqual([{ stream: low, path: 'a', packet: live }]);
    expect(air.shown.get(1)?.why.key).toBe('playing');
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

describe('proof of delivery', () => {
  it('sums up over the openings of a stream and is written in batches and at the end', async () => {
    air.connect(1);
    const id = await air.start([1], [item('a', hour)]);
    const from = air.get(id).from_us ?? 0;
    await air.pass(1200);
    const heard = { stream: id, first_sound_us: from + 300, position_us: from + 1_000_000, level_db: -20 };
    air.say(1, { ...heard, received: 50, lost: 1, late: 2 });
    await air.pass(600);
    expect(air.live.get(id)).toMatchObject({ sounding: 1, silent: 0, level_db: -20 });
    air.disconnect(1);
    await air.pass(1000);
    expect(air.live.get(id)).toMatchObject({ sounding: 0, offline: 1, level_db: null });
    air.connect(1);
    air.say(1, { ...heard, position_us: from + 3_000_000, first_sound_us: from + 2_980_000, received: 7 });
    await air.pass(10_000);
    const proof = air.store.proofs.get(id)?.get(1);
    expect(proof).toMatchObject({ received: 57, lost: 1, late: 2, played_ms: 980 });
    expect(proof?.first_sound_at).toBe(Math.round(air.clock.toWall(from + 300)));
    await air.engine.stop(air.get(id));
    air.say(1, { stream: id, state: 'idle', received: 600, lost: 3 });
    await air.pass(3000);
    expect(air.store.proofs.get(id)?.get(1)).toMatchObject({ received: 650, lost: 4, reason: null });
  });
  it('continues after a restart of the server from the stored values', async () => {
    air.connect(1);
    const id = await air.start([1], [item('a', hour)]);
    const from = air.get(id).from_us ?? 0;
    await air.pass(1200);
    const heard = { stream: id, first_sound_us: from + 300, position_us: from + 1_000_000, level_db: -20 };
    air.say(1, { ...heard, received: 50, lost: 1, late: 2 });
    const first_sound_at = Math.round(air.clock.toWall(from + 300));
    await air.pass(10_000);
    await air.restart(3000);
    air.connect(1);
    await air.pass(1000);
    const again = air.get(id).from_us ?? 0;
    air.say(1, {
      ...heard,
      first_sound_us: again,
      position_us: again + 500_000,
      received: 25,
      late: 0,
      lost: 0,
    });
    expect(air.get(id).targets.get(1)?.proof()).toMatchObject({
      first_sound_at,
      played_ms: 1500 - 40,
      received: 75,
      lost: 1,
      late: 2,
    });
  });

  it('counts sound before a pause once', async () => {
    air.connect(1);
    const id = await air.start([1], [item('a', hour)]);
    const from = air.get(id).from_us ?? 0;
    const says = (position_us: number, received: number) =>
      air.say(1, { stream: id, first_sound_us: from, position_us: from + position_us, received });
    for (const second of [1, 2, 3, 4]) {
      await air.pass(1000);
      says(second * 1_000_000, second * 50);
    }
    await air.engine.pause(air.get(id));
    air.say(1, { stream: id, state: 'idle', first_sound_us: from, received: 300 });
    await air.pass(3000);
    await air.engine.resume(air.get(id));
    await air.pass(2000);
    says(9_000_000, 350);
    await air.pass(1000);
    says(10_000_000, 400);
    await air.pass(11_000);
    expect(air.store.proofs.get(id)?.get(1)?.played_ms).toBe(5000);
  });

  it('rejects impossible times as proof, and counts that cannot be stored', async () => {
    air.connect(1);
    const id = await air.start([1], [item('a', hour)]);
    const from = air.get(id).from_us ?? 0;
    await air.pass(2000);
    for (const us of [from - 60_000_000, -9e15, 9e15, air.clock.now() + 60_000_000])
      air.say(1, {
        stream: id,
        first_sound_us: us,
        position_us: us,
        received: 2 ** 50,
        lost: 2 ** 52,
        late: 2 ** 53 - 1,
      });
    air.disconnect(1);
    air.connect(1);
    air.say(1, { stream: id, received: 2 ** 50, lost: 2 ** 50 });
    await air.pass(11_000);
    const most = 2 ** 31 - 1;
    expect(air.store.proofs.get(id)?.get(1)).toMatchObject({
      first_sound_at: null,
      played_ms: 0,
      received: most,
      lost: most,
      late: most,
    });
    air.say(1, { stream: id, first_sound_us: from, position_us: from + 1_000_000 });
    await air.pass(11_000);
    expect(air.store.proofs.get(id)?.get(1)?.first_sound_at).toBe(Math.round(air.clock.toWall(from)));
  });

  it('keeps the reason why a target never sounded', async () => {
    air.connect(2);
    const id = await air.start([1, 2], [item('a', hour)]);
    air.say(2, { state: 'locked', stream: id });
    await air.pass(1000);
    await air.engine.stop(air.get(id));
    await air.pass(3000);
    expect(air.store.proofs.get(id)?.get(1)?.reason).toBe('offline:task 1');
    expect(air.store.proofs.get(id)?.get(2)?.reason).toBe('locked:task 1');
  });
});
