import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { until } from '../schedule/scheduleSite.ts';
import { isQuiet, type OfflineTerminals, sounds, startOfflineTerminals } from './offlineTerminals.ts';

/** Start of an offline run to the tenth of a second. */
let site: OfflineTerminals;
beforeAll(async () => {
  site = await startOfflineTerminals();
});
afterEach(() => site.stopTerminals());
afterAll(() => site.close());

const slow = { timeout: 90_000 };

test('a task is heard on time without a link, and the run of the server has the proof', slow, async () => {
  const { terminal, id } = await site.adopted('ALONE-1');
  const { task, at } = await site.held(id, 8_000);
  site.link.cut();
  expect(at - site.wall.now()).toBeGreaterThan(1_500);
  await terminal.until(sounds);
  expect(terminal.session.phase).not.toBe('welcomed');
  await terminal.until(isQuiet);
  site.link.restore();
  const [row] = await until('the report', async () => {
    const rows = await site.proofs(task.id);
    return rows[0]?.first_sound_at ? rows : null;
  });
  expect(Math.abs((row?.first_sound_at ?? 0) - at)).toBeLessThan(100);
  expect(row?.offline_ms).toBeGreaterThan(3_500);
  expect(row?.played_ms).toBeGreaterThanOrEqual(row?.offline_ms ?? 0);
});
