import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Embedded, startEmbedded } from '../../../server/platform/db/embedded/embedded.ts';
import { keepEmbedded } from '../../../server/platform/db/embedded/keepEmbedded.ts';
import { giveTo } from '../../../server/platform/db/embedded/postgresAccount.ts';
import { readPidFile, servesCluster } from '../../../server/platform/db/embedded/postmaster.ts';
import { endWithParent } from '../../support/endWithParent.ts';
import { isLong } from '../../support/random.ts';
import { copyTemplate } from '../../support/serverTemplate.ts';

let dataDir: string;
let guard: ReturnType<typeof endWithParent>;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tocsin-embedded-'));
  guard = endWithParent(dataDir);
});
afterEach(async () => {
  await (await startEmbedded({ dataDir })).stop();
  guard.dismiss();
  rmSync(dataDir, { recursive: true });
});

/** Fills the data folder as after a first start: creating a database takes a second of processor time. */
const afterFirstStart = () => copyTemplate(dataDir, {});

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function writeRow(database: Embedded): Promise<void> {
  await query(database.url, 'create table kept (value int); insert into kept values (42)');
}

async function expectRow(database: Embedded): Promise<void> {
  expect(await query(database.url, 'select value from kept')).toEqual([{ value: 42 }]);
}

/** Listens on a port as soon as it is free. */
async function takePort(port: number): Promise<Server> {
  for (;;) {
    const server = createServer();
    const isListening = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (isListening) return server;
  }
}

test('data survives a stop and a start, on the same port', async () => {
  afterFirstStart();
  const first = await startEmbedded({ dataDir });
  expect(first.attached).toBe(false);
  await writeRow(first);
  await first.stop();
  expect(servesCluster(first.pid, join(dataDir, 'postgres'))).toBe(false);
  const second = await startEmbedded({ dataDir });
  expect(second.url).toBe(first.url);
  await expectRow(second);
});

test('a database that survived a killed server is taken over', async () => {
  afterFirstStart();
  const script = `
    const { startEmbedded } = await import(${JSON.stringify(join(process.cwd(), 'server/platform/db/embedded/embedded.ts'))});
    console.log(JSON.stringify(await startEmbedded({ dataDir: ${JSON.stringify(dataDir)} })));
    setInterval(() => {}, 1000);`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((resolve) =>
    parent.stdout.once('data', (data) => resolve(String(data))),
  );
  const started = JSON.parse(line) as Embedded;
  await writeRow(started);
  const gone = new Promise((resolve) => parent.once('exit', resolve));
  parent.kill('SIGKILL');
  await gone;
  const taken = await startEmbedded({ dataDir });
  expect(taken).toMatchObject({ attached: true, pid: started.pid, url: started.url });
  await expectRow(taken);
});

test('after a kill -9 of PostgreSQL during a query, it restarts with every committed row', async () => {
  afterFirstStart();
  const first = await startEmbedded({ dataDir });
  await writeRow(first);
  const busy = new pg.Client({ connectionString: first.url });
  busy.on('error', () => {});
  await busy.connect();
  const running = busy.query('select pg_sleep(3600)').catch((error: Error) => error);
  process.kill(first.pid, 'SIGKILL');
  const second = await startEmbedded({ dataDir });
  expect(second.attached).toBe(false);
  await expectRow(second);
  expect(await running).toBeInstanceOf(Error);
});

test('a database killed under the running server is restarted on the same port, and can be stopped then', async () => {
  afterFirstStart();
  const first = await startEmbedded({ dataDir });
  await writeRow(first);
  const heard: unknown[] = [];
  const stop = keepEmbedded(first, { dataDir, onRestart: (error) => heard.push(error) });
  process.kill(first.pid, 'SIGKILL');
  await expect.poll(() => heard, { timeout: 60_000 }).toEqual([null]);
  await expectRow(first);
  const { pid } = await startEmbedded({ dataDir });
  expect(pid).not.toBe(first.pid);
  await stop();
  expect(servesCluster(pid, join(dataDir, 'postgres'))).toBe(false);
});

if (isLong)
  test('while another program has its port it is not started; it is again when the port is free', async () => {
    afterFirstStart();
    const first = await startEmbedded({ dataDir });
    await writeRow(first);
    const heard: unknown[] = [];
    const stop = keepEmbedded(first, { dataDir, onRestart: (error) => heard.push(error) });
    const port = Number(new URL(first.url).port);
    process.kill(first.pid, 'SIGKILL');
    const other = await takePort(port);
    await expect.poll(() => heard.length).toBeGreaterThanOrEqual(2);
    for (const error of heard) expect(String(error)).toContain(`Port ${port} of the database is taken`);
    expect(readPidFile(join(dataDir, 'postgres'))?.pid ?? first.pid).toBe(first.pid);
    await new Promise((resolve) => other.close(resolve));
    await expect.poll(() => heard.at(-1)).toBe(null);
    await expectRow(first);
    await stop();
  });

if (isLong)
  test('two servers that start at once on a new folder share one database', async () => {
    const [one, two] = await Promise.all([startEmbedded({ dataDir }), startEmbedded({ dataDir })]);
    expect(two.pid).toBe(one.pid);
    expect([one.attached, two.attached].filter(Boolean)).toHaveLength(1);
  });

test('a stale postmaster.pid whose number belongs to another program does not prevent the start', async () => {
  afterFirstStart();
  const first = await startEmbedded({ dataDir });
  await writeRow(first);
  await first.stop();
  writeFileSync(
    join(dataDir, 'postgres', 'postmaster.pid'),
    `${process.pid}\n/elsewhere\n1\n1\n\n\n1 1\nready\n`,
  );
  const second = await startEmbedded({ dataDir });
  expect(second.attached).toBe(false);
  await expectRow(second);
});

if (isLong)
  test('leftovers of a killed creation are removed', async () => {
    const gone = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => gone.once('exit', resolve));
    const left = join(dataDir, `postgres.new-${gone.pid}`);
    mkdirSync(left);
    await startEmbedded({ dataDir });
    expect(existsSync(left)).toBe(false);
  });

test('refuses connections without the password, and from other machines', async () => {
  const database = await startEmbedded({ dataDir });
  const wrong = new URL(database.url);
  wrong.password = 'guess';
  await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed');
  expect(await query(database.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
  expect(await query(database.url, 'show fsync')).toEqual([{ fsync: 'on' }]);
});

test.runIf(process.getuid?.() === 0)(
  'as root it runs as the owner of the data folder, also after that changes',
  async () => {
    const first = await startEmbedded({ dataDir });
    await writeRow(first);
    expect(statSync(join(dataDir, 'postgres')).uid).not.toBe(0);
    await first.stop();
    const owner = { uid: 54_321, gid: 54_321 };
    giveTo(owner, dataDir);
    const second = await startEmbedded({ dataDir });
    await expectRow(second);
    expect(statSync(join(dataDir, 'postgres', 'postmaster.pid')).uid).toBe(owner.uid);
    await second.stop();
    giveTo({ uid: 0, gid: 0 }, dataDir);
    await expectRow(await startEmbedded({ dataDir }));
  },
);
