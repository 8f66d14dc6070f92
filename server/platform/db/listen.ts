import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Db } from './client.ts';

/** Delay between two attempts to connect, ms. */
const AGAIN_MS = 250;
/** Time limit of a connection attempt, ms: closing waits for it. */
const CONNECT_MS = 3_000;

export interface Listening {
  close(): Promise<void>;
}

/**
 * Listens to a channel of the database (`NOTIFY`) over a connection of its own. `opened` is called after
 * every connect, the first one included: notifications sent without a connection are lost.
 */
export function listen(
  db: Db,
  channel: string,
  hear: { opened(): void; notified(payload: string): void },
): Listening {
  const ending = new AbortController();
  let client: pg.Client | null = null;

  async function connect(): Promise<void> {
    const made = new pg.Client({
      // The pool may have switched to another database.
      connectionString: db.$client.options.connectionString,
      application_name: 'tocsin',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
    });
    const gone = new Promise<void>((resolve) => made.once('end', resolve));
    made.on('error', () => {});
    made.on('notification', ({ payload }) => hear.notified(payload ?? ''));
    try {
      await made.connect();
      await db.$client.check(made);
      await made.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      await made.end().catch(() => {});
      throw error;
    }
    if (ending.signal.aborted) return void (await made.end());
    // Set only now: `connect` of a client that is ended meanwhile never settles.
    client = made;
    hear.opened();
    await gone;
    client = null;
  }
  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      await connect().catch(() => {});
      await delay(AGAIN_MS, undefined, { signal: ending.signal }).catch(() => {});
    }
  }
  const done = run();
  return {
    async close() {
      ending.abort();
      await client?.end().catch(() => {});
      await done;
    },
  };
}
