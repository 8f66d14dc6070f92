import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKnownAddresses } from '../../../server/platform/auth/knownAddresses.ts';
import { HASH_COST } from '../../../server/platform/auth/passwords/password.ts';
import { isLong } from '../../support/random.ts';
import { adminPassword, createTestApp, type TestApp } from '../setup/app.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp({}, { hashCost: HASH_COST });
});
afterAll(() => site.close());

const logIn = async (username: string, password: string, remoteAddress: string) => {
  const headers = { lang: 'en' };
  const payload = { username, password };
  const answer = await site.app.inject({
    method: 'POST',
    url: '/v1/login',
    remoteAddress,
    headers,
    payload,
  });
  const { key, message } = answer.json() as { key?: string; message: string };
  return { status: answer.statusCode, key, message, retryAfter: Number(answer.headers['retry-after']) };
};

test('of sixty wrong logins at once from sixty addresses few are checked, the others get a retry time', async () => {
  const flood = await Promise.all(
    Array.from({ length: 60 }, (_, i) => logIn(`nobody-${i}`, 'wrong', `10.1.0.${i}`)),
  );
  const refused = flood.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(60 - 2 - 16 - 4);
  for (const one of refused)
    expect(one).toMatchObject({
      key: 'auth.manyLogins',
      message: expect.stringContaining('2 s'),
      retryAfter: 2,
    });
});

if (isLong)
  test('the operator logs in during a flood of wrong logins to the own account', async () => {
    const own = '10.2.0.1';
    expect((await logIn('admin', adminPassword, own)).status).toBe(200);
    let isOver = false;
    let blocked = 0;
    const stranger = async (n: number) => {
      while (!isOver) {
        const { status, key } = await logIn('admin', 'guess', `10.3.0.${n}`);
        expect(status).not.toBe(200);
        if (key === 'auth.tooManyAttempts') blocked += 1;
        await new Promise(setImmediate);
      }
    };
    const strangers = Array.from({ length: 20 }, (_, n) => stranger(n));
    while (blocked < 20) await new Promise(setImmediate);
    for (let i = 0; i < 3; i++) expect((await logIn('admin', adminPassword, own)).status).toBe(200);
    isOver = true;
    await Promise.all(strangers);
    // From a new address too, as soon as a hashing slot is free.
    expect(await logIn('admin', adminPassword, '10.4.0.1')).toMatchObject({ status: 200 });
  });

test('addresses of earlier logins are known after a restart of the server', async () => {
  expect((await logIn('admin', adminPassword, '10.2.0.1')).status).toBe(200);
  const known = await createKnownAddresses(site.database.db);
  expect(known.has('Admin', '10.2.0.1')).toBe(true);
  expect(known.has('admin', '10.3.0.1')).toBe(false);
});
