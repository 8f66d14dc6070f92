import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** Key of the advisory lock; any fixed number. One server holds it alone, nodes of one system share it. */
export const LOCK_KEY = 7_241_862;
/** Waiting time for the lock after its connection was lost, ms. */
const lockTimeout = 5_000;
/** Waiting time after which `onWait` is called, ms. */
const PROGRESS_MS = 2_000;

export interface EngineLock {
  /** Tells if the connection that holds the lock is open. */
  isHeld(): boolean;
  release: () => Promise<void>;
}

export interface EngineLockOptions {
  /** Waiting time for the lock, ms. */
  wait?: number;
  /** Called once when the wait takes long. */
  onWait?: () => void;
  /** Called when another server took the lock while the connection was lost: this process must exit. */
  onLost?: () => void;
  /** Throws when a new connection after a loss leads to another database; it is tried again. */
  check?: (client: pg.Client) => Promise<void>;
}

/**
 * Makes this process the only engine of the database (a second one would play every schedule twice): takes an
 * advisory lock of PostgreSQL on a connection of its own, for the life of the process. If that connection is
 * lost, the lock is taken again as soon as the database is back.
 *
 * @returns null when another server holds the lock
 */
export async function takeEngineLock(
  url: string,
  options: EngineLockOptions = {},
): Promise<EngineLock | null> {
  let released = false;
  let isHeld = false;
  let client = await acquire(url, options.wait ?? lockTimeout, options.onWait);
  if (!client) return null;

  const watch = (held: pg.Client) => {
    isHeld = true;
    held.once('end', () => {
      isHeld = false;
      if (!released) void regain();
    });
  };
  const regain = async () => {
    while (!released) {
      try {
        client = await acquire(url, lockTimeout, undefined, options.check);
      } catch {
        await delay(1_000);
        continue;
      }
      if (released) await client?.end();
      else if (client) watch(client);
      else options.onLost?.();
      return;
    }
  };
  watch(client);

  return {
    isHeld: () => isHeld,
    release: async () => {
      released = true;
      await client?.end().catch(() => {});
    },
  };
}

/** Describes the holder of the lock by connection time and address; empty when it is free. */
export async function holderOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, application_name: 'tocsin' });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ since: Date; place: string | null; state: string }>(
      `select a.backend_start as since, a.client_addr || ':' || a.client_port as place,
         concat_ws(' ', a.state, a.wait_event) as state
       from pg_locks l join pg_stat_activity a using (pid)
       where l.locktype = 'advisory' and l.objid = $1 and l.granted
         and l.database = (select oid from pg_database where datname = current_database())`,
      [LOCK_KEY],
    );
    return rows
      .map(
        ({ since, place, state }) => `connected since ${since.toISOString()} from ${place ?? '?'}, ${state}`,
      )
      .join('; ');
  } finally {
    await client.end();
  }
}

async function acquire(
  url: string,
  wait: number,
  onWait = () => {},
  check?: EngineLockOptions['check'],
): Promise<pg.Client | null> {
  const client = new pg.Client({ connectionString: url, application_name: 'tocsin engine', keepAlive: true });
  // The `end` event follows every error; this listener only keeps the error from ending the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await check?.(client);
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  // If this machine disappears from the network, the database releases the lock in about 20 s, not in hours.
  await client.query(
    'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 3; set tcp_keepalives_count = 3',
  );
  const deadline = Date.now() + wait;
  let nextProgress = Date.now() + PROGRESS_MS;
  for (;;) {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [
      LOCK_KEY,
    ]);
    if (rows[0]?.got) return client;
    if (Date.now() >= deadline) break;
    if (Date.now() >= nextProgress) {
      nextProgress = Number.POSITIVE_INFINITY;
      onWait();
    }
    await delay(100);
  }
  await client.end();
  return null;
}
