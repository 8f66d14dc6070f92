import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SearchAnswer, searchKinds, searchPermissions } from '../../../contract/api/search.ts';
import { type AirSite, startAirSite } from '../broadcast/airSite.ts';
import { databaseBlocked } from './databaseBlocked.ts';

let site: AirSite;
let token = '';
let [south, north] = [0, 0];
const ids: Record<string, number> = {};

async function find(q: string, more = '', as = site.token): Promise<SearchAnswer> {
  const answer = await site.call('GET', `/v1/search?q=${encodeURIComponent(q)}${more}`, { token: as });
  if (answer.body.code !== 200) throw new Error(answer.body.message);
  return answer.body.value;
}
const named = async (q: string, more = '', as = site.token) =>
  (await find(q, more, as)).hits.map(({ kind, name }) => `${kind} ${name}`);
const create = async (path: string, body: object) => {
  const answer = await site.post(`/v1/${path}`, body);
  if (answer.body.code !== 200) throw new Error(`${path}: ${answer.body.message}`);
  return (answer.body.value as { id: number }).id;
};
const rename = (path: string, id: number, body: object) =>
  site.call('PATCH', `/v1/${path}/${id}`, { token: site.token, body });

beforeAll(async () => {
  site = await startAirSite();
  south = await site.zone('South');
  north = await site.zone('North');
  ids.hall = (await site.adopted('LS-0012', south)).id;
  await rename('device', ids.hall, { name: '食堂' });
  ids.far = (await site.adopted('LS-0099', north)).id;
  await rename('device', ids.far, { name: '北食堂' });
  ids.song = await site.file('高山流水', 2);
  ids.plan = await create('plan', { name: '作息', start_date: '2026-01-01' });
  ids.linkage = await create('linkage_task', {
    name: '疏散语音',
    org: south,
    files: [ids.song],
    devices: [ids.hall],
  });
  ids.alarm = await create('alarm_plan', { name: '教学楼A', org: south, linkage_task_ids: [ids.linkage] });
  ids.radio = await create('radio', { name: '交通台', radio_url: 'http://radio.example/live' });
  token = await site.limited('local', south);
});
afterAll(() => site?.close());

test('names are found by parts, codes, pinyin and initials, the best first', async () => {
  for (const q of ['st', 'shitang', '食', 'stang'])
    expect(await named(q, '&kinds=device')).toEqual(['device 食堂', 'device 北食堂']);
  expect(await named('0012')).toEqual(['device 食堂']);
  expect(await named('gsls')).toEqual(['file 高山流水']);
  expect(await named('jxl')).toEqual(['alarm_plan 教学楼A']);
  expect(await named('zuoxi')).toEqual(['plan 作息']);
  expect(await named('jtt')).toEqual(['radio 交通台']);
  expect(await named('yuyin ss')).toEqual(['linkage_task 疏散语音']);
  expect(await named('north st')).toEqual(['device 北食堂']);
  expect(await named('admin')).toContain('user admin');
});

test('a hit tells where it is, and a new name is found at once', async () => {
  const { hits } = await find('0012');
  expect(hits[0]).toMatchObject({ kind: 'device', id: ids.hall, code: 'LS-0012', org: south });
  expect(hits[0]?.place).toMatch(/ \/ South$/);
  await rename('device', ids.far ?? 0, { name: '图书馆' });
  expect(await named('tsg')).toEqual(['device 图书馆']);
  expect(await named('beist')).toEqual([]);
  await rename('device', ids.far ?? 0, { name: '北食堂' });
});

test('what an account may not see is not in its answer', async () => {
  expect(await named('st', '', token)).toEqual(['device 食堂']);
  expect((await find('st', '', token)).totals).toEqual([{ kind: 'device', total: 1 }]);
  // Nor does the name of a zone that it does not see find anything.
  expect(await named('north', '', token)).toEqual([]);
  expect(await named('admin', '', token)).not.toContain('user admin');
  expect((await find('0012', '', token)).hits[0]?.place).toBe('South');
});

