import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PresetText } from '../../../contract/entities/sound/presetText.ts';
import { eventually } from '../../support/eventually.ts';
import { startServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
}, 120_000);
afterAll(() => server.stop());

async function call<T>(method: string, path: string, token = '', body?: object): Promise<T> {
  const answer = await fetch(`${server.url}${path}`, {
    method,
    headers: { access_token: token, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return ((await answer.json()) as { value: T }).value;
}

test('kill -9 during synthesis: the next start builds every text', async () => {
  const login = { username: 'admin', password: server.adminPassword };
  const { token } = await call<{ token: string }>('POST', '/v1/login', '', login);
  const list = async () =>
    (await call<{ rows: PresetText[] }>('GET', '/v1/preset_text?limit=100', token)).rows;
  // Seconds of speech each, synthesised one after the other.
  for (let i = 1; i <= 3; i++)
    await call('POST', '/v1/preset_text', token, { name: `Text ${i}`, textContent: `${i} 号。`.repeat(12) });
  await eventually(async () => expect((await list()).map((row) => row.build_status)).toContain('building'), {
    timeout: 60_000,
    interval: 10,
  });
  await server.kill9();
  await server.start();
  await eventually(
    async () => expect((await list()).map((row) => row.build_status)).toEqual(Array(3).fill('built')),
    { timeout: 240_000, interval: 100 },
  );
}, 300_000);
