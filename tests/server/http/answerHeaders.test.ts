import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminPassword, createTestApp, type TestApp } from '../setup/app.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

test('responses of the API are never cached, refusals included', async () => {
  const login = await site.call('POST', '/v1/login', {
    body: { username: 'admin', password: adminPassword },
  });
  expect(login.headers['cache-control']).toBe('no-store');
  const { token } = login.body.value as { token: string };
  for (const url of ['/v1/profile', '/v1/user', '/v1/audit', '/v1/site', '/v1/no_such_route', '/v1/%zz'])
    expect((await site.call('GET', url, { token })).headers['cache-control'], url).toBe('no-store');
  expect((await site.call('GET', '/v1/profile')).headers['cache-control']).toBe('no-store');
});

test('pages connect to their own origin only, and may use only the browser features they need', async () => {
  const { headers } = await site.app.inject('/healthz');
  expect(headers['content-security-policy']).toContain("connect-src 'self';");
  const allowed = String(headers['permissions-policy']);
  expect(allowed).toContain('microphone=(self)');
  expect(allowed).toContain('camera=()');
  expect(allowed).toContain('geolocation=()');
});
