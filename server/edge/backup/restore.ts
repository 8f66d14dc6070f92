import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { handOverDataDir, prepareDataDir } from '../../platform/dataFolder/dataDir.ts';
import { lockDataDir } from '../../platform/dataFolder/dataLock.ts';
import { isAlive, readPidFile } from '../../platform/db/embedded/postmaster.ts';
import { writeIdentity } from '../../platform/db/identity.ts';
import { readEnv } from '../../platform/process/env.ts';
import { StartError } from '../../platform/process/startError.ts';
import { checkSpace } from './backupError.ts';
import { emptyDatabase } from './database/emptyDatabase.ts';
import { restoreDatabase, stepsOfArchive } from './database/restoreDatabase.ts';
import { FILES, type Manifest } from './manifest.ts';
import { runForParent, sendStage, sendVerified } from './parentProcess.ts';
import { restoreFiles } from './restoreFiles.ts';
import { verifyArchive } from './verifyArchive.ts';

const usage = 'Usage: npm run restore -- FILE [--trial]';
const print = (text: string) => process.stdout.write(`${text}\n`);

/**
 * `npm run restore -- FILE`: restores a verified backup into an empty data folder and an empty database. With
 * `--trial` into temporary ones, to prove that it can be restored.
 */
async function main(): Promise<void> {
  const { path, isTrial } = argumentsOf(process.argv.slice(2));
  const { DATA_DIR, DATABASE_URL, MEDIA_NICE } = readEnv(process.env);
  // A trial runs beside a server, which has priority; its database inherits the priority.
  if (isTrial) setPriority(MEDIA_NICE);
  sendStage('verifying');
  const whole = createHash('sha256');
  const manifest = await verifyArchive(path, whole);
  sendVerified(whole.digest('hex'));
  stepsOfArchive(manifest);
  if (isTrial) return tryOut(path, manifest);
  const files = await restoreInto(DATA_DIR, DATABASE_URL, path, manifest, randomUUID());
  print(
    `${summary(manifest, files)} The server can be started.\n` +
      'What was on the air then is over, and everybody has to log in again.',
  );
}

async function tryOut(path: string, manifest: Manifest): Promise<void> {
  checkSpace(tmpdir(), restoredSize(manifest));
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-trial-'));
  trialFolder = folder;
  // Temporary files are removed with it in any case.
  Object.assign(process.env, { TMPDIR: folder, TEMP: folder });
  try {
    const files = await restoreInto(folder, undefined, path, manifest, null);
    print(`${summary(manifest, files)} This was a trial; nothing of it is kept.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    trialFolder = null;
  }
}

/** Ratio of rows with indexes in the database to their compressed text. */
const ROWS_GROW = 30;

function restoredSize({ entries }: Manifest): number {
  return Object.entries(entries).reduce(
    (sum, [name, { size }]) => sum + size * (name.startsWith(FILES) ? 1 : ROWS_GROW),
    0,
  );
}

/** Temporary folder of a running trial. */
let trialFolder: string | null = null;

/** Stops the database of a trial and removes its folder, after the server that wanted it has exited. */
function dropTrial(): void {
  if (trialFolder === null) return;
  const postmaster = readPidFile(join(trialFolder, 'postgres'));
  try {
    if (postmaster) process.kill(postmaster.pid, 'SIGQUIT');
    // PostgreSQL writes until it has exited, within moments.
    for (let i = 0; i < 100 && postmaster && isAlive(postmaster.pid); i++)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  } catch {
    // Exited already.
  }
  rmSync(trialFolder, { recursive: true, force: true, maxRetries: 10 });
}

/** @returns number of files restored */
async function restoreInto(
  dataDir: string,
  databaseUrl: string | undefined,
  path: string,
  manifest: Manifest,
  identity: string | null,
): Promise<number> {
  prepareDataDir(dataDir);
  const lock = await lockDataDir(dataDir, { wait: 0 });
  let isEmpty = false;
  try {
    const [found] = contents(dataDir);
    isEmpty = found === undefined;
    if (!isEmpty)
      throw new StartError(
        `A backup is restored into an empty data folder only; ${dataDir} holds ${found}.\n` +
          'Please choose another folder with DATA_DIR.',
      );
    const database = await emptyDatabase({ dataDir, databaseUrl, print, durable: identity !== null });
    try {
      // The rows come last: if this is interrupted, a start refuses files without rows.
      sendStage('files');
      const files = await restoreFiles(path, dataDir);
      sendStage('rows');
      await restoreDatabase(database.url, path, manifest, identity);
      if (identity !== null) writeIdentity(dataDir, identity);
      return files;
    } finally {
      await database.close();
    }
  } catch (error) {
    if (isEmpty)
      for (const name of contents(dataDir)) rmSync(join(dataDir, name), { recursive: true, force: true });
    throw error;
  } finally {
    lock.release();
    handOverDataDir(dataDir);
  }
}

/** Names in the folder, without the lock file of this process. */
function contents(dataDir: string): string[] {
  return readdirSync(dataDir).filter((name) => name !== 'lock');
}

function summary({ tables, moment }: Manifest, files: number): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `Restored and compared: ${rows} rows of ${tables.length} tables and ${files} files as of ${moment}.`;
}

function argumentsOf(args: string[]): { path: string; isTrial: boolean } {
  let parsed: { values: { trial: boolean }; positionals: string[] };
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: { trial: { type: 'boolean', default: false } },
    });
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${usage}`);
  }
  const [file, ...more] = parsed.positionals;
  if (file === undefined || more.length > 0) throw new StartError(usage);
  // npm runs commands in the package folder; INIT_CWD is where the user called it.
  return { path: resolve(process.env.INIT_CWD ?? '.', file), isTrial: parsed.values.trial };
}

await runForParent(main, dropTrial);
