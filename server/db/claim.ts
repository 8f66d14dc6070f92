import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../startError.ts';
import { type Db, hasSqlState, openDb } from './client.ts';
import { startEmbedded } from './embedded.ts';
import { type EngineLock, holderOf, takeEngineLock } from './engineLock.ts';
import { excessRights } from './excessRights.ts';
import { checkIdentity, keepIdentity, refuseMissing } from './identity.ts';
import { keepEmbedded } from './keepEmbedded.ts';
import { migrate, refuseNewer } from './migrate.ts';
import { isOutage } from './queryErrors.ts';

export interface ClaimOptions {
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

/** A database that cannot be used now, and may be later. */
export class DatabaseAway extends StartError {}

/** The migrated database of the settings, of which this process is the only engine. */
export interface Claimed {
  url: string;
  db: Db;
  identity: string;
  lock: EngineLock;
  /** Closes the connections of `db` alone. */
  closeDb: () => Promise<void>;
  /** Closes the connections, gives the lock back and stops the embedded PostgreSQL, if it is that. */
  close: () => Promise<void>;
}

/** A server that was killed leaves its lock to PostgreSQL's notice of the closed connection: moments, usually; ms. */
const ownLockLimit = 5_000;
/** The same on a machine so busy that the notice takes long, ms. */
const leftLockLimit = 60_000;
/** A database that starts together with the server gets this long, in milliseconds. */
const ownDatabaseLimit = 30_000;

/** Starts the embedded database, or waits for one of one's own. @throws DatabaseAway */
async function reached({ dataDir, databaseUrl, say }: ClaimOptions, patience: number | undefined) {
  if (databaseUrl !== undefined) return { embedded: null, url: await reach(databaseUrl, say, patience) };
  try {
    const embedded = await startEmbedded({ dataDir, say });
    return { embedded, url: embedded.url };
  } catch (error) {
    throw new DatabaseAway(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Makes the database of the settings this process's own, once it belongs to the data folder, with the newest schema.
 *
 * @param patience ms to wait for one that does not answer
 * @throws DatabaseAway when it does not answer or cannot be written; StartError when it must not be used
 */
export async function claimDatabase(options: ClaimOptions, patience?: number): Promise<Claimed> {
  const { dataDir, databaseUrl, say } = options;
  if (databaseUrl === undefined && options.adopt === undefined) refuseMissing(dataDir);
  const { embedded, url } = await reached(options, patience);
  const lock = await away(lockOf(options, url, embedded !== null));
  const { db, close } = openDb(url, { onIdleError: options.onIdleError });
  const stop = embedded ? keepEmbedded(embedded, { dataDir, say, onRestart: options.onRestart }) : undefined;
  const end = () => closeAll(close, lock, stop);
  try {
    await away(refuseNewer(db));
    const excess = embedded ? null : await away(excessRights(db));
    if (excess !== null) say(excess);
    const place = embedded ? 'the database in it' : 'the database of DATABASE_URL';
    const identity = options.adopt ?? (await away(checkIdentity(db, dataDir, place)));
    await away(migrate(db));
    await away(keepIdentity(db, dataDir, identity));
    return { url, db, identity, lock, closeDb: close, close: end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** SQLSTATE of a write to a database that takes none. */
const READ_ONLY = '25006';

/** Makes an error of a database that goes away meanwhile, or takes no writes, one of its being away. */
async function away<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isOutage(error) || hasSqlState(error, READ_ONLY))
      throw new DatabaseAway(`The database cannot be used: ${(error as Error).message}`);
    throw error;
  }
}

async function lockOf(options: ClaimOptions, url: string, isEmbedded: boolean): Promise<EngineLock> {
  // With the folder locked nobody else can be a server on the embedded database: what holds its lock is the connection of
  // one that was killed, or a command that ends soon.
  const wait = isEmbedded && options.hasFolder ? leftLockLimit : ownLockLimit;
  const lock = await takeEngineLock(url, {
    onLost: options.onLost,
    wait,
    onWait: () => options.say('Waiting for the database to let go of a server that has ended …'),
  });
  if (lock) return lock;
  const place = isEmbedded ? `the data folder ${options.dataDir}` : 'the database of DATABASE_URL';
  const holder = await holderOf(url).catch(() => '');
  // The other one's database must go on.
  throw new StartError(
    `Another Tocsin server is running on ${place}; two would play every schedule twice.\n` +
      (holder === '' ? '' : `It is ${holder}.\n`) +
      'Stop it first, or give this one a data folder of its own: DATA_DIR=data2 PORT=8081 npm start',
  );
}

/** Closes a pool, its engine's lock and the embedded PostgreSQL. */
export async function closeAll(closePool: () => Promise<void>, lock: EngineLock, stop?: () => Promise<void>) {
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

/** Waits until a database of one's own answers; its URL. @throws DatabaseAway */
export async function reach(
  url: string,
  say: (line: string) => void,
  patience = ownDatabaseLimit,
): Promise<string> {
  const deadline = Date.now() + patience;
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
        throw new DatabaseAway(`The database of DATABASE_URL cannot be reached: ${message || code}`);
      }
      if (first && patience > 0) say(`Waiting for the database of DATABASE_URL (${message || code}) …`);
      await delay(1_000);
    }
  }
}
