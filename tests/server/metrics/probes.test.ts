import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { expect, test, vi } from 'vitest';
import type { Db } from '../../../server/platform/db/client.ts';
import { counted, databaseMetrics, retriedWrites } from '../../../server/platform/db/database.metrics.ts';
import { probeDatabase } from '../../../server/platform/db/databaseProbe.ts';
import { DISK_PROBE, watchDisk } from '../../../server/platform/health/diskWatch.ts';
import { parseMetrics } from './scrape.ts';

/** Lets the test move all timers; promises go on by themselves. */
async function withFakeTimers(work: () => Promise<void>): Promise<void> {
  vi.useFakeTimers();
  try {
    await work();
  } finally {
    vi.useRealTimers();
  }
}

test('a database that hangs counts as away after two seconds, one that refuses at once, and as back with its next answer', () =>
  withFakeTimers(async () => {
    let answer = Promise.withResolvers<void>();
    const probe = probeDatabase(() => answer.promise);
    const first = probe.look();
    await vi.advanceTimersByTimeAsync(1_999);
    expect(probe.state()).toEqual({ isUp: true, ms: 1_999 });
    await vi.advanceTimersByTimeAsync(7_001);
    expect(probe.state()).toEqual({ isUp: false, ms: 9_000 });
    // One query at a time: a hanging database gets no second one.
    await probe.look();
    answer.resolve();
    await first;
    expect(probe.state()).toEqual({ isUp: true, ms: 9_000 });
    answer = Promise.withResolvers();
    const refused = probe.look();
    answer.reject(new Error('gone'));
    await refused;
    expect(probe.state()).toEqual({ isUp: false, ms: 0 });
    probe.end();
  }));

test('an answer that came while the process was held up is read before the database counts as away', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [[peer]] = await Promise.all([once(server, 'connection'), once(client, 'connect')]);
  const probe = probeDatabase(() => once(client, 'data'), 20);
  try {
    const looked = probe.look();
    peer.write('answer');
    // Both timers are due when the process goes on, before it reads sockets.
    const judged = new Promise((done) => setTimeout(() => done(probe.state().isUp), 30));
    const heldUntil = performance.now() + 100;
    while (performance.now() < heldUntil);
    expect(await judged).toBe(true);
    await looked;
    expect(probe.state().isUp).toBe(true);
  } finally {
    probe.end();
    client.destroy();
    server.close();
  }
});

test('metrics can be read while the database never answers, and show it', () =>
  withFakeTimers(async () => {
    const metrics = new Registry();
    const pool = { counted: { idleCount: 1, totalCount: 20, waitingCount: 7 }, options: { max: 20 } };
    const hung = { execute: () => new Promise(() => {}), $client: pool } as unknown as Db;
    const end = databaseMetrics(metrics, hung, () => false);
    await vi.advanceTimersByTimeAsync(60_000);
    const { samples } = parseMetrics(await metrics.metrics());
    const value = (name: string) => samples.find((one) => one.name === name)?.value;
    expect(value('tocsin_database_up')).toBe(0);
    expect(value('tocsin_database_probe_seconds')).toBe(60);
    expect(value('tocsin_database_waiting_queries')).toBe(7);
    expect(value('tocsin_engine_lock_held')).toBe(0);
    end();
  }));

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
