import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Db } from './client.ts';

/** Between two attempts to listen again, ms. */
const AGAIN_MS = 250;
/** An attempt to connect is given up after this, ms: closing waits for it. */
const CONNECT_MS = 3_000;

export interface Listening {
  close(): Promise<void>;
}

/**
 * Hears what is told on a channel of the database (`NOTIFY`), over a connection of its own. `opened` follows every
 * connection, the first one too: what was told while there was none is lost.
 */
export function listen(
  db: Db,
  channel: string,
  hear: { opened(): void; told(payload: string): void },
): Listening {
  const ending = new AbortController();
  let client: pg.Client | null = null;

  async function connect(): Promise<void> {
    const made = new pg.Client({
      // It may have gone over to another database.
      connectionString: db.$client.options.connectionString,
      application_name: 'tocsin',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
    });
    const gone = new Promise<void>((resolve) => made.once('end', resolve));
    made.on('error', () => {});
    made.on('notification', ({ payload }) => hear.told(payload ?? ''));
    try {
      await made.connect();
      await made.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      await made.end().catch(() => {});
      throw error;
    }
    if (ending.signal.aborted) return void (await made.end());
    // Not before: `connect` of a client that is ended meanwhile never answers.
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
