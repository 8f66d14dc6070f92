import { spawnSync } from 'node:child_process';
import { lchownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../startError.ts';

/** An account of the operating system, as `spawn` takes it. */
export interface Account {
  uid: number;
  gid: number;
  /** For messages. */
  name: string;
}

/** True when this process runs as root, as which PostgreSQL refuses to run. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** An unprivileged account that exists here: `postgres` where the distribution has it, else `nobody`. */
export function systemAccount(): Account {
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const uid = numberFrom('id', ['-u', name]);
    const gid = numberFrom('id', ['-g', name]);
    if (uid && gid !== null) return { uid, gid, name };
  }
  throw new StartError(
    'PostgreSQL does not run as root, and this machine has no account "postgres" or "nobody" to run it as.\n' +
      'Create one (useradd --system postgres), start the server as an ordinary user, or set DATABASE_URL.',
  );
}

function numberFrom(command: string, args: string[]): number | null {
  const run = spawnSync(command, args, { encoding: 'utf8' });
  return run.status === 0 ? Number(run.stdout.trim()) : null;
}

/**
 * The account that owns a database folder when the server itself is root: the owner of the data folder, so that
 * this person can carry on with it later; else whoever has it already; else an unprivileged system account.
 */
export function clusterAccount(dataDir: string, cluster: string): Account {
  for (const folder of [dataDir, cluster]) {
    const stat = statSync(folder, { throwIfNoEntry: false });
    if (stat && stat.uid !== 0) return { uid: stat.uid, gid: stat.gid, name: `user id ${stat.uid}` };
  }
  return systemAccount();
}

/**
 * Gives a folder and everything below it to an account. Links themselves change hands, never their targets, and
 * files with a second name (hard links, which another account could have made) are left alone.
 */
export function giveTo(account: Pick<Account, 'uid' | 'gid'>, folder: string): void {
  lchownSync(folder, account.uid, account.gid);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      giveTo(account, path);
      continue;
    }
    const { uid, nlink } = lstatSync(path);
    if (uid !== account.uid && nlink === 1) lchownSync(path, account.uid, account.gid);
  }
}
