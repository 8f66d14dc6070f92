import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Site, startSite } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

interface Row {
  id: number;
  presence: { online: boolean; since: number | null; last_seen_at: number | null };
}

test('row and list have the online state, since when, and the last time online', async () => {
  const { client, id } = await site.adopted('PRESENT-1');
  const read = async () => {
    const one = await site.call('GET', `/v1/device/${id}`, { token: site.token });
    const list = await site.call('GET', '/v1/device?q=PRESENT-1', { token: site.token });
    const { presence } = one.body.value as Row;
    const [row] = (list.body.value as { rows: Row[] }).rows;
    expect(row?.presence).toEqual({ ...presence, last_seen_at: row?.presence.last_seen_at });
    return presence;
  };
  const there = await read();
  expect(there).toEqual({ online: true, since: expect.any(Number), last_seen_at: expect.any(Number) });
  expect(there.last_seen_at).toBeGreaterThanOrEqual(there.since ?? Number.NaN);
  await client.drop();
  await expect.poll(async () => (await read()).online).toBe(false);
  const gone = await read();
  expect(gone.since).toBeGreaterThanOrEqual(there.since ?? Number.NaN);
  expect(gone.last_seen_at).toBe(gone.since);
});
