import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PartitionLive } from '../../../contract/entities/site/partition.ts';
import { type Site, startSite } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ commandMs: 1_000 });
});
afterAll(() => site.close());
const counts = (zone: number) => {
  const row = site.deps.live.topic<PartitionLive>('partition').get(zone);
  return [row?.online, row?.offline];
};

test('the zone tree counts its terminals after any move', async () => {
  const school = await site.zone('Count school');
  const room = await site.zone('Count room', school);
  const hall = await site.zone('Count hall');
  const a = await site.adopted('COUNT-1', room);
  const b = await site.adopted('COUNT-2', school);
  await expect.poll(() => counts(school)).toEqual([2, 0]);
  await a.client.drop();
  await expect.poll(() => counts(school)).toEqual([1, 1]);
  expect(counts(room)).toEqual([0, 1]);
  await site.call('PATCH', `/v1/device/${a.id}`, { token: site.token, body: { org: hall } });
  await expect.poll(() => counts(hall)).toEqual([0, 1]);
  expect(counts(school)).toEqual([1, 0]);
  await site.call('PATCH', `/v1/partition/${school}`, { token: site.token, body: { parent_id: hall } });
  await expect.poll(() => counts(hall)).toEqual([1, 1]);
  await site.call('DELETE', `/v1/device/${b.id}`, { token: site.token });
  await expect.poll(() => counts(hall)).toEqual([0, 1]);
  const all = site.deps.live.topic<PartitionLive>('partition').get(site.top());
  const devices = [...site.deps.terminals.devices.all()];
  expect(all?.online).toBe(devices.filter((one) => one.online).length);
  expect((all?.online ?? 0) + (all?.offline ?? 0)).toBe(devices.length);
});
