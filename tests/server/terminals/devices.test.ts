import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PartitionLive } from '../../../contract/entities/site/partition.ts';
import type { Device } from '../../../contract/entities/terminals/device.ts';
import { TerminalClient } from '../../support/terminalClient.ts';
import { send } from '../transfer/files.ts';
import { type Site, startSite } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ commandMs: 1_000 });
});
afterAll(() => site.close());

const patch = (id: number, body: object, token = site.token) =>
  site.call('PATCH', `/v1/device/${id}`, { token, body });
const batch = async (body: object, token = site.token) => {
  const answer = await site.post('/v1/device/batch', body, token);
  return (answer.body.value as { results: { id: number; ok: boolean; code: number; message: string }[] })
    .results;
};

test('a change reaches the database, the live row and the terminal', async () => {
  const { client, id } = await site.adopted('EDIT-1');
  const answer = await patch(id, { name: 'Gym', dev_name2: 'Left', ao_volume: 33, call_number: '101' });
  expect(answer.body.value).toMatchObject({ name: 'Gym', dev_name2: 'Left', ao_volume: 33 });
  expect(site.device(id)).toMatchObject({
    name: 'Gym',
    dev_name2: 'Left',
    ao_volume: 33,
    call_number: '101',
  });
  expect((await client.next('settings')).settings).toEqual({ name: 'Left', ao_volume: 33, ai_volume: 80 });
  const one = await site.call('GET', `/v1/device/${id}`, { token: site.token });
  expect(one.body.value).toMatchObject({ id, name: 'Gym', client_ip: '127.0.0.1' });
  expect(one.body.value).not.toHaveProperty('secret_hash');
  const { rows } = await site.database.pool.query(
    "select before, after from audit where entity = 'device' and action = 'edit' and entity_id = $1",
    [id],
  );
  expect(rows[0]).toMatchObject({ before: { name: 'EDIT-1', ao_volume: 80 }, after: { name: 'Gym' } });
});

test('unknown message types are listed in the details of the terminal and counted in the metrics', async () => {
  const { client, id } = await site.adopted('LATER-1');
  expect(site.device(id)?.unknown_messages).toBeNull();
  for (const type of ['later\u0007.thing', 'later.thing', 'x'.repeat(100)]) client.send({ type });
  await expect
    .poll(() => site.device(id)?.unknown_messages)
    .toEqual({ count: 3, types: ['later.thing', 'x'.repeat(40)] });
  for (let i = 0; i < 20; i++) client.send({ type: `t${i}` });
  client.report();
  await expect.poll(() => site.device(id)?.unknown_messages?.count).toBe(23);
  expect(site.device(id)?.unknown_messages?.types).toHaveLength(8);
  const metrics = await site.deps.metrics.metrics();
  expect(metrics).toMatch(/^tocsin_terminal_unknown_messages_total 23$/m);
});

test('a volume changed at the terminal is stored once it is stable', async () => {
  const { client, id } = await site.adopted('KNOB-1');
  for (const volume of [70, 60, 41]) client.send({ type: 'report', state: 'idle', volume });
  expect((await client.next('settings')).settings.ao_volume).toBe(41);
  expect(site.device(id)).toMatchObject({ ao_volume: 41 });
  const { rows } = await site.database.pool.query(
    "select account_code, before, after from audit where entity = 'device' and action = 'edit' and entity_id = $1",
    [id],
  );
  expect(rows).toEqual([{ account_code: 'KNOB-1', before: { ao_volume: 80 }, after: { ao_volume: 41 } }]);
});

test('an alias must differ from the name and can be removed; call numbers are unique', async () => {
  const { id } = await site.adopted('ALIAS-1');
  const other = await site.adopted('ALIAS-2');
  expect((await patch(id, { dev_name2: 'ALIAS-1' })).body).toMatchObject({
    code: 400,
    key: 'rules.deviceName',
  });
  expect((await patch(id, { name: 'Same', dev_name2: 'Same' })).body.code).toBe(400);
  expect((await patch(id, { dev_name2: 'Alias' })).body.code).toBe(200);
  expect((await patch(id, { dev_name2: '' })).body.code).toBe(200);
  expect((await patch(id, { call_number: '777' })).body.code).toBe(200);
  expect((await patch(other.id, { call_number: '777' })).body).toMatchObject({
    code: 409,
    key: 'common.duplicate',
  });
  expect((await patch(other.id, { call_number: '' })).body.code).toBe(200);
});

