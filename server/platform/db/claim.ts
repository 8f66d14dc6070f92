import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../process/startError.ts';
import type { Db } from './client.ts';
import { startEmbedded } from './embedded/embedded.ts';
import { excessRights } from './embedded/excessRights.ts';
import { keepEmbedded } from './embedded/keepEmbedded.ts';
import { type EngineLock, holderOf, takeEngineLock } from './engineLock.ts';
import { checkIdentity, keepIdentity, missingDatabase } from './identity.ts';
import { migrate, refuseNewer } from './migrate.ts';
import { openDb } from './openDb.ts';
import { marksOf, type OwnDatabase } from './ownDatabase.ts';
import { isDamage, isOutage, isReadOnly, reasonOf } from './queryErrors.ts';

export interface ClaimOptions {
  dataDir: string;
  /** URL of an external PostgreSQL; undefined for the embedded one. */
  databaseUrl: string | undefined;
  /** Prints progress messages for the administrator. */
  print: (line: string) => void;
  /** Called when an idle connection broke; the pool replaces it. */
  onIdleError: (error: Error) => void;
  /**
   * Called after the embedded database had exited by itself: null once it runs again, else the error that
   * prevents it.
   */
  onRestart: (error: unknown) => void;
  /** Called when another server took over while the database was away: this process must exit. */
  onLost: () => void;
  /** True when this process holds the lock of the data folder. */
  hasFolder?: boolean;
  /** Lease by which nodes of one system exclude each other, in place of the engine lock. */
  lease?: EngineLock & { check(client: pg.ClientBase): Promise<void> };
  /** Identity that folder and database get without a comparison (`npm run adopt-data`). */
  adopt?: string;
}

/** Error of a database that cannot be used now, but may be later. */
export class DatabaseAway extends StartError {}

/** The migrated database of the settings, with this process as its only engine. */
export interface Claimed {
  url: string;
  db: Db;
  /** Marks by which later connections know this database. */
  marks: OwnDatabase;
  identity: string;
  lock: EngineLock;
  /** Closes the connections of `db` only. */
  closeDb: () => Promise<void>;
  /** Closes the connections, releases the lock and stops an embedded PostgreSQL. */
  close: () => Promise<void>;
}

/** Time until PostgreSQL notices the closed connection of a killed server and releases its lock, ms. */
const ownLockLimit = 5_000;
/** The same on a machine under heavy load, ms. */
const leftLockLimit = 60_000;
/** Waiting time for a database that starts together with the server, ms. */
const ownDatabaseLimit = 30_000;

/** Starts the embedded database, or waits for the external one. @throws DatabaseAway */
async function reached(options: ClaimOptions, timeout: number | undefined) {
  const { dataDir, databaseUrl, print, hasFolder = false } = options;
  if (databaseUrl !== undefined) return { embedded: null, url: await reach(databaseUrl, print, timeout) };
  try {
    const embedded = await startEmbedded({ dataDir, print, hasFolder });
    return { embedded, url: embedded.url };
  } catch (error) {
    throw new DatabaseAway(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Claims the database of the settings: takes the engine lock, checks that it belongs to the data folder, and
 * migrates it.
 *
 * @param timeout waiting time for a database that does not answer, ms
 * @throws DatabaseAway when it is missing, does not answer, is damaged or read-only; StartError when it must not
 *   be used
 */
export async function claimDatabase(options: ClaimOptions, timeout?: number): Promise<Claimed> {
  const { dataDir, databaseUrl, print } = options;
  const missing =
    databaseUrl === undefined && options.adopt === undefined ? await missingDatabase(dataDir) : null;
  if (missing !== null) throw new DatabaseAway(missing, 'missing');
  const { embedded, url } = await reached(options, timeout);
  const { db, pool, close } = openDb(url, { onIdleError: options.onIdleError });
  const { lease } = options;
  const lock = lease ?? (await away(lockOf(options, url, embedded !== null, (client) => pool.check(client))));
  const stop = embedded
    ? keepEmbedded(embedded, { dataDir, print, hasFolder: true, onRestart: options.onRestart })
    : undefined;
  const end = () => closeAll(close, lock, stop);
  try {
    await away(refuseNewer(db));
    const excess = embedded ? null : await away(excessRights(db));
    if (excess !== null) print(excess);
    const place = embedded ? 'the database in it' : 'the database of DATABASE_URL';
    const identity = options.adopt ?? (await away(checkIdentity(db, dataDir, place)));
    await away(migrate(db));
    await away(keepIdentity(db, dataDir, identity));
    const marks = await away(marksOf(pool));
    pool.expect(marks, lease && ((client) => lease.check(client)));
    return { url, db, marks, identity, lock, closeDb: close, close: end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Converts errors of a database that becomes unreachable, is read-only or damaged to `DatabaseAway`. */
async function away<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const refusal = isDamage(error) ? 'damaged' : undefined;
    if (refusal !== undefined || isOutage(error) || isReadOnly(error))
      throw new DatabaseAway(`The database cannot be used: ${reasonOf(error)}`, refusal);
    throw error;
  }
}

async function lockOf(
  options: ClaimOptions,
  url: string,
  isEmbedded: boolean,
  check: (client: pg.Client) => Promise<void>,
): Promise<EngineLock> {
  // With the folder locked no other server can use the embedded database: its lock is held by the connection
  // of a killed server, or by a command that ends soon.
  const wait = isEmbedded && options.hasFolder ? leftLockLimit : ownLockLimit;
  const lock = await takeEngineLock(url, {
    onLost: options.onLost,
    check,
    wait,
    onWait: () => options.print('Waiting for the database to let go of a server that has ended …'),
  });
  if (lock) return lock;
  const place = isEmbedded ? `the data folder ${options.dataDir}` : 'the database of DATABASE_URL';
  const holder = await holderOf(url).catch(() => '');
  // The database of the other server must keep running.
  throw new StartError(
    `Another Tocsin server is running on ${place}; two would play every schedule twice.\n` +
      (holder === '' ? '' : `It is ${holder}.\n`) +
      'Stop it first, or give this one a data folder of its own: DATA_DIR=data2 PORT=8081 npm start',
    'held',
  );
}

/** Closes a pool, releases the engine lock and stops the embedded PostgreSQL. */
export async function closeAll(closePool: () => Promise<void>, lock: EngineLock, stop?: () => Promise<void>) {
  await closePool();
  // Marked as released first, so that the lock is not taken again when the stop closes its connection.
  const release = lock.release();
  await stop?.();
  await release;
}

/** Tells if an unreachable database may still be starting, or be too busy to answer. */
export function mayCome(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  // The timeout error of pg has no code.
  if (message === 'timeout expired') return true;
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', '57P03'].includes(code ?? '');
}

/** Waits until an external database answers; returns its URL. @throws DatabaseAway */
export async function reach(
  url: string,
  print: (line: string) => void,
  timeout = ownDatabaseLimit,
): Promise<string> {
  const deadline = Date.now() + timeout;
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
      if (first && timeout > 0) print(`Waiting for the database of DATABASE_URL (${message || code}) …`);
      await delay(1_000);
    }
  }
}
