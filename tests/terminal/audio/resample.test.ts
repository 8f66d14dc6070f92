import { expect, test } from 'vitest';
import { interpolate } from '../../../terminal/audio/resample.ts';

/** Residual of a resampled sine, dB below the sine, and the gain, dB. */
function distortion(hz: number, step: number): { distortionDb: number; gainDb: number } {
  const source = new Float32Array(24_100).map((_, i) => Math.sin((2 * Math.PI * hz * i) / 48_000));
  const out = new Float32Array(23_900);
  interpolate(source, 20.25, step, out);
  const phase = (i: number) => (2 * Math.PI * hz * (20.25 + i * step)) / 48_000;
  // Least squares for a sine and a cosine, which over broken periods are not quite at right angles.
  let [ss, sc, cc, xs, xc] = [0, 0, 0, 0, 0];
  out.forEach((x, i) => {
    const [s, c] = [Math.sin(phase(i)), Math.cos(phase(i))];
    ss += s * s;
    sc += s * c;
    cc += c * c;
    xs += x * s;
    xc += x * c;
  });
  const sine = (xs * cc - xc * sc) / (ss * cc - sc * sc);
  const cosine = (xc * ss - xs * sc) / (ss * cc - sc * sc);
  let rest = 0;
  out.forEach((x, i) => {
    rest += (x - sine * Math.sin(phase(i)) - cosine * Math.cos(phase(i))) ** 2;
  });
  const power = (sine * sine + cosine * cosine) / 2;
  return { distortionDb: 10 * Math.log10(rest / out.length / power), gainDb: 10 * Math.log10(2 * power) };
}

test.each([
  [440, 1.0001],
  [440, 0.9999],
  [8_000, 1.0001],
  [8_000, 0.9995],
  [16_000, 1.0001],
])('a sine of %i Hz at step %d comes out as it went in', (hz, step) => {
  const { distortionDb, gainDb } = distortion(hz, step);
  expect(distortionDb).toBeLessThan(-75);
  expect(Math.abs(gainDb)).toBeLessThan(0.05);
});

test('at whole positions, only the band above 18 kHz changes', () => {
  const source = new Float32Array(64).fill(0.25);
  const out = new Float32Array(16);
  interpolate(source, 20, 1, out);
  for (const x of out) expect(x).toBeCloseTo(0.25, 6);
});