test('each kind is found with one of its permission keys only', async () => {
  const role = await create('role', { code: 'none', name: 'None', permissions: [] });
  await create('user', {
    code: 'nobody',
    name: 'Nobody',
    password: 'Long-enough-1',
    role_id: role,
    groups: [south],
    all_zones: false,
  });
  await site.database.pool.query("update account set must_change_password = false where code = 'nobody'");
  const nobody = await site.login('nobody', 'Long-enough-1');
  expect(await find('st', '', nobody)).toEqual({ hits: [], totals: [], unsearched: [] });
  for (const kind of searchKinds) expect(searchPermissions(kind).length).toBeGreaterThan(0);
  expect(site.deps.finders.kinds().sort()).toEqual([...searchKinds].sort());
});

test('addresses are searched and shown only with their key', async () => {
  const address = site.device(ids.hall ?? 0)?.client_ip ?? '';
  expect(address).not.toBe('');
  expect((await find(address, '&kinds=device')).totals).toEqual([{ kind: 'device', total: 2 }]);
  await create('role', { code: 'looker', name: 'Looker', permissions: ['list_device'] });
  const looker = await site.limited('looker', south, 'looker');
  expect((await find(address, '', looker)).hits).toEqual([]);
  expect((await find('0012', '', looker)).hits[0]?.client_ip).toBe('—');
});

test('the text, the number of hits and the kinds are limited', async () => {
  const status = async (query: string) =>
    (await site.call('GET', `/v1/search?${query}`, { token: site.token })).status;
  expect(await status('')).toBe(400);
  expect(await status('q=%20')).toBe(400);
  expect(await status(`q=${'a'.repeat(80)}`)).toBe(200);
  expect(await status(`q=${'a'.repeat(81)}`)).toBe(400);
  expect(await status('q=a&limit=51')).toBe(400);
  expect(await status('q=a&limit=0')).toBe(400);
  expect(await status('q=a&kinds=device,secret')).toBe(400);
  expect((await find('ls-', '&limit=1')).hits).toHaveLength(1);
  expect((await find('ls-', '&limit=1')).totals).toEqual([{ kind: 'device', total: 2 }]);
});

test('many terminals do not hide the few hits of other kinds', async () => {
  const many = Array.from({ length: 40 }, (_, n) => ({ id: 90_000 + n, name: `作息 ${n}`, org: south }));
  const topic = site.deps.live.topic('gpio_task');
  for (const row of many) topic.upsert(row);
  try {
    const { hits, totals } = await find('作息', '&limit=20');
    expect(hits).toHaveLength(20);
    expect(hits.some(({ kind }) => kind === 'plan')).toBe(true);
    expect(totals).toContainEqual({ kind: 'gpio_task', total: 40 });
  } finally {
    for (const { id } of many) topic.remove(id);
  }
});

test('recordings are found by all words, and only by those who see their zone', async () => {
  await site.database.pool.query(
    `insert into record_file (record_type, name, caller_name, callee_name, began_at, duration_ms, size, channels, emergency, path, orgs)
     values ('page', 'Morning page', 'admin', 'North', 1700000000000, 1000, 1, 1, false, 'a.ogg', $1)`,
    [[north]],
  );
  const { hits } = await find('page morning north');
  expect(hits).toMatchObject([{ kind: 'record_file', name: 'Morning page', at: 1_700_000_000 }]);
  expect(await named('page morning', '', token)).toEqual([]);
});

test('without the database, what is in memory is found, and the rest is named', async () => {
  expect(await named('admin')).toContain('user admin');
  const free = await databaseBlocked(site.database.pool, 'record_file');
  try {
    const { hits, unsearched } = await find('st');
    expect(hits.map(({ name }) => name)).toContain('食堂');
    expect(unsearched).toEqual(['record_file']);
  } finally {
    await free();
  }
});
