import { spawnSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPidFile, servesCluster } from '../../../server/platform/db/embedded/postmaster.ts';
import { chooseAccount } from '../../../server/start/root/account.ts';
import { canEnterParents, canRun } from '../../../server/start/root/fileAccess.ts';
import { ApiClient } from '../../support/apiClient.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { wav } from '../media/sounds.ts';

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
const nobody = isRoot ? chooseAccount('', '/none') : null;
/**
 * False in a clone below a folder that only root can enter, and in a container that may not change accounts:
 * there the server stays root and prints that.
 */
const isAble =
  spawnSync('setpriv', ['--reuid', '65534', '--clear-groups', '--bounding-set', '-all', 'true']).status ===
    0 &&
  nobody !== null &&
  canRun(nobody, process.execPath) &&
  canEnterParents(nobody, join(tmpdir(), 'x'));

/** Capabilities and ids of a process, from the kernel. */
function rightsOf(pid: number): Record<string, string> {
  const lines = readFileSync(`/proc/${pid}/status`, 'utf8').split('\n');
  return Object.fromEntries(
    lines.map((line): [string, string] => {
      const [name = '', ...rest] = line.split(/[:\s]+/);
      return [name, rest.join(' ').trim()];
    }),
  );
}

/** Paths of a folder owned by another account. `find` prints also what the server has removed meanwhile. */
function foreign(folder: string, uid: number): string[] {
  const { stdout } = spawnSync('find', [folder, '!', '-uid', String(uid)], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .filter((path) => path !== '' && (lstatSync(path, { throwIfNoEntry: false })?.uid ?? uid) !== uid);
}

describe.runIf(isAble)('a server started as root', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ env: { RUN_AS: '' } });
  });
  afterAll(() => server?.stop());
  const cluster = () => join(server.dataDir, 'postgres');
  const database = () => readPidFile(cluster())?.pid ?? 0;
  async function expectPlain(): Promise<void> {
    const rights = rightsOf(server.pid);
    const [uid] = (rights.Uid ?? '').split(' ');
    expect(Number(uid)).toBeGreaterThan(0);
    expect(rights.Uid).toBe(`${uid} ${uid} ${uid} ${uid}`);
    const none = '0000000000000000';
    expect(rights).toMatchObject({ CapEff: none, CapPrm: none, CapBnd: none, CapAmb: none, NoNewPrivs: '1' });
    expect(rights.Groups?.split(' ')).not.toContain('0');
    expect(rightsOf(database()).Uid).toBe(rights.Uid);
    expect(foreign(server.dataDir, Number(uid))).toEqual([]);
    await expect
      .poll(async () => (await fetch(`${server.url}/readyz`)).status, { timeout: 60_000 })
      .toBe(200);
  }

  test('drops root once its ports are open; its database and its files have the same account', async () => {
    await expectPlain();
    expect(server.output()).toContain('The server gives up root and runs as ');
  });

  test('builds uploads, and restarts its database when that is killed', async () => {
    const api = new ApiClient(server.url);
    await api.login('admin', server.adminPassword);
    await api.upload('bell.wav', wav({ rate: 48_000, channels: 1, seconds: 1 }, Math.sin));
    const before = database();
    process.kill(before, 'SIGKILL');
    await expect
      .poll(() => database() !== before && servesCluster(database(), cluster()), { timeout: 60_000 })
      .toBe(true);
    await expectPlain();
    await api.post('/v1/file_group', { name: 'After' });
  });

  test('takes its running database over after it was killed itself', async () => {
    const before = database();
    await server.kill9();
    await server.start();
    expect(database()).toBe(before);
    await expectPlain();
  });
});

test.runIf(isRoot)('an unknown account is reported, and nothing is changed', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tocsin-no-account-'));
  const { status, stderr } = spawnSync(process.execPath, ['server/main.ts'], {
    env: { ...process.env, DATA_DIR: dataDir, RUN_AS: 'no-such-account' },
    encoding: 'utf8',
  });
  expect(stderr).toContain('RUN_AS=no-such-account: there is no such account on this machine.');
  expect(status).toBe(1);
  expect(readdirSync(dataDir)).toEqual([]);
  rmSync(dataDir, { recursive: true });
});