test.each([
  { ao_volume: 101 },
  { ao_volume: -1 },
  { ao_volume: 1.5 },
  { name: '' },
  { name: 'x'.repeat(51) },
  { org: 'here' },
  { call_number: '12a' },
])('%j is refused with its field', async (body) => {
  const known = site.deps.terminals.directory.byCode('BAD-1');
  const id = known?.id ?? (await site.adopted('BAD-1')).id;
  const answer = await patch(id, body);
  expect(answer.body).toMatchObject({ code: 400, key: 'common.invalidRequest' });
  expect(answer.body.value).toMatchObject({ fields: [{ path: Object.keys(body)[0] }] });
});

test('removing notifies the terminal, deletes its row everywhere, and it is found again', async () => {
  const { client, id } = await site.adopted('GONE-1');
  const answer = await site.call('DELETE', `/v1/device/${id}`, { token: site.token });
  expect(answer.body.code).toBe(200);
  await client.next('removed');
  await client.closed();
  expect(site.device(id)).toBeUndefined();
  expect((await site.call('GET', `/v1/device/${id}`, { token: site.token })).body.code).toBe(404);
  const again = await TerminalClient.hello(site.url, { code: 'GONE-1' });
  await again.next('found');
  expect(site.found().find((row) => row.code === 'GONE-1')?.known_code).toBe(false);
});

test('batch actions have a result per terminal', async () => {
  const zone = await site.zone('Batch');
  const [a, b] = [await site.adopted('BATCH-1'), await site.adopted('BATCH-2')];
  const ids = [a.id, b.id, 999_999];
  const volume = await batch({ action: 'volume', ids, ao_volume: 12 });
  expect(volume.map((one) => [one.id, one.code])).toEqual([
    [a.id, 200],
    [b.id, 200],
    [999_999, 404],
  ]);
  expect((await a.client.next('settings')).settings.ao_volume).toBe(12);
  await b.client.next('settings');
  expect((await batch({ action: 'zone', ids, org: zone })).map((one) => one.ok)).toEqual([true, true, false]);
  expect(site.device(b.id)?.org).toBe(zone);

  const restart = batch({ action: 'restart', ids: [a.id] });
  const command = await a.client.next('command');
  expect(command.action).toBe('restart');
  a.client.send({ type: 'result', request: command.request, ok: true });
  expect(await restart).toMatchObject([{ ok: true }]);

  const failing = batch({ action: 'identify', ids: [a.id] });
  const { request } = await a.client.next('command');
  a.client.send({ type: 'result', request, ok: false, message: 'no lamp' });
  expect((await failing)[0]?.message).toContain('no lamp');
  expect((await batch({ action: 'identify', ids: [b.id] }))[0]?.message).toContain('did not answer');
  await b.client.drop();
  await expect.poll(() => site.device(b.id)?.online).toBe(false);
  expect((await batch({ action: 'restart', ids: [b.id] }))[0]).toMatchObject({
    ok: false,
    message: 'BATCH-2 - BATCH-2 offline',
  });
  expect(await batch({ action: 'delete', ids })).toMatchObject([{ ok: true }, { ok: true }, { ok: false }]);
  await a.client.next('removed');
});

test('a result from a terminal other than the commanded one is ignored', async () => {
  const [a, b] = [await site.adopted('CMD-1'), await site.adopted('CMD-2')];
  const answer = batch({ action: 'restart', ids: [a.id] });
  const { request } = await a.client.next('command');
  b.client.send({ type: 'result', request, ok: true });
  expect((await answer)[0]?.message).toContain('did not answer');
});

