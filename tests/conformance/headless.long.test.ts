import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readPackage } from '../../conformance/packages.ts';
import { run } from '../../conformance/run.ts';
import { TestServer } from '../../conformance/testServer.ts';
import { bundleTerminal } from '../../scripts/packageTerminal.ts';
import { makePackage, newPackageKey } from '../../scripts/upgradePackage.ts';
import { altered } from './faultsOf.ts';
import { type Fault, faultyLink } from './faultyLink.ts';
import { idsOf, idsThatRequire, patient, runTerminal } from './runTerminal.ts';

test('the headless terminal passes every case of a loudspeaker', async () => {
  const results = await runTerminal();
  expect(results.filter(({ result }) => result === 'fail')).toEqual([]);
  expect(idsOf(results, 'skipped')).toEqual(
    idsThatRequire(
      ...['role 1', 'role 2', 'role 4', 'role 1 to 4'],
      ...['feature speak', 'feature offline', 'feature upgrade'],
    ),
  );
}, 180_000);

const LAUNCH = join(import.meta.dirname, '../../terminal/headless/launch.ts');

async function packageOf(version: string) {
  const payload = gzipSync(await bundleTerminal(version));
  return readPackage(
    makePackage({ name: 'Test', version, feature_code: 'aoip.p' }, payload, newPackageKey().pem),
  );
}

test.each<[string, Fault, string]>([
  ['that returns from a version without a welcome, and installs it, passes', {}, 'pass'],
  [
    'that goes on calling itself the old version fails',
    { fromTerminal: altered('hello', () => ({ version: '0.1.0' })) },
    'fail',
  ],
])(
  'the headless terminal %s',
  async (_, fault, wanted) => {
    const ids = ['upgrade-back', 'upgrade-installed'];
    const folder = mkdtempSync(join(tmpdir(), 'tocsin-conformance-'));
    const server = await TestServer.start(0, '127.0.0.1');
    const link = await faultyLink(server.port, fault);
    let terminal: ChildProcess | null = null;
    try {
      const given = await packageOf('9.9.9');
      const state = ['--code', 'TESTED', '--state', join(folder, 'state.json'), '--signal', 'off'];
      terminal = spawn(process.execPath, [LAUNCH, '--server', link.url, ...state, '--upgrade-wait', '15'], {
        stdio: 'ignore',
      });
      const results = await run(server, { tolerances: patient, only: ids, package: given });
      expect(results.filter(({ id }) => ids.includes(id)).map(({ result }) => result)).toEqual([
        wanted,
        wanted,
      ]);
    } finally {
      terminal?.kill('SIGTERM');
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  300_000,
);
