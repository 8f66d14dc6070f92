import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CLOCK_FILE, continueClock } from '../../../server/platform/clock/clockFile.ts';
import { createMediaClock } from '../../../server/platform/clock/mediaClock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tocsin-clock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const opened = (boot: string | null = 'boot 1', wallNow = Date.now) =>
  createMediaClock(wallNow, continueClock(folder, { boot }));
const path = () => join(folder, CLOCK_FILE);

it('a restarted server continues the clock as its next owner, also when the wall clock has jumped', () => {
  const first = opened();
  const before = first.now();
  const second = opened('boot 1', () => 0);
  expect(second).toMatchObject({ epoch: first.epoch, term: first.term + 1 });
  expect(second.now()).toBeGreaterThanOrEqual(before);
  expect(Math.abs(second.now() - first.now())).toBeLessThan(1_000);
  expect(opened().term).toBe(first.term + 2);
});

it('a new epoch begins after a restart of the machine, and where the system does not tell', () => {
  const { epoch } = opened();
  const other = opened('boot 2');
  expect(other.epoch).not.toBe(epoch);
  expect(other.now()).toBeGreaterThan(0);
  expect(opened('boot 2').epoch).toBe(other.epoch);
  expect(opened(null).epoch).not.toBe(opened(null).epoch);
});

it('a new epoch begins where the clock would go back, and without a whole file', () => {
  const { epoch } = opened();
  const stored = JSON.parse(readFileSync(path(), 'utf8'));
  writeFileSync(path(), JSON.stringify({ ...stored, written_us: stored.written_us + 1e9 }));
  const next = opened();
  expect(next.epoch).not.toBe(epoch);
  truncateSync(path(), 40);
  expect(opened().epoch).not.toBe(next.epoch);
});

it('a folder that cannot be written costs only the continuity', () => {
  const errors: unknown[] = [];
  const missing = join(folder, 'missing');
  const origin = continueClock(missing, { boot: 'boot 1', unwritten: (error) => errors.push(error) });
  expect(createMediaClock(Date.now, origin).now()).toBeGreaterThan(0);
  expect(errors).toHaveLength(1);
});
