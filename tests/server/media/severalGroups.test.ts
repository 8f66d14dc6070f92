import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LiveRow } from '../../../contract/api/live.ts';
import { type AirSite, startAirSite } from '../broadcast/airSite.ts';

/** Libraries whose items can be in several groups: a form, and the field of the member ids. */
const kinds = {
  preset_text: { form: { name: 'Words', textContent: 'Go.' }, members: 'preset_text_ids' },
  radio: { form: { name: 'Waves', radio_url: 'http://127.0.0.1:9/x' }, members: 'radio_ids' },
} as const;

let site: AirSite;
let south: { zone: number; token: string };
let north: { zone: number; token: string };
beforeAll(async () => {
  site = await startAirSite();
  const account = async (name: string) => {
    const zone = await site.zone(name);
    return { zone, token: await site.limited(`${name}groups`, zone) };
  };
  south = await account('south');
  north = await account('north');
});
afterAll(() => site.close());

interface Item {
  id: number;
  rev: number;
  org: number | null;
  group_id: number | null;
  group_ids: number[];
  position: number;
}
const call = async (method: string, path: string, body?: object, token = site.token) => {
  const answer = await site.call(method, `/v1/${path}`, { token, ...(body === undefined ? {} : { body }) });
  return { status: answer.status, body: answer.body, value: answer.body.value as Record<string, unknown> };
};
const made = async <T = Item>(path: string, body: object, token = site.token) =>
  (await call('POST', path, body, token)).value as T;
const row = async (path: string, id: number, token = site.token) =>
  (await call('GET', `${path}/${id}`, undefined, token)).value as unknown as Item;
const inGroup = async (path: string, group: number | 'none') =>
  ((await call('GET', `${path}?group_id=${group}&sort=position`)).value.rows as Item[]).map(({ id }) => id);
const live = (path: 'preset_text' | 'radio', id: number) =>
  site.deps.live.topic<LiveRow & Item & { places: [number, number][] }>(path).get(id);

test.each(Object.entries(kinds))('%s is in several groups, with a place in each', async (path, { form }) => {
  const [one, two] = [
    await made(`${path}_group`, { name: 'One' }),
    await made(`${path}_group`, { name: 'Two' }),
  ];
  const both = await made(path, { ...form, group_ids: [two.id, one.id] });
  expect(both).toMatchObject({ group_ids: [one.id, two.id], group_id: one.id });
  const second = await made(path, { ...form, group_id: two.id });
  expect(await inGroup(path, two.id)).toEqual([both.id, second.id]);
  await call('PUT', `${path}/order`, { group_id: two.id, ids: [second.id, both.id] });
  expect(await inGroup(path, two.id)).toEqual([second.id, both.id]);
  expect(await inGroup(path, one.id)).toEqual([both.id]);
  expect(live(path as 'radio', both.id)?.places).toEqual([
    [one.id, 1],
    [two.id, 2],
  ]);
  const left = await call('PATCH', `${path}/${both.id}`, { group_ids: [two.id] });
  expect(left.value).toMatchObject({ group_ids: [two.id], group_id: two.id });
  await call('PATCH', `${path}/${both.id}`, { group_id: null });
  expect(await inGroup(path, 'none')).toContain(both.id);
  expect((await call('DELETE', `${path}_group/${one.id}`)).status).toBe(200);
});

