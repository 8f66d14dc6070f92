import { setTimeout as delay } from 'node:timers/promises';
import { type Refusal, StartError } from '../../process/startError.ts';
import { type Claimed, type ClaimOptions, claimDatabase, DatabaseAway } from '../claim.ts';
import type { Db } from '../client.ts';
import { openDb } from '../openDb.ts';
import { isDamage, isOutage, reasonOf } from '../queryErrors.ts';
import { buildStandIn, makeReadOnly } from './build.ts';
import type { Manifest } from './snapshotFiles.ts';
import { readTables } from './snapshotRows.ts';
import { snapshotTables } from './snapshotTables.ts';

/** Interval of the attempts to reach the database, ms. */
const LOOK_MS = 1_000;
/** Interval after it was reached but could not be used, ms. */
const REFUSED_MS = 5_000;
/** Time for the last queries to the stand-in once the database is back, ms. */
const LEAVE_MS = 5_000;

/** Steps for joining the database when it comes back. */
export interface Joining {
  /** Stores in the database what was done without it; nothing else reads or writes there yet. */
  before(db: Db): Promise<void>;
  /**
   * Reads the rows that are held in memory; all reads and writes of the server go there already, requests that change
   * something are still refused. Repeated until it succeeds.
   */
  read(): Promise<void>;
  /** Called when it is joined. */
  after(): void;
  /** Called with the reason when a database that answers cannot be joined. */
  refused(reason: string, refusal: Refusal | undefined): void;
}

/** A small read-only database with the rows of the snapshot, in place of the one that is away. */
export interface StandIn {
  /** Switches to the real database when that comes back. */
  db: Db;
  /** Time at which the rows of the snapshot were read, epoch ms. */
  at: number;
  /** True when the snapshot has accounts and logins that are up to date. */
  hasLogins: boolean;
  /** True when the real database is back and in use. */
  isJoined(): boolean;
  /** Reason why a database that answers is not joined; null: none answers, or it is joined. */
  refusal(): string | null;
  holdsLock(): boolean;
  /** Completes the rows before they are read, and makes them read-only. */
  seal(complete: (db: Db) => Promise<unknown>): Promise<void>;
  /** Starts looking for the database. */
  join(joining: Joining): void;
  close(): Promise<void>;
}

/** Reason why a database cannot be joined; undefined: it is away, or another failure. */
function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof StartError) return error.refusal;
  return isDamage(error) ? 'damaged' : undefined;
}

/** @throws StartError when the snapshot cannot be used */
export async function standInFor(options: ClaimOptions, manifest: Manifest): Promise<StandIn> {
  const built = await buildStandIn(options.dataDir, manifest);
  const { db, pool, close: closeDb } = openDb(built.url, { onIdleError: options.onIdleError });
  const ending = new AbortController();
  let claimed: Claimed | null = null;
  /** Resolves when the connections to the stand-in have ended. */
  let left: Promise<void> = Promise.resolve();
  let isJoined = false;
  let refusal: string | null = null;
  let looking: Promise<void> = Promise.resolve();

  async function claim(joining: Joining): Promise<void> {
    const found = await claimDatabase({ ...options, print: () => {} }, 0);
    try {
      if (ending.signal.aborted) throw new DatabaseAway('the server ends');
      if (found.identity !== manifest.identity)
        throw new StartError('The database belongs to another installation than the snapshot.', 'identity');
      // A damaged one is not joined: everything is read from it afterwards.
      await readTables(found.db, Object.keys(snapshotTables));
      await joining.before(found.db);
    } catch (error) {
      await found.close();
      throw error;
    }
    claimed = found;
    left = pool.switchTo(found.url, found.marks);
    await found.closeDb();
  }
  async function attempt(joining: Joining): Promise<void> {
    if (claimed === null) await claim(joining);
    await joining.read();
    isJoined = true;
    refusal = null;
    joining.after();
    await Promise.race([left, delay(LEAVE_MS, undefined, { ref: false })]);
    await built.remove();
  }
  async function look(joining: Joining): Promise<void> {
    while (!isJoined && !ending.signal.aborted) {
      let pause = LOOK_MS;
      try {
        await attempt(joining);
      } catch (error) {
        const refused = refusalOf(error);
        const isAway = (error instanceof DatabaseAway && refused === undefined) || isOutage(error);
        const reason = isAway ? null : reasonOf(error);
        if (reason !== null && reason !== refusal) joining.refused(reason, refused);
        if (reason !== null) pause = REFUSED_MS;
        refusal = isJoined ? null : reason;
      }
      await delay(pause, undefined, { signal: ending.signal }).catch(() => {});
    }
  }

  return {
    db,
    at: manifest.at,
    hasLogins: 'login_session' in manifest.tables,
    isJoined: () => isJoined,
    refusal: () => refusal,
    holdsLock: () => claimed?.lock.isHeld() ?? false,
    async seal(complete) {
      const fresh = openDb(built.url, { max: 1 });
      try {
        await complete(fresh.db);
      } finally {
        await fresh.close();
      }
      await makeReadOnly(built.url);
    },
    join(joining) {
      looking = look(joining);
    },
    async close() {
      ending.abort();
      await Promise.race([looking, delay(LEAVE_MS, undefined, { ref: false })]);
      await closeDb();
      if (claimed === null) await built.remove();
      else await claimed.close();
    },
  };
}
