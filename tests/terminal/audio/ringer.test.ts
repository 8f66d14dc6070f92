import { expect, test } from 'vitest';
import { Playout } from '../../../terminal/audio/playout.ts';
import { Ringer } from '../../../terminal/audio/ringer.ts';

test('a station rings repeatedly while it is called, plays the ringback tone while the other rings, and is silent after the answer', () => {
  const ringer = new Ringer();
  const follow = (phase: Parameters<Ringer['follow']>[0], seconds: number) =>
    ringer.follow(phase, seconds * 1e6);
  expect(follow('idle', 0)).toBeUndefined();
  expect(follow('ringing', 1)).toBe('ring');
  expect(follow('ringing', 2)).toBeUndefined();
  expect(follow('ringing', 4)).toBe('ring');
  expect(follow('talking', 4.5)).toBeNull();
  expect(follow('talking', 5)).toBeUndefined();
  expect(follow('calling', 6)).toBe('ringback');
  expect(follow('ringing', 6.1)).toBe('ring');
  expect(follow('over', 6.2)).toBeNull();
});

test('a ring that is cut off fades within 10 ms, without a click', () => {
  const playout = new Playout(48_000);
  const render = (frames: number) => {
    const out = new Float32Array(frames);
    playout.render(out, null);
    return out;
  };
  playout.tone('ringback');
  const before = render(4800);
  expect(Math.max(...before)).toBeCloseTo(0.1, 2);
  playout.tone(null);
  const after = render(960);
  const steps = after.map((x, i) => Math.abs(x - (i === 0 ? (before.at(-1) ?? 0) : (after[i - 1] ?? 0))));
  // A sine of 450 Hz at this peak moves so far from sample to sample.
  expect(Math.max(...steps)).toBeLessThan(0.1 * 2 * Math.PI * (450 / 48_000) + 1e-3);
  expect(after.slice(480).every((x) => x === 0)).toBe(true);
});
