import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRetentionClock } from '../../../server/platform/retention/retentionClock.ts';
import { type Site, startSite } from '../terminals/site.ts';

const DAY = 86_400_000;
const START = Date.UTC(2026, 10, 21);

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await site.database.pool.query("delete from setting where key = 'retention_clock'");
});
afterAll(() => site.close());

/** Runs a server for some days from a wall time. @returns its retention time at the end */
async function runs(wallAtStart: number, days: number): Promise<number> {
  let passed = 0;
  const clock = await createRetentionClock(
    site.deps,
    () => wallAtStart + passed,
    () => 5_000 + passed,
  );
  passed = days * DAY;
  const now = clock.now();
  await clock.close();
  return now;
}

test('follows the wall clock, at once on a new site and over restarts', async () => {
  expect(await runs(START, 3)).toBe(START + 3 * DAY);
  expect(await runs(START + 4 * DAY, 2)).toBe(START + 6 * DAY);
});

test('a clock a year ahead for a day expires only one day more; a clock that is behind expires nothing more', async () => {
  expect(await runs(START + 371 * DAY, 1)).toBe(START + 8 * DAY);
  expect(await runs(START + 7 * DAY, 1)).toBe(START + 8 * DAY);
  expect(await runs(START - 40 * DAY, 1)).toBe(START - 39 * DAY);
});

test('a site that was off for a month keeps rows longer, and has caught up after another', async () => {
  await runs(START + 8 * DAY, 0);
  const off = START + 38 * DAY;
  const first = await runs(off, 10);
  expect(first).toBeLessThan(off);
  expect(await runs(off + 10 * DAY, 80)).toBe(off + 90 * DAY);
});
