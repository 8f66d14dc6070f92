import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resetPassword } from '../../../server/platform/auth/passwords/reset.ts';
import { needsLogin } from '../../../server/platform/http/access.ts';
import { firstRun } from '../../../server/site/accounts/firstRun.ts';
import { createTestApp, type TestApp } from '../setup/app.ts';
import { createTestDb } from '../setup/database.ts';

let site: TestApp;
let token: string;
let role: number;
beforeAll(async () => {
  site = await createTestApp();
  token = await site.login();
  const { rows } = (await site.call('GET', '/v1/role', { token })).body.value as { rows: { id: number }[] };
  role = rows[0]?.id ?? 0;
});
afterAll(() => site.close());

const patch = async (body: object) =>
  expect((await site.call('PATCH', '/v1/sys/config', { token, body })).body.code).toBe(200);
const create = (code: string, password: string, more: object = {}) =>
  site.call('POST', '/v1/user', {
    token,
    body: { code, name: 'Night Shift', password, role_id: role, all_zones: true, ...more },
  });
const faults = (answer: Awaited<ReturnType<typeof create>>) =>
  (answer.body.value as { fields: { path: string; key: string }[] }).fields.map(({ path, key }) => [
    path,
    key,
  ]);

test('common passwords and the own name are refused wherever a password is set, as a fault of the field', async () => {
  expect(faults(await create('guard', 'Password-1'))).toEqual([['password', 'rules.passwordCommon']]);
  expect(faults(await create('guard', 'Night-Shift-7'))).toEqual([['password', 'rules.passwordName']]);
  const made = await create('guard', 'Quiet-River-41');
  expect(made.body.code).toBe(200);
  const { id } = made.body.value as { id: number };
  const reset = (password: string) =>
    site.call('POST', `/v1/user/${id}/password`, { token, body: { password, confirmPassword: password } });
  expect(faults(await reset('Guard-2026'))).toEqual([['password', 'rules.passwordName']]);
  expect((await reset('Quiet-River-42')).body.code).toBe(200);
  const own = await site.login('guard', 'Quiet-River-42');
  const change = (password: string) =>
    site.call('POST', '/v1/profile/password', {
      token: own,
      body: { old_password: 'Quiet-River-42', password, confirmPassword: password },
    });
  expect(faults(await change('Qwerty123!'))).toEqual([['password', 'rules.passwordCommon']]);
  expect(faults(await change('Guard-Guard-1'))).toEqual([['password', 'rules.passwordName']]);
  expect((await change('Quiet-River-43')).body.code).toBe(200);
});

test('an account has at most the configured number of logins; the least recently used one ends', async () => {
  expect((await create('shared', 'Quiet-River-41')).body.code).toBe(200);
  const logIn = () => site.login('shared', 'Quiet-River-41');
  const status = async (one: string) => (await site.call('GET', '/v1/profile', { token: one })).status;
  const [oldest, used] = [await logIn(), await logIn()];
  const past = "update login_session set last_seen_at = now() - interval '1 hour' where account_id =";
  await site.database.pool.query(`${past} (select id from account where code = 'shared')`);
  site.deps.callers.changed();
  expect(await status(used)).toBe(200);
  await patch({ logins_per_account: 2 });
  const newest = await logIn();
  expect([await status(oldest), await status(used), await status(newest)]).toEqual([401, 200, 200]);
  // Other accounts have their own logins.
  expect(await status(token)).toBe(200);
  await patch({ logins_per_account: 0 });
  await logIn();
  expect(await status(newest)).toBe(200);
});

test('metrics and the API description can be restricted to logged-in callers', async () => {
  const paths = ['/metrics', '/docs/json', '/docs/static/swagger-ui.css', '/v1/openapi.json'];
  const statuses = async (headers: Record<string, string> = {}) => {
    const answers = await Promise.all(paths.map((url) => site.app.inject({ url, headers })));
    return answers.map(({ statusCode }) => statusCode);
  };
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  await patch({ metrics_open: false, docs_open: false });
  expect(await statuses()).toEqual([401, 401, 401, 401]);
  expect(await statuses({ access_token: 'made-up' })).toEqual([401, 401, 401, 401]);
  expect(await statuses({ access_token: token })).toEqual([200, 200, 200, 200]);
  expect((await site.app.inject('/healthz')).statusCode).toBe(200);
  await patch({ metrics_open: true, docs_open: true });
});

