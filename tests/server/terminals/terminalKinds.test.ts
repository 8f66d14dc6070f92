import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PermissionKey, permissionKeys, topicPermissions } from '../../../contract/api/permissions.ts';
import type { PartitionLive } from '../../../contract/entities/site/partition.ts';
import { terminalGroupEntities } from '../../../contract/entities/terminals/group.ts';
import { terminalKinds } from '../../../contract/entities/terminals/kinds.ts';
import { terminalKindNames } from '../../../contract/entities/terminals/terminalKind.ts';
import { TerminalClient } from '../../support/terminalClient.ts';
import { faults, send } from '../transfer/files.ts';
import { samples } from './kindSamples.ts';
import { helloOf, type Site, startSite } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ commandMs: 300 }, { lostMs: 10 });
});
afterAll(() => site.close());

const others = terminalKindNames.filter((kind) => kind !== 'device');

/** Token of an account with these permissions and one zone. */
async function holder(code: string, zone: number, keys: PermissionKey[]): Promise<string> {
  await site.database.pool.query('insert into role (code, name, permissions) values ($1, $1, $2)', [
    code,
    JSON.stringify(keys),
  ]);
  return site.limited(code, zone, code);
}

describe.each(others)('a terminal of the kind %s', (kind) => {
  const { settings, bad, status } = samples[kind as keyof typeof samples];
  const path = `/v1/${kind}`;

  test('is adopted into its kind and listed in the topic of its kind only, with the defaults of its kind', async () => {
    const { id, client } = await site.adopted(`A-${kind}`, null, kind);
    const row = site.liveOf(kind, id);
    const { defaults: plain, role } = terminalKinds[kind];
    // Dialogue codes are random.
    const code = { dialogue_code: expect.stringMatching(/^[A-F0-9]{8}$/) as string };
    const defaults = kind === 'dialogue' ? { ...plain, ...code } : plain;
    expect(row).toMatchObject({ kind, role, online: true, status: null, groups: [], ...defaults });
    for (const other of terminalKindNames) if (other !== kind) expect(site.liveOf(other, id)).toBeUndefined();
    const one = await site.call('GET', `${path}/${id}`, { token: site.token });
    expect(one.body.value).toMatchObject({ id, kind, role, ...defaults });
    expect(one.body.value).not.toHaveProperty('secret_hash');
    expect(one.body.value).not.toHaveProperty('details');
    const elsewhere = await site.call('GET', `/v1/device/${id}`, { token: site.token });
    expect(elsewhere.status).toBe(404);
    client.socket.close();
  });

  test('its settings reach the database, the live row, the terminal and the audit log', async () => {
    const { id, client } = await site.adopted(`S-${kind}`, null, kind);
    const change = { name: 'Renamed', ...settings };
    const answer = await site.call('PATCH', `${path}/${id}`, { token: site.token, body: change });
    expect(answer.body.value).toMatchObject(change);
    expect(site.liveOf(kind, id)).toMatchObject(change);
    const received = (await client.next('settings')).settings;
    expect(received.name).toBe('Renamed');
    if (Object.keys(settings).length > 0) expect(received).toHaveProperty(kind, settings);
    const one = await site.call('GET', `${path}/${id}`, { token: site.token });
    expect(one.body.value).toMatchObject(change);
    const { rows } = await site.database.pool.query(
      "select before, after from audit where entity = $1 and action = 'edit' and entity_id = $2",
      [kind, id],
    );
    // A panel of another make, or a phone, is no setting of a terminal that connects itself.
    const plain = { panel: null, phone: null, ...terminalKinds[kind].defaults };
    const { panel: _panel, phone: _phone, ...defaults } = plain;
    const before = { name: `S-${kind}`, ...defaults };
    const given =
      kind === 'dialogue' ? { dialogue_code: expect.stringMatching(/^[A-F0-9]{8}$/) as string } : {};
    expect(rows).toEqual([{ before: { ...before, ...given }, after: change }]);
    for (const body of bad) {
      const refused = await site.call('PATCH', `${path}/${id}`, { token: site.token, body });
      expect([refused.status, refused.body.code]).toEqual([400, 400]);
    }
    // A single changed setting leaves the others unchanged.
    await site.call('PATCH', `${path}/${id}`, { token: site.token, body: { dev_name2: 'Alias' } });
    expect(site.liveOf(kind, id)).toMatchObject({ ...settings, dev_name2: 'Alias' });
    client.socket.close();
  });

  test('its status is in its live row until it disconnects; a status of another kind is not', async () => {
    const { id, client } = await site.adopted(`L-${kind}`, null, kind);
    const seen = (want: unknown) => expect.poll(() => site.liveOf(kind, id)?.status).toEqual(want);
    client.send({ type: 'status', kind, ...status });
    await seen(status);
    const other = kind === 'xtts' ? 'capturer' : 'xtts';
    client.send({ type: 'status', kind: other, ...samples[other].status });
    client.report();
    await client.send({ type: 'time', t0: 1 });
    await client.next('time');
    await seen(status);
    await client.drop();
    await seen(null);
    expect(site.liveOf(kind, id)?.online).toBe(false);
    await expect.poll(() => site.liveOf(kind, id)?.fault).toBe('new');
    const { rows } = await site.database.pool.query(
      'select kind, terminal_id from fault where terminal_id = $1',
      [id],
    );
    const lost = kind === 'fire_control_device' ? 'fire_device_lost' : 'terminal_lost';
    expect(rows).toEqual([{ kind: lost, terminal_id: id }]);
  });

  test('permissions are those of its kind, and its zone decides about visibility', async () => {
    const [north, south] = [await site.zone(`North ${kind}`), await site.zone(`South ${kind}`)];
    const { id, client } = await site.adopted(`R-${kind}`, north, kind);
    const reader = await holder(`reader-${kind}`, north, [`list_${kind}`]);
    const editor = await holder(`editor-${kind}`, north, [`list_${kind}`, `edit_${kind}`]);
    const wrong = await holder(`wrong-${kind}`, north, [
      'list_device',
      'edit_device',
      'delete_device',
      'operate_device',
    ]);
    const away = await holder(`away-${kind}`, south, [...permissionKeys]);
    const get = (token: string) => site.call('GET', `${path}/${id}`, { token });
    const rename = (token: string) => site.call('PATCH', `${path}/${id}`, { token, body: { name: 'Other' } });
    const batch = async (token: string, action: string) =>
      (await site.post(`${path}/batch`, { action, ids: [id], ao_volume: 5 }, token)).body;
    expect((await get(reader)).status).toBe(200);
    expect((await rename(reader)).status).toBe(403);
    expect((await batch(reader, 'volume')).code).toBe(403);
    expect((await rename(editor)).status).toBe(200);
    expect((await batch(editor, 'volume')).value).toMatchObject({ results: [{ id, ok: true }] });
    expect((await batch(editor, 'delete')).code).toBe(403);
    expect((await get(wrong)).status).toBe(403);
    expect((await batch(wrong, 'volume')).code).toBe(403);
    expect((await get(away)).status).toBe(404);
    for (const action of ['volume', 'restart', 'delete'])
      expect((await batch(away, action)).value).toMatchObject({ results: [{ ok: false, code: 404 }] });
    // Routes of other kinds cannot reach it.
    const asDevice = await site.post('/v1/device/batch', { action: 'delete', ids: [id] });
    expect(asDevice.body.value).toMatchObject({ results: [{ ok: false, code: 404 }] });
    expect(site.liveOf(kind, id)).toMatchObject({ ao_volume: 5, name: 'Other' });

    const seenFrom = (zone: number) => {
      const state = site.deps.live.state(kind);
      state.seal();
      return JSON.parse(`{${state.encode(site.deps.zones.scopeOf([zone]), undefined)}`).rows;
    };
    expect(topicPermissions[kind]).toEqual([`list_${kind}`]);
    expect(seenFrom(north)).toMatchObject([{ id }]);
    expect(seenFrom(south)).toEqual([]);
    client.socket.close();
  });

  test('has groups of its own kind', async () => {
    const { id, client } = await site.adopted(`G-${kind}`, null, kind);
    const { members } = terminalGroupEntities[kind];
    const made = await site.post(`/v1/${kind}_group`, { name: 'All', [members]: [id] });
    const group = (made.body.value as { id: number }).id;
    expect(made.body.value).toMatchObject({ name: 'All', [members]: [id], online: 1 });
    expect(site.liveOf(kind, id)?.groups).toEqual([group]);
    const asDevices = await site.post('/v1/device_group', { name: 'Mixed', device_ids: [id] });
    expect(asDevices.status).toBe(404);
    client.socket.close();
  });

  test('counts in its zone, is no target of a broadcast, and can be removed', async () => {
    const zone = await site.zone(`Counted ${kind}`);
    const { id, client } = await site.adopted(`C-${kind}`, zone, kind);
    const count = () => site.deps.live.topic<PartitionLive>('partition').get(zone);
    await expect.poll(count).toMatchObject({ online: 1, offline: 0 });
    const task = { name: 'x', audio_source: 0, files: [1], devices: [id] };
    expect((await site.post('/v1/task/dry_run', task)).body).toMatchObject({
      code: 404,
      key: 'terminal.notFound',
    });
    const removed = await site.call('DELETE', `${path}/${id}`, { token: site.token });
    expect(removed.status).toBe(200);
    await client.next('removed');
    expect(site.liveOf(kind, id)).toBeUndefined();
  });
});

