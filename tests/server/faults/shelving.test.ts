import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Site, startSite } from '../terminals/site.ts';
import { openFault } from './openFault.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({}, { lostMs: 100 });
});
afterAll(() => site.close());

const live = (kind: string, subject: string | number) => openFault(site, kind, subject);

test('shelving a fault acknowledges it; it returns after its time, or when unshelved', async () => {
  const { client, id } = await site.adopted('SHELF-1');
  await client.drop();
  await expect.poll(() => live('terminal_lost', id)).toBeDefined();
  const ids = [live('terminal_lost', id)?.id];
  const shelve = (body: object) => site.post('/v1/fault/batch', { ids, ...body });
  for (const minutes of [0, 1441, undefined])
    expect((await shelve({ action: 'shelve', minutes })).body.code).toBe(400);
  expect((await shelve({ action: 'shelve', minutes: 30 })).body.value).toMatchObject({
    results: [{ ok: true }],
  });
  expect(live('terminal_lost', id)).toMatchObject({ state: 'acknowledged', shelved_by: 'admin' });
  const until = live('terminal_lost', id)?.shelved_until ?? 0;
  expect(Math.abs(until - Date.now() / 1000 - 1800)).toBeLessThan(60);
  await shelve({ action: 'unshelve' });
  expect(live('terminal_lost', id)).toMatchObject({ shelved_until: null, shelved_by: '' });

  await shelve({ action: 'shelve', minutes: 1 });
  await site.database.pool.query(
    "update fault set shelved_until = now() - interval '1 s' where id = $1",
    ids,
  );
  await expect.poll(() => live('terminal_lost', id)?.shelved_until).toBeNull();
});
