import { existsSync, statSync } from 'node:fs';
import { setPriority } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { serverVersion } from '../../platform/config/version.ts';
import { type DataLock, takeLock } from '../../platform/dataFolder/dataLock.ts';
import { readEnv } from '../../platform/process/env.ts';
import { StartError } from '../../platform/process/startError.ts';
import { BackupError } from './backupError.ts';
import { withReadOnlyDatabase } from './database/readOnlyDatabase.ts';
import { HELD } from './folders.ts';
import { makeBackup } from './makeBackup.ts';
import type { Manifest } from './manifest.ts';
import { runForParent, sendStage, sendVerified } from './parentProcess.ts';

const usage = 'Usage: npm run backup -- FILE [--keys]';

/** `npm run backup -- FILE`: backs up database and files of one moment, while the server runs or not. */
async function main(): Promise<void> {
  const { path, keys } = argumentsOf(process.argv.slice(2));
  const { DATA_DIR: dataDir, DATABASE_URL, BACKUP_DATABASE_URL, MEDIA_NICE } = readEnv(process.env);
  const databaseUrl = BACKUP_DATABASE_URL ?? DATABASE_URL;
  const print = (text: string) => process.stdout.write(`${text}\n`);
  if (!existsSync(dataDir) || (!databaseUrl && !existsSync(join(dataDir, 'postgres'))))
    throw new StartError(`There is nothing to back up: no server was started on the data folder ${dataDir}.`);
  // Sound that plays meanwhile has priority.
  setPriority(MEDIA_NICE);
  const lock = oneAtATime(dataDir);
  try {
    const manifest = await withReadOnlyDatabase(
      { dataDir, databaseUrl, print },
      ({ url, identity, giveWay }) =>
        makeBackup({
          dataDir,
          url,
          path,
          keys,
          identity,
          program: serverVersion,
          onReader: giveWay,
          onStage: sendStage,
          onVerified: sendVerified,
        }),
    );
    print(summary(path, manifest));
  } finally {
    lock?.release();
  }
}

function argumentsOf(args: string[]): { path: string; keys: boolean } {
  let parsed: { values: { keys: boolean }; positionals: string[] };
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: { keys: { type: 'boolean', default: false } },
    });
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${usage}`);
  }
  const [file, ...more] = parsed.positionals;
  if (file === undefined || more.length > 0) throw new StartError(usage);
  // npm runs commands in the package folder; INIT_CWD is where the user called it.
  const path = resolve(process.env.INIT_CWD ?? '.', file);
  if (existsSync(path)) throw new StartError(`${path} exists already; a backup never overwrites a file.`);
  if (!statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory())
    throw new BackupError('place_gone', `The folder ${dirname(path)} is not there.`);
  return { path, keys: parsed.values.keys };
}

function oneAtATime(dataDir: string): DataLock | undefined {
  let lock: DataLock | null;
  try {
    lock = takeLock(join(dataDir, `${HELD}.lock`), dataDir);
  } catch {
    // The file system does not support locks.
    return undefined;
  }
  if (lock === null) throw new BackupError('busy', 'Another backup of this data folder is being made.');
  return lock;
}

function summary(path: string, { tables, entries, missing, moment }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const files = Object.keys(entries).filter((name) => name.startsWith('files/')).length;
  const lost = missing.length
    ? `\nNot in it, since these files are missing in the data folder too:\n${missing.map((name) => `  ${name}\n`).join('')}`
    : '';
  return `${path}: ${rows} rows of ${tables.length} tables and ${files} files as of ${moment}, written and verified.${lost}`;
}

await runForParent(main);
