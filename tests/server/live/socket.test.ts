import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { LiveUpdate, ToConsole } from '../../../contract/api/live.ts';
import { eventually } from '../../support/eventually.ts';
import { LiveClient } from '../../support/liveClient.ts';
import { createTestApp, type TestApp } from '../setup/app.ts';

interface Row {
  id: number;
  org: number | null;
  level: number;
}

let site: TestApp;
let host: string;
let top: number;
const open: WebSocket[] = [];

beforeAll(async () => {
  site = await createTestApp();
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  host = `127.0.0.1:${(site.app.server.address() as AddressInfo).port}`;
  top = site.deps.zones.all()[0]!.id;
  await site.database.pool.query(`insert into account (code, name, password_hash, role_id)
    select 'limited', 'Limited', password_hash, role_id from account where code = 'admin'`);
  await site.database.pool.query(
    "insert into account_partition select id, $1 from account where code = 'limited'",
    [top],
  );
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate();
});
afterAll(() => site.close());

async function ticket(token: string): Promise<string> {
  const { body } = await site.call('POST', '/v1/socket/ticket', { token });
  return (body.value as { ticket: string }).ticket;
}

function connect(query: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(`ws://${host}/v1/socket${query}`, { headers });
  open.push(socket);
  const messages: ToConsole[] = [];
  socket.on('message', (data) => messages.push(JSON.parse(String(data)) as ToConsole));
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  socket.on('error', () => {});
  const opened = new Promise<number>((resolve) => {
    socket.on('open', () => resolve(101));
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
  });
  const client = new LiveClient();
  let read = 0;
  /** Applies the received updates; returns the client's rows. */
  const rows = () => {
    const updates: LiveUpdate[] = messages.slice(read).flatMap((m) => (m.type === 'frame' ? m.updates : []));
    read = messages.length;
    for (const update of updates) client.apply(update);
    return [...client.rows.values()];
  };
  return { socket, messages, closed, opened, client, rows };
}

async function subscribed(token: string) {
  const link = connect(`?ticket=${await ticket(token)}`);
  expect(await link.opened).toBe(101);
  link.socket.send(link.client.subscribe());
  await eventually(() => expect(link.rows() && (link.client.cursor ?? link.client.denied)).toBeTruthy());
  return link;
}

function device() {
  return site.deps.live.topic<Row>('device');
}

test('rows arrive with a ticket, followed by changes', async () => {
  device().replaceAll([{ id: 1, org: top, level: 0 }]);
  const link = await subscribed(await site.login());
  expect(link.rows()).toEqual([{ id: 1, org: top, level: 0 }]);
  device().patch(1, { level: 5 });
  await eventually(() => expect(link.rows()).toEqual([{ id: 1, org: top, level: 5 }]));
});

test('a ticket is valid once; without one, or with a guessed one, there is no socket', async () => {
  const once = await ticket(await site.login());
  expect(await connect(`?ticket=${once}`).opened).toBe(101);
  expect(await connect(`?ticket=${once}`).opened).toBe(401);
  expect(await connect('?ticket=guess').opened).toBe(401);
  expect(await connect('').opened).toBe(400);
});

test('a page of another origin is refused without using up a ticket; the own origin is accepted', async () => {
  const one = await ticket(await site.login());
  expect(await connect(`?ticket=${one}`, { origin: 'https://elsewhere.example' }).opened).toBe(403);
  expect(await connect(`?ticket=${one}`, { origin: `http://127.0.0.1:1` }).opened).toBe(403);
  expect(await connect(`?ticket=${one}`, { origin: 'null' }).opened).toBe(403);
  expect(await connect(`?ticket=${one}`, { origin: `http://${host}` }).opened).toBe(101);
});

test('a ticket requires a login', async () => {
  expect((await site.call('POST', '/v1/socket/ticket')).body.code).toBe(401);
});

test('logging out ends the socket with a message', async () => {
  const token = await site.login();
  const link = await subscribed(token);
  await site.call('POST', '/v1/logout', { token });
  expect(await link.closed).toBe(1008);
  expect(link.messages.at(-1)).toMatchObject({ type: 'ended', code: 998 });
});

test('removing a zone removes its rows, removing a permission all rows', async () => {
  const other = await site.call('POST', '/v1/partition', {
    token: await site.login(),
    body: { name: 'Other', code: 'other', parent_id: top },
  });
  const inner = (other.body.value as { id: number }).id;
  device().replaceAll([
    { id: 1, org: top, level: 0 },
    { id: 2, org: inner, level: 0 },
    { id: 3, org: null, level: 0 },
  ]);
  const link = await subscribed(await site.login('limited'));
  expect(link.rows().map((row) => row.id)).toEqual([1, 2, 3]);

  await site.database.pool.query('update account_partition set partition_id = $1', [inner]);
  site.deps.callers.changed();
  await eventually(() => expect(link.rows().map((row) => row.id)).toEqual([2, 3]));

  await site.database.pool.query(`insert into role (code, name, permissions) values ('none', 'None', '[]')`);
  await site.database.pool.query(
    `update account set role_id = (select id from role where code = 'none') where code = 'limited'`,
  );
  site.deps.callers.changed();
  await eventually(() => expect(link.rows()).toEqual([]));
  expect(link.client.denied).toBe(true);
});

test('a console that violates the protocol is disconnected, without effect on others', async () => {
  const good = await subscribed(await site.login());
  const bad = await subscribed(await site.login());
  bad.socket.send('{"type":"nonsense"}');
  expect(await bad.closed).toBe(1008);
  const binary = await subscribed(await site.login());
  binary.socket.send(Buffer.from([1, 2, 3]));
  expect(await binary.closed).toBe(1003);
  expect(good.socket.readyState).toBe(WebSocket.OPEN);
});
