import { createHash } from 'node:crypto';
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BackupOverview } from '../../../contract/entities/site/backup.ts';
import { ApiClient } from '../../support/apiClient.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { diskOf } from '../outage/faults.ts';

/** Backups and trial restores of a running server. */
let place: string;
let server: TestServer;
beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'tocsin-backups-'));
  server = await startServer();
});
afterAll(async () => {
  await server.stop();
  rmSync(place, { recursive: true, force: true });
});

test('the server makes a backup and verifies it by a restore; a damaged one and a full disk are reported', async () => {
  const api = new ApiClient(server.url);
  await api.login('admin', server.adminPassword);
  const outcome = () =>
    api.until(
      'it is over',
      async () => {
        const now = await api.get<BackupOverview>('/v1/backup');
        return now.job === null ? now : null;
      },
      240_000,
    );
  await api.patch('/v1/backup/settings', { folder: place, enabled: true });
  const { job } = await api.post<BackupOverview>('/v1/backup');
  expect(job).toMatchObject({ kind: 'backup', by: 'admin' });
  const name = job?.name ?? '';
  const made = { name, verified: true, trial: 'none' };
  const first = await outcome();
  const digest = createHash('sha256').update(readFileSync(join(place, name)));
  const sha256 = digest.copy().digest('hex');
  expect(first).toMatchObject({ failure: null, rows: [{ ...made, sha256 }] });
  const { url } = await api.post<{ url: string }>(`/v1/backup/${name}/ticket`, {});
  const sent = await fetch(server.url + url);
  expect(sent.headers.get('repr-digest')).toBe(`sha-256=:${digest.digest('base64')}:`);
  expect(Buffer.from(await sent.arrayBuffer()).equals(readFileSync(join(place, name)))).toBe(true);
  expect(statSync(join(place, name)).mode & 0o077).toBe(0);

  await api.post(`/v1/backup/${name}/trial`);
  const tried = await outcome();
  expect(tried).toMatchObject({ trial_failure: null, rows: [{ ...made, trial: 'worked' }] });
  // A backup of another server: its digest is unknown until it has been read.
  const foreign = 'tocsin-20200101T000000Z.tar';
  copyFileSync(join(place, name), join(place, foreign));
  expect((await outcome()).rows.at(-1)).toMatchObject({ name: foreign, verified: false, sha256: null });
  await api.post(`/v1/backup/${foreign}/trial`);
  expect((await outcome()).rows.at(-1)).toMatchObject({ name: foreign, trial: 'worked', sha256 });
  rmSync(join(place, foreign));
  truncateSync(join(place, name), 10_000);
  await api.post(`/v1/backup/${name}/trial`);
  const damaged = { trial_failure: { reason: 'damaged' }, rows: [{ ...made, trial: 'failed' }] };
  expect(await outcome()).toMatchObject(damaged);
  const kinds = async () =>
    (await api.get<{ rows: { kind: string }[] }>('/v1/fault?state=open')).rows.map(({ kind }) => kind);
  await api.until('the fault', async () => (await kinds()).includes('backup_trial_failed') || null);

  const small = diskOf(20);
  if (small.isOwn) {
    await api.patch('/v1/backup/settings', { folder: small.folder });
    await api.post('/v1/backup');
    expect(await outcome()).toMatchObject({ failure: { reason: 'no_room' }, rows: [] });
    await api.until('the fault', async () => (await kinds()).includes('backup_failed') || null);
    expect(readdirSync(small.folder)).toEqual(['.tocsin-backups']);
    await api.patch('/v1/backup/settings', { folder: place });
  }
  small.remove();
  expect((await api.delete<BackupOverview>(`/v1/backup/${name}`)).rows).toEqual([]);
});
