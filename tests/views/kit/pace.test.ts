import { expect, test } from 'vitest';
import { Pace } from '../../../src/views/kit/grid/pace.ts';

/** A page whose thread is `slower` times as slow; its time passes by work and waiting only. */
function page(slower: number) {
  let time = 0;
  const timers: { at: number; work: () => void }[] = [];
  const frames: (() => void)[] = [];
  const updates: number[] = [];
  const pace = new Pace(
    () => {
      updates.push(time);
      time += 10 * slower;
    },
    {
      now: () => time,
      beforeFrame: (work) => void frames.push(work),
      afterFrame: (work) => {
        // Drawing the frame.
        time += 5 * slower;
        work();
      },
      later: (work, ms) => timers.push({ at: time + ms, work }),
    },
  );
  const draw = () => {
    for (const frame of frames.splice(0)) frame();
  };
  /** Passes time, with a frame after every update. */
  function run(until: number): void {
    draw();
    for (;;) {
      timers.sort((a, b) => a.at - b.at);
      const [next] = timers;
      if (next === undefined || next.at > until) break;
      timers.shift();
      time = Math.max(time, next.at);
      next.work();
      draw();
    }
    time = Math.max(time, until);
  }
  /** Changes that arrive ten times a second. */
  function arrive(ms: number): void {
    const start = time;
    for (let at = start; at < start + ms; at += 100) {
      run(at);
      pace.request();
    }
    run(start + ms);
  }
  return { pace, updates, run, arrive, draw, now: () => time };
}

test('a page with time takes every change as it comes', () => {
  const { arrive, updates } = page(1);
  arrive(10_000);
  expect(updates.length).toBeGreaterThanOrEqual(98);
});

test.each([2, 4, 20])('updates on a thread %i times slower leave it two thirds of its time', (slower) => {
  const { arrive, updates, pace } = page(slower);
  arrive(20_000);
  const share = (updates.length * 15 * slower) / 20_000;
  expect(share).toBeLessThanOrEqual(0.36);
  expect(share).toBeGreaterThan(0.1);
  expect(pace.waitingSince === null || pace.waitingSince > 15_000).toBe(true);
});

test('the time since which a change waits is known until an update takes it', () => {
  const { pace, run, arrive, now } = page(10);
  expect(pace.waitingSince).toBeNull();
  arrive(100);
  expect(pace.waitingSince).toBeNull();
  pace.request();
  const asked = now();
  expect(pace.waitingSince).toBe(asked);
  pace.request();
  expect(pace.waitingSince).toBe(asked);
  run(now() + 1_000);
  expect(pace.waitingSince).toBeNull();
});

test('nothing is updated before the frame of the last update is drawn, nor after a stop', () => {
  const { pace, run, draw, updates, now } = page(1);
  pace.request();
  pace.flush();
  pace.request();
  expect(updates).toHaveLength(1);
  draw();
  run(now() + 500);
  expect(updates).toHaveLength(2);
  pace.request();
  pace.stop();
  run(now() + 500);
  expect(updates).toHaveLength(2);
});
