import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { StartError } from '../../process/startError.ts';
import type { Db } from '../client.ts';
import { type Embedded, startEmbedded } from '../embedded/embedded.ts';
import { readPidFile, servesCluster } from '../embedded/postmaster.ts';
import { migrate } from '../migrate.ts';
import { openDb } from '../openDb.ts';
import { runSteps, stepsRun } from '../schemaSteps.ts';
import { type Manifest, readRows } from './snapshotFiles.ts';
import { snapshotTables } from './snapshotTables.ts';

/** Folder of the stand-in in the data folder; not needed after the process has ended. */
export const STAND_IN_FOLDER = 'stand-in';
/** A stop on a busy machine may end before the stand-in: nothing else would end it until the next start. */
const temporary = { durable: false, endsWithServer: true };
/** Rows per statement. */
const CHUNK = 1_000;

/** A small PostgreSQL with the rows of a snapshot. */
export interface Built {
  url: string;
  /** Stops it and removes its folder. */
  remove(): Promise<void>;
}

/** Stops and removes a stand-in that a killed server left behind. */
export async function removeStandIn(dataDir: string): Promise<void> {
  const folder = join(dataDir, STAND_IN_FOLDER);
  const cluster = join(folder, 'postgres');
  const left = existsSync(cluster) ? readPidFile(cluster) : null;
  if (left && servesCluster(left.pid, cluster)) await (await startEmbedded({ dataDir: folder })).stop();
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Starts an empty PostgreSQL in the data folder or, if its disk does not allow it, in the folder for
 * temporary files.
 */
async function startEmpty(dataDir: string): Promise<{ embedded: Embedded; folder: string }> {
  const folder = join(dataDir, STAND_IN_FOLDER);
  try {
    await removeStandIn(dataDir);
    mkdirSync(folder, { mode: 0o700 });
    return { embedded: await startEmbedded({ dataDir: folder, ...temporary }), folder };
  } catch {
    const other = mkdtempSync(join(tmpdir(), 'tocsin-stand-in-'));
    try {
      return { embedded: await startEmbedded({ dataDir: other, ...temporary }), folder: other };
    } catch (error) {
      rmSync(other, { recursive: true, force: true });
      throw error;
    }
  }
}

/**
 * @throws StartError when the snapshot is damaged or from another version, or no PostgreSQL can be started
 *   for it
 */
export async function buildStandIn(dataDir: string, manifest: Manifest): Promise<Built> {
  const steps = stepsRun(manifest.migrations);
  if (steps === undefined)
    throw new StartError(
      'The snapshot was made by another version of this program: only that can start from it.',
    );
  const { embedded, folder } = await startEmpty(dataDir);
  const remove = async () => {
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const { db, close } = openDb(embedded.url, { max: 1 });
  try {
    await runSteps(db, steps);
    await load(embedded.adminUrl, dataDir, manifest);
    await migrate(db);
  } catch (error) {
    await close();
    await remove();
    throw new StartError(`The server cannot start from its snapshot: ${(error as Error).message}`);
  }
  await close();
  return { url: embedded.url, remove };
}

/** Loads rows in any order: foreign keys and triggers are disabled, which takes a superuser. */
async function load(url: string, dataDir: string, manifest: Manifest): Promise<void> {
  const { db, close } = openDb(url, { max: 1 });
  try {
    await loadRows(db, dataDir, manifest);
  } finally {
    await close();
  }
}

async function loadRows(db: Db, dataDir: string, manifest: Manifest): Promise<void> {
  await db.execute(sql`set session_replication_role = replica`);
  for (const name of Object.keys(snapshotTables)) {
    const rows = await readRows(dataDir, manifest, name);
    const { rows: columns } = await db.execute<{ list: string }>(
      sql`select string_agg(quote_ident(attname), ', ' order by attnum) as list from pg_attribute
          where attrelid = ${name}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    );
    const list = sql.raw(columns[0]?.list ?? '');
    const table = sql.identifier(name);
    await db.execute(sql`delete from ${table}`);
    for (let i = 0; i < rows.length; i += CHUNK)
      await db.execute(
        sql`insert into ${table} (${list}) overriding system value
            select ${list} from jsonb_populate_recordset(null::${table}, ${`[${rows.slice(i, i + CHUNK).join(',')}]`}::jsonb)`,
      );
  }
}

/** Makes the stand-in read-only: a write to it would seem stored and be lost with it. */
export async function makeReadOnly(url: string): Promise<void> {
  const { db, close } = openDb(url, { max: 1 });
  try {
    await db.execute(sql`alter database tocsin set default_transaction_read_only = on`);
  } finally {
    await close();
  }
}
