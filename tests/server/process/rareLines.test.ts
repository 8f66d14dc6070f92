import { beforeEach, expect, test } from 'vitest';
import { RareLines } from '../../../server/platform/process/rareLines.ts';

let now: number;
let written: object[];
let lines: RareLines;
beforeEach(() => {
  now = 1_000;
  written = [];
  lines = new RareLines(
    (details) => written.push(details),
    () => now,
  );
});

test('a subject has one line a minute, and the next one tells how many were left out', () => {
  for (let i = 0; i < 1_000; i++) lines.write('a', { i }, 'x');
  lines.write('b', { of: 'b' }, 'x');
  expect(written).toEqual([{ i: 0 }, { of: 'b' }]);
  now += 60_000;
  lines.write('a', { i: 1_000 }, 'x');
  expect(written.at(-1)).toEqual({ i: 1_000, repeated: 999 });
});

test('subjects that are invented do not increase the lines without end', () => {
  for (let i = 0; i < 10_000; i++) lines.write(`code ${i}`, { i }, 'x');
  expect(written.length).toBe(101);
  now += 60_000;
  lines.write('code 20000', { last: true }, 'x');
  expect(written.at(-1)).toEqual({ last: true });
});