describe('a terminal and its kind', () => {
  test('the kind of an adopted terminal is fixed: a hello as another kind is refused', async () => {
    const { client, secret } = await site.adopted('STAY-1', null, 'caster');
    client.socket.close();
    const again = await TerminalClient.hello(site.url, { code: 'STAY-1', secret, ...helloOf('dialogue') });
    expect(await again.next('refused')).toMatchObject({ code: 'denied' });
    // Nor can another kind be adopted under its code.
    const stranger = await TerminalClient.hello(site.url, { code: 'STAY-1', ...helloOf('capturer') });
    await stranger.next('found');
    const found = site.found().find((row) => row.code === 'STAY-1');
    expect(found).toMatchObject({ kind: 'capturer', known_code: true });
    const adopted = await site.post(`/v1/terminal_found/${found?.id}/adopt`, { name: 'x', org: null });
    expect(adopted.body).toMatchObject({ code: 999, key: 'terminal.otherRole' });
    stranger.socket.close();
  });

  test('the import of devices leaves terminals of other kinds unchanged', async () => {
    const { id, client } = await site.adopted('IMPORT-1', null, 'capturer');
    const sent = await send(site, site.token, 'device', 'Code,Name\nIMPORT-1,Taken\n', { run: true });
    expect(faults(sent)).toEqual([expect.stringContaining('2 code')]);
    expect(site.liveOf('capturer', id)).toMatchObject({ name: 'IMPORT-1' });
    client.socket.close();
  });

  test('adoption requires the permission to create that kind', async () => {
    const zone = await site.zone('Makers');
    const token = await holder('maker', zone, ['operate_terminal_found', 'create_capturer']);
    const client = await TerminalClient.hello(site.url, { code: 'MAKE-1', ...helloOf('capturer') });
    const other = await TerminalClient.hello(site.url, { code: 'MAKE-2', ...helloOf('xtts') });
    await Promise.all([client.next('found'), other.next('found')]);
    const adopt = (code: string) => {
      const row = site.found().find((one) => one.code === code);
      return site.post(`/v1/terminal_found/${row?.id}/adopt`, { name: code, org: zone }, token);
    };
    expect((await adopt('MAKE-2')).status).toBe(403);
    expect((await adopt('MAKE-1')).status).toBe(200);
    for (const each of [client, other]) each.socket.close();
  });
});
