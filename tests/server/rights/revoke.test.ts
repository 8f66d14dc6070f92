import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { get, request as httpRequest, type IncomingMessage } from 'node:http';
import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type PermissionKey, permissionKeys } from '../../../contract/api/permissions.ts';
import { mediaPaths } from '../../../server/platform/dataFolder/mediaPaths.ts';
import { eventually } from '../../support/eventually.ts';
import { type AirSite, startAirSite } from '../broadcast/airSite.ts';
import { multipart } from '../transfer/files.ts';

/** More than all buffers between server and client: a reader that stops keeps the response open. */
const BIG = 64 * 1024 * 1024;

let site: AirSite;
let base: string;
let song: number;
beforeAll(async () => {
  site = await startAirSite();
  base = site.url.replace(/^ws/, 'http').replace(/\/v1\/terminal.*/, '');
  song = await site.file('Song', 600);
  const path = mediaPaths(site.deps.env.DATA_DIR).original(song);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, Buffer.alloc(BIG));
  await site.database.pool.query(
    `insert into online_log (terminal_id, code, name, org, online_role, peer_addr, login_at)
     select n, 'T', repeat('x', 1000), $1::int, 0, '', now() from generate_series(1, 20000) n`,
    [site.top()],
  );
});
afterAll(() => site.close());

let people = 0;
/** Creates an account with all permissions in the whole site, with its own role. */
async function somebody() {
  people += 1;
  const code = `person${people}`;
  const role = await site.post('/v1/role', { code, name: code, permissions: permissionKeys });
  const token = await site.limited(code, site.top(), code);
  const { id } = role.body.value as { id: number };
  return {
    token,
    code,
    take: (...keys: PermissionKey[]) =>
      site.call('PATCH', `/v1/role/${id}`, {
        token: site.token,
        body: { permissions: permissionKeys.filter((key) => !keys.includes(key)) },
      }),
  };
}

/** Response that has begun and is kept open by not reading it. */
async function running(url: string) {
  const request = get(base + url, { agent: false });
  request.on('error', () => {});
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  response.on('error', () => {});
  const closed = new Promise((resolve) => response.once('close', resolve));
  return { response, closed };
}

/** Reads to the end: number of bytes, and if it was complete. */
async function rest({ response, closed }: Awaited<ReturnType<typeof running>>) {
  let bytes = 0;
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  await closed;
  return { bytes, whole: response.complete };
}

