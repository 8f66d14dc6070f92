import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemName, withSystemNames } from '../../../contract/systemName.ts';
import { type AirSite, startAirSite } from './airSite.ts';

let site: AirSite;
beforeAll(async () => {
  site = await startAirSite();
});
afterAll(() => site.close());

test('a test tone needs no file, sounds at the terminal as a real-time task, and is in the audit log', async () => {
  const { client, id: terminal } = await site.adopted('TONE-1');
  const answer = await site.post('/v1/task/test_tone', { devices: [terminal] });
  const { id } = answer.body.value as { id: number };
  expect(await client.next('stream.open')).toMatchObject({ broadcast: id, task_type: 1 });
  const name = systemName('test_tone', '');
  expect(site.live(id)).toMatchObject({ name, item_name: name, item_count: 1 });
  expect(withSystemNames(name, 'kr')).toBe('시험음');
  const seconds = (site.live(id)?.item_duration_ms ?? 0) / 1000;
  expect(seconds).toBeGreaterThan(2.5);
  expect(seconds).toBeLessThan(3.5);
  await expect.poll(() => client.frames.length, { timeout: 10_000 }).toBeGreaterThan(0);
  const { body } = await site.get('/v1/audit?entity=task&action=start');
  expect((body.value as { rows: object[] }).rows[0]).toMatchObject({ entity_id: id });
  await site.act(id, 'stop');
});

test('a terminal that does not exist, and none, are refused', async () => {
  const refused = async (devices: number[]) => (await site.post('/v1/task/test_tone', { devices })).body;
  expect(await refused([999_999])).toMatchObject({ code: 404, key: 'terminal.notFound' });
  expect(await refused([])).toMatchObject({ code: 400 });
});
