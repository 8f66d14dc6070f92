import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Loudspeaker } from '../../e2e/support/loudspeaker.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const run = promisify(execFile);
const home = join(import.meta.dirname, '../../apiClient');
const root = join(import.meta.dirname, '../../..');

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startServer();
  // In the folder of the client, so that its packages are found.
  folder = mkdtempSync(join(home, 'made-'));
  for (const name of ['day.ts', 'tsconfig.json']) copyFileSync(join(home, name), join(folder, name));
  // The example for other people is compiled with it.
  copyFileSync(join(root, 'examples/typescript/broadcast.ts'), join(folder, 'broadcast.ts'));
  const document = await (await fetch(`${server.url}/v1/openapi.json`)).text();
  writeFileSync(join(folder, 'api.json'), document);
  const generator = join(home, 'node_modules/openapi-typescript/bin/cli.js');
  // A field with a default is optional in a request.
  const options = ['api.json', '-o', 'api.d.ts', '--default-non-nullable', 'false'];
  await run(process.execPath, [generator, ...options], { cwd: folder });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.stop();
});

test('types generated from the API description fit a client, and reject invalid requests', async () => {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [compiler, '-p', folder]).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).toBe('');
});

test('the generated client performs a typical day of operations', async () => {
  const terminal = new Loudspeaker(server.url, 'HALL-1', folder);
  try {
    const { stdout } = await run(process.execPath, [
      join(folder, 'day.ts'),
      server.url,
      server.adminPassword,
    ]);
    expect(JSON.parse(stdout)).toMatchObject({
      code: 'admin',
      terminal: { name: 'Hall left', zone: true },
      file: { name: 'bell', duration_ms: 30_000 },
      broadcast: { name: 'Morning', state: 'playing' },
      alarm: { name: 'Fire', drill: 'silent', ended: 'stop' },
      runs: expect.arrayContaining(['Morning']),
      changes: expect.arrayContaining(['partition', 'alarm_plan', 'task']),
      refused: 404,
      after: 401,
    });
  } finally {
    await terminal.kill();
  }
});