test('an account sees and changes only the terminals of its zones', async () => {
  const mine = await site.zone('Scope mine');
  const below = await site.zone('Scope below', mine);
  const theirs = await site.zone('Scope theirs');
  const inside = await site.adopted('SCOPE-1', below);
  const outside = await site.adopted('SCOPE-2', theirs);
  const token = await site.limited('scoped', mine);
  const list = await site.call('GET', '/v1/device?q=SCOPE', { token });
  expect((list.body.value as { rows: Device[] }).rows.map((row) => row.code)).toEqual(['SCOPE-1']);
  expect((await site.call('GET', `/v1/device/${outside.id}`, { token })).body.code).toBe(404);
  expect((await patch(outside.id, { ao_volume: 1 }, token)).body.code).toBe(404);
  expect((await patch(inside.id, { org: theirs }, token)).body.code).toBe(404);
  expect((await patch(inside.id, { org: null }, token)).body.code).toBe(404);
  const ids = [inside.id, outside.id];
  for (const action of [
    { action: 'volume', ao_volume: 9 },
    { action: 'restart' },
    { action: 'delete' },
  ] as const)
    expect((await batch({ ...action, ids: [outside.id] }, token))[0]).toMatchObject({ code: 404 });
  expect((await batch({ action: 'volume', ao_volume: 9, ids }, token)).map((one) => one.ok)).toEqual([
    true,
    false,
  ]);
  expect(site.device(outside.id)?.ao_volume).toBe(80);
  const operator = await site.limited('scoped-operator', mine, 'operator');
  const refused = await site.post('/v1/device/batch', { action: 'delete', ids }, operator);
  expect(refused.body.code).toBe(403);
});

test('an imported terminal is expected, not offline, until it connects', async () => {
  const zone = await site.zone('Expected');
  const code = site.deps.zones.all().find(({ id }) => id === zone)?.code;
  const sent = await send(site, site.token, 'device', `code,name,zone\nEXPECTED-1,Hall,${code}\n`, {
    run: true,
  });
  expect(sent.value).toMatchObject({ created: 1 });
  const all = () => site.deps.live.topic<PartitionLive>('partition').get(zone);
  await expect.poll(all).toMatchObject({ online: 0, offline: 0, expected: 1 });
  const rows = await site.call('GET', '/v1/device?q=EXPECTED-1', { token: site.token });
  const [{ id }] = (rows.body.value as { rows: [{ id: number }] }).rows;
  const first = await TerminalClient.hello(site.url, { code: 'EXPECTED-1' });
  await first.next('found');
  const { body } = await site.call('GET', '/v1/terminal_found?limit=1000', { token: site.token });
  const [found] = (body.value as { rows: { id: number; code: string }[] }).rows.filter(
    (one) => one.code === 'EXPECTED-1',
  );
  await site.post('/v1/terminal_found/batch', { action: 'adopt', ids: [found?.id], org: zone });
  await first.next('welcome');
  await expect.poll(all).toMatchObject({ online: 1, offline: 0, expected: 0 });
  await first.drop();
  await expect.poll(all).toMatchObject({ online: 0, offline: 1, expected: 0 });
  await site.call('DELETE', `/v1/device/${id}`, { token: site.token });
  await expect.poll(all).toMatchObject({ online: 0, offline: 0, expected: 0 });
});

test('the metrics count terminals by state and refusals by reason', async () => {
  const { client } = await site.adopted('METRIC-1');
  const wrong = await TerminalClient.hello(site.url, { code: 'METRIC-1', secret: 'guess' });
  await wrong.next('refused');
  const text = (await site.app.inject('/metrics')).body;
  const value = (line: string) => Number(new RegExp(`^${line} (\\d+)$`, 'm').exec(text)?.[1]);
  const online = [...site.deps.terminals.devices.all()].filter((one) => one.online).length;
  expect(value('tocsin_terminals\\{state="online"\\}')).toBe(online);
  expect(value('tocsin_terminal_refusals_total\\{code="secret"\\}')).toBe(1);
  expect(value('tocsin_terminal_dropped_frames_total')).toBe(0);
  await client.drop();
});
