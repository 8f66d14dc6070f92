import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignalHour, SignalRow } from '../../../contract/entities/terminals/signal.ts';
import { startEmbedded } from '../../../server/platform/db/embedded/embedded.ts';
import { ApiClient } from '../../support/apiClient.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { TerminalClient } from '../../support/terminalClient.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

test('readings are written without a request, and a killed server has them at its next start', async () => {
  const url = `${server.url.replace('http', 'ws')}/v1/terminal`;
  const client = await TerminalClient.hello(url, { code: 'KILLED' });
  await client.next('found');
  const api = new ApiClient(server.url);
  await api.login('admin', server.adminPassword);
  await api.adopt(['KILLED']);
  const { terminal } = await client.next('welcome');
  client.send({ type: 'signal', csq: 23, position: { latitude: 31.2, longitude: 121.5 } });
  // A request would trigger a write, so the database is read directly.
  const database = new pg.Client({
    connectionString: (await startEmbedded({ dataDir: server.dataDir })).url,
  });
  await database.connect();
  await api.until('a stored reading', async () => {
    const { rowCount } = await database.query('select 1 from signal_last where terminal_id = $1', [terminal]);
    return rowCount === 1 ? true : null;
  });
  await database.end();
  await server.kill9();
  await server.start();
  const again = new ApiClient(server.url);
  await again.login('admin', server.adminPassword);
  const { rows } = await again.get<{ rows: SignalRow[] }>('/v1/signal');
  expect(rows).toMatchObject([{ id: terminal, csq: 23, latitude: 31.2, longitude: 121.5, online: false }]);
  const hours = await again.get<SignalHour[]>(`/v1/signal/${terminal}/hour`);
  expect(hours).toMatchObject([{ avg: 23, min: 23, max: 23, count: 1 }]);
});
