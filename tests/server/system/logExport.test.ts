import { afterAll, beforeAll, expect, test } from 'vitest';
import type { KeyPage } from '../../../contract/api/envelope.ts';
import { permissionKeys, withheld } from '../../../contract/api/permissions.ts';
import type { AuditRow } from '../../../contract/entities/site/audit.ts';
import type { OnlineRow } from '../../../contract/entities/terminals/online.ts';
import { password } from '../accounts/people.ts';
import { type Site, startSite } from '../terminals/site.ts';

const ROWS = 2_500;
const address = '10.9.8.7';

let site: Site;
let north: number;
let deep: number;
/** Token of an account with all permissions except the one for addresses. */
let blind: string;
beforeAll(async () => {
  site = await startSite();
  north = await site.zone('North');
  deep = await site.zone('North annex', north);
  await site.database.pool.query(
    `insert into online_log (terminal_id, code, name, org, online_role, peer_addr, login_at, dropped_at)
     select n, 'T-' || n, case n when 7 then '=cmd|calc' when 8 then 'مكبر 📢' else 'Hall ' || n end,
       case when n % 2 = 0 then $1::int else $2::int end, 0, $3, to_timestamp(1700000000 + n), to_timestamp(1700000060 + n)
     from generate_series(1, $4) n`,
    [north, deep, address, ROWS],
  );
  const permissions = permissionKeys.filter((key) => key !== 'list_client_address');
  const role = await site.post('/v1/role', { code: 'blind', name: 'Blind', permissions });
  const role_id = (role.body.value as { id: number }).id;
  await site.post('/v1/user', { code: 'blind', name: 'B', password, role_id, groups: [], all_zones: true });
  blind = await site.login('blind', password);
});
afterAll(() => site.close());

async function page<T>(path: string, token = site.token): Promise<KeyPage<T>> {
  const { body } = await site.call('GET', path, { token });
  expect(body.code, body.message).toBe(200);
  return body.value;
}

/** Lines of an export, fetched with `token`. */
async function exported(log: string, query: string, token = site.token): Promise<string[]> {
  const ticket = await site.call('POST', `/v1/${log}/export/ticket`, { token });
  const { url } = ticket.body.value as { url: string };
  const response = await site.app.inject(`${url}&${query}`);
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-disposition']).toContain(`${log}.csv`);
  expect(response.body.startsWith('\uFEFF')).toBe(true);
  return response.body.slice(1).trimEnd().split('\r\n');
}

test('a zone includes all below it, limited to the visible ones', async () => {
  const all = await page<OnlineRow>(`/v1/online_log?org=${north}&limit=1000`);
  expect(new Set(all.rows.map((row) => row.org))).toEqual(new Set([north, deep]));
  const below = await page<OnlineRow>(`/v1/online_log?org=${deep}&limit=1000`);
  expect(new Set(below.rows.map((row) => row.org))).toEqual(new Set([deep]));
  const token = await site.limited('annex', deep);
  const seen = await page<OnlineRow>(`/v1/online_log?org=${north}&limit=1000`, token);
  expect(new Set(seen.rows.map((row) => row.org))).toEqual(new Set([deep]));
});

test('the export has all filtered rows, over many pages, newest first', async () => {
  const lines = await exported('online_log', '');
  expect(lines).toHaveLength(ROWS + 1);
  expect(lines[0]).toBe('Connected at,Lost at,Time online (s),Kind of terminal,Code,Name,Zone,IP address');
  // The site is in Asia/Shanghai.
  expect(lines.at(-1)).toBe(
    `2023-11-15 06:13:21,2023-11-15 06:14:21,60,Sound column,T-1,Hall 1,North annex,${address}`,
  );
  expect(lines[1]).toContain(`T-${ROWS},`);
  expect(await exported('online_log', 'q=T-2500')).toHaveLength(2);
  expect(await exported('online_log', 'from=1700000001&to=1700000003')).toHaveLength(4);
});

test('a formula is neutralised, other scripts stay as they are', async () => {
  expect((await exported('online_log', 'q==cmd'))[1]).toContain(",T-7,'=cmd|calc,");
  expect((await exported('online_log', 'terminal_id=8'))[1]).toContain(',مكبر 📢,');
});

test('without the permission addresses are nowhere: list, search, export, audit log', async () => {
  const { rows } = await page<OnlineRow>('/v1/online_log?limit=10', blind);
  expect(new Set(rows.map((row) => row.peer_addr))).toEqual(new Set([withheld]));
  expect((await page<OnlineRow>(`/v1/online_log?q=${address}`, blind)).rows).toEqual([]);
  expect((await page<OnlineRow>(`/v1/online_log?q=${address}`)).rows.length).toBeGreaterThan(0);
  const lines = await exported('online_log', '', blind);
  expect(lines).toHaveLength(ROWS + 1);
  expect(lines.join()).not.toContain(address);
  const log = await page<AuditRow>('/v1/audit', blind);
  expect(new Set(log.rows.map((row) => row.client_ip))).toEqual(new Set([withheld]));
  expect((await page<AuditRow>('/v1/audit')).rows[0]?.client_ip).toBe('127.0.0.1');
  const own = await site.call('GET', '/v1/profile/session', { token: blind });
  expect(own.body.value).toMatchObject([{ client_ip: '127.0.0.1' }]);
});

test('the audit log is exported with values before and after, without secrets', async () => {
  const made = await site.zone('Secret', undefined, 'hidden-word-1');
  await site.call('PATCH', `/v1/partition/${made}`, { token: site.token, body: { name: 'Open' } });
  const lines = await exported('audit', 'entity=partition&action=edit');
  expect(lines[1]).toContain('admin,127.0.0.1,Changed,Zone');
  expect(lines[1]).toContain('"{""name"":""Secret""}","{""name"":""Open""}"');
  expect((await exported('audit', '')).join()).not.toContain('hidden-word-1');
});

test('without the permission for the log there is no ticket, and an earlier one is void', async () => {
  const token = await site.limited('operator', north, 'operator');
  for (const log of ['online_log', 'audit'])
    expect((await site.call('POST', `/v1/${log}/export/ticket`, { token })).status, log).toBe(403);
  const forged = await site.app.inject('/v1/audit/export?ticket=x');
  expect(forged.statusCode).toBe(401);
});
