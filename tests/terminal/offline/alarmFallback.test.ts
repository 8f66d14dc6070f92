import { expect, test } from 'vitest';
import {
  cut,
  type OfflineBench,
  offlineBench,
  openAlarm,
  programme,
  silenceIn,
  withAlarm,
} from '../support/offlineBench.ts';

const message = programme(4, 3);
const last = (bench: OfflineBench) => bench.simulation.reports.at(-1);

test('an alarm without packets is played from the cache, synchronously, and reported', async () => {
  const bench = await withAlarm(message, { sent: false });
  expect(last(bench)).toMatchObject({ state: 'playing', stream: 43, kept: true });
  expect(await silenceIn(bench, 30)).toBeLessThan(1.1);
  const errors = bench.simulation.heard.map(({ errorUs }) => Math.abs(errorUs));
  expect(errors.length).toBeGreaterThan(10);
  expect(Math.max(...errors)).toBeLessThan(2_000);
});

test('late packets are dropped without side effects', async () => {
  const bench = await withAlarm(message, { sent: false });
  const { media } = bench.simulation;
  const { received = 0, lost } = last(bench) ?? {};
  bench.simulation.sendProgramme(43, media - 3_000_000, media - 1_000_000);
  await bench.run(1.5);
  expect(last(bench)).toMatchObject({ late: 0, lost });
  // It has given itself its own packets since, and nothing else.
  expect((last(bench)?.received ?? 0) - received).toBeLessThan(120);
});

test('the fallback ends at a close, and at a flush until the alarm is opened again', async () => {
  const closed = await withAlarm(message, { sent: false });
  closed.simulation.send({ type: 'stream.close', stream: 43, at_us: closed.simulation.media });
  await closed.run(5);
  expect(closed.simulation.session.state).toBe('idle');
  expect(closed.keeping.covered).toBeNull();

  const flushed = await withAlarm(message, { sent: false });
  flushed.simulation.send({ type: 'stream.flush', stream: 43, from_us: flushed.simulation.media });
  await flushed.run(10);
  expect(flushed.simulation.session.state).toBe('idle');
  openAlarm(flushed, message, 1800, false);
  await flushed.run(2);
  expect(flushed.simulation.session.state).toBe('playing');
  flushed.simulation.send({ type: 'stream.volume', stream: 43, volume: 30 });
  await flushed.run(5);
  expect(flushed.simulation.session.state).toBe('playing');
});

test('the fallback does not play alarms that arrive in time, alarms without cached items, and other broadcasts', async () => {
  const bench = await withAlarm(message);
  await bench.run(1);
  expect(bench.keeping.covered).toBeNull();
  expect(last(bench)).not.toHaveProperty('kept');

  const without = await offlineBench();
  await without.run(1);
  openAlarm(without, message, 1800, false);
  await without.run(5);
  expect([without.keeping.covered, without.simulation.session.state]).toEqual([null, 'idle']);

  const music = await offlineBench();
  await music.run(1);
  music.simulation.open(7, music.simulation.media + 100_000);
  await music.run(5);
  expect([music.keeping.covered, music.simulation.session.state]).toEqual([null, 'idle']);
});

test('the fallback continues without a gap when the link is lost', async () => {
  const bench = await withAlarm(message, { sent: false });
  cut(bench);
  expect(await silenceIn(bench, 30)).toBeLessThan(1.1);
  expect(bench.keeping.view()?.playing).toEqual({ title: 'Fire', isAlarm: true });
});
