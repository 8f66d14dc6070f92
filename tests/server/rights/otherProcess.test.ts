import { once } from 'node:events';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { permissionKeys } from '../../../contract/api/permissions.ts';
import { createAudit } from '../../../server/platform/audit/audit.ts';
import { resetPassword } from '../../../server/platform/auth/passwords/reset.ts';
import { type OpenDb, openDb } from '../../../server/platform/db/openDb.ts';
import { eventually } from '../../support/eventually.ts';
import { type AirSite, startAirSite } from '../broadcast/airSite.ts';

/** Changes in the database by another process, of which this server is notified by the database. */
let site: AirSite;
let other: OpenDb;
const sockets: WebSocket[] = [];
beforeAll(async () => {
  site = await startAirSite();
  other = openDb(site.database.url, { max: 1 });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});
afterAll(async () => {
  await other.close();
  await site.close();
});
const wait = { timeout: 60_000, interval: 5 };

let people = 0;
/** Creates an account with all permissions in its own zone, with its own role. */
async function somebody() {
  people += 1;
  const code = `process${people}`;
  const zone = await site.zone(`Zone ${people}`);
  const role = await site.post('/v1/role', { code, name: code, permissions: permissionKeys });
  return {
    code,
    zone,
    role: (role.body.value as { id: number }).id,
    token: await site.limited(code, zone, code),
  };
}

async function connected(path: 'socket' | 'listen', token: string): Promise<WebSocket> {
  const { body } = await site.call('POST', `/v1/${path}/ticket`, { token });
  const base = site.url.replace(/\/v1\/terminal.*/, '');
  const socket = new WebSocket(`${base}/v1/${path}?ticket=${(body.value as { ticket: string }).ticket}`);
  sockets.push(socket);
  await once(socket, 'open');
  return socket;
}

/** Console subscribed to terminals: its updates, and if its socket was closed. */
async function watching(token: string) {
  const socket = await connected('socket', token);
  const seen = { kinds: [] as string[], ids: new Set<number>(), closed: false };
  socket.on('close', () => {
    seen.closed = true;
  });
  socket.on('message', (data) => {
    type Update = { kind: string; rows?: { id: number }[]; gone?: number[] };
    const { type, updates = [] } = JSON.parse(String(data)) as { type: string; updates?: Update[] };
    seen.kinds.push(type, ...updates.map((update) => update.kind));
    for (const { kind, rows = [], gone = [] } of updates) {
      if (kind === 'snapshot') seen.ids = new Set(rows.map(({ id }) => id));
      for (const id of gone) seen.ids.delete(id);
    }
  });
  socket.send(JSON.stringify({ type: 'subscribe', id: 1, topic: 'device' }));
  await eventually(() => expect(seen.kinds).toContain('snapshot'), wait);
  return seen;
}

/**
 * Makes a change in the other process; resolves when this one has processed it. Nothing else changes rights
 * here.
 */
async function elsewhere(change: () => Promise<unknown>): Promise<number> {
  let end = () => {};
  const changed = new Promise<void>((resolve) => {
    end = site.deps.callers.onChange(resolve) as () => void;
  });
  await change();
  const from = performance.now();
  await changed;
  end();
  return Math.round(performance.now() - from);
}
const sql = (text: string, values: unknown[] = []) => elsewhere(() => other.pool.query(text, values));

test('a password reset by the command ends the sockets and logins of the account', async () => {
  const who = await somebody();
  const seen = await watching(who.token);
  const listening = once(await connected('listen', who.token), 'close');
  const ms = await elsewhere(() => resetPassword(other.db, createAudit(), who.code));
  expect((await site.call('GET', '/v1/device', { token: who.token })).status).toBe(401);
  await eventually(() => expect(seen.closed).toBe(true), wait);
  expect(seen.kinds).toContain('ended');
  await listening;
  console.log(`notified of the reset after ${ms} ms`);
});

test('a permission removed from a role takes effect on rows, listening and broadcasts', async () => {
  const who = await somebody();
  const { id: device } = await site.adopted(`ROLE-${who.zone}`, who.zone);
  const task = await site.started({ files: [await site.file('Song', 60)], devices: [device] }, who.token);
  const seen = await watching(who.token);
  const listening = once(await connected('listen', who.token), 'close');
  await sql(`update role set permissions = '["menu_home_page"]' where id = $1`, [who.role]);
  expect((await site.as(who.token).act(task, 'stop')).body.code).toBe(403);
  await eventually(() => expect(seen.kinds).toContain('denied'), wait);
  await listening;
  expect((await site.act(task, 'stop')).body.code).toBe(200);
});

test('a disabled account, or one with other zones, loses access', async () => {
  const who = await somebody();
  const { id: device } = await site.adopted(`ZONE-${who.zone}`, who.zone);
  const seen = await watching(who.token);
  await eventually(() => expect(seen.ids).toContain(device), wait);
  await sql('delete from account_partition where partition_id = $1', [who.zone]);
  await eventually(() => expect(seen.ids).not.toContain(device), wait);
  expect((await site.call('GET', `/v1/device/${device}`, { token: who.token })).status).toBe(404);
  await sql('update account set disabled = true where code = $1', [who.code]);
  await eventually(() => expect(seen.closed).toBe(true), wait);
});

test('a moved zone takes its rows along', async () => {
  const who = await somebody();
  const moved = await site.zone(`Moved ${who.zone}`);
  const { id: device } = await site.adopted(`TREE-${who.zone}`, moved);
  const seen = await watching(who.token);
  expect(seen.ids).not.toContain(device);
  await sql('update partition set parent_id = $1, rev = rev + 1 where id = $2', [who.zone, moved]);
  await eventually(() => expect(seen.ids).toContain(device), wait);
});

test('changes during a loss of the listening connection take effect when it is back', async () => {
  const who = await somebody();
  const seen = await watching(who.token);
  // Triggers are off for it, and the listening connection ends with the same commit.
  await elsewhere(async () => {
    const client = new pg.Client({ connectionString: site.database.adminUrl });
    await client.connect();
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query(
      'delete from login_session s using account a where a.id = s.account_id and a.code = $1',
      [who.code],
    );
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query ilike 'listen%'`,
    );
    await client.query('commit');
    await client.end();
  });
  await eventually(() => expect(seen.closed).toBe(true), wait);
});
