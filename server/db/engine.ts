import { StartError } from '../startError.ts';
import { type ClaimOptions, claimDatabase, closeAll, DatabaseAway, reach } from './claim.ts';
import { type Db, openDb } from './client.ts';
import { startEmbedded } from './embedded.ts';
import { takeEngineLock } from './engineLock.ts';
import { folderIdentity } from './identity.ts';
import { migrate, refuseNewer } from './migrate.ts';
import { removeStandIn } from './standIn/build.ts';
import { readManifest } from './standIn/files.ts';
import { type StandIn, standInFor } from './standIn/standIn.ts';

export interface EngineOptions extends ClaimOptions {
  /** The server may start from its snapshot while the database is away. */
  maySubstitute?: boolean;
}

/** The migrated database, with this process as its only engine; or what stands in for it while it is away. */
export interface Engine {
  db: Db;
  /** Of the installation that it belongs to. */
  identity: string;
  /** Tells whether the lock that makes it the only engine is held now. */
  holdsLock: () => boolean;
  /** Stand-in for the database; null: the database was there at the start. */
  standIn: StandIn | null;
  /** Closes the connections and stops the embedded PostgreSQL, if it is that. */
  close: () => Promise<void>;
}

/**
 * Opens the database for a command beside the server, whether the server runs or not. Only a command that has the
 * database for itself may bring it to the newest schema, and stop it if it was not running before.
 */
export async function withDatabase<T>(
  { dataDir, databaseUrl, say }: Pick<EngineOptions, 'dataDir' | 'databaseUrl' | 'say'>,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const embedded = databaseUrl === undefined ? await startEmbedded({ dataDir, say }) : null;
  const url = embedded?.url ?? (await reach(databaseUrl ?? '', say));
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

/** With a snapshot nobody waits longer for a database that starts together with the server, ms. */
const SNAPSHOT_AFTER_MS = 5_000;

/**
 * Opens the database of the settings, starting the embedded one if there is no other, becomes its only engine, makes
 * sure that it belongs to the data folder and brings it to the newest schema. Where it is away and there is a snapshot,
 * that stands in for it until it comes.
 *
 * @throws StartError when it cannot be reached and there is no snapshot, another server has it, or it belongs to another
 * folder or a newer program
 */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { dataDir, say } = options;
  const manifest = options.maySubstitute ? await readManifest(dataDir) : null;
  const isOurs = manifest !== null && manifest.identity === folderIdentity(dataDir);
  try {
    const claimed = await claimDatabase(options, isOurs ? SNAPSHOT_AFTER_MS : undefined);
    const { db, identity, lock, close } = claimed;
    if (options.maySubstitute) await removeStandIn(dataDir);
    return { db, identity, holdsLock: lock.isHeld, standIn: null, close };
  } catch (error) {
    if (!(error instanceof DatabaseAway) || !options.maySubstitute) throw error;
    if (!isOurs)
      throw new StartError(
        `${error.message}\nThere is no snapshot in the data folder either, from which the server could start without it: ` +
          'one is made once the server runs with its database.',
      );
    say(`${error.message}\nThe server starts from its snapshot of ${new Date(manifest.at).toISOString()}.`);
    const standIn = await standInFor(options, manifest);
    return {
      db: standIn.db,
      identity: manifest.identity,
      holdsLock: standIn.holdsLock,
      standIn,
      close: standIn.close,
    };
  }
}
