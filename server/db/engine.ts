import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../startError.ts';
import { type Db, openDb } from './client.ts';
import { startEmbedded } from './embedded.ts';
import { type EngineLock, holderOf, takeEngineLock } from './engineLock.ts';
import { checkIdentity, keepIdentity, refuseMissing } from './identity.ts';
import { keepEmbedded } from './keepEmbedded.ts';
import { migrate, refuseNewer } from './migrate.ts';

export interface EngineOptions {
  dataDir: string;
  /** A PostgreSQL of one's own; undefined for the embedded one. */
  databaseUrl: string | undefined;
  /** Hears what takes long, in sentences for people. */
  say: (line: string) => void;
  /** A connection broke that the pool replaces by itself. */
  onIdleError: (error: Error) => void;
  /** The embedded database had ended by itself: null once it runs again, else why it cannot be started yet. */
  onRestart: (error: unknown) => void;
  /** Another server took over while the database was away: this process must end. */
  onLost: () => void;
  /** This process alone has the data folder, by its lock. */
  hasFolder?: boolean;
  /** Identity that folder and database are given without being compared (`npm run adopt-data`). */
  adopt?: string;
}

/** The migrated database, with this process as its only engine. */
export interface Engine {
  db: Db;
  /** Of the installation that it belongs to. */
  identity: string;
  /** Tells whether the lock that makes it the only engine is held now. */
  holdsLock: () => boolean;
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

/** A server that was killed leaves its lock to PostgreSQL's notice of the closed connection: moments, usually; ms. */
const ownLockLimit = 5_000;
/** The same on a machine so busy that the notice takes long, ms. */
const leftLockLimit = 60_000;
/** A database that starts together with the server gets this long, in milliseconds. */
const ownDatabaseLimit = 30_000;

/**
 * Opens the database of the settings, starting the embedded one if there is no other, becomes its only engine, makes
 * sure that it belongs to the data folder and brings it to the newest schema.
 *
 * @throws StartError when it cannot be reached, another server has it, or it belongs to another folder or a newer program
 */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { dataDir, databaseUrl, say } = options;
  if (databaseUrl === undefined && options.adopt === undefined) refuseMissing(dataDir);
  const embedded = databaseUrl === undefined ? await startEmbedded({ dataDir, say }) : null;
  const url = embedded?.url ?? (await reach(databaseUrl ?? '', say));
  // With the folder locked nobody else can be a server on the embedded database: what holds its lock is the connection of
  // one that was killed, or a command that ends soon.
  const wait = embedded && options.hasFolder ? leftLockLimit : ownLockLimit;
  const lock = await takeEngineLock(url, {
    onLost: options.onLost,
    wait,
    onWait: () => say('Waiting for the database to let go of a server that has ended …'),
  });
  if (!lock) {
    const place = embedded ? `the data folder ${dataDir}` : 'the database of DATABASE_URL';
    const holder = await holderOf(url).catch(() => '');
    // The other one's database must go on.
    throw new StartError(
      `Another Tocsin server is running on ${place}; two would play every schedule twice.\n` +
        (holder === '' ? '' : `It is ${holder}.\n`) +
        'Stop it first, or give this one a data folder of its own: DATA_DIR=data2 PORT=8081 npm start',
    );
  }
  const { db, close } = openDb(url, { onIdleError: options.onIdleError });
  const stop = embedded ? keepEmbedded(embedded, { dataDir, say, onRestart: options.onRestart }) : undefined;
  const end = () => closeAll(close, lock, stop);
  let identity: string;
  try {
    await refuseNewer(db);
    const place = embedded ? 'the database in it' : 'the database of DATABASE_URL';
    identity = options.adopt ?? (await checkIdentity(db, dataDir, place));
    await migrate(db);
    await keepIdentity(db, dataDir, identity);
  } catch (error) {
    await end();
    throw error;
  }
  return { db, identity, holdsLock: lock.isHeld, close: end };
}

async function closeAll(closePool: () => Promise<void>, lock: EngineLock, stop?: () => Promise<void>) {
  await closePool();
  // Before the lock, so that nobody can start on a database that is about to end.
  const release = lock.release();
  await stop?.();
  await release;
}

/** Tells whether a database that could not be reached may only be starting still, or be too busy to answer yet. */
export function mayCome(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  // The error of pg after `connectionTimeoutMillis` has no code.
  if (message === 'timeout expired') return true;
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', '57P03'].includes(code ?? '');
}

/** Waits until a database of one's own answers; its URL. */
export async function reach(url: string, say: (line: string) => void): Promise<string> {
  const deadline = Date.now() + ownDatabaseLimit;
  for (let first = true; ; first = false) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return url;
    } catch (error) {
      await client.end().catch(() => {});
      const { code, message } = error as NodeJS.ErrnoException;
      if (!mayCome(error) || Date.now() > deadline) {
        throw new StartError(`The database of DATABASE_URL cannot be reached: ${message || code}`);
      }
      if (first) say(`Waiting for the database of DATABASE_URL (${message || code}) …`);
      await delay(1_000);
    }
  }
}
