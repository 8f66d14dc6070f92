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
import { StartError } from '../../process/startError.ts';
import { type Account, giveTo, systemAccount } from './postgresAccount.ts';
import { postgresFolder } from './postgresBinaries.ts';
import { isAlive } from './postmaster.ts';

/** Superuser of an embedded database, for maintenance only: the server uses a role of its own (roles.ts). */
export const clusterUser = 'tocsin';
/** File in the database folder with a role's random password; readable by its owner only. */
export const passwordFileOf = (role: string) => `${role}-password`;

/** Environment of PostgreSQL's programs, without variables that could change their behaviour. */
export const postgresEnv = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

/**
 * Data folder argument of PostgreSQL's programs, together with `cwd: cluster`. Another account may not be
 * allowed to enter the parent folders (a home of mode 700); on Linux a process can still open its working
 * folder under this name.
 */
export function dataArgument(cluster: string, account: Account | null): string {
  return account !== null && platform() === 'linux' ? '/proc/self/cwd' : cluster;
}

/**
 * Creates a new database folder at `cluster`, completely or not at all: it is built under another name and
 * renamed.
 *
 * @param account account that will own and run it; null for that of this process
 */
export function createCluster(cluster: string, account: Account | null): void {
  const unfinished = `${cluster}.new-${process.pid}`;
  const password = `${unfinished}-password`;
  // initdb needs an account with a name; the future owner may be only a number.
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
    // Two servers were started at once on a new folder: the database of the other one is complete.
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
    rmSync(password, { force: true });
  }
}

/** Removes what a killed `createCluster` left behind. */
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
      // Passed as an open file, because another account may not be able to enter its folder.
      `--pwfile=${account ? '/dev/stdin' : password}`,
      `--username=${clusterUser}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Sort order of texts by code point, from PostgreSQL itself: the same on every machine and after every
      // upgrade.
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

/** Replaces "permission denied" in a database folder by a message that names the cause and the remedy. */
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
