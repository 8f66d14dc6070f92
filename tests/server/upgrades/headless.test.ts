import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundleTerminal } from '../../../scripts/packageTerminal.ts';
import type { SlotState } from '../../../terminal/headless/upgrade/upgradeSlots.ts';
import { eventually } from '../../support/eventually.ts';
import { isLong } from '../../support/random.ts';
import { packageOf, startUpgradeSite, stranger, type UpgradeSite } from './upgradeSite.ts';

/** Real headless terminal, started from the command line, and upgraded by the real server. */
const LAUNCH = join(import.meta.dirname, '../../../terminal/headless/launch.ts');
let site: UpgradeSite;
let folder: string;
let program: ChildProcess;
let output = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tocsin-upgrade-'));
});
afterEach(async () => {
  const ended = new Promise((resolve) => program.once('exit', resolve));
  if (program.exitCode === null && program.signalCode === null) {
    program.kill('SIGTERM');
    await ended;
  }
  await site.close();
  rmSync(folder, { recursive: true });
});

const until = <T>(check: () => Promise<T> | T) => eventually(check, { timeout: 120_000, interval: 100 });
const slots = (): SlotState => JSON.parse(readFileSync(join(folder, 'versions/HALL/slots.json'), 'utf8'));

function launch(...more: string[]): void {
  const server = site.url.replace(/^ws/, 'http').replace(/\/v1.*/, '');
  const args = [
    '--server',
    server,
    '--code',
    'HALL',
    '--state',
    join(folder, 'state.json'),
    '--signal',
    'off',
  ];
  program = spawn(process.execPath, [LAUNCH, ...args, ...more], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TERMINAL_NICE: '0' },
  });
  program.stdout?.on('data', (text) => {
    output += text;
  });
  program.stderr?.on('data', (text) => {
    output += text;
  });
}

/** Starts and enrols it; returns its id, once it can be upgraded. */
async function started(...more: string[]): Promise<number> {
  launch(...more);
  const found = await until(() => {
    const [one] = site.found();
    if (one === undefined) throw new Error(`not found: ${output}`);
    return one;
  });
  const answer = await site.post(`/v1/terminal_found/${found.id}/adopt`, { name: 'Hall', org: null });
  expect(answer.body.code).toBe(200);
  const { id } = await until(() => {
    const terminal = site.deps.terminals.directory.byCode('HALL');
    if (terminal?.seen.features.includes('upgrade') !== true)
      throw new Error(`cannot be upgraded: ${output}`);
    return terminal;
  });
  return id;
}
const versionOf = (id: number) => site.device(id)?.client_version;
const statusOf = async (batch: number) => (await site.terminals(batch))[0];

if (isLong)
  test('upgrades from the installed version to another, and to a third in the other slot', async () => {
    site = await startUpgradeSite();
    const id = await started();
    const installed = versionOf(id);
    const versions = ['0.2.0', '0.3.0'];
    for (const [place, version] of versions.entries()) {
      const payload = gzipSync(await bundleTerminal(version));
      const { value: file } = await site.upload(packageOf(version, { payload }));
      const batch = await site.begin(file.id, [id]);
      await until(async () =>
        expect(await statusOf(batch)).toMatchObject({ status: 'reboot_successful', progress: 100 }),
      );
      expect(await statusOf(batch)).toMatchObject({
        from_version: place === 0 ? installed : versions[place - 1],
      });
      expect(versionOf(id)).toBe(version);
      // It is welcomed a moment before its launcher has stored that.
      await until(() =>
        expect(slots()).toEqual({ active: place === 0 ? 'a' : 'b', trial: null, failed: null }),
      );
    }
    // Restarted, it runs its last version.
    const ended = new Promise((resolve) => program.once('exit', resolve));
    program.kill('SIGTERM');
    await ended;
    await until(() => expect(site.device(id)?.online).toBe(false));
    launch();
    await until(() => expect(site.device(id)).toMatchObject({ online: true, client_version: '0.3.0' }));
    // A killed launcher leaves no program behind: two would compete for one code.
    program.kill('SIGKILL');
    await until(() => expect(site.device(id)?.online).toBe(false));
  });

test('a version that does not reach the server, or does not run, is rolled back with a reason', async () => {
  site = await startUpgradeSite();
  const id = await started('--upgrade-wait', '3');
  const installed = versionOf(id);
  const broken = {
    '1.0': ['setInterval(() => {}, 1000)', /did not reach the server within 3 s/],
    '1.1': ['process.exit(3)', /ended with 3/],
    '1.2': ['import "no-such-package";', /ended with 1/],
  } as const;
  for (const [version, [text, reason]] of Object.entries(broken)) {
    const { value: file } = await site.upload(packageOf(version, { payload: gzipSync(Buffer.from(text)) }));
    const batch = await site.begin(file.id, [id]);
    await until(async () => expect((await statusOf(batch))?.status).toBe('upgrade_failed'));
    expect(await statusOf(batch)).toMatchObject({
      reason: 'terminal',
      detail: expect.stringMatching(reason),
    });
    await until(() => expect(site.device(id)).toMatchObject({ online: true, client_version: installed }));
    expect(slots()).toMatchObject({ active: 'installed', trial: null });
  }
});

test('trusts the keys that it was sent first, whatever the server sends later', async () => {
  site = await startUpgradeSite();
  const id = await started();
  const state = join(folder, 'state.json');
  await until(() => expect(JSON.parse(readFileSync(state, 'utf8')).upgradeKeys?.HALL).toHaveLength(1));
  await site.call('PATCH', '/v1/sys/config', {
    token: site.token,
    body: { upgrade_keys: [{ name: 'Stranger', key: stranger.publicKey }] },
  });
  const payload = gzipSync(Buffer.from('process.exit(0)'));
  const { value: file } = await site.upload(packageOf('9', { payload, pem: stranger.pem }));
  const batch = await site.begin(file.id, [id]);
  await until(async () =>
    expect(await statusOf(batch)).toMatchObject({
      status: 'upgrade_failed',
      detail: 'the key of the package is not trusted here',
    }),
  );
  expect(existsSync(join(folder, 'versions/HALL/a'))).toBe(false);
});
