import { beforeEach, describe, expect, it } from 'vitest';
import { FakeAir, item } from './fakeAir.ts';

let air: FakeAir;
beforeEach(() => {
  air = new FakeAir();
});
const hour = 3_600_000;

describe('proof of delivery', () => {
  it('sums up over the openings of a stream and is written in batches and at the end', async () => {
    air.connect(1);
    const id = await air.start([1], [item('a', hour)]);
    const from = air.get(id).from_us ?? 0;
    await air.pass(1200);
    const heard = { stream: id, first_sound_us: from + 300, position_us: from + 1_000_000, level_db: -20 };
    air.report(1, { ...heard, received: 50, lost: 1, late: 2 });
    await air.pass(600);
    expect(air.live.get(id)).toMatchObject({ sounding: 1, silent: 0, level_db: -20 });
    air.disconnect(1);
    await air.pass(1000);
    expect(air.live.get(id)).toMatchObject({ sounding: 0, offline: 1, level_db: null });
    air.connect(1);
    air.report(1, { ...heard, position_us: from + 3_000_000, first_sound_us: from + 2_980_000, received: 7 });
    await air.pass(10_000);
    const proof = air.store.proofs.get(id)?.get(1);
    expect(proof).toMatchObject({ received: 57, lost: 1, late: 2, played_ms: 980 });
    expect(proof?.first_sound_at).toBe(Math.round(air.clock.toWall(from + 300)));
    await air.engine.stop(air.get(id));
    air.report(1, { stream: id, state: 'idle', received: 600, lost: 3 });
    await air.pass(3000);
    expect(air.store.proofs.get(id)?.get(1)).toMatchObject({ received: 650, lost: 4, reason: null });
  });
  it('continues after a restart of the server from the stored values', async () => {
    air.connect(1);
    const id = await air.start([1], [item('a', hour)]);
    const from = air.get(id).from_us ?? 0;
    await air.pass(1200);
    const heard = { stream: id, first_sound_us: from + 300, position_us: from + 1_000_000, level_db: -20 };
    air.report(1, { ...heard, received: 50, lost: 1, late: 2 });
    const first_sound_at = Math.round(air.clock.toWall(from + 300));
    await air.pass(10_000);
    await air.restart(3000);
    air.connect(1);
    await air.pass(1000);
    const again = air.get(id).from_us ?? 0;
    air.report(1, {
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
    const report = (position_us: number, received: number) =>
      air.report(1, { stream: id, first_sound_us: from, position_us: from + position_us, received });
    for (const second of [1, 2, 3, 4]) {
      await air.pass(1000);
      report(second * 1_000_000, second * 50);
    }
    await air.engine.pause(air.get(id));
    air.report(1, { stream: id, state: 'idle', first_sound_us: from, received: 300 });
    await air.pass(3000);
    await air.engine.resume(air.get(id));
    await air.pass(2000);
    report(9_000_000, 350);
    await air.pass(1000);
    report(10_000_000, 400);
    await air.pass(11_000);
    expect(air.store.proofs.get(id)?.get(1)?.played_ms).toBe(5000);
  });

  it('rejects impossible times as proof, and cuts counts that cannot be', async () => {
    air.connect(1);
    const id = await air.start([1], [item('a', hour)]);
    const from = air.get(id).from_us ?? 0;
    await air.pass(2000);
    for (const us of [from - 60_000_000, -9e15, 9e15, air.clock.now() + 60_000_000])
      air.report(1, {
        stream: id,
        first_sound_us: us,
        position_us: us,
        received: 2 ** 50,
        lost: 2 ** 52,
        late: 2 ** 53 - 1,
      });
    air.disconnect(1);
    air.connect(1);
    air.report(1, { stream: id, received: 2 ** 50, lost: 2 ** 50 });
    await air.pass(11_000);
    const proof = air.store.proofs.get(id)?.get(1);
    expect(proof).toMatchObject({ first_sound_at: null, played_ms: 0 });
    // Two openings of seconds, each with the minute that a terminal may store ahead, in packets of 20 ms.
    const most = 2 * (60 + 5) * 50;
    for (const count of ['received', 'lost', 'late'] as const) {
      expect(proof?.[count], count).toBeGreaterThan(0);
      expect(proof?.[count], count).toBeLessThan(most);
    }
    air.report(1, { stream: id, first_sound_us: from, position_us: from + 1_000_000 });
    await air.pass(11_000);
    expect(air.store.proofs.get(id)?.get(1)?.first_sound_at).toBe(Math.round(air.clock.toWall(from)));
  });

  it('keeps the reason why a target never sounded', async () => {
    air.connect(2);
    const id = await air.start([1, 2], [item('a', hour)]);
    air.report(2, { state: 'locked', stream: id });
    await air.pass(1000);
    await air.engine.stop(air.get(id));
    await air.pass(3000);
    expect(air.store.proofs.get(id)?.get(1)?.reason).toBe('offline:task 1');
    expect(air.store.proofs.get(id)?.get(2)?.reason).toBe('locked:task 1');
  });
});
