import { spawnSync } from 'node:child_process';
import { lchownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../../process/startError.ts';

/** An account of the operating system, as `spawn` takes it. */
export interface Account {
  uid: number;
  gid: number;
  /** Name used in messages. */
  name: string;
}

/** True when this process runs as root, which PostgreSQL refuses. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Finds an unprivileged system account: `postgres` if it exists, else `nobody`. */
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
 * Account for a database folder when the server runs as root: the owner of the data folder, who can then run
 * it later; else the present owner; else an unprivileged system account.
 */
export function clusterAccount(dataDir: string, cluster: string): Account {
  for (const folder of [dataDir, cluster]) {
    const stat = statSync(folder, { throwIfNoEntry: false });
    if (stat && stat.uid !== 0) return { uid: stat.uid, gid: stat.gid, name: `user id ${stat.uid}` };
  }
  return systemAccount();
}

/**
 * Changes the owner of a folder and everything below it. Symbolic links are changed themselves, never their
 * targets, and files with several hard links, which another account could have made, are left alone.
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
