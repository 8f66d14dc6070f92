import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { mediaPaths } from '../dataFolder/mediaPaths.ts';
import { upgradePaths } from '../dataFolder/upgradePaths.ts';
import type { Db } from './client.ts';

/** Maximum number of files of a kind that are looked up; one that the database knows is enough. */
const SAMPLE = 1_000;

/**
 * Tells if the files of a data folder belong to a database, by comparing rows: for installations without an
 * identity.
 *
 * @returns false when the folder holds uploads, packages or recordings and the database knows none of them
 */
export async function knowsFiles(db: Db, dataDir: string): Promise<boolean> {
  const media = mediaPaths(dataDir);
  const upgrades = upgradePaths(dataDir);
  const uploads = numbered(media.files, media.original);
  const packages = numbered(upgrades.packages, upgrades.file);
  const recordings = recorded(join(dataDir, 'recordings'));
  if (uploads.size + packages.size + recordings.length === 0) return true;
  return (
    (await knowsSize(db, 'file', uploads)) ||
    (await knowsSize(db, 'upgrade_file', packages)) ||
    (await knowsRecording(db, recordings))
  );
}

export async function hasTable(db: Db, name: string): Promise<boolean> {
  const { rows } = await db.execute<{ there: boolean }>(
    sql`select to_regclass(${name}) is not null as there`,
  );
  return rows[0]?.there ?? false;
}

/** Ids start from 1 in every installation, so the size is compared as well. */
async function knowsSize(db: Db, table: string, sizes: ReadonlyMap<number, number>): Promise<boolean> {
  if (sizes.size === 0 || !(await hasTable(db, table))) return false;
  const { rows } = await db.execute<{ id: number; size: string }>(
    sql`select id, size from ${sql.identifier(table)} where id in ${[...sizes.keys()]}`,
  );
  return rows.some(({ id, size }) => sizes.get(id) === Number(size));
}

async function knowsRecording(db: Db, paths: readonly string[]): Promise<boolean> {
  if (paths.length === 0 || !(await hasTable(db, 'record_file'))) return false;
  const { rows } = await db.execute(sql`select from record_file where path in ${paths} limit 1`);
  return rows.length > 0;
}

/** Sizes by id, bytes. */
function numbered(folder: string, fileOf: (id: number) => string): Map<number, number> {
  const sizes = new Map<number, number>();
  for (const name of names(folder)) {
    if (sizes.size === SAMPLE) break;
    const size = /^\d+$/.test(name)
      ? statSync(fileOf(Number(name)), { throwIfNoEntry: false })?.size
      : undefined;
    if (size !== undefined) sizes.set(Number(name), size);
  }
  return sizes;
}

/** Paths below the folder of recordings as rows store them, the newest first. */
function recorded(folder: string): string[] {
  const paths: string[] = [];
  for (const day of names(folder).sort().reverse()) {
    for (const name of names(join(folder, day))) if (name.endsWith('.ogg')) paths.push(`${day}/${name}`);
    if (paths.length >= SAMPLE) break;
  }
  return paths.slice(0, SAMPLE);
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}