describe('a password that must be changed', () => {
  const given = 'Quiet-River-41';
  const chosen = 'Calm-Harbour-52';
  const change = (own: string, old_password: string, password: string) =>
    site.call('POST', '/v1/profile/password', {
      token: own,
      body: { old_password, password, confirmPassword: password },
    });
  const stateOf = async (own: string) => (await site.call('GET', '/v1/role', { token: own })).body;

  test('permits only changing the password and logging out', async () => {
    expect((await create('newcomer', given, { must_change_password: true })).body.code).toBe(200);
    const first = await site.login('newcomer', given);
    const profile = async () => (await site.call('GET', '/v1/profile', { token: first })).body.value;
    expect(await profile()).toMatchObject({ code: 'newcomer', must_change_password: true });
    const locked = site.app.declared.filter(({ access }) => needsLogin(access) && access !== 'first_login');
    expect(locked.length).toBeGreaterThan(200);
    for (const [place, { method, url }] of locked.entries()) {
      const answer = await site.app.inject({
        ...{ method: method as 'GET', url: url.replaceAll(/:\w+/g, '1'), headers: { access_token: first } },
        // One address may send 200 requests a second.
        remoteAddress: `10.0.0.${place % 250}`,
      });
      expect([`${method} ${url}`, answer.statusCode]).toEqual([`${method} ${url}`, 403]);
      // A response to HEAD has no body.
      if (method !== 'HEAD') expect(answer.json().key).toBe('auth.passwordFirst');
    }
    expect((await change(first, given, given)).body.key).toBe('auth.passwordUnchanged');
    expect((await stateOf(first)).key).toBe('auth.passwordFirst');
    expect((await change(first, given, chosen)).body.code).toBe(200);
    expect((await stateOf(first)).code).toBe(200);
    expect(await profile()).toMatchObject({ must_change_password: false });
    expect((await stateOf(await site.login('newcomer', chosen))).code).toBe(200);
  });

  test('ends open tickets and sockets, and permits logging out', async () => {
    const { id } = (await create('returning', given)).body.value as { id: number };
    const open = await site.login('returning', given);
    const session = await site.deps.callers.fromToken(open);
    const sql = 'update account set must_change_password = true where id = $1';
    await site.database.pool.query(sql, [id]);
    site.deps.callers.changed();
    expect(await site.deps.callers.fromSession(session.sessionId)).toBeNull();
    expect((await site.call('POST', '/v1/logout', { token: open })).body.code).toBe(200);
    expect((await stateOf(open)).code).toBe(401);
  });

  test('is set by a password reset, unless the request says otherwise', async () => {
    const { id } = (await create('forgetful', given)).body.value as { id: number };
    const reset = (password: string, more: object) =>
      site.call('POST', `/v1/user/${id}/password`, {
        token,
        body: { password, confirmPassword: password, ...more },
      });
    const row = async () => (await site.call('GET', `/v1/user/${id}`, { token })).body.value;
    await reset('Quiet-River-42', { must_change_password: true });
    expect((await stateOf(await site.login('forgetful', 'Quiet-River-42'))).key).toBe('auth.passwordFirst');
    expect(await row()).toMatchObject({ must_change_password: true });
    await reset('Quiet-River-43', {});
    expect((await stateOf(await site.login('forgetful', 'Quiet-River-43'))).code).toBe(200);
    expect(await row()).toMatchObject({ must_change_password: false });
  });

  test('is not asked for after a password that the program itself prints', async () => {
    const { db } = site.database;
    const printed = await resetPassword(db, site.deps.audit, 'forgetful');
    expect((await stateOf(await site.login('forgetful', printed ?? ''))).code).toBe(200);
    const empty = await createTestDb();
    await firstRun(empty.db, 'Site');
    const { rows } = await empty.pool.query('select must_change_password from account');
    await empty.drop();
    expect(rows).toEqual([{ must_change_password: false }]);
  });
});
