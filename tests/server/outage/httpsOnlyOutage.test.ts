import { execFile } from 'node:child_process';
import https from 'node:https';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Embedded, startEmbedded } from '../../../server/platform/db/embedded/embedded.ts';
import { readManifest, readRows } from '../../../server/platform/db/standIn/snapshotFiles.ts';
import { endWithParent } from '../../support/endWithParent.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { until } from '../emergency/emergencySite.ts';
import { diskOf } from './faults.ts';

const own = diskOf(null);
let database: Embedded;
let guard: ReturnType<typeof endWithParent>;
let server: TestServer;
beforeAll(async () => {
  database = await startEmbedded({ dataDir: own.folder, durable: false });
  guard = endWithParent(own.folder);
  server = await startServer({ env: { DATABASE_URL: database.url } });
});
afterAll(async () => {
  await server?.stop();
  await database?.stop();
  guard?.dismiss();
  own.remove();
});

interface Answer {
  status: number;
  body: { key?: string; value: never };
}

function send(method: string, path: string, token = '', body?: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = {
      access_token: token,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const options = { method, headers, rejectUnauthorized: false };
    const request = https.request(server.httpsUrl + path, options, async (answer) => {
      let text = '';
      for await (const part of answer) text += String(part);
      resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) });
    });
    request.on('error', reject);
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
const statusByHttp = async (token: string) =>
  (await fetch(`${server.url}/v1/profile`, { headers: { access_token: token } })).status;

describe.skipIf(process.platform === 'win32')(
  'HTTPS only, when the server starts without its database',
  () => {
    let token: string;

    test('plain HTTP stays refused, and logins by HTTPS stay', async () => {
      const login = { username: 'admin', password: server.adminPassword };
      token = ((await send('POST', '/v1/login', '', login)).body.value as { token: string }).token;
      expect((await send('PATCH', '/v1/sys/config', token, { https_only: true })).status).toBe(200);
      // The answer waited for the snapshot.
      const manifest = await readManifest(server.dataDir);
      const settings = manifest && (await readRows(server.dataDir, manifest, 'setting'));
      expect(settings?.join('\n')).toContain('"https_only"');

      await server.kill9();
      await database.stop();
      await server.start();
      expect((await send('GET', '/readyz')).status).toBe(503);
      expect(await statusByHttp(token)).toBe(403);
      expect((await send('GET', '/v1/profile', token)).status).toBe(200);
    });

    test('the machine itself allows plain HTTP, and stores it once the database is back', async () => {
      const env = { ...process.env, DATA_DIR: server.dataDir, DATABASE_URL: database.url };
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['server/start/settings.ts', '--allow-http'],
        { env },
      );
      expect(stdout).toContain('Plain HTTP is allowed again');
      await expect.poll(() => statusByHttp(token)).toBe(200);
      database = await startEmbedded({ dataDir: own.folder, durable: false });
      await until('the change is stored', async () => {
        const { body } = await send('GET', '/v1/sys/config', token);
        const ready = await send('GET', '/readyz');
        return ready.status === 200 && (body.value as { https_only: boolean }).https_only === false;
      });
      expect(await statusByHttp(token)).toBe(200);
    });
  },
);
