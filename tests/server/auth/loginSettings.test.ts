import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../setup/app.ts';

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
const create = (code: string, password: string) =>
  site.call('POST', '/v1/user', {
    token,
    body: { code, name: 'Night Shift', password, role_id: role, all_zones: true },
  });
const faults = (answer: Awaited<ReturnType<typeof create>>) =>
  (answer.body.value as { fields: { path: string; key: string }[] }).fields.map(({ path, key }) => [
    path,
    key,
  ]);

test('common passwords and the own name are refused wherever a password is set, beside the field', async () => {
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

test('of the logins of an account no more are good at once than is set, and the least used ends', async () => {
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
  // Other accounts have logins of their own.
  expect(await status(token)).toBe(200);
  await patch({ logins_per_account: 0 });
  await logIn();
  expect(await status(newest)).toBe(200);
});

test('measurements and the description of the API can be closed: then they need a login', async () => {
  const paths = ['/metrics', '/docs/json', '/docs/static/swagger-ui.css', '/v1/openapi.json'];
  const ask = async (headers: Record<string, string> = {}) => {
    const answers = await Promise.all(paths.map((url) => site.app.inject({ url, headers })));
    return answers.map(({ statusCode }) => statusCode);
  };
  expect(await ask()).toEqual([200, 200, 200, 200]);
  await patch({ metrics_open: false, docs_open: false });
  expect(await ask()).toEqual([401, 401, 401, 401]);
  expect(await ask({ access_token: 'made-up' })).toEqual([401, 401, 401, 401]);
  expect(await ask({ access_token: token })).toEqual([200, 200, 200, 200]);
  expect((await site.app.inject('/healthz')).statusCode).toBe(200);
  await patch({ metrics_open: true, docs_open: true });
});
