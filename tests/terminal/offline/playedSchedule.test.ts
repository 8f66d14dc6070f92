import { describe, expect, test } from 'vitest';
import {
  cut,
  MemoryStore,
  type OfflineBench,
  offlineBench,
  programme,
  whole,
} from '../support/offlineBench.ts';
import { Simulation } from '../support/simulation.ts';

const WALL_S = Simulation.WALL / 1000;
const bell = programme(20, 1);
const music = programme(60, 2);

/** A bench that holds a bell at 30 s and music of a smaller weight from 10 s to 70 s. */
async function withSchedule(
  store = new MemoryStore(),
  more: { bell?: object; music?: object } = {},
): Promise<OfflineBench> {
  const bench = await offlineBench(store);
  await bench.run(1);
  const programmes = [
    whole(bell, more.bell),
    whole(music, { task: 2, title: 'Music', weight: 50, ...more.music }),
  ];
  const runs = [
    { start_s: WALL_S + 10, programme: 1 },
    { start_s: WALL_S + 30, programme: 0 },
  ];
  bench.manifest([bell, music], { programmes, runs });
  await bench.run(4);
  return bench;
}

describe('a schedule without a link', () => {
  test('is not played while the link is there', async () => {
    const bench = await withSchedule();
    await bench.run(30);
    expect(bench.simulation.session.state).toBe('idle');
    expect(bench.played()).toBeUndefined();
  });

  test('is played at its time by the media clock, by weight, and reported once the server is back', async () => {
    const bench = await withSchedule();
    cut(bench);
    await bench.run(4);
    expect(bench.simulation.session.state).toBe('idle');
    await bench.run(4);
    expect([bench.title(), bench.simulation.session.state]).toEqual(['Music', 'playing']);
    await bench.run(20);
    expect(bench.title()).toBe('Bell');
    await bench.run(20);
    expect(bench.title()).toBe('Music');
    await bench.run(20);
    expect(bench.simulation.session.state).toBe('idle');
    // Playback matches the media clock to the sample.
    const errors = bench.simulation.heard.map(({ errorUs }) => Math.abs(errorUs));
    expect(errors.length).toBeGreaterThan(30);
    expect(Math.max(...errors)).toBeLessThan(300);
    bench.simulation.up = true;
    await bench.run(5);
    const [first, second] = bench.played() ?? [];
    expect(first).toMatchObject({ task: 2, start_s: WALL_S + 10 });
    expect(Math.abs((first?.first_sound_ms ?? 0) - (WALL_S + 10) * 1000)).toBeLessThan(60);
    expect(first?.played_ms).toBeGreaterThan(39_000);
    expect(second).toMatchObject({ task: 1, start_s: WALL_S + 30 });
    expect(Math.abs((second?.played_ms ?? 0) - 20_000)).toBeLessThan(300);
    const numbers = (bench.played() ?? []).map(({ n }) => n);
    bench.simulation.send({ type: 'keep.confirmed', records: numbers });
    bench.simulation.sent.length = 0;
    await bench.run(70);
    expect(bench.played()).toBeUndefined();
  });

  test('starts at the live position; the server continues it without a gap and without double sound', async () => {
    const bench = await withSchedule();
    await bench.run(10);
    cut(bench);
    await bench.run(3);
    expect(bench.title()).toBe('Music');
    // The run as the server plays it: on the same grid.
    const { simulation } = bench;
    let [silent, loudest] = [0, 0];
    simulation.listen = (samples) => {
      for (let i = 0; i + 480 <= samples.length; i += 480)
        if (samples.slice(i, i + 480).every((x) => Math.abs(x) < 0.05)) silent++;
      for (const x of samples) loudest = Math.max(loudest, Math.abs(x));
    };
    await bench.run(1);
    const alone = loudest;
    simulation.answerHello = () => {
      simulation.welcome();
      const began = Math.round((WALL_S + 10) * 1e6 - Simulation.WALL * 1e3) + simulation.mediaBase;
      const from = began + Math.ceil((simulation.media + 200_000 - began) / 20_000) * 20_000;
      simulation.open(7, from);
      simulation.sendProgramme(7, from, from + 10_000_000);
    };
    simulation.up = true;
    // It is back within 1.2 s, and holds 2.7 s of what is sent ahead.
    await bench.run(2.5);
    expect(simulation.session.phase).toBe('welcomed');
    expect(bench.title()).toBe('T');
    expect(silent).toBe(0);
    expect(loudest).toBeLessThan(alone * 1.01);
  });

  test('is silent while a run without a sound holds the terminal', async () => {
    const silence = { task: 1, title: 'Silence', before: [], list: [], after: [], list_ms: 0 };
    const bench = await withSchedule(new MemoryStore(), { bell: silence });
    cut(bench);
    await bench.run(10);
    expect(bench.title()).toBe('Music');
    await bench.run(20);
    expect([bench.title(), bench.simulation.session.state]).toEqual([undefined, 'idle']);
    await bench.run(20);
    expect(bench.title()).toBe('Music');
    bench.simulation.up = true;
    await bench.run(5);
    expect(bench.played()?.map(({ task }) => task)).toEqual([2]);
  });

  test('is played after a restart without a server, by the local time of day, at the live position', async () => {
    const first = await withSchedule();
    cut(first);
    await first.run(12);
    const second = await offlineBench(first.store, {}, 20e6);
    second.simulation.up = false;
    await second.run(4);
    expect(second.simulation.session.state).toBe('unsynced');
    await second.run(3);
    expect([second.title(), second.simulation.session.state]).toEqual(['Music', 'playing']);
    await second.run(8);
    expect(second.title()).toBe('Bell');
    second.simulation.up = true;
    await second.run(6);
    // One record for the run, of both programs.
    const records = second.played() ?? [];
    expect(records.map(({ task }) => task)).toEqual([2, 1]);
    expect(Math.abs((records[0]?.first_sound_ms ?? 0) - (WALL_S + 10) * 1000)).toBeLessThan(60);
  });

  test('speech is mixed with the programme, which stays synchronous, and both are reported', async () => {
    const bench = await withSchedule(new MemoryStore(), {
      bell: { part: 'speech' },
      music: { part: 'programme', resume: 'none' },
    });
    cut(bench);
    await bench.run(30);
    const { streams, speaker } = bench.simulation.session;
    const sounding = () =>
      [streams.current(null), ...streams.furtherStreams(streams.current(null))].flatMap((one) =>
        one && speaker.status(one.stream).sounding ? [`${one.title} ${one.mix}`] : [],
      );
    expect(sounding()).toEqual(['Bell speech', 'Music programme']);
    await bench.run(20);
    expect(sounding()).toEqual(['Music programme']);
    const errors = bench.simulation.heard.map(({ errorUs }) => Math.abs(errorUs));
    expect(Math.max(...errors)).toBeLessThan(300);
    await bench.run(25);
    bench.simulation.up = true;
    await bench.run(5);
    const [first, second] = bench.played() ?? [];
    expect([first?.task, second?.task]).toEqual([2, 1]);
    expect(Math.abs((first?.played_ms ?? 0) - 60_000)).toBeLessThan(300);
    expect(Math.abs((second?.played_ms ?? 0) - 20_000)).toBeLessThan(300);
  });

  test('a run with `position` continues where it stopped, and ends later by that time', async () => {
    const bench = await withSchedule(new MemoryStore(), { music: { resume: 'position', held_by: [1] } });
    cut(bench);
    await bench.run(65);
    // At 70 it would have been over; it stood for 20 seconds.
    expect([bench.title(), bench.simulation.session.state]).toEqual(['Music', 'playing']);
    await bench.run(15);
    expect(bench.simulation.session.state).toBe('playing');
    await bench.run(8);
    expect(bench.simulation.session.state).toBe('idle');
    bench.simulation.up = true;
    await bench.run(5);
    const [first] = bench.played() ?? [];
    expect(first).toMatchObject({ task: 2, start_s: WALL_S + 10 });
    expect(Math.abs((first?.played_ms ?? 0) - 60_000)).toBeLessThan(300);
  });

  test('a run with `none` does not continue after pre-emption', async () => {
    const bench = await withSchedule(new MemoryStore(), { music: { resume: 'none' } });
    cut(bench);
    await bench.run(40);
    expect(bench.title()).toBe('Bell');
    await bench.run(10);
    expect(bench.simulation.session.state).toBe('idle');
  });

  test('a person can silence the current run', async () => {
    const bench = await withSchedule();
    cut(bench);
    await bench.run(10);
    expect(bench.keeping.view()?.playing).toEqual({ title: 'Music', isAlarm: false });
    expect(bench.keeping.silence()).toBe(true);
    await bench.run(2);
    expect(bench.simulation.session.state).toBe('idle');
    await bench.run(15);
    expect(bench.title()).toBe('Bell');
  });

  test('a terminal that is refused, or was removed, does not play by itself', async () => {
    const bench = await withSchedule();
    bench.simulation.answerHello = () =>
      bench.simulation.send({ type: 'refused', code: 'duplicate', message: '', retry_s: 1 });
    bench.simulation.cut();
    await bench.run(20);
    expect(bench.simulation.session.state).toBe('idle');
  });
});
