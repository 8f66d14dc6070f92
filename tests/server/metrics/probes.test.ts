import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import type { Db } from '../../../server/platform/db/client.ts';
import { counted, databaseMetrics, retriedWrites } from '../../../server/platform/db/database.metrics.ts';
import { probeDatabase } from '../../../server/platform/db/databaseProbe.ts';
import { DISK_PROBE, watchDisk } from '../../../server/platform/health/diskWatch.ts';
import { parseMetrics } from './scrape.ts';

test('a database that hangs counts as away after two seconds, one that refuses at once, and as back with its next answer', async () => {
  let now = 0;
  let answer = Promise.withResolvers<void>();
  const probe = probeDatabase(
    () => answer.promise,
    () => now,
  );
  const first = probe.look();
  now = 1_999;
  expect(probe.state()).toEqual({ isUp: true, ms: 1_999 });
  now = 9_000;
  expect(probe.state()).toEqual({ isUp: false, ms: 9_000 });
  // One query at a time: a hanging database gets no second one.
  await probe.look();
  answer.resolve();
  await first;
  expect(probe.state()).toEqual({ isUp: true, ms: 9_000 });
  answer = Promise.withResolvers();
  const refused = probe.look();
  now += 5;
  answer.reject(new Error('gone'));
  await refused;
  expect(probe.state()).toEqual({ isUp: false, ms: 5 });
  probe.end();
});

test('metrics can be read while the database never answers, and show it', async () => {
  const metrics = new Registry();
  const pool = { counted: { idleCount: 1, totalCount: 20, waitingCount: 7 }, options: { max: 20 } };
  const hung = { execute: () => new Promise(() => {}), $client: pool } as unknown as Db;
  let now = 0;
  const end = databaseMetrics(
    metrics,
    hung,
    () => false,
    () => now,
  );
  now = 60_000;
  const { samples } = parseMetrics(await metrics.metrics());
  const value = (name: string) => samples.find((one) => one.name === name)?.value;
  expect(value('tocsin_database_up')).toBe(0);
  expect(value('tocsin_database_probe_seconds')).toBe(60);
  expect(value('tocsin_database_waiting_queries')).toBe(7);
  expect(value('tocsin_engine_lock_held')).toBe(0);
  end();
});

test('refused writes are counted by what they store', async () => {
  const metrics = new Registry();
  const write = counted(retriedWrites(metrics, 'faults'), async (fails: boolean) => {
    if (fails) throw new Error('refused');
    return 'stored';
  });
  retriedWrites(metrics, 'alarms');
  expect(await write(false)).toBe('stored');
  await expect(write(true)).rejects.toThrow('refused');
  expect(parseMetrics(await metrics.metrics()).samples).toEqual([
    { name: 'tocsin_database_retried_writes_total', labels: { part: 'faults' }, value: 1 },
    { name: 'tocsin_database_retried_writes_total', labels: { part: 'alarms' }, value: 0 },
  ]);
});

test('a disk is writable while a file can be created on it, without leaving one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-disk-'));
  const data = join(folder, 'data');
  mkdirSync(data);
  const disk = watchDisk(data);
  await expect.poll(() => disk.state()).toMatchObject({ isWritable: true });
  expect(disk.state()?.freeBytes).toBeGreaterThan(0);
  expect(existsSync(join(data, '.disk-probe'))).toBe(false);
  // The folder is gone, and a file has its name.
  rmSync(data, { recursive: true });
  writeFileSync(data, '');
  chmodSync(data, 0o400);
  await disk.look();
  expect(disk.state()).toMatchObject({ isWritable: false, error: 'ENOTDIR' });
  disk.end();
  rmSync(folder, { recursive: true });
});

test('a disk that does not answer counts as not writable after ten seconds, and listeners are called', async () => {
  const data = mkdtempSync(join(tmpdir(), 'tocsin-disk-'));
  let now = 0;
  const disk = watchDisk(data, () => now);
  const heard: (string | undefined)[] = [];
  disk.onLook(({ error }) => heard.push(error));
  await expect.poll(() => heard.at(-1)).toBe('');
  // Opening a pipe for writing waits for a reader, like a disk that hangs.
  execFileSync('mkfifo', [join(data, DISK_PROBE)]);
  const hangs = disk.look();
  now = 10_001;
  await disk.look();
  expect(heard.at(-1)).toBe('ETIMEDOUT');
  expect(disk.state()).toMatchObject({ isWritable: false, error: 'ETIMEDOUT' });
  await Promise.all([readFile(join(data, DISK_PROBE)), hangs]);
  expect(heard.at(-1)).toBe('');
  disk.end();
  rmSync(data, { recursive: true });
});
