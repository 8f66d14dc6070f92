import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeviceLive } from '../../../contract/entities/terminals/device.ts';
import type { Scope } from '../../../server/platform/live/scope.ts';
import { LiveClient } from '../../support/liveClient.ts';
import { type GroupSite, startGroupSite } from './groupSite.ts';

let site: GroupSite;
let east: number;
let west: number;
let easts: number[];
let wests: number[];
let guard: string;
beforeAll(async () => {
  site = await startGroupSite();
  east = await site.zone('East');
  west = await site.zone('West');
  easts = await site.placed(east, 3, 'E');
  wests = await site.placed(west, 3, 'W');
  guard = await site.limited('guard', east);
});
afterAll(() => site.close());

const admin = () => site.as(site.token);
const made = async (name: string, ids: number[], as = admin()) => (await as.create(name, ids)).value.id;

/** State of a console with this scope after all updates. */
function console(scope: Scope) {
  const state = site.deps.live.state('device_group');
  const client = new LiveClient();
  return (id: number) => {
    state.seal();
    const text = state.encode(scope, client.cursor);
    if (text !== null) client.apply(JSON.parse(`{"id":1,${text}`));
    return client.rows.get(id);
  };
}
const all: Scope = { all: true };
const eastOnly = (): Scope => ({ ids: new Set([east]) });
const groupsOf = (id: number) => site.deps.live.topic<DeviceLive>('device').get(id)?.groups;

test('a group has a name and members, and is listed by name', async () => {
  const { value, code } = await admin().create('  Outdoor ', [...easts, ...easts]);
  expect(code).toBe(200);
  expect(value).toMatchObject({ name: 'Outdoor', device_ids: easts, online: 0, offline: 3, whole: true });
  await made('Bells', []);
  expect((await admin().list()).map((row) => row.name)).toEqual(['Bells', 'Outdoor']);
  expect((await admin().get(value.id)).value.device_ids).toEqual(easts);
  expect((await admin().create('', [])).code).toBe(400);
  expect((await admin().create('Nobody', [999_999])).key).toBe('terminal.notFound');
  expect((await admin().remove(999_999)).code).toBe(404);
});

test('a caller with some zones sees, counts and changes only the members there', async () => {
  const id = await made('Shared', [...easts, ...wests]);
  const theirs = await made('Only west', wests);
  const own = site.as(guard);
  expect((await own.list()).map((row) => row.name)).not.toContain('Only west');
  expect((await own.get(theirs)).code).toBe(404);
  expect((await own.patch(theirs, { device_ids: easts })).code).toBe(404);
  const { value } = await own.get(id);
  expect(value).toMatchObject({ device_ids: easts, offline: 3, whole: false });

  const [first = 0] = easts;
  expect((await own.patch(id, { device_ids: [first] })).value.device_ids).toEqual([first]);
  expect((await admin().get(id)).value.device_ids).toEqual([first, ...wests]);
  expect((await own.patch(id, { device_ids: wests })).key).toBe('terminal.notFound');
  expect((await own.create('Taken', wests)).key).toBe('terminal.notFound');
  expect((await own.patch(id, { name: 'Mine' })).key).toBe('group.notWhole');
  expect((await own.remove(id)).key).toBe('group.notWhole');
  expect((await own.batch([id, theirs])).value.results.map((each) => each.ok)).toEqual([false, false]);

  // Without visible members it is hidden; the others' members stay in it.
  await own.patch(id, { device_ids: [] });
  expect((await own.get(id)).code).toBe(404);
  expect((await admin().get(id)).value).toMatchObject({ device_ids: wests, offline: 3 });
});

test('an empty group is visible to all; its creator still sees it when others fill it', async () => {
  const own = site.as(guard);
  const id = await made('New', [], own);
  expect((await own.list()).map((row) => row.id)).toContain(id);
  expect((await own.patch(id, { name: 'Filled', device_ids: easts })).value).toMatchObject({
    name: 'Filled',
    whole: true,
  });
  expect((await own.remove(id)).code).toBe(200);
});

test('of two concurrent edits the second is refused', async () => {
  const id = await made('Contested', easts);
  const { rev } = (await admin().get(id)).value;
  expect((await admin().patch(id, { device_ids: [], rev })).code).toBe(200);
  expect((await admin().patch(id, { device_ids: wests, rev })).code).toBe(409);
  expect((await admin().get(id)).value.device_ids).toEqual([]);
});

