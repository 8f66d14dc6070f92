import { existsSync, lchownSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepareDataDir } from '../../platform/dataFolder/dataDir.ts';
import { createCluster } from '../../platform/db/embedded/cluster.ts';
import { giveTo } from '../../platform/db/embedded/postgresAccount.ts';
import { postgresProgram } from '../../platform/db/embedded/postgresBinaries.ts';
import { readPidFile, servesCluster } from '../../platform/db/embedded/postmaster.ts';
import { StartError } from '../../platform/process/startError.ts';
import { chooseAccount, type Target } from './account.ts';
import { become, needsRootFor } from './become.ts';
import { canEnterParents, canRead, canRun } from './fileAccess.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Starts this program again in the same process as an account that is not root. The data folder is handed
 * over, and no capability is left but that to open the ports of the settings. So everything after it,
 * including a restart of the embedded database, runs as after an ordinary start.
 *
 * @returns reason why it stays root; null: RUN_AS is root
 * @throws StartError
 */
export function dropPrivileges(env: NodeJS.ProcessEnv): string | null {
  const wanted = env.RUN_AS ?? '';
  const dataDir = resolve(env.DATA_DIR || 'data');
  // A parent process talks to this one by a channel that would be lost.
  if (process.send !== undefined) return wanted === 'root' ? null : 'another program watches it';
  prepareDataDir(dataDir);
  const account = chooseAccount(wanted, dataDir);
  if (account === null)
    return wanted === '' ? 'this machine has neither an account "tocsin" nor "nobody"' : null;
  const reason = obstacleTo(account, dataDir, env) ?? needsRootFor(portsOf(env));
  if (reason !== null) return reason;
  try {
    handOver(account, dataDir, !env.DATABASE_URL);
  } catch (error) {
    if (error instanceof StartError) throw error;
    return `the data folder cannot be handed over to ${account.name}: ${(error as Error).message}`;
  }
  const cache = env.NODE_COMPILE_CACHE || ownCache(account);
  const { USER: _, LOGNAME: __, ...kept } = env;
  process.stdout.write(`The server gives up root and runs as ${account.name}.\n`);
  return become(account, portsOf(env), {
    ...kept,
    HOME: dataDir,
    ...(cache !== null && { NODE_COMPILE_CACHE: cache }),
  });
}

function portsOf(env: NodeJS.ProcessEnv): number[] {
  return [env.PORT, env.HTTPS_PORT].map(Number).filter((port) => port > 0);
}

function obstacleTo(account: Target, dataDir: string, env: NodeJS.ProcessEnv): string | null {
  const program = [
    join(root, 'server', 'main.ts'),
    join(root, 'package.json'),
    join(root, 'node_modules', 'pg', 'package.json'),
  ];
  const programs = [process.execPath, ...(env.DATABASE_URL ? [] : [postgresProgram()])];
  if (!program.every((path) => canRead(account, path)) || !programs.every((path) => canRun(account, path)))
    return `the account ${account.name} cannot read the program in ${root}; move it to a folder that others may enter, such as /opt/tocsin`;
  if (!canEnterParents(account, dataDir))
    return `the account ${account.name} cannot get to the data folder ${dataDir}`;
  for (const path of [env.TLS_CERT, env.TLS_KEY])
    if (path && existsSync(path) && !canRead(account, resolve(path)))
      return `the account ${account.name} cannot read ${path}; give it to a group of that account, with mode 0640`;
  const cluster = join(dataDir, 'postgres');
  const owner = statSync(cluster, { throwIfNoEntry: false })?.uid ?? account.uid;
  const running = owner === account.uid ? null : readPidFile(cluster);
  if (running && servesCluster(running.pid, cluster))
    return `the database in ${cluster} still runs as user id ${owner}; stop the server once`;
  return null;
}

/**
 * Gives the data folder to the account, the folder itself last: after an interruption the next start repeats
 * it.
 */
function handOver(account: Target, dataDir: string, isEmbedded: boolean): void {
  const cluster = join(dataDir, 'postgres');
  // initdb needs an account with a name; for a mere number another account creates the cluster.
  if (isEmbedded && !account.isNamed && !existsSync(join(cluster, 'PG_VERSION')))
    createCluster(cluster, account);
  const entries = readdirSync(dataDir).map((name) => join(dataDir, name));
  const isOwn = (path: string) => statSync(path, { throwIfNoEntry: false })?.uid === account.uid;
  if (isOwn(dataDir) && entries.every(isOwn)) return;
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    const path = join(dataDir, entry.name);
    if (entry.isDirectory()) giveTo(account, path);
    else lchownSync(path, account.uid, account.gid);
  }
  lchownSync(dataDir, account.uid, account.gid);
}

/** Folder for compiled code that no other account uses; null when the folder of the program is read-only. */
function ownCache({ uid, gid }: Target): string | null {
  const folder = join(root, 'node_modules', '.cache', `tocsin-${uid}`);
  try {
    if (!existsSync(folder)) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      lchownSync(folder, uid, gid);
    }
    return folder;
  } catch {
    return null;
  }
}
