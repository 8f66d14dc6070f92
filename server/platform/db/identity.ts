import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { writeDurablySync } from '../dataFolder/writeDurably.ts';
import { StartError } from '../process/startError.ts';
import { hasTable, knowsFiles } from './belonging.ts';
import type { Db } from './client.ts';
import { readManifest } from './standIn/snapshotFiles.ts';

/**
 * Identity of an installation: a random id in a file of the data folder and in a row of the database. Media
 * and rows belong together, so a folder is never opened with the database of another one.
 */
const IDENTITY_FILE = 'identity';
const KEY = 'identity';

/** Identity in the file of a data folder; null: it is missing or damaged. */
function storedIdentity(dataDir: string): string | null {
  try {
    const text = readFileSync(join(dataDir, IDENTITY_FILE), 'utf8').trim();
    return /^[0-9a-f-]{36}$/.test(text) ? text : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Identity of a data folder: that of its file, or of its snapshot if the file is lost; null: it has neither. */
export async function folderIdentity(dataDir: string): Promise<string | null> {
  return storedIdentity(dataDir) ?? (await readManifest(dataDir))?.identity ?? null;
}

/** Identity in a database; null when it has none, or no tables yet. */
export async function databaseIdentity(db: Db): Promise<string | null> {
  if (!(await hasTable(db, 'setting'))) return null;
  const { rows } = await db.execute<{ id: string | null }>(
    sql`select value #>> '{}' as id from setting where key = ${KEY}`,
  );
  return rows[0]?.id ?? null;
}

/**
 * Compares folder and database before either is changed. Without identities (older or new installations, or a lost
 * one), rows and files tell if they belong together.
 *
 * @returns the identity for both
 * @throws StartError when they do not belong together
 */
export async function checkIdentity(db: Db, dataDir: string, place: string): Promise<string> {
  const folder = await folderIdentity(dataDir);
  const database = await databaseIdentity(db);
  const both = folder !== null && database !== null;
  const fits = both ? folder === database : await knowsFiles(db, dataDir);
  if (!fits) {
    throw new StartError(
      `The data folder ${dataDir} and ${place} do not belong together: ` +
        `${both ? 'each is part of another installation' : 'the folder holds files that the database does not know'}.\n` +
        `Nothing was touched. Please check DATA_DIR and DATABASE_URL.\n${adoption}`,
      'identity',
    );
  }
  return folder ?? database ?? randomUUID();
}

/**
 * Message for an embedded database that is missing in a folder that has an identity; null: it is there, or may be
 * created. None is created there: the database is elsewhere, and its rows name the folder's files.
 */
export async function missingDatabase(dataDir: string): Promise<string | null> {
  if (existsSync(join(dataDir, 'postgres'))) return null;
  const isNew = !existsSync(join(dataDir, IDENTITY_FILE)) && (await folderIdentity(dataDir)) === null;
  if (isNew) return null;
  return (
    `The data folder ${dataDir} belongs to an installation whose database is not in it.\n` +
    `Nothing was touched. Please set DATABASE_URL as before.\n${adoption}`
  );
}

const adoption =
  'If they are meant to be one installation from now on, for example after a database was restored by hand, say so once,\n' +
  'with the same settings:  npm run adopt-data';

/**
 * Stores the identity where it is missing: in the database first, so that a folder never names an identity
 * that no database has.
 */
export async function keepIdentity(db: Db, dataDir: string, identity: string): Promise<void> {
  const json = JSON.stringify(identity);
  await db.execute(
    sql`insert into setting (key, value) values (${KEY}, ${json}::jsonb)
        on conflict (key) do update set value = excluded.value, rev = setting.rev + 1 where setting.value <> excluded.value`,
  );
  if (storedIdentity(dataDir) !== identity) writeIdentity(dataDir, identity);
}

export function writeIdentity(dataDir: string, identity: string): void {
  writeDurablySync(join(dataDir, IDENTITY_FILE), `${identity}\n`);
}
