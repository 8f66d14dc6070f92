import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type LiveUpdate, type ToConsole, topicNames } from '../../../contract/api/live.ts';
import { permissionKeys } from '../../../contract/api/permissions.ts';
import { eventually } from '../../support/eventually.ts';
import { type AirSite, startAirSite } from '../broadcast/airSite.ts';
import { makeSamples, type Samples } from './samples.ts';
import { openApiRoutes, pathOf, type Route, request, tokenOf } from './walk.ts';

/** Rows shared by two zones: a caller of the south sees its own part, and nothing of the north. */
let site: AirSite;
let samples: Samples;
let north: Set<number>;
let mixed: { task: number; capturerTask: number; caster: number };
let token: string;

/** Names that occur only in the north. */
const names = ['NORTH', 'North', 'northern', 'N-'];
/** Fields that hold ids of zones, and of terminals. */
const zoneFields = /^(org|orgs|groups|partition|partition_id|parent_id)$/;
const terminalFields =
  /^(terminal|terminal_id|device|devices|device_ids|casters|capturer|fire_control_device)$/;

function* fields(value: unknown, path = ''): Generator<[path: string, value: unknown]> {
  if (Array.isArray(value)) for (const one of value) yield* fields(one, `${path}[]`);
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) yield* fields(one, `${path}.${key}`);
  else yield [path, value];
}

/** Paths at which a value reveals something of the north. */
function identified(value: unknown): string[] {
  const found: string[] = [];
  for (const [path, one] of fields(value)) {
    const name = path.replaceAll('[]', '').split('.').at(-1) ?? '';
    // Listeners may know the speaker.
    if (name === 'callerName') continue;
    const isNamed = typeof one === 'string' && names.some((text) => one.includes(text));
    const isZone = zoneFields.test(name) && one === samples.north;
    const isTerminal = terminalFields.test(name) && typeof one === 'number' && north.has(one);
    if (isNamed || isZone || isTerminal) found.push(`${path}: ${one}`);
  }
  return [...new Set(found)];
}

const idOf = (answer: { body: { code: number; message: string; value: unknown } }) => {
  if (answer.body.code !== 200) throw new Error(answer.body.message);
  return (answer.body.value as { id: number }).id;
};

beforeAll(async () => {
  site = await startAirSite();
  samples = await makeSamples(site);
  const { rows, south } = samples;
  const row = (key: string) => (rows[key] as { id: number }).id;
  const kinds = ['device', 'caster', 'dialogue', 'capturer', 'xtts', 'fire_control_device'];
  north = new Set(kinds.map(row));
  const { id: speaker } = await site.adopted('SOUTH-1', south);
  const { id: caster } = await site.adopted('S-caster', south, 'caster');
  const { id: capturer } = await site.adopted('S-capturer', south, 'capturer');
  const both = [row('device'), speaker];
  const song = await site.file('Another song', 600);
  const group = idOf(await site.post('/v1/device_group', { name: 'Both', device_ids: both }));
  const task = await site.started({ name: 'In both', files: [song], devices: both });
  await site.started({ name: 'Whole site', files: [song], orgs: [site.top()] });
  const saved = {
    plan_id: row('plan'),
    audio_source: 0,
    files: [song],
    start_date: '2026-11-01',
    start_time: '08:00',
  };
  const targets = { devices: both, orgs: [samples.north, south], groups: [group] };
  idOf(await site.post('/v1/scheduled_task', { ...saved, ...targets, name: 'Saved in both' }));
  const captured = { name: 'Captured', capturer, capturer_channel: 1, ...targets };
  const capturerTask = idOf(await site.post('/v1/capturer_task', captured));
  const casters = [row('caster'), caster];
  idOf(await site.post('/v1/virtual_caster', { name: 'Desk', call_number: '101', casters }));
  const orgs = [samples.north, south];
  idOf(await site.call('PATCH', `/v1/caster/${caster}`, { token: site.token, body: { orgs } }));
  await site.database.pool.query(
    `insert into record_file (record_type, name, caller_name, callee_name, began_at, duration_ms, size, channels,
       emergency, orgs, path, peaks)
     values ('page', 'In both', 'N-caster', 'North, South', 0, 1000, 8000, 1, false, $1, 'both.ogg', '[1]')`,
    [orgs],
  );
  mixed = { task, capturerTask, caster };
  await site.limited('southern', south);
  await site.deps.onlineLog.flush();
  token = await tokenOf(site, 'southern');
});
afterAll(() => site.close());

test('no response reveals anything of another zone, at any depth', async () => {
  const gets = (await openApiRoutes(site)).filter(
    ({ method, access }) => method === 'GET' && access !== 'ticket' && access !== 'public',
  );
  const known = new Map<string, number[]>();
  const segment = (route: Route) => route.path.split('/')[2] ?? '';
  let seen = 0;
  async function look(route: Route, url: string) {
    const { status, text } = await request(site, route, url, { token });
    if (status !== 200) return;
    seen += 1;
    const { value } = JSON.parse(text) as { value: { rows?: { id?: number }[] } };
    expect(identified(value), `${route.name} ${url}`).toEqual([]);
    return value;
  }
  for (const route of gets.filter(({ path }) => !path.includes('{')))
    for (const query of [
      '',
      '?limit=1000',
      '?from=1700000000&to=1900000000',
      '?from=2026-11-20&to=2026-11-25',
    ]) {
      const value = await look(route, route.path + query);
      for (const { id } of value?.rows ?? [])
        if (id !== undefined) known.set(segment(route), [...(known.get(segment(route)) ?? []), id]);
    }
  for (const route of gets.filter(({ path }) => path.includes('{')))
    for (const id of new Set(known.get(segment(route)))) await look(route, pathOf(route, { id, sid: 1 }));
  expect(seen).toBeGreaterThan(60);
  for (const key of [
    'task',
    'scheduled_task',
    'capturer_task',
    'caster',
    'virtual_caster',
    'device_group',
    'record_file',
  ])
    expect(known.get(key), key).not.toBeUndefined();
});

