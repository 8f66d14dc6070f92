import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, closeSync, existsSync, fchownSync, openSync, readFileSync, renameSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '../../process/startError.ts';
import { clusterName } from '../ownDatabase.ts';
import { createCluster, dataArgument, postgresEnv, removeUnfinished } from './cluster.ts';
import { endWithServer } from './endWithServer.ts';
import { type Account, clusterAccount, explained, giveTo, isRoot } from './postgresAccount.ts';
import { postgresFolder } from './postgresBinaries.ts';
import { type Postmaster, readPidFile } from './postmaster.ts';
import type { RoleOptions } from './roles.ts';
import { repairSuperuser } from './superuser.ts';

export interface EmbeddedOptions extends RoleOptions {
  /** False trades crash safety for speed; for temporary data only. */
  durable?: boolean;
  /** True: it ends with this process, even if that is killed; for temporary data only. */
  endsWithServer?: boolean;
  /** Port that it must get; without: that of its last run, or another one when that is taken. */
  port?: number;
  /** Prints progress messages for the administrator. */
  print?: (line: string) => void;
}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  // Limit of the log that a hard stop leaves for recovery, about 4 ms of processor time per MB: an alarm must
  // sound again within 5 s.
  max_wal_size: '256MB',
  // Limit of the log that is kept for a standby server that is away, so that the disk does not fill.
  max_slot_wal_keep_size: '1GB',
  // Errors of statements reach the server, which logs them; in PostgreSQL's log they would only fill the
  // disk.
  log_min_messages: 'log',
  log_checkpoints: 'off',
};

/**
 * Makes one attempt to start: returns the ready postmaster, or null when another start was faster or the port
 * was taken meanwhile.
 */
export async function startPostmaster(
  cluster: string,
  options: EmbeddedOptions,
  deadline: number,
): Promise<Postmaster | null> {
  const account: Account | null = isRoot() ? clusterAccount(options.dataDir, cluster) : null;
  const programs = postgresFolder(account);
  removeUnfinished(options.dataDir);
  if (!existsSync(join(cluster, 'PG_VERSION'))) createCluster(cluster, account);
  if (account) giveTo(account, cluster);
  explained(() => chmodSync(cluster, 0o700), cluster);
  repairSuperuser(cluster, programs, account);
  const log = join(cluster, 'server.log');
  // Plain write: a log.
  if (existsSync(log)) renameSync(log, `${log}.1`);
  const child = await spawnPostmaster(cluster, programs, account, options, log);
  const began = Date.now();
  let isReported = false;
  while (Date.now() < deadline) {
    const file = readPidFile(cluster);
    if (file?.pid === child.pid && file?.status === 'ready') return file;
    if (child.exitCode !== null || child.signalCode !== null) {
      const text = readFileSync(log, 'utf8');
      if (/already exists|is empty|still in use|could not create any TCP\/IP sockets/.test(text)) {
        await delay(200);
        return null;
      }
      throw new StartError(
        `PostgreSQL ended while it was starting. Its last words (${log}):\n${text.slice(-2000)}`,
      );
    }
    if (!isReported && Date.now() - began > 3000) {
      options.print?.('The database is recovering from a hard stop; this can take a moment.');
      isReported = true;
    }
    await delay(20);
  }
  return null;
}

async function spawnPostmaster(
  cluster: string,
  programs: string,
  account: Account | null,
  { durable = true, endsWithServer = false, port: needed }: EmbeddedOptions,
  log: string,
): Promise<ChildProcess> {
  const port = await freePort(needed ?? lastPort(cluster));
  if (needed !== undefined && port !== needed)
    throw new StartError(`Port ${needed} of the database is taken by another program.`);
  const all = durable
    ? settings
    : { ...settings, fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  // Plain write: a log.
  const out = openSync(log, 'a', 0o600);
  // PostgreSQL reads every file of its folder when it is copied to a standby server.
  if (account) fchownSync(out, account.uid, account.gid);
  // Detached: Ctrl-C in a shell goes to the whole process group, and the server needs the database until its
  // end.
  const child = spawn(
    join(programs, 'bin', 'postgres'),
    [
      '-D',
      dataArgument(cluster, account),
      '-p',
      String(port),
      '-c',
      `cluster_name=${clusterName(cluster)}`,
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
  if (endsWithServer) endWithServer(child);
  return child;
}

/** Port of the last run, so that tools configured for it keep working; 0: none. */
function lastPort(cluster: string): number {
  const options = join(cluster, 'postmaster.opts');
  if (!existsSync(options)) return 0;
  return Number(/"-p" "(\d+)"/.exec(readFileSync(options, 'utf8'))?.[1] ?? 0);
}

function freePort(preferred: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => (preferred === 0 ? reject(error) : resolve(freePort(0))));
    probe.listen(preferred, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
