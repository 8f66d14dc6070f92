import { afterAll, beforeAll, expect, test } from 'vitest';
import { send, take } from '../../transfer/files.ts';
import { type Site, startSite } from '../site.ts';

/** docs/rules/media.md#the-own-library-of-a-terminal */
let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const group = async (name: string, org: number | null = null): Promise<number> => {
  const answer = await site.post('/v1/file_group', { name, org });
  if (answer.body.code !== 200) throw new Error(answer.body.message);
  return (answer.body.value as { id: number }).id;
};
const set = (id: number, file_group: number | null, token = site.token) =>
  site.call('PATCH', `/v1/device/${id}`, { token, body: { file_group } });

test('a terminal has a library of its own, which is stored, live, audited and can be removed', async () => {
  const songs = await group('Songs');
  const { id } = await site.adopted('LIB-1');
  expect(site.device(id)?.file_group).toBeNull();
  expect((await set(id, songs)).body.value).toMatchObject({ file_group: songs });
  expect(site.device(id)?.file_group).toBe(songs);
  const one = await site.call('GET', `/v1/device/${id}`, { token: site.token });
  expect(one.body.value).toMatchObject({ file_group: songs });
  const audit = await site.call('GET', '/v1/audit?limit=1000', { token: site.token });
  expect(JSON.stringify(audit.body.value)).toContain(`"file_group":${songs}`);
  // A change of other fields leaves it.
  await site.call('PATCH', `/v1/device/${id}`, { token: site.token, body: { name: 'Hall' } });
  expect(site.device(id)?.file_group).toBe(songs);
  await set(id, null);
  expect(site.device(id)?.file_group).toBeNull();
});

test('the group must be visible, and cannot be deleted while a terminal refers to it', async () => {
  const [north, south] = [await site.zone('Lib North'), await site.zone('Lib South')];
  const { id } = await site.adopted('LIB-2', north);
  const own = await group('North songs', north);
  const other = await group('South songs', south);
  const librarian = await site.limited('libkeeper', north);
  expect((await set(id, 999_999)).body).toMatchObject({ code: 404, key: 'group.notFound' });
  expect((await set(id, other, librarian)).body).toMatchObject({ code: 404, key: 'group.notFound' });
  expect((await set(id, own, librarian)).body.code).toBe(200);
  const remove = () => site.call('DELETE', `/v1/file_group/${own}`, { token: site.token });
  const refused = await remove();
  expect(refused.body).toMatchObject({ code: 409 });
  expect(refused.body.message).toContain('LIB-2');
  await set(id, null);
  expect((await remove()).body.code).toBe(200);
});

test('it is exported and imported by its name', async () => {
  const bells = await group('Bells');
  const { id } = await site.adopted('LIB-3');
  await set(id, bells);
  const csv = (await take(site, site.token, 'device')).toString('utf8');
  expect(csv).toContain('Own library');
  expect(csv).toContain('Bells');
  const bring = (cell: string) =>
    send(site, site.token, 'device', `code,file_group\nLIB-3,${cell}\n`, { run: true });
  expect((await bring('')).code).toBe(200);
  expect(site.device(id)?.file_group).toBeNull();
  const wrong = await bring('Whistles');
  expect(JSON.stringify(wrong.value.bad)).toContain('Whistles');
  expect((await bring('Bells')).value.bad).toEqual([]);
  expect(site.device(id)?.file_group).toBe(bells);
});
