import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, closeSync, existsSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../startError.ts';
import {
  clusterUser,
  createCluster,
  dataArgument,
  passwordFile,
  postgresEnv,
  removeUnfinished,
} from './cluster.ts';
import { type Account, clusterAccount, giveTo, isRoot } from './postgresAccount.ts';
import { postgresFolder } from './postgresBinaries.ts';
import { clusterProcesses, isAlive, type Postmaster, readPidFile, servesCluster } from './postmaster.ts';

export interface EmbeddedOptions {
  /** Existing folder; the database lives in `postgres` below it. */
  dataDir: string;
  /** False gives up safety over a crash of the machine for speed; for throw-away data only. */
  durable?: boolean;
  /** Hears what takes long, in a sentence for people. */
  say?: (line: string) => void;
}

export interface Embedded {
  /** Connection URL of the database `tocsin`, with its password. */
  url: string;
  /** Process id of the postmaster. */
  pid: number;
  /** True when it was running already (the server before was killed) and this one took it over. */
  attached: boolean;
  /** Fast shutdown: ends every connection, writes everything out, resolves when the process is gone. */
  stop: () => Promise<void>;
}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  // Errors of statements reach the server, which logs them; here they would only fill the disk.
  log_min_messages: 'log',
  log_checkpoints: 'off',
};

/** Recovery after a power cut replays at most a few checkpoints of log; far less than this, in milliseconds. */
const startLimit = 300_000;
/** A postmaster that was killed leaves children, which notice within moments, in milliseconds. */
const orphanLimit = 10_000;

/**
 * Starts the PostgreSQL in `dataDir/postgres`, creating it the first time, or takes over the one that is still
 * running there because the server before was killed (design 3). It listens on loopback only, with a random
 * password, and outlives a crash of this process; only `stop` ends it.
 *
 * @throws StartError when it cannot run here, with the reason
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const cluster = join(options.dataDir, 'postgres');
  const deadline = Date.now() + startLimit;
  while (Date.now() < deadline) {
    const running = readable(() => runningPostmaster(cluster), cluster);
    if (running) {
      if (running.status !== 'ready') await delay(50);
      else return connection(cluster, running, true);
      continue;
    }
    await orphansGone(cluster);
    const started = await start(cluster, options, deadline);
    if (started) return connection(cluster, started, false);
  }
  throw new StartError(`The database in ${cluster} was not ready within ${startLimit / 1000} seconds.`);
}

/** The living PostgreSQL of this folder; null when there is none. */
function runningPostmaster(cluster: string): Postmaster | null {
  const found = readPidFile(cluster);
  return found && servesCluster(found.pid, cluster) ? found : null;
}