const connections = () =>
  new Promise<number>((resolve, reject) =>
    site.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

/** Waits until the server has cut an unread response; ms since `lose` was answered. */
async function cutBy(lose: () => Promise<unknown>): Promise<number> {
  const before = await connections();
  await lose();
  const from = performance.now();
  await eventually(async () => expect(await connections()).toBeLessThan(before), { interval: 5 });
  return Math.round(performance.now() - from);
}

async function ticket(path: string, token: string, body?: object): Promise<string> {
  const answer = await site.call('POST', path, { token, ...(body === undefined ? {} : { body }) });
  return (answer.body.value as { url: string }).url;
}

const waysToLose: [string, (who: Awaited<ReturnType<typeof somebody>>) => Promise<unknown>][] = [
  ['the right is taken from the role', (who) => who.take('list_file')],
  ['the login is ended', (who) => site.call('POST', '/v1/logout', { token: who.token })],
  [
    'another process ends the login',
    (who) =>
      site.database.pool.query(
        'delete from login_session s using account a where a.id = s.account_id and a.code = $1',
        [who.code],
      ),
  ],
];
test.each(waysToLose)('a running download is cut when %s', async (_, lose) => {
  const who = await somebody();
  const response = await running(await ticket(`/v1/file/${song}/ticket`, who.token, { kind: 'download' }));
  const ms = await cutBy(() => lose(who));
  const { bytes, whole } = await rest(response);
  expect(whole).toBe(false);
  expect(bytes).toBeLessThan(BIG);
  console.log(`download cut after ${ms} ms`);
});

test('a running export is cut when the permission for the log is revoked', async () => {
  const who = await somebody();
  const response = await running(await ticket('/v1/online_log/export/ticket', who.token));
  const ms = await cutBy(() => who.take('list_online_log'));
  expect((await rest(response)).whole).toBe(false);
  console.log(`export cut after ${ms} ms`);
});

test('a running upload is cut when its permission is revoked, without leftovers', async () => {
  const who = await somebody();
  const { incoming } = mediaPaths(site.deps.env.DATA_DIR);
  const there = () => readdirSync(incoming).length;
  const upload = httpRequest(`${base}/v1/file/upload`, {
    method: 'POST',
    agent: false,
    headers: { access_token: who.token, 'content-type': 'multipart/form-data; boundary=cut' },
  });
  upload.on('error', () => {});
  const head = 'content-disposition: form-data; name="file"; filename="long.wav"';
  upload.write(`--cut\r\n${head}\r\n\r\n`);
  upload.write(Buffer.alloc(1_000_000));
  await eventually(() => expect(there()).toBe(1));
  const ms = await cutBy(() => who.take('create_file'));
  await eventually(() => expect(there()).toBe(0));
  console.log(`upload cut after ${ms} ms`);
});

test('a running import stores nothing once its login has ended', async () => {
  const who = await somebody();
  const { pool } = site.database;
  const held = await pool.connect();
  const table = `code,password,role,zones\nlate,North-gate-7,operator,${site.deps.zones.get(site.top())?.code}\n`;
  const { payload, headers } = multipart('table.csv', table);
  const bring = (token: string) =>
    site.app.inject({
      method: 'POST',
      url: '/v1/user/import?dry_run=false',
      headers: { ...headers, access_token: token },
      payload,
    });
  const named = async () => (await pool.query(`select 1 from account where code = 'late'`)).rows.length;
  try {
    await held.query(`begin; select pg_advisory_xact_lock(hashtext('tocsin.account'))`);
    const cut = expect(bring(who.token)).rejects.toThrow();
    await eventually(async () => {
      const { rows } = await pool.query(`
        select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`);
      expect(rows).toHaveLength(1);
    });
    await pool.query('update account set disabled = true where code = $1', [who.code]);
    await cut;
  } finally {
    await held.query('commit');
    held.release();
  }
  // The next import begins when that one is over.
  await eventually(async () => {
    const answer = await bring(site.token);
    expect((answer.json() as { code: number }).code).toBe(200);
  });
  const { rows } = await pool.query(
    `select account_code from audit where entity = 'user' and after ->> 'code' = 'late'`,
  );
  expect([await named(), rows]).toEqual([1, [{ account_code: 'admin' }]]);
});

test('a download whose permission remains completes, whatever else changes', async () => {
  const who = await somebody();
  const response = await running(await ticket(`/v1/file/${song}/ticket`, who.token, { kind: 'download' }));
  await who.take('list_signal');
  expect(await rest(response)).toMatchObject({ whole: true, bytes: BIG });
});

test('an earlier ticket is void afterwards, and the range request of a player is refused', async () => {
  const who = await somebody();
  const url = await ticket(`/v1/file/${song}/ticket`, who.token, { kind: 'download' });
  expect((await site.app.inject({ url, headers: { range: 'bytes=0-9' } })).statusCode).toBe(206);
  await who.take('list_file');
  expect((await site.app.inject({ url, headers: { range: 'bytes=0-9' } })).statusCode).toBe(403);
});

test('live rows are removed at once, and the socket with the login', async () => {
  const who = await somebody();
  const { body } = await site.call('POST', '/v1/socket/ticket', { token: who.token });
  const socket = new WebSocket(
    `${site.url.replace(/\/v1\/terminal.*/, '/v1/socket')}?ticket=${(body.value as { ticket: string }).ticket}`,
  );
  const kinds: string[] = [];
  socket.on('message', (data) => {
    const { type, updates } = JSON.parse(String(data)) as { type: string; updates?: { kind: string }[] };
    kinds.push(type, ...(updates ?? []).map((update) => update.kind));
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'subscribe', id: 1, topic: 'device' }));
  await eventually(() => expect(kinds).toContain('snapshot'));
  const before = performance.now();
  await who.take('list_device');
  await eventually(() => expect(kinds).toContain('denied'), { interval: 5 });
  console.log(`live rows gone after ${Math.round(performance.now() - before)} ms`);
  const closed = once(socket, 'close');
  await site.call('POST', '/v1/logout', { token: who.token });
  await closed;
  expect(kinds).toContain('ended');
});

test('an account that may no longer operate cannot control the broadcasts that it started', async () => {
  const { id: device } = await site.adopted('HALL-1', site.top());
  const who = await somebody();
  const task = await site.started({ files: [song], devices: [device] }, who.token);
  const theirs = site.as(who.token);
  expect((await theirs.act(task, 'pause')).body.code).toBe(200);
  await who.take('operate_real_time_task', 'operate_task');
  for (const action of ['resume', 'stop'])
    expect((await theirs.act(task, action)).body.code, action).toBe(403);
  expect((await theirs.act(task, 'volume', { volume: 3 })).body.code).toBe(403);
  // Still on the air, and controllable with the permission.
  expect((await site.act(task, 'stop')).body.code).toBe(200);
});
