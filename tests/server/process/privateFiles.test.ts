import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RecordFile } from '../../../contract/entities/sound/recordFile.ts';
import { ApiClient } from '../../support/apiClient.ts';
import { makePng } from '../../support/png.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { TerminalClient } from '../../support/terminalClient.ts';
import { wav } from '../media/sounds.ts';
import { key, packageOf } from '../upgrades/upgradeSite.ts';

/** File permissions of a real server. */
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

/** Result of `look`; undefined for a path that the running server has replaced or removed. */
function unlessGone<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
/** All paths of the data folder, relative to it. */
const everything = (folder = ''): string[] =>
  (unlessGone(() => readdirSync(join(server.dataDir, folder), { withFileTypes: true })) ?? []).flatMap(
    (entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? [path, ...everything(path)] : [path];
    },
  );
/** Paths that group or others may read, write or enter. */
const open = () =>
  everything().filter((path) => {
    const found = unlessGone(() => lstatSync(join(server.dataDir, path)));
    return found !== undefined && !found.isSymbolicLink() && (found.mode & 0o077) !== 0;
  });

async function aDaysWork(): Promise<void> {
  const api = new ApiClient(server.url);
  await api.login('admin', server.adminPassword);
  const url = `${server.url.replace('http', 'ws')}/v1/terminal?lang=en`;
  const hall = await TerminalClient.hello(url, { code: 'HALL-1', role: 0 });
  await hall.next('found');
  const [device] = await api.adopt(['HALL-1']);
  await api.upload(
    'bell.wav',
    wav({ rate: 48_000, channels: 1, seconds: 1 }, (t) => Math.sin(2_764 * t)),
  );
  await api.patch('/v1/sys/config', { upgrade_keys: [{ name: 'Workshop', key: key.publicKey }] });
  await api.uploadPackage(new Uint8Array(packageOf('2')));
  await putLogo(api);
  const leave = await api.post<{ id: number }>('/v1/linkage_task', {
    name: 'Leave',
    audio_source: 1,
    textContent: 'Leave the building.',
    tone: 'evacuate',
    devices: [device],
  });
  const plan = await api.post<{ id: number }>('/v1/alarm_plan', {
    name: 'Fire',
    linkage_task_ids: [leave.id],
    reset_time: 1,
  });
  await api.post(`/v1/alarm_plan/${plan.id}/start`);
  await api.until('the alarm is recorded', async () => {
    const { rows } = await api.get<{ rows: RecordFile[] }>('/v1/record_file');
    return rows.length > 0 || null;
  });
  await hall.drop();
}

async function putLogo(api: ApiClient): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(makePng(300, 100))], { type: 'image/png' }), 'logo.png');
  const answer = await fetch(`${server.url}/v1/sys/image/logo`, {
    method: 'PUT',
    headers: { access_token: api.token },
    body: form,
  });
  expect(answer.status).toBe(200);
}

test('after a day of operation no file in the data folder is readable by other accounts of the machine', async () => {
  await aDaysWork();
  const names = everything().join('\n');
  // All kinds of files of a server exist.
  for (const kept of [
    'media/file/1/original',
    'media/file/1/programme/',
    'media/speech/',
    'media/tone/',
    'recordings/',
    'site/',
    'tls/',
    'upgrades/packages/',
    'identity',
    'keys/secrets.key',
    'ids.json',
    'lock',
  ])
    expect(names).toContain(kept);
  expect(open()).toEqual([]);
});

test('open permissions are closed at a start, except for link targets and shared files', async () => {
  await server.end();
  for (const path of everything()) {
    if (path.startsWith('postgres')) continue;
    const whole = join(server.dataDir, path);
    chmodSync(whole, lstatSync(whole).isDirectory() ? 0o755 : 0o644);
  }
  const outside = join(mkdtempSync(join(tmpdir(), 'tocsin-outside-')), 'file');
  writeFileSync(outside, 'x');
  chmodSync(outside, 0o644);
  symlinkSync(outside, join(server.dataDir, 'site', 'link'));
  const offered = join(server.dataDir, 'downloads');
  mkdirSync(offered);
  chmodSync(offered, 0o755);
  await server.start();
  await expect.poll(open).toEqual(['downloads']);
  expect(lstatSync(outside).mode & 0o777).toBe(0o644);
  rmSync(dirname(outside), { recursive: true });
});