test('the live topic counts the members visible to each console, as terminals come, move and go', async () => {
  const { client, id: terminal } = await site.adopted('LIVE-1', east);
  const [still = 0] = easts;
  const id = await made('Live', [terminal, still, ...wests]);
  const [whole, part] = [console(all), console(eastOnly())];
  expect(whole(id)).toMatchObject({ name: 'Live', online: 1, offline: 4, whole: true });
  expect(part(id)).toMatchObject({ online: 1, offline: 1, whole: false, org: [east] });
  expect(part(id)).not.toHaveProperty('counts');

  client.socket.close();
  await expect.poll(() => part(id)).toMatchObject({ online: 0, offline: 2 });
  expect(whole(id)).toMatchObject({ online: 0, offline: 5 });

  const zone = { action: 'zone', ids: [terminal], org: west };
  await site.post('/v1/device/batch', zone);
  await expect.poll(() => part(id)).toMatchObject({ offline: 1 });
  expect(whole(id)).toMatchObject({ offline: 5 });

  await site.post('/v1/device/batch', { ...zone, ids: [still] });
  await expect.poll(() => part(id)).toBeUndefined();
  await site.post('/v1/device/batch', { ...zone, ids: [terminal, still], org: east });
  await expect.poll(() => part(id)).toMatchObject({ offline: 2 });
  await site.post('/v1/device/batch', { action: 'delete', ids: [terminal] });
  await expect.poll(() => part(id)).toMatchObject({ offline: 1 });
  expect((await admin().get(id)).value).toMatchObject({ device_ids: [still, ...wests], offline: 4 });
  await admin().remove(id);
  expect(whole(id)).toBeUndefined();
});

test('a terminal lists its groups', async () => {
  const [terminal = 0] = await site.placed(east, 1, 'T');
  const [a, b] = [await made('A', [terminal]), await made('B', [])];
  expect(groupsOf(terminal)).toEqual([a]);
  await admin().patch(b, { device_ids: [terminal] });
  expect(groupsOf(terminal)).toEqual([a, b]);
  await admin().remove(a);
  expect(groupsOf(terminal)).toEqual([b]);
});

test('every change is in the audit log, with the members before and after', async () => {
  const [one = 0, two = 0] = easts;
  const id = await made('Audited', [one]);
  await admin().patch(id, { device_ids: [two] });
  await admin().remove(id);
  const { rows } = await site.database.pool.query(
    `select action, before, after from audit where entity = 'device_group' and entity_id = $1 order by id`,
    [id],
  );
  expect(rows).toMatchObject([
    { action: 'create', after: { name: 'Audited', device_ids: [one] } },
    { action: 'edit', before: { device_ids: [one] }, after: { device_ids: [two] } },
    { action: 'delete', before: { name: 'Audited', device_ids: [two] } },
  ]);
});

test('2,000 members are stored, counted and removed', async () => {
  const hall = await site.zone('Hall');
  const many = await site.placed(hall, 2000, 'H');
  const id = await made('Hall', many);
  expect((await admin().get(id)).value).toMatchObject({ offline: 2000, device_ids: many });
  expect((await admin().list()).find((row) => row.id === id)).not.toHaveProperty('device_ids');
  const half = many.filter((_, i) => i % 2 === 0);
  expect((await admin().patch(id, { device_ids: half })).value.device_ids).toEqual(half);
});

test('each action requires its own permission', async () => {
  await site.database.pool.query(
    `insert into role (code, name, permissions) values ('looker', 'Looker', '["list_device_group"]')`,
  );
  const looker = site.as(await site.limited('looker', site.top(), 'looker'));
  const id = await made('Guarded', easts);
  expect((await looker.get(id)).code).toBe(200);
  expect((await looker.create('No')).code).toBe(403);
  expect((await looker.patch(id, { device_ids: [] })).code).toBe(403);
  expect((await looker.remove(id)).code).toBe(403);
  expect((await looker.batch([id])).code).toBe(403);
});

test('groups persist over a restart of the server', async () => {
  const id = await made('Kept', [...easts, ...wests]);
  const { createDeps } = await import('../../../server/start/deps.ts');
  const { env, log, db } = site.deps;
  const DATA_DIR = `${env.DATA_DIR}/again`;
  mkdirSync(DATA_DIR);
  const again = await createDeps({ env: { ...env, DATA_DIR }, log, db });
  expect(again.groups.device.members(eastOnly(), id)).toEqual(easts);
  await again.close();
});
