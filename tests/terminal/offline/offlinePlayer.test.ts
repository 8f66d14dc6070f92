import { describe, expect, test } from 'vitest';
import { cut, offlineBench, programme, silenceIn, withAlarm } from '../support/offlineBench.ts';

const bell = programme(20, 1);
const music = programme(60, 2);
const message = programme(4, 3);

describe('stored content', () => {
  test('is fetched, checked, reported, and deleted when the manifest no longer contains it', async () => {
    const bench = await offlineBench();
    await bench.run(1);
    bench.manifest([bell, music]);
    await bench.run(3);
    expect(bench.state()).toMatchObject({ missing: [], trouble: null, bytes: bell.bytes.length * 4 });
    bench.manifest([music]);
    await bench.run(2);
    expect([...bench.store.items.keys()]).toEqual([music.id]);
    bench.simulation.send({ type: 'removed' });
    await bench.run(1);
    expect(bench.store.items.size).toBe(0);
  });

  test('stays within its limit and reports it; items with a wrong hash are not stored', async () => {
    const bench = await offlineBench();
    bench.store.limit = music.bytes.length;
    await bench.run(1);
    bench.manifest([bell, music]);
    await bench.run(3);
    expect(bench.state()).toMatchObject({ missing: [music.id], trouble: 'full' });
    bench.store.limit = 1e9;
    bench.world.answer = () => ({ kind: 'bytes', bytes: bell.bytes.slice(1) });
    bench.manifest([bell, music]);
    await bench.run(3);
    expect(bench.state()).toMatchObject({ missing: [music.id], trouble: 'corrupt' });
    bench.world.answer = null;
    await bench.run(10);
    expect(bench.state()).toMatchObject({ missing: [], trouble: null });
  });

  test('is checked at the start: items changed on the disk are fetched again', async () => {
    const first = await offlineBench();
    await first.run(1);
    first.manifest([bell]);
    await first.run(2);
    const broken = first.store.items.get(bell.id)?.slice() ?? new Uint8Array();
    broken[100] = 99;
    first.store.items.set(bell.id, broken);
    const second = await offlineBench(first.store);
    expect(second.store.items.has(bell.id)).toBe(false);
    second.stored.set(bell.id, bell);
    await second.run(3);
    expect(second.fetches).toEqual([bell.id]);
    expect(second.store.items.get(bell.id)).toEqual(bell.bytes);
  });
});

describe('an alarm', () => {
  test('continues without an additional gap, is reported, and ends if the server does not open it again', async () => {
    const bench = await withAlarm(message);
    expect(bench.title()).toBe('Fire');
    cut(bench);
    expect(await silenceIn(bench, 60)).toBeLessThan(1.1);
    expect(bench.keeping.view()?.playing).toEqual({ title: 'Fire', isAlarm: true });
    bench.simulation.up = true;
    await bench.run(5);
    expect(bench.simulation.session.state).toBe('idle');
    expect(bench.played()).toMatchObject([{ task: null, start_s: null, broadcast: 43 }]);
    expect(bench.played()?.[0]?.played_ms).toBeGreaterThan(40_000);
    cut(bench);
    await bench.run(10);
    expect(bench.simulation.session.state).toBe('idle');
  });

  test('continues after a silent loss of the link too, within ten seconds', async () => {
    const bench = await withAlarm(message);
    bench.simulation.mute = true;
    expect(await silenceIn(bench, 30)).toBeLessThan(10);
    expect(bench.simulation.session.state).toBe('playing');
  });

  test('ends after its time, and when a person silences it', async () => {
    const bench = await withAlarm(message, { max_s: 20 });
    cut(bench);
    await bench.run(15);
    expect(bench.simulation.session.state).toBe('playing');
    await bench.run(10);
    expect(bench.simulation.session.state).toBe('idle');
    const other = await withAlarm(message);
    cut(other);
    await other.run(5);
    expect(other.keeping.silence()).toBe(true);
    await other.run(30);
    expect(other.simulation.session.state).toBe('idle');
  });

  test('continues after a restart of the terminal without a link, for its remaining time', async () => {
    const bench = await withAlarm(message, { max_s: 30 });
    cut(bench);
    await bench.run(10);
    const again = await offlineBench(bench.store, {}, bench.simulation.now);
    again.simulation.up = false;
    await again.run(10);
    expect([again.title(), again.simulation.session.state]).toEqual(['Fire', 'playing']);
    await again.run(15);
    expect(again.simulation.session.state).toBe('idle');
  });

  test('does not start if it was not playing when the link was lost, or was silenced or over', async () => {
    const closed = await withAlarm(message);
    closed.simulation.send({ type: 'stream.close', stream: 43, at_us: closed.simulation.media });
    await closed.run(1);
    cut(closed);
    await closed.run(20);
    expect(closed.simulation.session.state).toBe('idle');
    const flushed = await withAlarm(message);
    flushed.simulation.send({ type: 'stream.flush', stream: 43, from_us: flushed.simulation.media });
    await flushed.run(1);
    cut(flushed);
    await flushed.run(20);
    expect(flushed.simulation.session.state).toBe('idle');
  });
});
