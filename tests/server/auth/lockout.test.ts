import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminPassword, createTestApp, type TestApp } from '../setup/app.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const origin = 'http://localhost';

/** Browser that keeps the cookie of the login. */
function browser(remoteAddress: string, cookie = '') {
  let kept = cookie;
  return {
    cookie: () => kept,
    async logIn(password: string, username = 'admin') {
      const answer = await site.app.inject({
        method: 'POST',
        url: '/v1/login',
        remoteAddress,
        headers: { lang: 'en', origin, ...(kept === '' ? {} : { cookie: kept }) },
        payload: { username, password },
      });
      const setCookie = answer.headers['set-cookie'];
      if (typeof setCookie === 'string') kept = setCookie.split(';')[0] ?? '';
      const { key, value } = answer.json() as { key?: string; value: { token: string; id: number } };
      return { status: answer.statusCode, key, value, setCookie: String(setCookie) };
    },
  };
}

async function flood(addresses: readonly string[], times: number, username = 'admin') {
  const keys: (string | undefined)[] = [];
  for (const address of addresses)
    for (let i = 0; i < times; i++) keys.push((await browser(address).logIn('guess', username)).key);
  return keys;
}
const judged = (keys: readonly (string | undefined)[]) =>
  keys.filter((key) => key === 'auth.wrongLogin').length;

/** Account for one test, without previous attempts. */
async function person(code: string): Promise<{ id: number; token: string }> {
  const token = await site.login();
  const { rows } = await site.database.pool.query('select role_id from account where code = $1', ['admin']);
  const body = { code, name: code, password: adminPassword, role_id: rows[0].role_id, all_zones: true };
  const made = await site.call('POST', '/v1/user', { token, body: { ...body, groups: [] } });
  expect(made.body.code).toBe(200);
  return { id: (made.body.value as { id: number }).id, token };
}

test('thirty wrong logins from eight addresses do not lock out a user with the right password', async () => {
  const home = browser('10.10.0.3');
  expect((await home.logIn(adminPassword)).status).toBe(200);
  const strangers = Array.from({ length: 8 }, (_, i) => `10.10.0.${i}`);
  expect(judged(await flood(strangers, 5))).toBeGreaterThanOrEqual(30);
  // From another address, and, for a browser that has logged in before, from the address of a stranger.
  expect((await browser('10.11.0.1').logIn(adminPassword)).status).toBe(200);
  expect((await browser('10.10.0.3').logIn(adminPassword)).status).toBe(429);
  expect((await home.logIn(adminPassword)).status).toBe(200);
});

test('of sixty wrong logins at once from one browser five are checked, with a proof and without', async () => {
  await person('crowd');
  const own = browser('10.12.0.1');
  await own.logIn(adminPassword, 'crowd');
  for (const [address, cookie] of [
    ['10.12.0.2', ''],
    ['10.12.0.3', own.cookie()],
  ] as const) {
    let wrong = 0;
    // Logins refused for a full queue are sent again, as the response says.
    for (let busy = 60; busy > 0; ) {
      const answers = await Promise.all(
        Array.from({ length: busy }, () => browser(address, cookie).logIn('guess', 'crowd')),
      );
      wrong += judged(answers.map(({ key }) => key));
      busy = answers.filter(({ key }) => key === 'auth.manyLogins').length;
    }
    expect(wrong).toBe(5);
  }
  // The proof is used up; the account itself is open from other addresses.
  expect((await own.logIn(adminPassword, 'crowd')).status).toBe(429);
  expect((await browser('10.12.0.4').logIn(adminPassword, 'crowd')).status).toBe(200);
});

test('the proof is a cookie of the login path only, changes at every login, and is valid for one account', async () => {
  await person('walker');
  const own = browser('10.13.0.1');
  const { setCookie } = await own.logIn(adminPassword, 'walker');
  expect(setCookie).toMatch(
    /^tocsin_login=[\w-]{43}; Path=\/v1\/login; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
  );
  const first = own.cookie();
  await own.logIn(adminPassword, 'walker');
  expect(own.cookie()).not.toBe(first);
  // Several users of one browser each have a proof.
  await own.logIn(adminPassword);
  expect(own.cookie().split('.')).toHaveLength(2);
  await flood(['10.13.0.1'], 5, 'walker');
  expect((await browser('10.13.0.1', first).logIn(adminPassword, 'walker')).status).toBe(429);
  expect((await own.logIn(adminPassword, 'walker')).status).toBe(200);
  const { rows } = await site.database.pool.query('select token_hash from login_proof');
  expect(rows.some(({ token_hash }) => own.cookie().includes(token_hash))).toBe(false);
});

test('a proof is void after the login was ended by another user, or the password was changed', async () => {
  const { id, token } = await person('leaver');
  const own = browser('10.14.0.1');
  const locked = async () => {
    await flood(['10.14.0.1'], 6, 'leaver');
    return (await own.logIn(adminPassword, 'leaver')).status === 429;
  };
  const { value } = await own.logIn(adminPassword, 'leaver');
  await site.call('POST', '/v1/logout', { token: value.token });
  expect(await locked()).toBe(false);
  const sessions = await site.call('GET', `/v1/user/${id}/session`, { token });
  for (const { id: sid } of sessions.body.value as { id: number }[])
    await site.call('DELETE', `/v1/user/${id}/session/${sid}`, { token });
  expect(await locked()).toBe(true);
  // A new password resets all attempts at the old one.
  const body = { password: 'Better-Horse-2', confirmPassword: 'Better-Horse-2' };
  await site.call('POST', `/v1/user/${id}/password`, { token, body });
  expect((await own.logIn('Better-Horse-2', 'leaver')).status).toBe(200);
  await site.call('POST', `/v1/user/${id}/password`, {
    token,
    body: { password: adminPassword, confirmPassword: adminPassword },
  });
  expect(await locked()).toBe(true);
});

test('a user who changes the own password keeps the proof of this browser; proofs of others are void', async () => {
  await person('changer');
  const [here, there] = [browser('10.15.0.1'), browser('10.15.0.1')];
  const { value } = await here.logIn(adminPassword, 'changer');
  await there.logIn(adminPassword, 'changer');
  const password = 'Better-Horse-2';
  const change = (old_password: string) =>
    site.call('POST', '/v1/profile/password', {
      token: value.token,
      body: { old_password, password, confirmPassword: password },
    });
  // Strangers do not lock out an open login; a finder of an open login has five attempts.
  await flood(['10.15.0.1'], 6, 'changer');
  for (let i = 0; i < 4; i++) expect((await change('guess')).body.code).toBe(400);
  expect((await change(adminPassword)).body.code).toBe(200);
  await flood(['10.15.0.1'], 6, 'changer');
  expect((await there.logIn(password, 'changer')).status).toBe(429);
  expect((await here.logIn(password, 'changer')).status).toBe(200);
});

test('programs that log in without cookies do not displace browsers', async () => {
  const { id } = await person('script');
  const own = browser('10.16.0.1');
  await own.logIn(adminPassword, 'script');
  for (let i = 0; i < 12; i++) await site.login('script');
  const { rows } = await site.database.pool.query(
    'select by_browser, count(*)::int as n from login_proof where account_id = $1 group by 1 order by 1',
    [id],
  );
  expect(rows).toEqual([
    { by_browser: false, n: 10 },
    { by_browser: true, n: 1 },
  ]);
});
