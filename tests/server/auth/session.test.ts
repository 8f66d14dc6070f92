import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminPassword, createTestApp, type TestApp } from '../setup/app.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

describe('POST /v1/login', () => {
  test('returns token, role and user data with code 200', async () => {
    const { status, body } = await site.call('POST', '/v1/login', {
      body: { username: 'admin', password: adminPassword },
    });
    expect(status).toBe(200);
    expect(body.code).toBe(200);
    expect(body.value).toMatchObject({ code: 'admin', role: 'administrator', token: expect.any(String) });
  });

  test("refuses empty fields and wrong login information, in the caller's language", async () => {
    const empty = await site.call('POST', '/v1/login', { body: { username: ' ', password: 'x' } });
    expect(empty.body).toMatchObject({ code: 400, key: 'auth.accountEmpty' });
    const wrong = await site.call('POST', '/v1/login', {
      body: { username: 'admin', password: 'nope' },
      headers: { lang: 'cn' },
    });
    expect(wrong.status).toBe(400);
    expect(wrong.body).toMatchObject({ code: 999, key: 'auth.wrongLogin', message: '登录信息错误' });
  });

  test('never stores the token itself', async () => {
    const token = await site.login();
    const { rows } = await site.database.pool.query('select token_hash from login_session');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some((row) => row.token_hash.includes(token))).toBe(false);
  });

  test('limits attempts per account and address with Retry-After', async () => {
    for (let i = 0; i < 5; i++)
      await site.call('POST', '/v1/login', { body: { username: 'somebody', password: 'wrong' } });
    const blocked = await site.call('POST', '/v1/login', {
      body: { username: 'somebody', password: 'wrong' },
    });
    expect(blocked.status).toBe(429);
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(0);
    // Another account at the same address can still log in.
    expect(await site.login()).toBeTypeOf('string');
  });
});

describe('own sessions', () => {
  test('a route that needs a login refuses a missing token, a wrong one and "null"', async () => {
    expect((await site.call('GET', '/v1/profile')).body.code).toBe(401);
    for (const token of ['null', 'undefined', 'made-up'])
      expect((await site.call('GET', '/v1/profile', { token })).body.code).toBe(401);
  });

  test('logging out ends the login at once', async () => {
    const token = await site.login();
    expect((await site.call('GET', '/v1/profile', { token })).status).toBe(200);
    await site.call('POST', '/v1/logout', { token });
    expect((await site.call('GET', '/v1/profile', { token })).body.code).toBe(401);
  });

  test('an expired login is answered with 998', async () => {
    const token = await site.login();
    await site.database.pool.query("update login_session set expires_at = now() - interval '1 second'");
    site.deps.callers.changed();
    const answer = await site.call('GET', '/v1/profile', { token });
    expect(answer.status).toBe(401);
    expect(answer.body.code).toBe(998);
  });

  test('another login of the same account can be listed and ended', async () => {
    const here = await site.login();
    const there = await site.login();
    const { body } = await site.call('GET', '/v1/profile/session', { token: here });
    const others = (body.value as { id: number; current: boolean }[]).filter((row) => !row.current);
    expect(others).toHaveLength(1);
    await site.call('DELETE', `/v1/profile/session/${others[0]?.id}`, { token: here });
    expect((await site.call('GET', '/v1/profile', { token: there })).body.code).toBe(401);
    expect((await site.call('GET', '/v1/profile', { token: here })).status).toBe(200);
  });

  test('changing the password needs the old one, enforces the rules, and ends other logins', async () => {
    const token = await site.login();
    const other = await site.login();
    const change = (old_password: string, password: string, confirmPassword = password) =>
      site.call('POST', '/v1/profile/password', { token, body: { old_password, password, confirmPassword } });
    const fields = async (answer: ReturnType<typeof change>) =>
      ((await answer).body.value as { fields: { path: string }[] }).fields.map((field) => field.path);
    expect(await fields(change(adminPassword, 'onlyletters'))).toEqual(['password']);
    expect(await fields(change(adminPassword, 'Better-Horse-2', 'Other-Horse-2'))).toEqual([
      'confirmPassword',
    ]);
    expect(await fields(change('wrong', 'Better-Horse-2'))).toEqual(['old_password']);
    expect((await change(adminPassword, 'Better-Horse-2')).body.code).toBe(200);
    expect((await site.call('GET', '/v1/profile', { token: other })).body.code).toBe(401);
    expect(await site.login('admin', 'Better-Horse-2')).toBeTypeOf('string');
    expect((await change('Better-Horse-2', adminPassword)).body.code).toBe(200);
  });
});

describe('bad input', () => {
  test('is refused with 4xx and the faulty fields, never 5xx', async () => {
    const bad = await site.call('POST', '/v1/login', { body: { username: 5 } });
    expect(bad.status).toBe(400);
    expect((bad.body.value as { fields: { path: string }[] }).fields.map((field) => field.path)).toEqual([
      'username',
      'password',
    ]);
    const huge = await site.call('POST', '/v1/login', { body: { username: 'x'.repeat(2_000_000) } });
    expect(huge.status).toBe(413);
    const broken = await site.app.inject({
      method: 'POST',
      url: '/v1/login',
      headers: { 'content-type': 'application/json' },
      payload: '{"username":',
    });
    expect(broken.statusCode).toBe(400);
    const zero = await site.call('POST', '/v1/login', { body: { username: 'a\0b', password: 'x' } });
    expect(zero.status).toBe(400);
  });
});
