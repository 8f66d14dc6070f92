import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { renameDurably } from '../../platform/dataFolder/writeDurably.ts';
import { type ArchiveWriter, createArchiveWriter } from './archiveWriter.ts';
import { checkSpace } from './backupError.ts';
import { archiveTable } from './database/copyTables.ts';
import { missingOf, namedFiles, ofMoment } from './database/namedFiles.ts';
import {
  listMigrations,
  listSequences,
  listTables,
  type Snapshot,
  takeSnapshot,
} from './database/snapshot.ts';
import { BACKED_UP, KEYS } from './folders.ts';
import { type HeldFiles, holdFiles } from './heldFiles.ts';
import { FILES, FORMAT, MANIFEST, type Manifest, README, SCHEMA, type TableEntry } from './manifest.ts';
import { readmeText } from './readmeText.ts';
import { schemaSql } from './schemaSql.ts';
import { verifyArchive } from './verifyArchive.ts';

export interface BackupOptions {
  dataDir: string;
  /** URL of the database. */
  url: string;
  /** Path of the archive; written under another name until it is complete and verified. */
  path: string;
  /** Includes the private key of the self-signed certificate, and the key that encrypts secrets. */
  keys: boolean;
  identity: string;
  /** Version of this program. */
  program: string;
  /** Called with the process id of the database connection that reads, before it reads. */
  onReader?: (pid: number) => void;
  /** Called at each stage; `total`: estimated bytes to be written. */
  onStage?: (stage: 'writing' | 'verifying', total?: number) => void;
  /** Called with the SHA-256 of the whole archive, hex, just before it gets its name. */
  onVerified?: (sha256: string) => void;
  /** Called between two entries; the backup continues when it resolves. */
  between?: () => Promise<void>;
}

/** Number of snapshots tried: a file that a row names may be deleted before it is held. */
const MOMENTS = 3;

/**
 * Writes database and files of one moment into an archive while the server runs: all rows are read in one
 * snapshot, and every file that they name is held before it can be deleted. The archive is read again and
 * compared before it gets its name.
 */
export async function makeBackup(options: BackupOptions): Promise<Manifest> {
  const { dataDir, path } = options;
  const unfinished = `${path}.unfinished`;
  const held = await holdFiles(dataDir, [...BACKED_UP, ...(options.keys ? KEYS : [])]);
  try {
    const { snapshot, files, missing } = await takeMoment(options.url, held);
    try {
      const total = (await sizeOf(files)) + (await rowsEstimate(snapshot));
      checkSpace(dirname(path), total);
      options.onStage?.('writing', total);
      const archive = await createArchiveWriter(unfinished);
      try {
        await fill(archive, options, snapshot, files, missing);
        await archive.finish();
      } catch (error) {
        await archive.abort();
        throw error;
      }
    } finally {
      await snapshot.close();
    }
    options.onStage?.('verifying');
    const whole = createHash('sha256');
    const manifest = await verifyArchive(unfinished, whole);
    options.onVerified?.(whole.digest('hex'));
    await renameDurably(unfinished, path);
    return manifest;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await held.release();
  }
}

/** Ratio of the database size to its compressed rows: indexes and free space are not archived. */
const ROWS_SHARE = 4;

async function rowsEstimate({ client }: Snapshot): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  );
  return Math.ceil(Number(rows[0]?.bytes ?? 0) / ROWS_SHARE);
}

async function sizeOf(files: readonly [string, string][]): Promise<number> {
  let sum = 0;
  for (const [, from] of files) sum += (await lstat(from).catch(() => ({ size: 0 }))).size;
  return sum;
}

interface Moment {
  snapshot: Snapshot;
  /** Path to read from, by path in the data folder. */
  files: [string, string][];
  /** Files that rows name and that were not found in any snapshot. */
  missing: string[];
}

/** Takes a snapshot whose files are all held. */
async function takeMoment(url: string, held: HeldFiles): Promise<Moment> {
  for (let moment = 1; ; moment++) {
    // Held before the snapshot, for files that are deleted after it, and after it, for files that were added
    // until it.
    await held.hold();
    const snapshot = await takeSnapshot(url);
    try {
      await held.hold();
      const named = await namedFiles(snapshot.client);
      const missing = missingOf(named, held.files);
      if (missing.length === 0 || moment === MOMENTS)
        return { snapshot, files: ofMoment(named, held.files), missing };
    } catch (error) {
      await snapshot.close();
      throw error;
    }
    await snapshot.close();
  }
}

async function fill(
  archive: ArchiveWriter,
  { identity, program, keys, onReader, between = async () => {} }: BackupOptions,
  { client, moment }: Snapshot,
  files: [string, string][],
  missing: string[],
): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  onReader?.(rows[0]?.pid ?? 0);
  await archive.addBytes(README, moment, Buffer.from(readmeText));
  const migrations = await listMigrations(client);
  await archive.addBytes(SCHEMA, moment, Buffer.from(schemaSql(migrations)));
  const tables: TableEntry[] = [];
  for (const table of await listTables(client)) {
    await between();
    tables.push(await archiveTable(client, table, archive, moment));
  }
  const sequences = await listSequences(client);
  for (const [path, from] of files) {
    await between();
    await addFile(archive, `${FILES}${path}`, from);
  }
  const manifest: Manifest = {
    format: FORMAT,
    moment: moment.toISOString(),
    program,
    identity,
    keys,
    migrations,
    tables,
    sequences,
    missing,
    entries: Object.fromEntries(archive.sums),
  };
  await archive.addBytes(MANIFEST, moment, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`));
}

/** Adds a file; one that grows meanwhile, such as a recording, is read up to its size at this time. */
async function addFile(archive: ArchiveWriter, name: string, from: string): Promise<void> {
  const { size, mtime } = await lstat(from);
  const stream = createReadStream(from, size === 0 ? {} : { end: size - 1 });
  const bytes = size === 0 ? [] : stream;
  if (size === 0) stream.destroy();
  await archive.add(name, size, mtime, toAsync(bytes));
}

async function* toAsync(bytes: Iterable<Buffer> | AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) yield chunk;
}
