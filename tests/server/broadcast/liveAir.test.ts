import { beforeEach, describe, expect, it } from 'vitest';
import { LiveFeed } from '../../../server/sound/source/liveFeed.ts';
import { FakeAir, item } from '../engine/fakeAir.ts';

let air: FakeAir;
let feed: LiveFeed;
let published = 0;
beforeEach(() => {
  air = new FakeAir();
  feed = new LiveFeed({ now: () => air.clock.now(), stallMs: 1_000 });
  published = 0;
});
const hour = 3_600_000;

/** Sends live packets for a while: one each 20 ms, with its number. */
async function speak(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 20) {
    feed.push(new TextEncoder().encode(`/data/live/programme.opk#${published++}`.padEnd(160, ' ')));
    await air.pass(20, 20);
  }
}

describe('live sound on the air', () => {
  it('is heard in step at all terminals, one packet per message, at most 130 ms after it arrived', async () => {
    const [one, two] = [air.connect(1), air.connect(2)];
    await air.speak([1, 2], feed);
    const began = air.clock.now();
    await speak(1_000);
    for (const at of [began + 150_000, began + 500_000, began + 900_000]) {
      const [heard] = one.heard(at);
      expect(two.heard(at)).toEqual([heard]);
      expect(heard?.path).toBe('live');
      const came = began + (heard?.packet ?? 0) * 20_000;
      expect(at - came).toBeLessThanOrEqual(150_000);
    }
    expect(one.frames.every((bytes) => bytes[1] === 1)).toBe(true);
    expect(two.frames[5]).toBe(one.frames[5]);
    expect(one.late).toBe(0);
  });

  it('pre-empts a programme at once and returns it after its last word', async () => {
    const one = air.connect(1);
    const music = await air.start([1], [item('music', hour)]);
    await air.pass(2_000);
    const talk = await air.speak([1], feed, { priority: 90 });
    const began = air.clock.now();
    await speak(600);
    feed.end();
    await air.pass(600, 20);
    expect(one.heard(began + 60_000)).toEqual([]);
    const heard = one.heard(began + 300_000);
    expect(heard).toMatchObject([{ stream: talk, path: 'live' }]);
    expect(air.store.rows.get(talk)).toMatchObject({ state: 'ended', end_reason: 'hung_up' });
    expect(one.heard(air.clock.now())).toMatchObject([{ stream: music }]);
    const words = new Set<number>();
    for (let us = began; us < air.clock.now(); us += 20_000)
      for (const { stream, packet } of one.heard(us)) if (stream === talk && packet >= 0) words.add(packet);
    expect(words.size).toBe(30);
  });

  it('lets a late terminal join, follows volume, pause and resume, and stops within 60 ms', async () => {
    const one = air.connect(1);
    const id = await air.speak([1, 2], feed);
    await speak(400);
    const two = air.connect(2);
    await air.engine.setVolume(air.get(id), 30);
    await speak(400);
    expect(two.messages.find((m) => m.type === 'stream.open')).toMatchObject({ stream: id });
    expect(two.heard(air.clock.now())).toEqual(one.heard(air.clock.now()));
    expect(one.messages).toContainEqual({ type: 'stream.volume', stream: id, volume: 30 });
    await air.engine.pause(air.get(id));
    await speak(400);
    expect(one.heard(air.clock.now())).toEqual([]);
    await air.engine.resume(air.get(id));
    await speak(400);
    const [again] = one.heard(air.clock.now());
    // Speech during the pause is not heard later.
    expect(again?.packet).toBeGreaterThan(published - 9);
    await air.engine.stop(air.get(id));
    expect(one.heard(air.clock.now() + 60_000)).toEqual([]);
  });

  it('fills a gap with silence, and ends with a reason when the source fails', async () => {
    const one = air.connect(1);
    const id = await air.speak([1], feed);
    await speak(400);
    await air.pass(500, 20);
    expect(one.heard(air.clock.now())).toMatchObject([{ packet: -1 }]);
    expect(air.engine.get(id)).toBeDefined();
    await air.pass(1_000, 20);
    expect(air.engine.get(id)).toBeUndefined();
    expect(air.store.rows.get(id)).toMatchObject({ state: 'ended', end_reason: 'source' });
  });

  it('adapts its lead to reports of late packets', async () => {
    air.connect(1);
    const id = await air.speak([1], feed);
    await speak(100);
    const before = feed.floorUs;
    air.report(1, { stream: id, received: 5, late: 0 });
    air.report(1, { stream: id, received: 10, late: 4 });
    expect(feed.floorUs).toBeGreaterThan(before);
  });

  it('ends at a restart of the server', async () => {
    air.connect(1);
    const id = await air.speak([1], feed);
    await speak(200);
    await air.restart(1_000);
    expect(air.engine.get(id)).toBeUndefined();
    expect(air.store.rows.get(id)).toMatchObject({ state: 'ended', end_reason: 'source' });
  });
});
