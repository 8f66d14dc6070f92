import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { PROTOCOL_VERSION } from '../../../contract/protocol/frames.ts';
import { adminPassword, createTestApp, type TestApp } from '../setup/app.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp({ TRUSTED_PROXIES: '127.0.0.1, 10.9.0.0/16 fd00:9::/32' });
});
afterAll(() => site.close());

const logIn = (
  remoteAddress: string,
  headers: Record<string, string>,
  password = 'guess',
  username = 'admin',
) =>
  site.app.inject({
    method: 'POST',
    url: '/v1/login',
    remoteAddress,
    headers,
    payload: { username, password },
  });

async function statuses(remoteAddress: string, headers: Record<string, string>, username: string) {
  const all = [];
  for (let i = 0; i < 6; i++) all.push((await logIn(remoteAddress, headers, 'guess', username)).statusCode);
  return all;
}
const limited = [400, 400, 400, 400, 400, 429];

test('behind a trusted proxy two clients have separate limits', async () => {
  for (const [proxy, client] of [
    ['10.9.0.1', '198.51.100.1'],
    ['10.9.0.1', '198.51.100.2'],
    ['fd00:9::1', '198.51.100.3'],
    ['::ffff:10.9.0.1', '198.51.100.4'],
  ] as const)
    expect(await statuses(proxy, { 'x-forwarded-for': client }, 'somebody')).toEqual(limited);
  expect(
    (await logIn('10.9.0.1', { 'x-forwarded-for': '198.51.100.1' }, 'guess', 'somebody')).statusCode,
  ).toBe(429);
});

test('a port that a proxy adds to the address makes no other client, and no proxy of a client', async () => {
  for (const [client, proxy] of [
    ['198.51.100.21', '10.9.0.3'],
    ['[2001:db8::21]', '[fd00:9::3]'],
  ] as const) {
    const all = [];
    for (let i = 0; i < 6; i++) {
      const headers = { 'x-forwarded-for': `${client}:${4711 + i}, ${proxy}:443` };
      all.push((await logIn('10.9.0.1', headers, 'guess', 'ported')).statusCode);
    }
    expect(all).toEqual(limited);
  }
  const other = { 'x-forwarded-for': '198.51.100.22:80' };
  expect((await logIn('10.9.0.1', other, 'guess', 'ported')).statusCode).toBe(400);
});

test('an untrusted sender of the header is limited by its own address, also with forged hops', async () => {
  const made = (i: number) => ({ 'x-forwarded-for': `203.0.113.${i}` });
  const direct = [];
  for (let i = 0; i < 6; i++) direct.push((await logIn('10.8.0.1', made(i), 'guess', 'stranger')).statusCode);
  expect(direct).toEqual(limited);
  const through = [];
  for (let i = 0; i < 6; i++) {
    const headers = { 'x-forwarded-for': `203.0.113.${i}, 198.51.100.9, 10.9.0.2` };
    through.push((await logIn('10.9.0.1', headers, 'guess', 'stranger')).statusCode);
  }
  expect(through).toEqual(limited);
});

test("logins and the audit log have the client's address, and the cookie is secure if the proxy uses HTTPS", async () => {
  const headers = { 'x-forwarded-for': '198.51.100.20', 'x-forwarded-proto': 'https' };
  const answer = await logIn('10.9.0.1', headers, adminPassword);
  expect(String(answer.headers['set-cookie'])).toMatch(/^__Secure-tocsin_login=.*; Secure$/);
  const { token } = (answer.json() as { value: { token: string } }).value;
  const { rows } = await site.database.pool.query(
    'select client_ip from login_session order by id desc limit 1',
  );
  expect(rows).toEqual([{ client_ip: '198.51.100.20' }]);
  const request = (remoteAddress: string) =>
    site.app.inject({
      method: 'GET',
      url: '/v1/origin',
      remoteAddress,
      headers: { ...headers, access_token: token },
    });
  expect((await request('10.9.0.1')).json()).toMatchObject({ value: { secure: true } });
  expect((await request('10.8.0.1')).json()).toMatchObject({ value: { secure: false } });
  // A proxy without a client address counts by its own.
  await logIn('10.9.0.1', { 'x-forwarded-for': 'unknown' }, adminPassword);
  const last = await site.database.pool.query('select client_ip from login_session order by id desc limit 1');
  expect(last.rows).toEqual([{ client_ip: '10.9.0.1' }]);
});

test('a terminal behind the proxy has its own address, too', async () => {
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = site.app.server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/terminal?lang=en`, {
    headers: {
      'x-forwarded-for': '198.51.100.30',
      'x-forwarded-host': 'pa.example.com',
      origin: 'http://pa.example.com',
    },
  });
  const hello = {
    type: 'hello',
    protocol: PROTOCOL_VERSION,
    code: 'PROXY-1',
    role: 0,
    version: '1',
    boot: 'b',
  };
  socket.on('open', () => socket.send(JSON.stringify(hello)));
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data) => {
      if (JSON.parse(String(data)).type === 'found') resolve();
    });
  });
  const found = await site.call('GET', '/v1/terminal_found', { token: await site.login() });
  expect(JSON.stringify(found.body.value)).toContain('198.51.100.30');
  socket.terminate();
});
