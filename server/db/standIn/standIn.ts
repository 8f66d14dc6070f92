import { setTimeout as delay } from 'node:timers/promises';
import { type Refusal, StartError } from '../../startError.ts';
import { type Claimed, type ClaimOptions, claimDatabase, DatabaseAway } from '../claim.ts';
import { type Db, openDb } from '../client.ts';
import { buildStandIn, makeReadOnly } from './build.ts';
import type { Manifest } from './files.ts';

/** How often the database is looked for, ms. */
const LOOK_MS = 1_000;
/** After it was there and could not be used, ms. */
const REFUSED_MS = 5_000;
/** Time for the last queries to the stand-in once the database is there, ms. */
const LEAVE_MS = 5_000;

/** Steps to take when the database comes. */
export interface Joining {
  /** Settles in the database what was done without it; nothing else reads or writes there yet. */
  before(db: Db): Promise<void>;
  /** From now on everybody reads and writes there. */
  after(): Promise<void>;
  /** Hears why a database that answers cannot be joined. */
  refused(why: string, refusal: Refusal | undefined): void;
}

/** A small database with the rows of the snapshot, that can be read only, in the place of the one that is away. */
export interface StandIn {
  /** Goes over to the database when that comes. */
  db: Db;
  /** When the rows of the snapshot were read, epoch ms. */
  at: number;
  /** Passwords and rights of its accounts are to be trusted. */
  hasLogins: boolean;
  /** The database is there, and in use. */
  isJoined(): boolean;
  /** Why a database that answers is not joined; null: none answers, or it is joined. */
  refusal(): string | null;
  holdsLock(): boolean;
  /** Completes the rows before anybody else reads them; from then on they stay as they are. */
  seal(complete: (db: Db) => Promise<unknown>): Promise<void>;
  /** Looks for the database from now on. */
  join(joining: Joining): void;
  close(): Promise<void>;
}

/** @throws StartError when the snapshot cannot be used */
export async function standInFor(options: ClaimOptions, manifest: Manifest): Promise<StandIn> {
  const built = await buildStandIn(options.dataDir, manifest);
  const { db, pool, close: closeDb } = openDb(built.url, { onIdleError: options.onIdleError });
  const ending = new AbortController();
  let claimed: Claimed | null = null;
  let isJoined = false;
  let refusal: string | null = null;
  let looking: Promise<void> = Promise.resolve();

  async function attempt(joining: Joining): Promise<void> {
    const found = await claimDatabase({ ...options, say: () => {} }, 0);
    try {
      if (ending.signal.aborted) throw new DatabaseAway('the server ends');
      if (found.identity !== manifest.identity)
        throw new StartError('The database belongs to another installation than the snapshot.', 'identity');
      await joining.before(found.db);
    } catch (error) {
      await found.close();
      throw error;
    }
    claimed = found;
    const left = pool.switchTo(found.url);
    await found.closeDb();
    isJoined = true;
    refusal = null;
    await joining.after();
    await Promise.race([left, delay(LEAVE_MS, undefined, { ref: false })]);
    await built.remove();
  }
  async function look(joining: Joining): Promise<void> {
    while (!isJoined && !ending.signal.aborted) {
      let pause = LOOK_MS;
      try {
        await attempt(joining);
      } catch (error) {
        const why = error instanceof DatabaseAway ? null : (error as Error).message;
        if (why !== null && why !== refusal)
          joining.refused(why, error instanceof StartError ? error.refusal : undefined);
        if (why !== null) pause = REFUSED_MS;
        refusal = isJoined ? null : why;
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
