import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../startError.ts';
import { type Account, giveTo, systemAccount } from './postgresAccount.ts';
import { postgresFolder } from './postgresBinaries.ts';
import { isAlive } from './postmaster.ts';

/** The superuser of an embedded database, for maintenance only: the server works as a role of its own (roles.ts). */
export const clusterUser = 'tocsin';
/** File inside the database folder with a role's random password; readable by its owner only. */
export const passwordFileOf = (role: string) => `${role}-password`;

/** Environment of PostgreSQL's programs: nothing of ours that could change their behaviour. */
export const postgresEnv = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

/**
 * How a PostgreSQL program is told its data folder, together with `cwd: cluster`. Another account may not be
 * allowed to enter the folders above it (a home of mode 700); on Linux its own working folder is open to it all
 * the same under this name.
 */
export function dataArgument(cluster: string, account: Account | null): string {
  return account !== null && platform() === 'linux' ? '/proc/self/cwd' : cluster;
}

/**
 * Makes a new database folder at `cluster`, whole or not at all: it is built beside it and renamed.
 *
 * @param account account that shall own and run it; null for this process's own
 */
export function createCluster(cluster: string, account: Account | null): void {
  const unfinished = `${cluster}.new-${process.pid}`;
  const password = `${unfinished}-password`;
  // initdb needs an account with a name; the account that is to own the folder may be a bare number.
  const builder = account && systemAccount();
  const programs = postgresFolder(builder);
  try {
    mkdirSync(unfinished, { recursive: true, mode: 0o700 });
    writeFileSync(password, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
    if (builder) {
      giveTo(builder, unfinished);
      chownSync(password, builder.uid, builder.gid);
    }
    runInitdb(unfinished, password, programs, builder);
    renameSync(password, join(unfinished, passwordFileOf(clusterUser)));
    if (account) giveTo(account, unfinished);
    renameSync(unfinished, cluster);
  } catch (error) {
    // Two servers started at once on a new folder: the other one's database is there, and good.
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
    rmSync(password, { force: true });
  }
}

/** Removes what a killed `createCluster` left beside the database folder. */
export function removeUnfinished(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = /^postgres\.new-(\d+)/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function runInitdb(folder: string, password: string, programs: string, account: Account | null): void {
  const input = openSync(password, 'r');
  const run = spawnSync(
    join(programs, 'bin', 'initdb'),
    [
      `--pgdata=${dataArgument(folder, account)}`,
      // As an open file, because another account may not be able to enter the folder that it lies in.
      `--pwfile=${account ? '/dev/stdin' : password}`,
      `--username=${clusterUser}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Order of texts by code point, from PostgreSQL itself: the same on every machine and after every upgrade.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ],
    { ...account, cwd: folder, env: postgresEnv, encoding: 'utf8', stdio: [input, 'ignore', 'pipe'] },
  );
  closeSync(input);
  if (run.status !== 0) {
    const why = run.error?.message ?? run.stderr.trim();
    throw new StartError(`The database in ${folder} could not be created:\n${why}`);
  }
  chmodSync(folder, 0o700);
}

/** Turns "permission denied" in a database folder into a sentence that says whose it is and what helps. */
export function explained<T>(read: () => T, cluster: string): T {
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
