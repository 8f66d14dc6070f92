import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PairMachine, PairOverview } from '../../../contract/entities/site/pair.ts';
import { readPidFile } from '../../../server/platform/db/embedded/postmaster.ts';
import { ApiClient } from '../../support/apiClient.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/freePort.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Starts a server at ports that stay the same when its role changes. */
export async function startAtPorts(
  options: { entry?: string; args?: string[]; input?: string; env?: Record<string, string> } = {},
): Promise<TestServer> {
  const [PORT, HTTPS_PORT] = [String(await freePort()), String(await freePort())];
  return startServer({ ...options, fresh: true, env: { ...options.env, PORT, HTTPS_PORT } });
}

export async function loggedIn(server: TestServer, password = server.adminPassword): Promise<ApiClient> {
  const api = new ApiClient(server.url);
  await api.login('admin', password);
  return api;
}

/** Starts a standby server for `first`, with a token of its console. */
export async function startStandby(first: TestServer, api: ApiClient): Promise<TestServer> {
  const { token } = await api.post<{ token: string }>('/v1/pair/token');
  return startAtPorts({ args: ['--standby', '--of', first.httpsUrl], input: `${token}\n` });
}

/** Starts a witness of the pair. */
export async function startWitness(first: TestServer, api: ApiClient): Promise<TestServer> {
  const { token } = await api.post<{ token: string }>('/v1/pair/token');
  return startAtPorts({
    entry: 'server/start/pair/witness.ts',
    args: ['--of', first.httpsUrl],
    input: `${token}\n`,
  });
}

/** Waits until the standby follows, alarms are copied and commits wait for it; returns what the leader says of it. */
export function following(api: ApiClient): Promise<PairMachine> {
  return eventually(
    async () => {
      const { is_synchronous, machines } = await api.get<PairOverview>('/v1/pair');
      const standby = machines[1];
      const isWhole = standby?.files_missing === 0 && standby.alarms_copied === true;
      if (standby?.stage !== 'following' || !is_synchronous || !isWhole)
        throw new Error(`it does not follow yet: ${JSON.stringify(standby)}`);
      return standby;
    },
    { interval: 200 },
  );
}

/** Ends the machine of a server: the process and its database at once, as a power cut does. */
export async function cutPower(server: TestServer): Promise<void> {
  const database = readPidFile(join(server.dataDir, 'postgres'))?.pid;
  process.kill(server.pid, 'SIGSTOP');
  if (database !== undefined) process.kill(database, 'SIGKILL');
  await server.kill9();
}

/** Runs `npm run take-over` at a machine; returns what it prints. */
export function takeOver({ dataDir }: TestServer): Promise<{ code: number | null; text: string }> {
  const child = spawn(process.execPath, ['server/start/pair/takeOver.ts'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      text += chunk;
    });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, text })));
}

/** Waits until a server serves its API. */
export const serves = (server: TestServer): Promise<void> =>
  eventually(
    async () => {
      if ((await fetch(`${server.url}/readyz`)).status !== 200) throw new Error('not ready');
    },
    { interval: 100 },
  );
