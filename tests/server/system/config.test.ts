import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SiteLive, SystemConfig } from '../../../contract/entities/site/systemConfig.ts';
import { createConfig } from '../../../server/platform/config/config.ts';
import { createRetention } from '../../../server/platform/retention/retention.ts';
import { adminPassword, createTestApp, type TestApp } from '../setup/app.ts';

let site: TestApp;
let token: string;
beforeAll(async () => {
  site = await createTestApp();
  token = await site.login();
});
afterAll(() => site.close());

const patch = (body: object) => site.call('PATCH', '/v1/sys/config', { token, body });
const get = async () => (await site.call('GET', '/v1/sys/config', { token })).body.value as SystemConfig;

test('a change is stored, logged with both values, and persists over a restart', async () => {
  expect((await patch({ log_retention_days: 30, real_time_web_priority: 70 })).body.code).toBe(200);
  expect(await get()).toMatchObject({ log_retention_days: 30, real_time_web_priority: 70, url_login: true });
  await patch({ log_retention_days: 30 });
  const { rows } = await site.database.pool.query(
    "select before, after from audit where entity = 'sys_config' order by id",
  );
  expect(rows).toEqual([
    {
      before: { log_retention_days: 180, real_time_web_priority: 20 },
      after: { log_retention_days: 30, real_time_web_priority: 70 },
    },
  ]);
  const again = await createConfig({ db: site.deps.db, audit: site.deps.audit }, true);
  expect(again.get()).toMatchObject({ log_retention_days: 30, real_time_web_priority: 70 });
  await patch({ log_retention_days: 180, real_time_web_priority: 20 });
});

test('an unknown or invalid setting is refused and changes nothing', async () => {
  const before = await get();
  for (const body of [
    { log_retention_days: 0 },
    { log_retention_days: 3651 },
    { caster_task_priority: 1000 },
    { url_login: 'no' },
    { enterprise_code: 'x'.repeat(51) },
  ])
    expect((await patch(body)).body.code).toBe(400);
  expect(await get()).toEqual(before);
  await site.database.pool.query(
    `update setting set value = '{"log_retention_days": "soon", "enterprise_code": "E7"}' where key = 'system_config'`,
  );
  const again = await createConfig({ db: site.deps.db, audit: site.deps.audit }, true);
  expect(again.get()).toMatchObject({ log_retention_days: 180, enterprise_code: 'E7' });
});

test('the login by URL credentials can be switched off; the login form remains', async () => {
  const logIn = (more: object) =>
    site.call('POST', '/v1/login', { body: { username: 'admin', password: adminPassword, ...more } });
  expect((await logIn({ by_url: true })).body.code).toBe(200);
  await patch({ url_login: false });
  expect((await site.call('GET', '/v1/site')).body.value).toMatchObject({ url_login: false });
  expect((await logIn({ by_url: true })).body).toMatchObject({ code: 999, key: 'auth.urlLoginOff' });
  expect((await logIn({})).body.code).toBe(200);
  await patch({ url_login: true });
});

test('password strength is a setting: the server enforces it, and tells the console', async () => {
  const create = async (code: string) => {
    const { rows } = (await site.call('GET', '/v1/role', { token })).body.value as { rows: { id: number }[] };
    const body = { code, name: code, password: 'weakweak1', role_id: rows[0]?.id, all_zones: true };
    return (await site.call('POST', '/v1/user', { token, body })).body.code;
  };
  const shown = async () =>
    ((await site.call('GET', '/v1/brand')).body.value as { passwordStrength: boolean }).passwordStrength;
  const live = () => site.deps.live.topic<SiteLive>('site').snapshot()[0];
  await patch({ password_strength: true });
  expect(await shown()).toBe(true);
  // Open consoles follow the live row of the site, the login page asks for it.
  expect(live()).toMatchObject({ password_strength: true });
  expect((await site.call('GET', '/v1/site')).body.value).toMatchObject({ password_strength: true });
  expect(await create('letters')).toBe(400);
  await patch({ password_strength: false });
  expect(await shown()).toBe(false);
  expect(await create('weakling')).toBe(200);
});

test('the enterprise code is in the names of exported files', async () => {
  await patch({ enterprise_code: 'LH-7' });
  const { body } = await site.call('POST', '/v1/audit/export/ticket', { token });
  const { url } = body.value as { url: string };
  const file = await site.app.inject(url);
  expect(decodeURIComponent(String(file.headers['content-disposition']))).toContain('LH-7 ');
  expect((await site.call('GET', '/v1/site')).body.value).toMatchObject({ enterprise_code: 'LH-7' });
  await patch({ enterprise_code: '' });
});

test('logs are kept for the configured days, and no longer', async () => {
  const { pool } = site.database;
  const log = { info: () => {}, error: () => {} };
  await pool.query(`insert into online_log (terminal_id, code, name, online_role, peer_addr, login_at, dropped_at)
    select 1, 'X', 'X', 0, '', now() - d * interval '1 day', case when d = 99 then null else now() - d * interval '1 day' end
    from unnest(array[1, 9, 40, 99]) d`);
  await pool.query(`insert into audit (at, account_code, client_ip, action, entity)
    select now() - d * interval '1 day', 'old', '', 'edit', 'x' from unnest(array[1, 9, 40]) d`);
  await patch({ log_retention_days: 30 });
  const retention = createRetention({ ...site.deps, log });
  expect(await retention.run()).toMatchObject({ online_log: 1, audit: 1 });
  const nothing = {
    ...{ online_log: 0, audit: 0, alarm: 0, io_event: 0, signal_hour: 0, idempotency_key: 0 },
    ...{ history_hour: 0, history_minute: 0 },
  };
  expect(await retention.run()).toEqual(nothing);
  await retention.close();
  const left = await pool.query("select count(*)::int as n from online_log where code = 'X'");
  expect(left.rows[0].n).toBe(3);
});
