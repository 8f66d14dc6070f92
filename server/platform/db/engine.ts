import { StartError } from '../process/startError.ts';
import { type ClaimOptions, claimDatabase, closeAll, DatabaseAway, reach } from './claim.ts';
import type { Db } from './client.ts';
import { startEmbedded } from './embedded/embedded.ts';
import { takeEngineLock } from './engineLock.ts';
import { folderIdentity } from './identity.ts';
import { migrate, refuseNewer } from './migrate.ts';
import { openDb } from './openDb.ts';
import { removeStandIn } from './standIn/build.ts';
import { type Manifest, readManifest } from './standIn/snapshotFiles.ts';
import { type StandIn, standInFor } from './standIn/standIn.ts';

export interface EngineOptions extends ClaimOptions {
  /** True when the server may start from its snapshot while the database is away. */
  maySubstitute?: boolean;
}

/** The migrated database with this process as its only engine, or the stand-in while the database is away. */
export interface Engine {
  db: Db;
  /** Identity of its installation. */
  identity: string;
  /** Tells if the engine lock is held now. */
  holdsLock: () => boolean;
  /** Stand-in for the database; null: the database was available at the start. */
  standIn: StandIn | null;
  /** Closes the connections and stops an embedded PostgreSQL. */
  close: () => Promise<void>;
}

/**
 * Opens the database for a command, while the server runs or not. Only a command that gets the engine lock
 * migrates the database, and stops one that was not running before.
 */
export async function withDatabase<T>(
  { dataDir, databaseUrl, print }: Pick<EngineOptions, 'dataDir' | 'databaseUrl' | 'print'>,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const embedded = databaseUrl === undefined ? await startEmbedded({ dataDir, print }) : null;
  const url = embedded?.url ?? (await reach(databaseUrl ?? '', print));
  const lock = await takeEngineLock(url, { wait: 0 });
  const { db, close } = openDb(url, { max: 2 });
  try {
    if (lock) await migrate(db);
    else await refuseNewer(db);
    return await work(db);
  } finally {
    if (lock) await closeAll(close, lock, embedded?.attached ? undefined : embedded?.stop);
    else await close();
  }
}

/** Waiting time for the database when a snapshot exists, ms. */
const SNAPSHOT_AFTER_MS = 5_000;

/** Manifest of a snapshot of this installation; null: there is none. */
async function ownSnapshot(dataDir: string): Promise<Manifest | null> {
  const manifest = await readManifest(dataDir);
  return manifest !== null && manifest.identity === (await folderIdentity(dataDir)) ? manifest : null;
}

/**
 * Opens a stand-in with the rows of the snapshot, which is used until the database can be.
 *
 * @param why reason why the database cannot be used, for the administrator
 * @throws StartError when there is no snapshot of this installation, or it cannot be used
 */
export async function openSnapshot(options: EngineOptions, reason: string): Promise<Engine> {
  const manifest = await ownSnapshot(options.dataDir);
  if (manifest === null)
    throw new StartError(
      `${reason}\nThere is no snapshot in the data folder either, from which the server could start without it: ` +
        'one is made once the server runs with its database.',
    );
  options.print(`${reason}\nThe server starts from its snapshot of ${new Date(manifest.at).toISOString()}.`);
  const standIn = await standInFor(options, manifest);
  const { db, holdsLock, close } = standIn;
  return { db, identity: manifest.identity, holdsLock, standIn, close };
}

/**
 * Opens the database of the settings, starting an embedded one: takes the engine lock, checks that it belongs
 * to the data folder, and migrates it. If it is away and a snapshot exists, a stand-in is used until it comes
 * back.
 *
 * @throws StartError when it cannot be reached and there is no snapshot, another server uses it, or it
 *   belongs to another folder or a newer program
 */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { dataDir } = options;
  const hasSnapshot = options.maySubstitute && (await ownSnapshot(dataDir)) !== null;
  try {
    const claimed = await claimDatabase(options, hasSnapshot ? SNAPSHOT_AFTER_MS : undefined);
    const { db, identity, lock, close } = claimed;
    if (options.maySubstitute) await removeStandIn(dataDir);
    return { db, identity, holdsLock: () => lock.isHeld(), standIn: null, close };
  } catch (error) {
    if (!(error instanceof DatabaseAway) || !options.maySubstitute) throw error;
    return openSnapshot(options, error.message);
  }
}
