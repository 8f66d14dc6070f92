import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../setup/app.ts';

let site: TestApp;
let port: number;
beforeAll(async () => {
  site = await createTestApp();
  await site.app.listen({ host: '127.0.0.1', port: 0 });
  port = (site.app.server.address() as AddressInfo).port;
});
afterAll(() => site.close());

/** Complete response to these bytes until the connection ends. */
async function answer(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  socket.write(bytes);
  await once(socket, 'close');
  return text;
}

test.each([
  ['no HTTP', '\x16\x03\x01\x02\0\x01\0', 400],
  ['an unknown method', 'SING / HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  [
    'two lengths',
    'POST /v1/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
    400,
  ],
  ['a head without an end', `GET / HTTP/1.1\r\nHost: x\r\n${'X: a\r\n'.repeat(5000)}`, 431],
  ['an address that is none', 'GET /% HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
])('%s gets a response in the common form of failures', async (_what, bytes, status) => {
  const [head, body] = (await answer(bytes)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(JSON.parse(body ?? '')).toMatchObject({ code: 400, key: 'common.invalidRequest', value: null });
});

test('the API description explains the login, and marks the calls that need it', async () => {
  const { paths, components } = (await site.app.inject('/v1/openapi.json')).json();
  expect(components.securitySchemes.access_token).toMatchObject({ in: 'header', name: 'access_token' });
  expect(paths['/v1/partition'].get.security).toEqual([{ access_token: [] }]);
  expect(paths['/v1/login'].post.security).toEqual([]);
});

test('guessing tokens is rate-limited like every other request, and answered with the usual headers', async () => {
  const guess = () => site.app.inject({ url: '/v1/profile', headers: { access_token: 'guess' } });
  const first = await guess();
  expect(first.statusCode).toBe(401);
  expect(first.headers['x-content-type-options']).toBe('nosniff');
  const answers = await Promise.all(Array.from({ length: 400 }, guess));
  const refused = answers.find((one) => one.statusCode === 429);
  expect(refused?.headers['retry-after']).toBe('1');
});
