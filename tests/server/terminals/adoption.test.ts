import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { TerminalClient } from '../../support/terminalClient.ts';
import { type Site, startSite } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const foundId = (code: string) => site.found().find((row) => row.code === code)?.id ?? 0;

test('scan, adoption, reconnection with the secret: the life cycle of a terminal', async () => {
  const hall = await site.zone('Hall');
  const hello = { code: 'LIFE-1', name: 'Window', model: 'Pi 5', ICCID: '8986', features: ['upgrade'] };
  const client = await TerminalClient.hello(site.url, hello);
  await client.next('found');
  const list = await site.call('GET', '/v1/terminal_found?limit=1000', { token: site.token });
  const { rows, total } = list.body.value as { rows: object[]; total: number };
  expect(total).toBe(rows.length);
  expect(rows).toContainEqual(
    expect.objectContaining({ code: 'LIFE-1', name: 'Window', model: 'Pi 5', known_code: false }),
  );

  const path = `/v1/terminal_found/${foundId('LIFE-1')}/adopt`;
  const answer = await site.post(path, { name: 'Hall left', org: hall, ao_volume: 55 });
  expect(answer.body.value).toMatchObject({ code: 'LIFE-1', name: 'Hall left', org: hall, ao_volume: 55 });
  expect(answer.body.value).not.toHaveProperty('secret_hash');
  const { secret } = await client.next('adopted');
  expect(await client.next('welcome')).toMatchObject({
    settings: { name: 'Hall left', ao_volume: 55, ai_volume: 80 },
    site: 'Site',
  });
  expect(foundId('LIFE-1')).toBe(0);
  const { id } = answer.body.value as { id: number };
  expect(site.device(id)).toMatchObject({
    online: true,
    client_ip: '127.0.0.1',
    ICCID: '8986',
    support_upgrade: true,
    support_set_buffalo: false,
    reason: { key: 'free' },
    reported_at: null,
  });
  expect((await site.post(path, { name: 'Again', org: hall })).body).toMatchObject({
    code: 404,
    key: 'terminal.notWaiting',
  });

  await client.drop();
  await expect.poll(() => site.device(id)?.online).toBe(false);
  expect(site.device(id)).toMatchObject({ reason: { key: 'offline' }, level_db: null });
  const back = await TerminalClient.hello(site.url, { ...hello, secret });
  await back.next('welcome');
  expect(site.device(id)?.online).toBe(true);
});

test('self-reported facts are stored, and known after a restart', async () => {
  const { client, id } = await site.adopted('STORED-1');
  await client.drop();
  await expect
    .poll(async () => {
      const { rows } = await site.database.pool.query(
        'select client_ip, client_version, last_login_time is not null as seen from terminal where id = $1',
        [id],
      );
      return rows[0];
    })
    .toEqual({ client_ip: '127.0.0.1', client_version: '1.0', seen: true });
});

test('batch adoption: a result per terminal, with the names from their hellos', async () => {
  const clients = await Promise.all(
    [1, 2, 3].map((n) => TerminalClient.hello(site.url, { code: `MANY-${n}`, name: n === 1 ? 'One' : '' })),
  );
  await Promise.all(clients.map((client) => client.next('found')));
  const ids = [1, 2, 3].map((n) => foundId(`MANY-${n}`));
  const answer = await site.post('/v1/terminal_found/batch', {
    action: 'adopt',
    ids: [...ids, 999_999],
    org: null,
  });
  const { results } = answer.body.value as { results: { id: number; ok: boolean; message: string }[] };
  expect(results.map((one) => one.ok)).toEqual([true, true, true, false]);
  expect(results[3]?.message).toContain('no longer waiting');
  await Promise.all(clients.map((client) => client.next('welcome')));
  const names = site.deps.terminals.directory;
  expect(names.byCode('MANY-1')?.row).toMatchObject({ name: 'One', org: site.top() });
  expect(names.byCode('MANY-2')?.row.name).toBe('MANY-2');
});

test('a terminal that lost its secret replaces itself', async () => {
  const first = await site.adopted('SWAP-1');
  await first.client.drop();
  await expect.poll(() => site.device(first.id)?.online).toBe(false);
  const other = await TerminalClient.hello(site.url, { code: 'SWAP-1', name: 'Spare' });
  await other.next('found');
  const row = site.found().find((one) => one.code === 'SWAP-1');
  expect(row?.known_code).toBe(true);
  const path = `/v1/terminal_found/${row?.id}/adopt`;
  const answer = await site.post(path, { name: 'New box', org: null });
  expect(answer.body.value).toMatchObject({ id: first.id, name: 'New box' });
  await other.next('welcome');
  const old = await TerminalClient.hello(site.url, { code: 'SWAP-1', secret: first.secret });
  expect(await old.next('refused')).toMatchObject({ code: 'secret' });
});

