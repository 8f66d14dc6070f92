import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '../../process/startError.ts';
import { explained } from './postgresAccount.ts';
import { clusterProcesses, isAlive, type Postmaster, readPidFile, servesCluster } from './postmaster.ts';
import { ensureRoles } from './roles.ts';
import { type EmbeddedOptions, startPostmaster } from './startPostmaster.ts';

export interface Embedded {
  /** Connection URL of the database `tocsin` with password, for the role of the server. */
  url: string;
  /** The same for the role of backups, which may only read. */
  backupUrl: string;
  /** The same for the superuser. */
  adminUrl: string;
  /** Process id of the postmaster. */
  pid: number;
  /** True when it was running already, because the previous server was killed. */
  attached: boolean;
  /** Fast shutdown: ends every connection, writes all data, resolves when the process is gone. */
  stop: () => Promise<void>;
}

/**
 * Time limit of a start, ms. Recovery after a power cut replays at most a few checkpoints, which is far
 * shorter.
 */
const startLimit = 300_000;
/**
 * Time for the children of a killed postmaster to exit, ms; they notice within moments unless they are in a
 * long statement. After that they are killed too: what they wrote is recovered like the rest.
 */
const orphanLimit = 1_000;
/** Age from which a `postmaster.pid` without a process id is not being written any more, ms. */
const FILLED_MS = 2_000;

/**
 * Starts the PostgreSQL in `dataDir/postgres`, creating it the first time, or attaches to the one that still
 * runs there because the previous server was killed. It listens on loopback only, with random passwords, and
 * survives a crash of this process; only `stop` ends it.
 *
 * @throws StartError with the reason when it cannot run here, or not at the port it must get
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const cluster = join(options.dataDir, 'postgres');
  const deadline = Date.now() + startLimit;
  while (Date.now() < deadline) {
    const running = explained(() => runningPostmaster(cluster), cluster);
    if (running) {
      const attached = running.status === 'ready' ? await attach(cluster, running, options) : null;
      if (attached) return attached;
      await delay(50);
      continue;
    }
    if (!(await orphansGone(cluster))) continue;
    const started = await startPostmaster(cluster, options, deadline);
    if (started) return connection(cluster, started, options, false);
  }
  throw new StartError(`The database in ${cluster} was not ready within ${startLimit / 1000} seconds.`);
}

/** The running PostgreSQL of this folder; null: none. */
function runningPostmaster(cluster: string): Postmaster | null {
  const found = readPidFile(cluster);
  return found && servesCluster(found.pid, cluster) ? found : null;
}

/** Attaches to a running database; null when it is shutting down. */
async function attach(
  cluster: string,
  running: Postmaster,
  options: EmbeddedOptions,
): Promise<Embedded | null> {
  try {
    return await connection(cluster, running, options, true);
  } catch (error) {
    await delay(200);
    const now = runningPostmaster(cluster);
    if (now?.pid !== running.pid || now.status !== 'ready') return null;
    throw error;
  }
}

/**
 * Waits for the children of a killed postmaster: a second PostgreSQL beside them would corrupt the data.
 *
 * @returns false when a postmaster is running after all, because something else has just started one
 */
async function orphansGone(cluster: string): Promise<boolean> {
  if (!existsSync(cluster)) return true;
  const deadline = Date.now() + orphanLimit;
  for (;;) {
    const left = clusterProcesses(cluster);
    if (runningPostmaster(cluster)) return false;
    if (left.length === 0) break;
    if (Date.now() > deadline) for (const pid of left) process.kill(pid, 'SIGKILL');
    await delay(50);
  }
  if (isStale(cluster)) rmSync(join(cluster, 'postmaster.pid'), { force: true });
  return true;
}

/**
 * Tells if a `postmaster.pid` that no PostgreSQL of this folder has left would make PostgreSQL refuse: its process id
 * now belongs to another process, or a power cut has left it without one. One of a process that is gone PostgreSQL
 * removes itself, after its own check of the shared memory.
 */
function isStale(cluster: string): boolean {
  const file = readPidFile(cluster);
  if (file !== null) return isAlive(file.pid);
  const stat = statSync(join(cluster, 'postmaster.pid'), { throwIfNoEntry: false });
  return stat !== undefined && Date.now() - stat.mtimeMs > FILLED_MS;
}

async function connection(
  cluster: string,
  { pid, port }: Postmaster,
  options: EmbeddedOptions,
  attached: boolean,
): Promise<Embedded> {
  const { server, backup, admin } = await ensureRoles(cluster, port, options);
  return { url: server, backupUrl: backup, adminUrl: admin, pid, attached, stop: () => stop(pid, cluster) };
}

/** Fast shutdown; after 4 s immediate shutdown, from which the next start recovers. */
async function stop(pid: number, cluster: string): Promise<void> {
  const sendSignal = (signal: NodeJS.Signals) => {
    if (servesCluster(pid, cluster)) process.kill(pid, signal);
  };
  sendSignal('SIGINT');
  const harder = Date.now() + 4_000;
  while (servesCluster(pid, cluster)) {
    if (Date.now() > harder) sendSignal('SIGQUIT');
    await delay(20);
  }
}
