import { expect, test } from 'vitest';
import { JitterBuffer, sampleOf } from '../../../terminal/audio/jitterBuffer.ts';

const SECOND = 48_000;
const BLOCK = 960;

/** Samples whose values tell their number, from `at` on. */
const numbered = (at: number, count: number) =>
  Float32Array.from({ length: count }, (_, i) => ((at + i) % 1_000) / 1_000);

/** Plays samples `from` to `to` of the buffer. */
function played(buffer: JitterBuffer, from: number, to: number): Float32Array {
  const out = new Float32Array(to - from);
  buffer.add(out, 0, from, to - from, null);
  return out;
}

test('sound that is stored ten seconds ahead is played as it came, in any order', () => {
  const begin = sampleOf(7_000_000);
  const buffer = new JitterBuffer(7_000_000, 1);
  const starts = Array.from({ length: (10 * SECOND) / BLOCK }, (_, i) => begin + i * BLOCK);
  // The first packet comes after the second, and one of the middle last.
  const [first = 0, second = 0, ...others] = starts;
  const [late = 0] = others.splice(200, 1);
  for (const at of [second, first, ...others, late]) buffer.push(at, numbered(at, BLOCK), begin);
  expect(buffer.waiting(begin)).toBe(10 * SECOND);
  const end = begin + 10 * SECOND - BLOCK;
  const settled = begin + BLOCK;
  played(buffer, begin, settled);
  expect(played(buffer, settled, end)).toEqual(numbered(settled, end - settled));
});

test('sound after a gap is played at its time, and the gap is missing', () => {
  const buffer = new JitterBuffer(0, 1);
  buffer.push(0, numbered(0, SECOND), 0);
  played(buffer, 0, SECOND / 2);
  buffer.push(5 * SECOND, numbered(5 * SECOND, SECOND), SECOND / 2);
  expect(buffer.waiting(SECOND / 2)).toBe(SECOND / 2);
  const gap = played(buffer, SECOND / 2, 5 * SECOND).subarray(SECOND / 2);
  expect(gap.every((value) => value === 0)).toBe(true);
  expect(buffer.counter.missedMs).toBe(4_000);
  const [from, to] = [5 * SECOND + BLOCK, 6 * SECOND - BLOCK];
  played(buffer, 5 * SECOND, from);
  expect(played(buffer, from, to)).toEqual(numbered(from, to - from));
});