/** Waits for the children of a killed postmaster: a second PostgreSQL beside them would ruin the data. */
async function orphansGone(cluster: string): Promise<void> {
  if (!existsSync(cluster)) return;
  const deadline = Date.now() + orphanLimit;
  while (clusterProcesses(cluster).length > 0) {
    if (Date.now() > deadline) for (const pid of clusterProcesses(cluster)) process.kill(pid, 'SIGKILL');
    await delay(50);
  }
  const stale = readPidFile(cluster);
  // A stale file whose number now belongs to a stranger would make PostgreSQL refuse. With the process gone it
  // cleans up by itself, and keeps its own check of the shared memory.
  if (stale && isAlive(stale.pid)) rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

/** One attempt: the ready postmaster, or null when another start was faster or the port was taken meanwhile. */
async function start(
  cluster: string,
  options: EmbeddedOptions,
  deadline: number,
): Promise<Postmaster | null> {
  const account: Account | null = isRoot() ? clusterAccount(options.dataDir, cluster) : null;
  const programs = postgresFolder(account);
  removeUnfinished(options.dataDir);
  if (!existsSync(join(cluster, 'PG_VERSION'))) createCluster(cluster, programs, account);
  if (account) giveTo(account, cluster);
  readable(() => chmodSync(cluster, 0o700), cluster);
  const log = join(cluster, 'server.log');
  if (existsSync(log)) renameSync(log, `${log}.1`);
  const child = await spawnPostmaster(cluster, programs, account, options.durable ?? true, log);
  const began = Date.now();
  let said = false;
  while (Date.now() < deadline) {
    const file = readPidFile(cluster);
    if (file?.pid === child.pid && file?.status === 'ready') return file;
    if (child.exitCode !== null || child.signalCode !== null) {
      const text = readFileSync(log, 'utf8');
      if (/already exists|still in use|could not create any TCP\/IP sockets/.test(text)) {
        await delay(200);
        return null;
      }
      throw new StartError(
        `PostgreSQL ended while it was starting. Its last words (${log}):\n${text.slice(-2000)}`,
      );
    }
    if (!said && Date.now() - began > 3000) {
      options.say?.('The database is recovering from a hard stop; this can take a moment.');
      said = true;
    }
    await delay(20);
  }
  return null;
}

async function spawnPostmaster(
  cluster: string,
  programs: string,
  account: Account | null,
  durable: boolean,
  log: string,
): Promise<ChildProcess> {
  const port = await freePort(lastPort(cluster));
  const all = durable
    ? settings
    : { ...settings, fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  const out = openSync(log, 'a', 0o600);
  // Detached: the Ctrl-C of a terminal goes to the whole group, and the server needs the database to finish.
  const child = spawn(
    join(programs, 'bin', 'postgres'),
    [
      '-D',
      dataArgument(cluster, account),
      '-p',
      String(port),
      ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...account, cwd: cluster, env: postgresEnv, stdio: ['ignore', out, out], detached: true },
  );
  closeSync(out);
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) =>
      reject(new StartError(`PostgreSQL cannot be started in ${cluster}: ${error.message}`)),
    );
  });
  child.unref();
  return child;
}

/** The port of the last run, so that tools that were pointed at it keep working; 0 when there was none. */
function lastPort(cluster: string): number {
  const options = join(cluster, 'postmaster.opts');
  if (!existsSync(options)) return 0;
  return Number(/"-p" "(\d+)"/.exec(readFileSync(options, 'utf8'))?.[1] ?? 0);
}

function freePort(wished: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => (wished === 0 ? reject(error) : resolve(freePort(0))));
    probe.listen(wished, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function connection(cluster: string, { pid, port }: Postmaster, attached: boolean): Promise<Embedded> {
  const password = readable(() => readFileSync(join(cluster, passwordFile), 'utf8').trim(), cluster);
  const server = `postgres://${clusterUser}:${password}@127.0.0.1:${port}`;
  await createDatabase(`${server}/postgres`);
  return { url: `${server}/tocsin`, pid, attached, stop: () => stop(pid, cluster) };
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = 'tocsin'");
    if (rowCount === 0) await client.query('create database tocsin');
  } finally {
    await client.end();
  }
}

/** Fast shutdown; after 7 s immediate shutdown, from which the next start recovers. */
async function stop(pid: number, cluster: string): Promise<void> {
  const ask = (signal: NodeJS.Signals) => {
    if (servesCluster(pid, cluster)) process.kill(pid, signal);
  };
  ask('SIGINT');
  const harder = Date.now() + 7_000;
  while (servesCluster(pid, cluster)) {
    if (Date.now() > harder) ask('SIGQUIT');
    await delay(20);
  }
}

/** Turns "permission denied" in a database folder into a sentence that says whose it is and what helps. */
function readable<T>(read: () => T, cluster: string): T {
  try {
    return read();
  } catch (error) {
    if (!['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new StartError(
      `The database folder ${cluster} belongs to another account.\n` +
        'Start the server as that account or as root, or hand the folder over, as root:\n' +
        `  chown -R ${process.getuid?.()} ${cluster}`,
    );
  }
}
