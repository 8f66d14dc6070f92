import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type Manifest,
  type Rows,
  readManifest,
  readRows,
  snapshotFiles,
} from '../../../../server/platform/db/standIn/snapshotFiles.ts';
import { seeded } from '../../../support/random.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tocsin-snapshot-files-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const made = { identity: 'some-installation', at: 1, migrations: [1] };
const tables = (entries: Record<string, Rows>) => new Map(Object.entries(entries));
const written = async () => (await readManifest(dataDir)) as Manifest;

test('a table that is given up while it is read stays away, as its rows may be older than that', async () => {
  const files = snapshotFiles(dataDir);
  const read = Promise.withResolvers<ReadonlyMap<string, Rows>>();
  const renewal = files.renew(made, () => read.promise);
  await files.giveUp(made, new Set(['account']));
  read.resolve(tables({ account: ['{"code":"removed since"}'], zone: ['{}'] }));
  await renewal;
  expect(Object.keys((await written()).tables)).toEqual(['zone']);
  await files.renew(made, async () => tables({ account: ['{"code":"of now"}'] }));
  expect(await readRows(dataDir, await written(), 'account')).toEqual(['{"code":"of now"}']);
});

test('tables that are given up at any moment of a renewal leave a whole snapshot', async () => {
  const random = seeded();
  const files = snapshotFiles(dataDir);
  for (let round = 0; round < 12; round++) {
    const rows = (size: number) => Array.from({ length: size }, (_, i) => `{"round":${round},"row":${i}}`);
    const renewal = files.renew(made, async () =>
      tables({ account: rows(1_500), role: rows(10), zone: rows(700) }),
    );
    await delay(random() * 8);
    await files.giveUp(made, new Set(['account', 'role']));
    await renewal;
    const manifest = await written();
    for (const [name, { rows: count }] of Object.entries(manifest.tables))
      expect(await readRows(dataDir, manifest, name)).toHaveLength(count);
    expect(Object.keys(manifest.tables)).toEqual(['zone']);
  }
});
