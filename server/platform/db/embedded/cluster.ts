import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { renameDurablySync, writeDurablySync } from '../../dataFolder/writeDurably.ts';
import { StartError } from '../../process/startError.ts';
import { type Account, giveTo, systemAccount } from './postgresAccount.ts';
import { postgresFolder } from './postgresBinaries.ts';
import { isAlive } from './postmaster.ts';
import { clusterUser, passwordPath, randomPassword } from './rolePasswords.ts';

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
    writeDurablySync(password, `${randomPassword()}\n`, builder ?? undefined);
    if (builder) giveTo(builder, unfinished);
    runInitdb(unfinished, password, programs, builder);
    renameDurablySync(password, passwordPath(unfinished, clusterUser));
    if (account) giveTo(account, unfinished);
    renameDurablySync(unfinished, cluster);
  } catch (error) {
    // Two servers were started at once on a new folder: the database of the other one is complete.
    if (existsSync(join(cluster, 'PG_VERSION'))) return;
    const isTaken = ['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '');
    if (!isTaken) throw error;
    throw new StartError(
      `The database in ${cluster} is incomplete: its file PG_VERSION is missing. Restore a backup.`,
    );
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
    const reason = run.error?.message ?? run.stderr.trim();
    throw new StartError(`The database in ${folder} could not be created:\n${reason}`);
  }
  chmodSync(folder, 0o700);
}