test.each(Object.entries(kinds))(
  'a group of %s has member ids, in their order; items of other zones stay',
  async (path, { form, members }) => {
    const mine = await made(path, form, south.token);
    const theirs = await made(path, form, north.token);
    const shared = await made(path, form);
    const group = await made<{ id: number }>(`${path}_group`, {
      name: 'All',
      org: null,
      [members]: [theirs.id, shared.id],
    });
    expect((await call('GET', `${path}_group/${group.id}`)).value[members]).toEqual([theirs.id, shared.id]);
    const list = (await call('GET', `${path}_group`)).value.rows as Record<string, unknown>[];
    expect(list.every((one) => !(members in one))).toBe(true);

    // A group of the whole site belongs to accounts of the whole site, also its content.
    const refused = await call('PATCH', `${path}_group/${group.id}`, { [members]: [mine.id] }, south.token);
    expect(refused.body).toMatchObject({ code: 403, key: 'media.ofWholeSite' });
    const own = await made<{ id: number }>(`${path}_group`, { name: 'South' }, south.token);
    const put = (ids: number[]) => call('PATCH', `${path}_group/${own.id}`, { [members]: ids }, south.token);
    expect((await put([theirs.id])).status).toBe(404);
    const before = await row(path, shared.id);
    expect((await put([shared.id, mine.id])).value[members]).toEqual([shared.id, mine.id]);
    const after = await row(path, shared.id);
    expect(after).toMatchObject({ org: null, group_ids: [group.id, own.id] });
    expect(after.rev).toBeGreaterThan(before.rev);
    expect((live(path as 'radio', shared.id)?.places ?? []).map(([id]) => id)).toEqual([group.id, own.id]);
    // The group of the south does not exist for the north.
    expect((await row(path, shared.id, north.token)).group_ids).toEqual([group.id]);

    const whole = await call('PATCH', `${path}_group/${own.id}`, { [members]: [theirs.id, shared.id] });
    expect(whole.value[members]).toEqual([theirs.id, shared.id]);
    expect((await put([mine.id])).value[members]).toEqual([mine.id]);
    expect((await call('GET', `${path}_group/${own.id}`)).value[members]).toEqual([mine.id, theirs.id]);
    const { rows } = await site.database.pool.query(
      `select after from audit where entity = $1 and entity_id = $2 and action = 'edit' order by id`,
      [`${path}_group`, own.id],
    );
    expect(rows.at(-1)?.after).toEqual({ [members]: [mine.id] });
  },
);

test('a batch adds items to one more group and takes them out again, by the rights of the group', async () => {
  const shared = await made('radio', kinds.radio.form);
  const first = await made<{ id: number }>('radio_group', { name: 'First' });
  await call('PATCH', `radio/${shared.id}`, { group_id: first.id });
  const own = await made<{ id: number }>('radio_group', { name: 'Own' }, south.token);
  const batch = async (action: string, group_id: number, token: string) =>
    (await call('POST', 'radio/batch', { action, ids: [shared.id], group_id }, token)).body.value as {
      results: { ok: boolean; code: number }[];
    };
  expect((await batch('join', own.id, south.token)).results).toMatchObject([{ ok: true }]);
  expect((await row('radio', shared.id)).group_ids).toEqual([first.id, own.id]);
  expect((await batch('leave', first.id, south.token)).results).toMatchObject([{ ok: false, code: 403 }]);
  expect((await batch('move', own.id, south.token)).results).toMatchObject([{ ok: false, code: 403 }]);
  expect((await batch('leave', own.id, south.token)).results).toMatchObject([{ ok: true }]);
  expect((await row('radio', shared.id)).group_ids).toEqual([first.id]);
  const { rows } = await site.database.pool.query(
    `select before, after from audit where entity = 'radio' and entity_id = $1 order by id desc limit 1`,
    [shared.id],
  );
  expect(rows).toEqual([{ before: { group_ids: [first.id, own.id] }, after: { group_ids: [first.id] } }]);
});

test('a task plays a group in the order of the group, also files of several groups', async () => {
  const [a, b] = [await site.file('A', 5), await site.file('B', 5)];
  const [one, two] = [
    await made<{ id: number }>('file_group', { name: 'One', file_ids: [a, b] }),
    await made<{ id: number }>('file_group', { name: 'Two', file_ids: [b, a] }),
  ];
  const { id: device } = await site.adopted('GROUPS-1', site.top());
  const played = async (group: number) => {
    const task = await made<{ id: number }>('scheduled_task', {
      name: 'Group',
      audio_source: 0,
      file_group: group,
      start_date: '2027-01-04',
      start_time: '08:00:00',
      devices: [device],
    });
    const started = await call('POST', `scheduled_task/${task.id}/start`);
    expect(started.body.code).toBe(200);
    const { rows } = await site.database.pool.query<{ items: { name: string }[] }>(
      'select items from broadcast order by id desc limit 1',
    );
    return rows[0]?.items.map(({ name }) => name);
  };
  expect(await played(one.id)).toEqual(['A', 'B']);
  expect(await played(two.id)).toEqual(['B', 'A']);
});