test('a new terminal replaces a defective one, and keeps its settings', async () => {
  const zone = await site.zone('Swap');
  const old = await site.adopted('BROKEN-1', zone);
  await site.call('PATCH', `/v1/device/${old.id}`, {
    token: site.token,
    body: { name: 'Gym', ao_volume: 33 },
  });
  const spare = await TerminalClient.hello(site.url, { code: 'SPARE-1', name: 'Spare', version: '2.0' });
  await spare.next('found');
  const path = `/v1/terminal_found/${foundId('SPARE-1')}/replace`;
  expect((await site.post(path, { device: old.id })).body).toMatchObject({
    code: 999,
    key: 'terminal.onlineRefresh',
  });
  await old.client.drop();
  await expect.poll(() => site.device(old.id)?.online).toBe(false);
  const limited = await site.limited('swap-limited', await site.zone('Swap other'));
  expect((await site.post(path, { device: old.id }, limited)).body.code).toBe(404);

  expect((await site.post(path, { device: old.id })).body.value).toMatchObject({
    id: old.id,
    code: 'SPARE-1',
    name: 'Gym',
    org: zone,
    ao_volume: 33,
    client_version: '2.0',
  });
  expect(await spare.next('welcome')).toMatchObject({ settings: { name: 'Gym', ao_volume: 33 } });
  expect(site.device(old.id)).toMatchObject({ code: 'SPARE-1', online: true });
  const back = await TerminalClient.hello(site.url, { code: 'BROKEN-1', secret: old.secret });
  await back.next('found');
  const column = await TerminalClient.hello(site.url, { code: 'CASTER-1', role: 1 });
  await column.next('found');
  await spare.drop();
  await expect.poll(() => site.device(old.id)?.online).toBe(false);
  const wrong = `/v1/terminal_found/${foundId('CASTER-1')}/replace`;
  expect((await site.post(wrong, { device: old.id })).body.key).toBe('terminal.otherRole');
});

test('a refused terminal is disconnected', async () => {
  const client = await TerminalClient.hello(site.url, { code: 'NO-1' });
  await client.next('found');
  expect((await site.post(`/v1/terminal_found/${foundId('NO-1')}/refuse`, {})).body.code).toBe(200);
  expect(await client.next('refused')).toMatchObject({ code: 'denied', retry_s: null });
  expect(foundId('NO-1')).toBe(0);
});

test('adoption requires the permission, and a zone of the caller', async () => {
  const mine = await site.zone('Adopt mine');
  const theirs = await site.zone('Adopt theirs');
  const client = await TerminalClient.hello(site.url, { code: 'RIGHT-1' });
  await client.next('found');
  const path = `/v1/terminal_found/${foundId('RIGHT-1')}/adopt`;
  const operator = await site.limited('adopt-operator', mine, 'operator');
  expect((await site.post(path, { name: 'X', org: mine }, operator)).body.code).toBe(403);
  const limited = await site.limited('adopt-limited', mine);
  for (const org of [theirs, null])
    expect((await site.post(path, { name: 'X', org }, limited)).body).toMatchObject({
      code: 404,
      key: 'zone.notFound',
    });
  expect((await site.post(path, { name: 'X', org: mine }, limited)).body.code).toBe(200);
  await client.drop();

  const foreign = await site.adopted('RIGHT-2', theirs);
  await foreign.client.drop();
  await expect.poll(() => site.device(foreign.id)?.online).toBe(false);
  const copy = await TerminalClient.hello(site.url, { code: 'RIGHT-2' });
  await copy.next('found');
  const steal = `/v1/terminal_found/${foundId('RIGHT-2')}/adopt`;
  expect((await site.post(steal, { name: 'X', org: mine }, limited)).body).toMatchObject({
    code: 409,
    key: 'terminal.alreadyAdopted',
  });
});

test('texts that a database cannot store are refused as invalid, not as a server failure', async () => {
  const zone = { code: 'a\u0000b', password: '\u0000' };
  const odd = await TerminalClient.hello(site.url, { code: 'ODD-1', zone });
  expect(await odd.next('refused')).toMatchObject({ code: 'enrol' });
  const client = await TerminalClient.hello(site.url, { code: 'ODD-2' });
  await client.next('found');
  const path = `/v1/terminal_found/${foundId('ODD-2')}/adopt`;
  expect((await site.post(path, { name: 'a\u0000b', org: null })).status).toBe(400);
  expect((await site.post(path, { name: 'fine', org: 2_147_483_647 })).status).toBe(404);
  expect((await site.post('/v1/terminal_found/99999999999/adopt', { name: 'x', org: null })).status).toBe(
    400,
  );
  expect((await site.post(path, { name: 'fine', org: null })).status).toBe(200);
  await client.next('welcome');
});

test('a page of another origin is refused before it is listed, the own origin is not', async () => {
  const answer = (origin: string) =>
    new Promise<number>((resolve) => {
      const socket = new WebSocket(site.url, { origin });
      socket.on('open', () => {
        socket.close();
        resolve(101);
      });
      socket.on('unexpected-response', (_request, { statusCode = 0 }) => resolve(statusCode));
      socket.on('error', () => {});
    });
  expect(await answer('https://elsewhere.example')).toBe(403);
  expect(await answer('null')).toBe(403);
  expect(await answer(`http://${new URL(site.url).host}`)).toBe(101);
});
