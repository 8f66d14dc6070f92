import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPair, writePair } from '../../../server/edge/pair/link/pairRecord.ts';
import { makePrivateKey, publicKeyOf } from '../../../server/platform/machines/machineKeys.ts';
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

test('terminal pages may connect to the partner of the server, and those of the partner may connect here', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-pair-'));
  // Nothing listens there.
  const partner = {
    public_key: publicKeyOf(makePrivateKey()),
    name: 'second',
    urls: ['https://127.0.0.1:9'],
  };
  writePair(folder, { ...newPair('leader'), partner });
  const leader = await createTestApp({ DATA_DIR: folder });
  try {
    const { headers } = await leader.app.inject('/healthz');
    expect(headers['content-security-policy']).toContain("connect-src 'self' wss://127.0.0.1:9;");
    const codeFrom = async (origin: string) =>
      (await leader.app.inject({ url: '/v1/terminal', headers: { origin } })).statusCode;
    expect(await codeFrom('https://127.0.0.1:10')).toBe(403);
    expect(await codeFrom('https://127.0.0.1:9')).not.toBe(403);
  } finally {
    await leader.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
