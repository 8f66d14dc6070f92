import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Upgrade, UpgradeFile, UpgradeTerminal } from '../../../contract/entities/terminals/upgrade.ts';
import { ApiClient } from '../../support/apiClient.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { TerminalClient } from '../../support/terminalClient.ts';
import { key, packageOf } from './upgradeSite.ts';

/** Batch at a real server that is killed during the rollout. */
let server: TestServer;
let api: ApiClient;
beforeAll(async () => {
  server = await startServer();
  api = new ApiClient(server.url);
  await api.login('admin', server.adminPassword);
});
afterAll(() => server?.stop());

const features = ['decode', 'restart', 'upgrade'];
const urlOf = () => `${server.url.replace('http', 'ws')}/v1/terminal?lang=en`;

test('kill -9 during a batch: it continues where it was, with complete packages', async () => {
  await api.patch('/v1/sys/config', { upgrade_keys: [{ name: 'Workshop', key: key.publicKey }] });
  const codes = ['COL-1', 'COL-2'];
  const secrets: string[] = [];
  for (const code of codes) {
    const found = await TerminalClient.hello(urlOf(), { code, version: '1', features });
    await found.next('found');
    await api.adopt([code]);
    secrets.push((await found.next('adopted')).secret);
    await found.next('welcome');
    await found.drop();
  }
  const come = async (place: number, version = '1') => {
    const [code = '', secret = ''] = [codes[place], secrets[place]];
    const fields = { code, secret, version, features, boot: `${code}-${version}` };
    const client = await TerminalClient.hello(urlOf(), fields);
    await client.next('welcome');
    return client;
  };
  const file = await api.uploadPackage(new Uint8Array(packageOf('2')));
  let [first, second] = [await come(0), await come(1)];
  const { rows } = await api.get<{ rows: { id: number }[] }>('/v1/device?sort=code');
  const batch = await api.post<Upgrade>('/v1/upgrade', {
    upgrade_file: file.id,
    terminals: rows.map(({ id }) => id),
    waves: [1],
  });
  const terminals = async () =>
    (await api.get<{ rows: UpgradeTerminal[] }>(`/v1/upgrade/${batch.id}/terminals`)).rows;
  const { upgrade } = await first.next('upgrade');
  first.send({ type: 'upgrade.state', upgrade, state: 'preparing_to_restart' });
  await first.next('upgrade.restart');
  first.send({ type: 'upgrade.state', upgrade, state: 'restarting' });
  await api.until('it restarts', async () => (await terminals())[0]?.status === 'restarting' || null);
  // An interrupted upload, and one whose row was never committed.
  const folder = join(server.dataDir, 'upgrades');
  await server.kill9();
  writeFileSync(join(folder, 'incoming', 'half'), 'x');
  writeFileSync(join(folder, 'packages', '99.uncommitted'), 'x');
  await server.start();

  expect(existsSync(join(folder, 'incoming', 'half'))).toBe(false);
  expect(readdirSync(join(folder, 'packages'))).toEqual([String(file.id)]);
  expect(await api.get<Upgrade>(`/v1/upgrade/${batch.id}`)).toMatchObject({ state: 'running', wave: 1 });
  await api.until('the package is checked again', async () => {
    const { build_status } = await api.get<UpgradeFile>(`/v1/upgrade_file/${file.id}`);
    return build_status === 'built' || null;
  });
  first = await come(0, '2');
  second = await come(1);
  const order = await second.next('upgrade');
  const answer = await fetch(new URL(order.path, server.url), { headers: { range: 'bytes=10-' } });
  expect(answer.status).toBe(206);
  expect((await answer.arrayBuffer()).byteLength).toBe(file.size - 10);

  // Killed again before the end, and the package changes on the disk.
  await server.kill9();
  writeFileSync(join(folder, 'packages', String(file.id)), 'something else');
  await server.start();
  await api.until('the damage is seen', async () => {
    const row = await api.get<UpgradeFile>(`/v1/upgrade_file/${file.id}`);
    return row.build_status === 'failed' && row.build_reason !== '' ? row : null;
  });
  // States lost in the kill are recovered by the terminals' reconnection.
  await come(0, '2');
  await come(1);
  await api.until('it fails for its package', async () => {
    const [, other] = await terminals();
    return other?.status === 'upgrade_failed' && other.reason === 'file' ? other : null;
  });
  const over = await api.until('the end', async () => {
    const row = await api.get<Upgrade>(`/v1/upgrade/${batch.id}`);
    return row.state === 'ended' || row.state === 'paused' ? row : null;
  });
  expect(over.counts).toEqual({ reboot_successful: 1, upgrade_failed: 1 });
});