test('no live topic does, at first or later', async () => {
  const { body } = await site.call('POST', '/v1/socket/ticket', { token });
  const { ticket } = body.value as { ticket: string };
  const socket = new WebSocket(`${site.url.replace(/\/v1\/terminal.*/, '/v1/socket')}?ticket=${ticket}`);
  const updates: [topic: string, LiveUpdate][] = [];
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as ToConsole;
    if (message.type !== 'frame') return;
    for (const update of message.updates) updates.push([topicNames[update.id - 1] ?? '', update]);
  });
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  for (const [i, topic] of topicNames.entries())
    socket.send(JSON.stringify({ type: 'subscribe', id: i + 1, topic }));
  await eventually(() => expect(new Set(updates.map(([topic]) => topic)).size).toBe(topicNames.length));
  await site.act(mixed.task, 'pause');
  const isPaused = () =>
    updates.some(
      ([topic, update]) => topic === 'task' && JSON.stringify(update).includes('"state":"paused"'),
    );
  await eventually(() => expect(isPaused()).toBe(true));
  socket.terminate();
  for (const [topic, update] of updates) expect(identified(update), `${topic} ${update.kind}`).toEqual([]);
});

test("counts are those of the caller's zones", async () => {
  const get = async (path: string) =>
    (await site.call('GET', path, { token })).body.value as Record<string, unknown>;
  expect(await get(`/v1/task/${mixed.task}`)).toMatchObject({
    targets: 1,
    live: { targets: 1, org: [samples.south] },
  });
  expect(await get(`/v1/capturer_task/${mixed.capturerTask}`)).toMatchObject({ targets: 1, whole: false });
  const { rows } = (await get('/v1/task?limit=100')) as { rows: { name: string; targets: number }[] };
  expect(rows.filter(({ targets }) => targets > 1)).toEqual([]);
  const held = (await get('/v1/role?limit=100')) as { rows: { users: number }[] };
  expect(held.rows.reduce((sum, { users }) => sum + users, 0)).toBe(1);
  const all = (await site.call('GET', `/v1/task/${mixed.task}`, { token: site.token })).body.value;
  expect(all).toMatchObject({ targets: 2, live: { targets: 2 } });
});

test("a caster that reaches beyond the caller's zones cannot be used to reach them", async () => {
  const patch = (body: object) => site.call('PATCH', `/v1/caster/${mixed.caster}`, { token, body });
  const password = { password: 'Speak1234', confirmPassword: 'Speak1234' };
  for (const body of [password, { user_id: 1 }])
    expect((await patch(body)).status, JSON.stringify(body)).toBeGreaterThanOrEqual(403);
  expect((await patch(password)).body).toMatchObject({ code: 403, key: 'account.casterReachesFurther' });
  // Visible fields may be changed, and hidden ones are kept.
  expect((await patch({ name: 'Ours', orgs: [] })).body).toMatchObject({ code: 200, value: { orgs: [] } });
  const whole = await site.call('GET', `/v1/caster/${mixed.caster}`, { token: site.token });
  expect(whole.body.value).toMatchObject({ name: 'Ours', orgs: [samples.north] });
});

test('a search does not reveal a withheld address', async () => {
  const permissions = permissionKeys.filter((key) => key !== 'list_client_address');
  await site.post('/v1/role', { code: 'blind', name: 'B', permissions });
  await site.limited('blind', site.top(), 'blind');
  await site.database.pool.query(`update account set all_zones = true where code = 'blind'`);
  const row = { client_ip: '10.99.1.2', name: 'Gone speaker' };
  await site.database.db.transaction((tx) =>
    site.deps.audit.record(
      tx,
      { accountId: 1, code: 'admin' },
      { action: 'delete', entity: 'device', entity_id: 1, ip: '', before: row },
    ),
  );
  site.deps.faultWatch.faults.open({
    kind: 'terminal_lost',
    subject: 'twice',
    terminal_id: null,
    org: null,
    params: { name: 'Twin speaker', holder_addr: '10.99.1.3' },
  } as never);
  const blind = await tokenOf(site, 'blind');
  const found = async (path: string, as: string) =>
    ((await site.call('GET', path, { token: as })).body.value as { rows: unknown[] }).rows.length;
  await eventually(async () => expect(await found('/v1/fault?q=Twin', site.token)).toBe(1));
  for (const [path, address, name] of [
    ['/v1/audit', '10.99.1.2', 'Gone speaker'],
    ['/v1/fault', '10.99.1.3', 'Twin speaker'],
  ] as const) {
    expect(await found(`${path}?q=${address}`, site.token), path).toBe(1);
    expect(await found(`${path}?q=${address}`, blind), path).toBe(0);
    expect(await found(`${path}?q=${encodeURIComponent(name)}`, blind), path).toBe(1);
  }
});
