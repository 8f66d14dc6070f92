import { describe, expect, it } from 'vitest';
import { buzzRound } from '../../../src/views/shared/alarms/buzzer.ts';

const RATE = 48_000;

/** Level of samples, dB of full scale. */
function level(samples: Float32Array): number {
  return 10 * Math.log10(samples.reduce((sum, x) => sum + x * x, 0) / samples.length + 1e-12);
}

/** Upward zero crossings per second: the pitch of a tone with odd harmonics. */
function pitch(samples: Float32Array): number {
  let ups = 0;
  for (let i = 1; i < samples.length; i++)
    if ((samples[i - 1] as number) <= 0 && (samples[i] as number) > 0) ups += 1;
  return (ups / samples.length) * RATE;
}

describe('buzzer of the console', () => {
  const fast = buzzRound('fast', RATE);
  const part = (from: number, to: number) => fast.slice(from * RATE, to * RATE);

  it('in an alarm it has two tones, one above the other, and a pause, every second', () => {
    expect(fast.length).toBe(RATE);
    expect(Math.abs(pitch(part(0.02, 0.14)) - 880)).toBeLessThan(10);
    expect(Math.abs(pitch(part(0.22, 0.34)) - 660)).toBeLessThan(10);
    expect(level(part(0.165, 0.195))).toBeLessThan(-100);
    expect(level(part(0.37, 1))).toBeLessThan(-100);
  });

  it('during a delay it repeats every three seconds, which is distinguishable', () => {
    const slow = buzzRound('slow', RATE);
    expect(slow.length).toBe(3 * RATE);
    expect(slow.slice(0, RATE)).toEqual(fast);
    expect(level(slow.slice(RATE))).toBeLessThan(-100);
  });

  it('is loud without clipping, and begins and ends without a click, at every sample rate', () => {
    for (const rate of [22_050, 44_100, 48_000, 96_000]) {
      const round = buzzRound('fast', rate);
      expect(Math.max(...round)).toBeCloseTo(0.5, 2);
      expect(Math.abs(round[0] as number)).toBeLessThan(0.001);
      expect(Math.abs(round[Math.round(0.16 * rate)] as number)).toBeLessThan(0.001);
    }
    expect(level(part(0.02, 0.14))).toBeGreaterThan(-10);
  });
});
